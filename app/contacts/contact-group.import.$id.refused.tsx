// /contacts/contact-group/import/:id/refused - the rows of a file that were refused, and why
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CircleCheck, Info } from "lucide-react";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import { rowKinds, type ToldRow } from "../../services/messaging/contract.imports";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import type { Column } from "../kit/ui/table";
import { Tabs } from "../kit/ui/tabs";
import { expectStatus, page } from "../shell/page.server";
import { rowWords, toldRows } from "./import-labels";
import { tellings } from "./refused";

const path = "/contacts/contact-group/import/:id/refused";

export const meta: MetaFunction = () => [{ title: `Refused rows - ${brand.name}` }];

export const loader = page(path, async ({ api, params, url }) => {
  const { id } = params;
  const query = searchOf(tellings, url);
  const [file, rows] = await Promise.all([
    api.messaging.import({ params: { id } }),
    api.messaging.refusedRows({ params: { id }, query }),
  ]);
  return { file: expectStatus(file, 200), rows: expectStatus(rows, 200), kind: query.kind };
});

/** How many columns of the file are drawn; the CSV has all of them. */
const drawn = 5;

function columnsOf(names: readonly string[], all: boolean): Column<ToldRow>[] {
  const outcome: Column<ToldRow> = {
    name: "kind",
    label: "Outcome",
    muted: true,
    hideOnSmall: true,
    cell: (row) => rowWords[row.kind],
  };
  return [
    {
      name: "line",
      label: "Line",
      align: "right",
      alignEnd: true,
      cardLabel: "line",
      mobileOrder: 2,
      cell: (row) => commas(row.line),
    },
    {
      name: "reason",
      label: "Why",
      wide: true,
      mobileOrder: 1,
      cell: (row) => <b className="font-medium">{sentence(row.reason)}</b>,
    },
    ...(all ? [outcome] : []),
    ...names.slice(0, drawn).map(
      (name, place): Column<ToldRow> => ({
        name: `cell ${place}`,
        label: name,
        muted: true,
        hideOnSmall: place > 1,
        mobileOrder: place === 0 ? 3 : 4,
        clip: true,
        cell: (row) => row.cells[place] || "–",
      }),
    ),
  ];
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

export default function RefusedRows() {
  const { file, rows, kind } = useLoaderData<typeof loader>();
  const back = href("/contacts/contact-group/import/:id", { id: file.id });
  const all = kind === undefined ? toldRows(file) : file[kind];
  const kept = rows.total_capped || all > rows.total;
  const tab = (to?: ToldRow["kind"]) => href(path, { id: file.id }, { kind: to });
  const kinds = rowKinds.filter((each) => file[each] > 0);
  return (
    <>
      <PageHeader
        title="Refused rows"
        text={
          <>
            Export the rows, correct them in your spreadsheet and upload that file: the columns are the same, with the
            line and the reason in front.
          </>
        }
        trail={[
          { label: "Imports", to: href("/contacts/contact-group/import") },
          { label: file.file_name, to: back },
        ]}
      />
      {kinds.length > 1 && (
        <Tabs
          label="Outcome"
          tabs={[
            { label: "All", to: tab(), current: kind === undefined, count: commas(toldRows(file)) },
            ...kinds.map((each) => ({
              label: rowWords[each],
              to: tab(each),
              current: kind === each,
              count: commas(file[each]),
            })),
          ]}
        />
      )}
      {kept && (
        <p className="mb-3 flex gap-2.5 text-sm text-quiet">
          <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          {commas(all)} rows are counted here; the first {commas(rows.total)} are kept.
        </p>
      )}
      <ListCard
        noun={["row", "rows"]}
        rows={rows}
        columns={columnsOf(
          file.columns.map((column) => column.name),
          kind === undefined && kinds.length > 1,
        )}
        id={(row) => String(row.line)}
        csvHref={href("/contacts/contact-group/import/:id/refused.csv", { id: file.id })}
        empty={
          <EmptyState
            icon={CircleCheck}
            title={file.state === "done" ? "No such rows" : "No refused rows yet"}
            text={
              file.state === "done"
                ? "Every row of this file had a number that can be messaged."
                : "Rows without a usable number are listed here once the import is done."
            }
          />
        }
      />
    </>
  );
}
