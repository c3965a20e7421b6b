// /contacts/contact-group/import/:id/refused - the rows of a file that were refused, and why
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CircleCheck, Info } from "lucide-react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { paging } from "../../services/kit/contract";
import type { RefusedRow } from "../../services/messaging/contract.contacts";
import { brand } from "../brand";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { Empty } from "../kit/ui/empty";
import { PageHead } from "../kit/ui/page-head";
import type { Column } from "../kit/ui/table";
import { need, page } from "../shell/page.server";

type Row = z.infer<typeof RefusedRow>;
const path = "/contacts/contact-group/import/:id/refused";

export const meta: MetaFunction = () => [{ title: `Refused rows - ${brand.name}` }];

export const loader = page(path, async ({ ask, params, url }) => {
  const { id } = params;
  const query = searchOf({ search: z.object(paging) }, url);
  const [file, rows] = await Promise.all([
    ask.messaging.import({ params: { id } }),
    ask.messaging.refusedRows({ params: { id }, query }),
  ]);
  return { file: need(file, 200), rows: need(rows, 200) };
});

/** How many columns of the file are drawn; the CSV has all of them. */
const drawn = 5;

function columnsOf(names: readonly string[]): Column<Row>[] {
  return [
    {
      name: "line",
      label: "Line",
      align: "right",
      toRight: true,
      cardLabel: "line",
      cardOrder: 2,
      cell: (row) => commas(row.line),
    },
    {
      name: "reason",
      label: "Why",
      wide: true,
      cardOrder: 1,
      cell: (row) => <b className="font-medium">{sentence(row.reason)}</b>,
    },
    ...names.slice(0, drawn).map(
      (name, place): Column<Row> => ({
        name: `cell ${place}`,
        label: name,
        quiet: true,
        drop: place > 1,
        cardOrder: place === 0 ? 3 : 4,
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
  const { file, rows } = useLoaderData<typeof loader>();
  const back = href("/contacts/contact-group/import/:id", { id: file.id });
  const kept = rows.total_capped || file.refused > rows.total;
  return (
    <>
      <PageHead
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
      {kept && (
        <p className="mb-3 flex gap-2.5 text-sm text-quiet">
          <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          {commas(file.refused)} rows were refused; the first {commas(rows.total)} are kept here.
        </p>
      )}
      <ListCard
        noun={["refused row", "refused rows"]}
        rows={rows}
        columns={columnsOf(file.columns.map((column) => column.name))}
        id={(row) => String(row.line)}
        csvHref={href("/contacts/contact-group/import/:id/refused.csv", { id: file.id })}
        empty={
          <Empty
            icon={CircleCheck}
            title={file.state === "done" ? "No row was refused" : "No refused rows yet"}
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
