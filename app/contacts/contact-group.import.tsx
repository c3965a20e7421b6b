// /contacts/contact-group/import - every contact file that was uploaded, and what became of it
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { commas } from "../../rules/format";
import type { Import } from "../../services/messaging/contract.imports";
import { brand } from "../brand";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";
import { Link } from "../kit/ui/link";
import { PageHead } from "../kit/ui/page-head";
import { type Column, RowLink } from "../kit/ui/table";
import { useLive } from "../kit/use-live";
import { When } from "../kit/when";
import { need, page } from "../shell/page.server";
import { ImportStatus } from "./import-words";
import { imports } from "./imports.list";

export const meta: MetaFunction = () => [{ title: `Imports - ${brand.name}` }];

export const loader = page("/contacts/contact-group/import", async ({ ask, url, viewer }) => ({
  rows: need(await imports.rows(ask, searchOf(imports, url)), 200),
  zone: viewer.time_zone,
}));

function columnsIn(zone: string): Column<Import>[] {
  const begun = (file: Import, count: number) => (file.state === "uploaded" ? "–" : commas(count));
  return [
    {
      name: "file",
      label: "File",
      wide: true,
      cell: (file) => (
        <RowLink to={href("/contacts/contact-group/import/:id", { id: file.id })}>{file.file_name}</RowLink>
      ),
    },
    { name: "group", label: "Group", cardOrder: 3, cell: (file) => <Group file={file} /> },
    {
      name: "added",
      label: "Added",
      align: "right",
      toRight: true,
      cardUnit: "added",
      cardOrder: 4,
      cell: (file) => begun(file, file.added),
    },
    { name: "updated", label: "Updated", align: "right", drop: true, cell: (file) => begun(file, file.updated) },
    {
      name: "refused",
      label: "Refused",
      align: "right",
      toRight: true,
      cardUnit: "refused",
      cardOrder: 6,
      cell: (file) => <Refused file={file} />,
    },
    { name: "state", label: "State", toRight: true, cardOrder: 2, cell: (file) => <ImportStatus state={file.state} /> },
    {
      name: "by",
      label: "By",
      quiet: true,
      drop: true,
      clip: true,
      cell: (file) => file.created_by || "–",
    },
    {
      name: "when",
      label: "Uploaded",
      quiet: true,
      cardOrder: 5,
      cell: (file) => <When at={file.created_at} zone={zone} />,
    },
  ];
}

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

export default function Imports() {
  const { rows, zone } = useLoaderData<typeof loader>();
  useLive(
    rows.data.some((file) => file.state === "running"),
    1000,
  );
  const upload = (
    <LinkButton to={href("/contacts/contact-group/upload")} kind="main" icon={Upload}>
      Upload contacts
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title="Imports"
        text="Every contact file, and its result."
        actions={rows.total > 0 ? upload : undefined}
      />
      <ListCard
        noun={["import", "imports"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={(file) => String(file.id)}
        csvHref={href("/contacts/contact-group/import.csv")}
        empty={
          <Empty
            icon={Upload}
            title="No imports yet"
            text="An import reads a file of names and numbers into a contact group. Each one stays here, with what was added, what was refused and why."
            actions={upload}
          />
        }
      />
    </>
  );
}
