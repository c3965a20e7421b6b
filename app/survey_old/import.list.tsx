import { z } from "zod";
import { commas } from "../../rules/format";
import { paging } from "../../services/kit/contract";
import type { OldImport } from "../../services/survey/contract.old";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";
import { OldImportStatus, oldImportWords } from "./parts/old-import";

/** Files of old results. */
export const oldImports = list({
  path: "/survey_old/import",
  file: "old-survey-imports",
  noun: ["import", "imports"],
  search: z.object(paging),
  rows: ({ api }, query) => api.survey.oldImports({ query }),
  columns: () => [
    {
      ...{ name: "file", label: "File", wide: true, fixed: true, mobileOrder: 1 },
      value: (file: OldImport) => file.file_name,
      cell: ({ id, file_name }) => <RowLink to={href("/survey_old/import/:id", { id })}>{file_name}</RowLink>,
    },
    {
      ...{ name: "rows", label: "Rows", align: "right", num: true, mobileOrder: 3, cardLabel: "Rows" },
      value: ({ row_count }) => row_count,
      cell: ({ row_count }) => commas(row_count),
    },
    {
      ...{ name: "answers", label: "Answers added", align: "right", num: true, hideOnSmall: true },
      value: ({ state, added }) => (state === "done" ? added.answers : 0),
    },
    {
      ...{ name: "refused", label: "Refused", align: "right", num: true, mobileOrder: 4, cardLabel: "Refused" },
      value: ({ refused }) => refused,
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => oldImportWords[state].word,
      cell: ({ state }) => <OldImportStatus state={state} />,
    },
    { name: "by", label: "By", muted: true, hideOnSmall: true, clip: true, value: ({ created_by }) => created_by },
    { name: "when", label: "Uploaded", muted: true, mobileOrder: 5, value: ({ created_at }) => created_at },
  ],
  id: ({ id }) => String(id),
});
