// /survey/whatsappSurveyOutbox - what all surveys said on WhatsApp
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { SurveyTabs } from "./runs/survey-tabs";
import { whatsappOutbox } from "./whatsappSurveyOutbox.list";

export const meta = titled("WhatsApp messages of surveys");

export const loader = listLoader("/survey/whatsappSurveyOutbox", whatsappOutbox);

export default function WhatsappOutbox() {
  return (
    <ListPage
      list={whatsappOutbox}
      found={useLoaderData<typeof loader>()}
      text="Questions, answers to replies and reminders, newest first."
      empty={{
        icon: MessageSquareText,
        title: "No messages yet",
        text: "What surveys send on WhatsApp is listed here.",
      }}
    >
      <SurveyTabs current="whatsapp" />
    </ListPage>
  );
}
