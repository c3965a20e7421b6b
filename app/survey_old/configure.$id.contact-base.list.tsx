import { z } from "zod";
import { showPhone } from "../../rules/phone";
import { type OldContact, oldCalls } from "../../services/survey/contract.old";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { parseRunId } from "../kit/survey-runs/run.server";
import { RowLink } from "../kit/ui/table";
import { loadOldRun } from "./parts/old-run.server";

/** The people of an old run. */
export const oldContactBase = list({
  path: "/survey_old/configure/:id/contact-base",
  noun: ["person", "people"],
  find: "Name or number",
  search: z.object(oldCalls.oldContacts.query.shape),
  facts: async (asked) => ({ run: await loadOldRun(asked) }),
  file: ({ run }) => `old-run-people-${run.name}`,
  rows: ({ api, params }, query) => api.survey.oldContacts({ params: { id: parseRunId(params.id) }, query }),
  columns: () => [
    {
      ...{ name: "msisdn", label: "Number", fixed: true, mobileOrder: 1, num: true },
      value: (one: OldContact) => one.msisdn,
      cell: ({ id, msisdn }) => <RowLink to={href("/survey_old/contacts/:id", { id })}>{showPhone(msisdn)}</RowLink>,
    },
    { name: "name", label: "Name", wide: true, mobileOrder: 3, value: ({ name }) => name },
    {
      ...{ name: "answers", label: "Answers", num: true, align: "right", mobileOrder: 4, cardLabel: "Answers" },
      value: ({ answers_count }) => answers_count,
    },
    { name: "status", label: "Status", alignEnd: true, mobileOrder: 2, value: ({ status }) => status },
  ],
  id: ({ id }) => String(id),
});
