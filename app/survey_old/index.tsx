// /survey_old - surveys of the old version, read-only
import { useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { oldSurveys } from "./index.list";
import { noOld } from "./parts/old-empty";
import { OldTabs, ReadOnly } from "./parts/old-tabs";

export const meta = titled("Old surveys");

export const loader = listLoader("/survey_old", oldSurveys);

export default function OldSurveys() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={oldSurveys}
      found={found}
      text={<ReadOnly />}
      actions={
        found.rows.total > 0 || found.search.q ? (
          <LinkButton to={href("/survey_old/import/new")} icon={Upload}>
            Import old results
          </LinkButton>
        ) : undefined
      }
      empty={noOld("No old surveys", "Import the results of the old version, and its surveys can be read here.")}
    >
      <OldTabs current="surveys" />
    </ListPage>
  );
}
