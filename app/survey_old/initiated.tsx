// /survey_old/initiated - runs of old surveys that were started
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { oldSentRuns } from "./initiated.list";
import { noOld } from "./parts/old-empty";
import { OldTabs, ReadOnly } from "./parts/old-tabs";

export const meta = titled("Old surveys sent");

export const loader = listLoader("/survey_old/initiated", oldSentRuns);

export default function OldSentRuns() {
  return (
    <ListPage
      list={oldSentRuns}
      found={useLoaderData<typeof loader>()}
      text={<ReadOnly to={href("/survey/initiated")} label="surveys sent" />}
      empty={noOld("No old runs", "No import brought a run that was started.")}
    >
      <OldTabs current="initiated" />
    </ListPage>
  );
}
