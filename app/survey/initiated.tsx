// /survey/initiated - runs of surveys that were started
import { useLoaderData } from "@remix-run/react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { sentRuns } from "./initiated.list";
import { noRuns } from "./runs/no-runs";
import { SurveyTabs } from "./runs/survey-tabs";

export const meta = titled("Surveys sent by SMS");

export const loader = listLoader("/survey/initiated", sentRuns);

export default function SentRuns() {
  return (
    <ListPage
      list={sentRuns}
      found={useLoaderData<typeof loader>()}
      text="Surveys that people of a contact group are asked by SMS."
      empty={noRuns("Nothing was sent yet")}
    >
      <SurveyTabs current="initiated" />
    </ListPage>
  );
}
