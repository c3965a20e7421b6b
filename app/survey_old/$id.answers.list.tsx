import { z } from "zod";
import { showPhone } from "../../rules/phone";
import { type OldAnswer, oldCalls } from "../../services/survey/contract.old";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { parseRunId } from "../kit/survey-runs/run.server";
import { RowLink } from "../kit/ui/table";
import { expectStatus } from "../shell/page.server";
import { OldTime } from "./parts/old-columns";

/** All answers to an old survey. */
export const oldAnswers = list({
  path: "/survey_old/:id/answers",
  noun: ["answer", "answers"],
  search: z.object(oldCalls.oldAnswers.query.shape),
  async facts({ api, params }) {
    const id = parseRunId(params.id);
    const [survey, runs] = await Promise.all([
      api.survey.oldSurvey({ params: { id } }),
      api.survey.oldRuns({ query: { survey: id, per_page: 100 } }),
    ]);
    return { survey: expectStatus(survey, 200), runs: expectStatus(runs, 200).data };
  },
  file: ({ survey }) => `old-survey-${survey.title}`,
  rows: ({ api, params }, query) => api.survey.oldAnswers({ params: { id: parseRunId(params.id) }, query }),
  filters: ({ survey, runs }) => [
    {
      ...{ name: "question", label: "Question" },
      choices: survey.questions.map(({ id, number, text }) => ({ value: String(id), label: `${number}. ${text}` })),
    },
    {
      ...{ name: "run", label: "Run" },
      choices: runs.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "msisdn", label: "Number", fixed: true, mobileOrder: 1, num: true },
      value: (one: OldAnswer) => one.msisdn,
      cell: ({ contact_id, msisdn }) => (
        <RowLink to={href("/survey_old/contacts/:id", { id: contact_id })}>{showPhone(msisdn)}</RowLink>
      ),
    },
    { name: "name", label: "Name", hideOnSmall: true, value: ({ name }) => name },
    { name: "question", label: "Question", clip: true, mobileOrder: 3, value: ({ question }) => question },
    { name: "answer", label: "Answer", wide: true, mobileOrder: 4, value: ({ answer }) => answer },
    { name: "run", label: "Run", clip: true, hideOnSmall: true, value: ({ run }) => run },
    {
      ...{ name: "at", label: "Time", muted: true, alignEnd: true, mobileOrder: 2 },
      value: ({ at }) => at,
      cell: ({ at }) => <OldTime at={at} zone={zone} />,
    },
  ],
  id: ({ id }) => String(id),
});
