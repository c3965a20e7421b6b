import { z } from "zod";
import { commas } from "../../rules/format";
import { paging } from "../../services/kit/contract";
import type { Import } from "../../services/messaging/contract.imports";
import { href } from "../href";
import { ImportStatus, importWords } from "../kit/imports/import-labels";
import { list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { RowLink } from "../kit/ui/table";

const begun = (file: Import, count: number) => (file.state === "uploaded" ? "–" : commas(count));

/** Every contact file that was uploaded. */
export const imports = list({
  path: "/contacts/contact-group/import",
  file: "contact-imports",
  noun: ["import", "imports"],
  search: z.object(paging),
  rows: ({ api }, query) => api.messaging.imports({ query }),
  columns: () => [
    {
      ...{ name: "file", label: "File", wide: true, fixed: true },
      value: (file: Import) => file.file_name,
      cell: (file) => (
        <RowLink to={href("/contacts/contact-group/import/:id", { id: file.id })}>{file.file_name}</RowLink>
      ),
    },
    {
      ...{ name: "group", label: "Group", mobileOrder: 3 },
      value: (file) => (file.target === "blacklist" ? "Blacklist" : file.group_name),
      cell: (file) => <Group file={file} />,
    },
    {
      ...{ name: "added", label: "Added", align: "right", alignEnd: true, cardUnit: "added", mobileOrder: 4 },
      value: (file) => file.added,
      cell: (file) => begun(file, file.added),
    },
    {
      ...{ name: "updated", label: "Updated", align: "right", hideOnSmall: true },
      value: (file) => file.updated,
      cell: (file) => begun(file, file.updated),
    },
    {
      ...{ name: "refused", label: "Refused", align: "right", alignEnd: true, cardUnit: "refused", mobileOrder: 6 },
      value: (file) => file.refused,
      cell: (file) => <Refused file={file} />,
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
    { name: "repeated", label: "Repeated", align: "right", extra: true, value: (file) => file.repeated },
    { name: "noted", label: "Imported with changes", align: "right", extra: true, value: (file) => file.noted },
    { name: "finished", label: "Finished", extra: true, value: (file) => file.finished_at },
  ],
  id: (file) => String(file.id),
});

function Group({ file }: { file: Import }) {
  if (file.target === "blacklist")
    return (
      <Link className="hover:underline" to={href("/contacts/blacklist")}>
        Blacklist
      </Link>
    );
  if (!file.group_name) return "–";
  const name = <span className="block max-w-56 truncate">{file.group_name}</span>;
  if (file.group_id === null) return name;
  return (
    <Link
      className="block hover:underline"
      to={href("/contacts/contact-group/details", undefined, { id: file.group_id })}
    >
      {name}
    </Link>
  );
}

function Refused({ file }: { file: Import }) {
  if (file.state === "uploaded") return "–";
  if (file.refused === 0) return "0";
  return (
    <Link
      className="underline underline-offset-3"
      to={href("/contacts/contact-group/import/:id/refused", { id: file.id })}
    >
      {commas(file.refused)}
    </Link>
  );
}
