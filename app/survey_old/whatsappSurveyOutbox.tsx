// /survey_old/whatsappSurveyOutbox - what old surveys sent and received on WhatsApp
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { noOld } from "./parts/old-empty";
import { OldTabs, ReadOnly } from "./parts/old-tabs";
import { oldWhatsapp } from "./whatsappSurveyOutbox.list";

export const meta = titled("WhatsApp messages of old surveys");

export const loader = listLoader("/survey_old/whatsappSurveyOutbox", oldWhatsapp);

export default function OldWhatsappOutbox() {
  return (
    <ListPage
      list={oldWhatsapp}
      found={useLoaderData<typeof loader>()}
      text={<ReadOnly to={href("/survey/whatsappSurveyOutbox")} label="the WhatsApp outbox" />}
      empty={noOld("No messages", "No import brought messages on WhatsApp.", MessageSquareText)}
    >
      <OldTabs current="whatsapp" />
    </ListPage>
  );
}
