// /crm/import/:id/refused - the rows of a file that were refused or there already, and why
import { useLoaderData } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { rowKinds } from "../../rules/file-import";
import { commas } from "../../rules/format";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { Tabs } from "../kit/ui/tabs";
import { refusedList } from "./import.$id.refused.list";

const path = "/crm/import/:id/refused";

export const meta = titled("Rows not imported");

export const loader = listLoader(path, refusedList);

const labels = { refused: "Refused", repeated: "There already", noted: "Imported with changes" };

export default function RefusedRows() {
  const found = useLoaderData<typeof loader>();
  const { file, kind } = found.facts;
  const counts = { refused: file.refused, repeated: file.duplicate, noted: file.noted };
  const kinds = rowKinds.filter((each) => counts[each] > 0);
  const tab = (to?: (typeof rowKinds)[number]) => href(path, { id: file.id }, { kind: to });
  return (
    <ListPage
      list={refusedList}
      found={found}
      text="Export the rows, correct them in your spreadsheet and import that file: the columns are the same, with the line and the reason in front."
      trail={[
        { label: "Imports", to: href("/crm/import") },
        { label: file.file_name, to: href("/crm/import/:id", { id: file.id }) },
      ]}
      empty={{
        icon: CircleCheck,
        title: file.state === "done" ? "No such rows" : "No rows yet",
        text: file.state === "done" ? "Every row was taken as it is." : "They are listed here once the import is done.",
      }}
    >
      {kinds.length > 1 && (
        <Tabs
          label="Outcome"
          tabs={[
            { label: "All", to: tab(), current: kind === undefined },
            ...kinds.map((each) => ({
              ...{ label: labels[each], to: tab(each), current: kind === each, count: commas(counts[each]) },
            })),
          ]}
        />
      )}
    </ListPage>
  );
}
