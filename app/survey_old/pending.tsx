// /survey_old/pending - runs of old surveys that were made and never started
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { noOld } from "./parts/old-empty";
import { OldTabs, ReadOnly } from "./parts/old-tabs";
import { oldPendingRuns } from "./pending.list";

export const meta = titled("Old surveys not started");

export const loader = listLoader("/survey_old/pending", oldPendingRuns);

export default function OldPendingRuns() {
  return (
    <ListPage
      list={oldPendingRuns}
      found={useLoaderData<typeof loader>()}
      text={<ReadOnly to={href("/survey/pending")} label="surveys not started" />}
      empty={noOld("No old runs", "No import brought a run that was never started.")}
    >
      <OldTabs current="pending" />
    </ListPage>
  );
}
