// /survey/pending - runs of surveys that were not started yet
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
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
      empty={{
        icon: Send,
        title: "Nothing is waiting to be started",
        text: "Open a published survey and choose Send to ask the people of a contact group by SMS.",
        actions: <LinkButton to={href("/survey", undefined, { status: "published" })}>Published surveys</LinkButton>,
      }}
    >
      <SurveyTabs current="pending" />
    </ListPage>
  );
}
