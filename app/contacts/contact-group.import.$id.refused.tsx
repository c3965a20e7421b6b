// /contacts/contact-group/import/:id/refused - the rows of a file that were refused, and why
import { useLoaderData } from "@remix-run/react";
import { CircleCheck, Info } from "lucide-react";
import { rowKinds, type ToldRow } from "../../rules/file-import";
import { commas } from "../../rules/format";
import { href } from "../href";
import { toldRows } from "../kit/imports/import-labels";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { rowWords } from "../kit/refused-rows";
import { titled } from "../kit/title";
import { Tabs } from "../kit/ui/tabs";
import { refusedList } from "./contact-group.import.$id.refused.list";

const path = "/contacts/contact-group/import/:id/refused";

export const meta = titled("Refused rows");

export const loader = listLoader(path, refusedList);

export default function RefusedRows() {
  const found = useLoaderData<typeof loader>();
  const { rows } = found;
  const { file, kind, back: survey } = found.facts;
  const back = href("/contacts/contact-group/import/:id", { id: file.id }, { back: survey });
  const all = kind === undefined ? toldRows(file) : file[kind];
  const kept = rows.total_capped || all > rows.total;
  const tab = (to?: ToldRow["kind"]) => href(path, { id: file.id }, { kind: to, back: survey });
  const kinds = rowKinds.filter((each) => file[each] > 0);
  return (
    <ListPage
      list={refusedList}
      found={found}
      text="Export the rows, correct them in your spreadsheet and upload that file: the columns are the same, with the line and the reason in front."
      trail={[
        { label: "Imports", to: href("/contacts/contact-group/import") },
        { label: file.file_name, to: back },
      ]}
      empty={{
        icon: CircleCheck,
        title: file.state === "done" ? "No such rows" : "No refused rows yet",
        text:
          file.state === "done"
            ? "Every row of this file had a number that can be messaged."
            : "Rows without a usable number are listed here once the import is done.",
      }}
    >
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
    </ListPage>
  );
}
