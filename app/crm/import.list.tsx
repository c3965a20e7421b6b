import { z } from "zod";
import { commas } from "../../rules/format";
import type { RecordImport } from "../../services/crm/contract.imports";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { ImportStatus, importWords } from "../kit/imports/import-labels";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";

const begun = (file: RecordImport, count: number) => (file.state === "uploaded" ? "–" : commas(count));
const kindNames = { lead: "Leads", contact: "Contacts" };

/** Every file of leads or contacts that was uploaded. */
export const imports = list({
  path: "/crm/import",
  file: "crm-imports",
  noun: ["import", "imports"],
  search: z.object(paging),
  rows: ({ api }, query) => api.crm.recordImports({ query }),
  columns: () => [
    {
      ...{ name: "file", label: "File", wide: true, fixed: true },
      value: (file: RecordImport) => file.file_name,
      cell: (file) => <RowLink to={href("/crm/import/:id", { id: file.id })}>{file.file_name}</RowLink>,
    },
    { name: "kind", label: "Into", mobileOrder: 3, value: (file) => kindNames[file.kind] },
    {
      ...{ name: "created", label: "Created", align: "right", alignEnd: true, cardUnit: "created", mobileOrder: 4 },
      value: (file) => file.created,
      cell: (file) => begun(file, file.created),
    },
    {
      ...{ name: "updated", label: "Updated", align: "right", hideOnSmall: true },
      value: (file) => file.updated,
      cell: (file) => begun(file, file.updated),
    },
    {
      ...{ name: "duplicate", label: "There already", align: "right", hideOnSmall: true },
      value: (file) => file.duplicate,
      cell: (file) => begun(file, file.duplicate),
    },
    {
      ...{ name: "refused", label: "Refused", align: "right", alignEnd: true, cardUnit: "refused", mobileOrder: 6 },
      value: (file) => file.refused,
      cell: (file) => begun(file, file.refused),
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: (file) => importWords[file.state].word,
      cell: (file) => <ImportStatus state={file.state} />,
    },
    {
      ...{ name: "by", label: "By", muted: true, hideOnSmall: true, clip: true },
      value: (file) => file.created_by,
    },
    { name: "when", label: "Uploaded", muted: true, mobileOrder: 5, value: (file) => file.created_at },
    { name: "read", label: "Rows read", align: "right", extra: true, value: (file) => file.rows_read },
    { name: "finished", label: "Finished", extra: true, value: (file) => file.finished_at },
  ],
  id: (file) => String(file.id),
});
