// /survey_old/smsSurveyOutbox - what old surveys sent and received by SMS
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { noOld } from "./parts/old-empty";
import { OldTabs, ReadOnly } from "./parts/old-tabs";
import { oldSms } from "./smsSurveyOutbox.list";

export const meta = titled("SMS of old surveys");

export const loader = listLoader("/survey_old/smsSurveyOutbox", oldSms);

export default function OldSmsOutbox() {
  return (
    <ListPage
      list={oldSms}
      found={useLoaderData<typeof loader>()}
      text={<ReadOnly to={href("/survey/smsSurveyOutbox")} label="the SMS outbox" />}
      empty={noOld("No messages", "No import brought messages by SMS.", MessageSquareText)}
    >
      <OldTabs current="sms" />
    </ListPage>
  );
}
