// /survey/integrations - other programs: web hooks that are told of responses
import { useLoaderData } from "@remix-run/react";
import { surveyWebhookEvents } from "../../rules/webhook-events";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { loadWebhooks } from "../kit/webhooks/webhooks.server";
import { WebhooksCard } from "../kit/webhooks/webhooks-card";
import { page } from "../shell/page.server";
import { SurveyTabs } from "./runs/survey-tabs";

export const meta = titled("Integrations of surveys");

export const loader = page("/survey/integrations", (given) => loadWebhooks(given, surveyWebhookEvents));

export default function SurveyIntegrations() {
  const webhooks = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Integrations" text="What other programs are told of the responses to surveys." />
      <SurveyTabs current="integrations" />
      <div className="max-w-[720px]">
        <WebhooksCard events={surveyWebhookEvents} {...webhooks} />
      </div>
    </>
  );
}
