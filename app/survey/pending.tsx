// /survey/pending - runs of surveys that were not started yet
import { useLoaderData } from "@remix-run/react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { noRuns } from "../kit/survey-runs/no-runs";
import { titled } from "../kit/title";
import { waitingRuns } from "./pending.list";
import { SurveyTabs } from "./runs/survey-tabs";

export const meta = titled("Surveys not started");

export const loader = listLoader("/survey/pending", waitingRuns);

export default function WaitingRuns() {
  return (
    <ListPage
      list={waitingRuns}
      found={useLoaderData<typeof loader>()}
      text="Prepared, and sent to no one until you start them."
      empty={noRuns("Nothing is waiting to be started")}
    >
      <SurveyTabs current="pending" />
    </ListPage>
  );
}
