// /survey/initiated - runs of surveys that were started
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { sentRuns } from "./initiated.list";
import { SurveyTabs } from "./runs/survey-tabs";

export const meta = titled("Surveys sent by SMS");

export const loader = listLoader("/survey/initiated", sentRuns);

export default function SentRuns() {
  return (
    <ListPage
      list={sentRuns}
      found={useLoaderData<typeof loader>()}
      text="Surveys that people of a contact group are asked by SMS."
      empty={{
        icon: Send,
        title: "Nothing was sent yet",
        text: "Open a published survey and choose Send to ask the people of a contact group by SMS.",
        actions: <LinkButton to={href("/survey", undefined, { status: "published" })}>Published surveys</LinkButton>,
      }}
    >
      <SurveyTabs current="initiated" />
    </ListPage>
  );
}
