// /contacts/contact-group/import - every contact file that was uploaded, and what became of it
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import type { Import } from "../../services/messaging/contract.imports";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { type Column, RowLink } from "../kit/ui/table";
import { useLive } from "../kit/use-live";
import { expectStatus, page } from "../shell/page.server";
import { ImportStatus } from "./import-labels";
import { imports } from "./imports.list";

export const meta: MetaFunction = () => [{ title: `Imports - ${brand.name}` }];

export const loader = page("/contacts/contact-group/import", async ({ api, url, viewer }) => ({
  rows: expectStatus(await imports.rows(api, searchOf(imports, url)), 200),
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
    { name: "group", label: "Group", mobileOrder: 3, cell: (file) => <Group file={file} /> },
    {
      name: "added",
      label: "Added",
      align: "right",
      alignEnd: true,
      cardUnit: "added",
      mobileOrder: 4,
      cell: (file) => begun(file, file.added),
    },
    { name: "updated", label: "Updated", align: "right", hideOnSmall: true, cell: (file) => begun(file, file.updated) },
    {
      name: "refused",
      label: "Refused",
      align: "right",
      alignEnd: true,
      cardUnit: "refused",
      mobileOrder: 6,
      cell: (file) => <Refused file={file} />,
    },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: (file) => <ImportStatus state={file.state} />,
    },
    {
      name: "by",
      label: "By",
      muted: true,
      hideOnSmall: true,
      clip: true,
      cell: (file) => file.created_by || "–",
    },
    {
      name: "when",
      label: "Uploaded",
      muted: true,
      mobileOrder: 5,
      cell: (file) => <DateTime at={file.created_at} zone={zone} />,
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
    <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
      Upload contacts
    </LinkButton>
  );
  return (
    <>
      <PageHeader
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
          <EmptyState
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
