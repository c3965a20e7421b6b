// /voice/settings/uploads/:id/rows - the rows of a list's file that were refused or there already, and why
import { useLoaderData } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { targetRows } from "./settings.uploads.$id.rows.list";

const path = "/voice/settings/uploads/:id/rows";

export const meta = titled("Rows not called");

export const loader = listLoader(path, targetRows);

export default function RowsNotCalled() {
  const found = useLoaderData<typeof loader>();
  const { group } = found.facts;
  return (
    <ListPage
      list={targetRows}
      found={found}
      text="Export the rows, correct them in your spreadsheet and upload that file: the columns are the same, with the line and the reason in front."
      trail={[
        { label: "Uploads", to: href("/voice/settings/uploads") },
        { label: group.name, to: href("/voice/settings/uploads/:id", { id: group.id }) },
      ]}
      empty={{ icon: CircleCheck, title: "No such rows", text: "Every row was taken as it is." }}
    />
  );
}
