// /survey_old/import - every file of old results, and what it added
import { useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { oldImports } from "./import.list";
import { OldTabs } from "./parts/old-tabs";

export const meta = titled("Imports of old results");

export const loader = listLoader("/survey_old/import", oldImports);

export default function OldImports() {
  const found = useLoaderData<typeof loader>();
  const upload = (
    <LinkButton to={href("/survey_old/import/new")} variant="primary" icon={Upload}>
      Import old results
    </LinkButton>
  );
  return (
    <ListPage
      list={oldImports}
      found={found}
      text="Results of the old version, file by file. An import can be removed again with all that it added."
      actions={found.rows.total > 0 && upload}
      empty={{
        ...{ icon: Upload, title: "No imports yet", actions: upload },
        text: "An import reads a file of old results. Each one stays here, with what it added and what was refused.",
      }}
    >
      <OldTabs current="import" />
    </ListPage>
  );
}
