// /survey/initiated - runs of surveys that were started
import { useLoaderData } from "@remix-run/react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { noRuns } from "../kit/survey-runs/no-runs";
import { titled } from "../kit/title";
import { sentRuns } from "./initiated.list";
import { SurveyTabs } from "./runs/survey-tabs";

export const meta = titled("Surveys sent");

export const loader = listLoader("/survey/initiated", sentRuns);

export default function SentRuns() {
  return (
    <ListPage
      list={sentRuns}
      found={useLoaderData<typeof loader>()}
      text="Surveys that people of a contact group are asked by SMS or on WhatsApp."
      empty={noRuns("Nothing was sent yet")}
    >
      <SurveyTabs current="initiated" />
    </ListPage>
  );
}
