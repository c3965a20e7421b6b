import { z } from "zod";
import { headSort } from "../../rules/list-orders";
import type { Survey } from "../../services/survey/contract.schemas";
import { surveyCalls } from "../../services/survey/contract.surveys";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { statusLabels } from "./frame/status-labels";

/** The surveys of the account. */
export const surveys = list({
  path: "/survey",
  file: "surveys",
  noun: ["survey", "surveys"],
  find: "Title",
  search: z.object(surveyCalls.surveys.query.shape),
  rows: ({ api }, query) => api.survey.surveys({ query }),
  filters: () => [
    {
      ...{ name: "status", label: "Status" },
      choices: Object.entries(statusLabels).map(([value, { word }]) => ({ value, label: word })),
    },
  ],
  columns: ({ zone }) => [
    {
      ...{
        name: "title",
        label: "Survey",
        fixed: true,
        mobileOrder: 1,
        wide: true,
        sort: headSort("surveys", "title"),
      },
      value: (one: Survey) => one.title,
      cell: ({ uuid, title }) => <RowLink to={href("/survey/:uuid/build", { uuid })}>{title}</RowLink>,
    },
    {
      ...{ name: "questions", label: "Questions", num: true, mobileOrder: 3 },
      value: ({ questions_count }) => questions_count,
    },
    {
      ...{ name: "responses", label: "Completed", num: true, mobileOrder: 4 },
      value: ({ completed_count }) => completed_count,
      cell: ({ uuid, completed_count }) => (
        <Link className="link" to={href("/survey/:uuid/reports", { uuid })}>
          {completed_count.toLocaleString("en-KE")}
        </Link>
      ),
    },
    { name: "begun", label: "Begun", extra: true, num: true, value: ({ responses_count }) => responses_count },
    { name: "by", label: "Made by", muted: true, hideOnSmall: true, value: ({ created_by }) => created_by },
    {
      ...{ name: "created", label: "Made", muted: true, mobileOrder: 5, sort: headSort("surveys", "created") },
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <DateTime at={created_at} zone={zone} />,
    },
    {
      ...{ name: "status", label: "Status", alignEnd: true, mobileOrder: 2 },
      value: ({ status }) => statusLabels[status].word,
      cell: ({ status }) => <Status kind={statusLabels[status].kind}>{statusLabels[status].word}</Status>,
    },
  ],
  id: ({ uuid }) => uuid,
});
