import { z } from "zod";
import { type OldSurvey, oldCalls } from "../../services/survey/contract.old";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";
import { OldTime } from "./parts/old-columns";

/** Surveys of the old version (Q123). */
export const oldSurveys = list({
  path: "/survey_old",
  file: "old-surveys",
  noun: ["old survey", "old surveys"],
  find: "Title",
  search: z.object(oldCalls.oldSurveys.query.shape),
  rows: ({ api }, query) => api.survey.oldSurveys({ query }),
  columns: ({ zone }) => [
    {
      ...{ name: "title", label: "Survey", fixed: true, mobileOrder: 1, wide: true },
      value: (one: OldSurvey) => one.title,
      cell: ({ id, title }) => <RowLink to={href("/survey_old/:id", { id })}>{title}</RowLink>,
    },
    {
      ...{ name: "questions", label: "Questions", num: true, align: "right", hideOnSmall: true },
      value: ({ questions_count }) => questions_count,
    },
    {
      ...{ name: "runs", label: "Runs", num: true, align: "right", hideOnSmall: true },
      value: ({ runs_count }) => runs_count,
    },
    {
      ...{ name: "people", label: "People", num: true, align: "right", mobileOrder: 3, cardLabel: "People" },
      value: ({ people_count }) => people_count,
    },
    {
      ...{ name: "answers", label: "Answers", num: true, align: "right", alignEnd: true, mobileOrder: 2 },
      ...{ cardUnit: "answers" },
      value: ({ answers_count }) => answers_count,
    },
    {
      ...{ name: "started", label: "First sent", muted: true, mobileOrder: 4 },
      value: ({ started_at }) => started_at,
      cell: ({ started_at }) => <OldTime at={started_at} zone={zone} none="Never" />,
    },
  ],
  id: ({ id }) => String(id),
});
