// /survey_old/import/:id/refused - the rows of a file of old results that were refused, and why
import { useLoaderData } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { oldRefused } from "./import.$id.refused.list";

export const meta = titled("Rows not imported");

export const loader = listLoader("/survey_old/import/:id/refused", oldRefused);

export default function OldRefusedRows() {
  const found = useLoaderData<typeof loader>();
  const { id, file_name } = found.facts.file;
  return (
    <ListPage
      list={oldRefused}
      found={found}
      text="Export the rows, correct them in your spreadsheet and import that file: the columns are the same, with the line and the reason in front."
      trail={[
        { label: "Imports", to: href("/survey_old/import") },
        { label: file_name, to: href("/survey_old/import/:id", { id }) },
      ]}
      empty={{ icon: CircleCheck, title: "No such rows", text: "Every row can be read." }}
    />
  );
}
