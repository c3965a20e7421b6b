// /survey/smsSurveyOutbox - the SMS of all surveys
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { SurveyTabs } from "./runs/survey-tabs";
import { surveyOutbox } from "./smsSurveyOutbox.list";

export const meta = titled("SMS of surveys");

export const loader = listLoader("/survey/smsSurveyOutbox", surveyOutbox);

export default function SurveyOutbox() {
  return (
    <ListPage
      list={surveyOutbox}
      found={useLoaderData<typeof loader>()}
      text="Questions, answers to replies and reminders, newest first."
      empty={{ icon: MessageSquareText, title: "No SMS yet", text: "What surveys send by SMS is listed here." }}
    >
      <SurveyTabs current="outbox" />
    </ListPage>
  );
}
