// /settings/api/webhooks/:id/change - another address, other events, on or off
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { webhookAt, webhookNumber } from "./api/webhook.server";
import { WebhookFields, WebhookForm, webhookBody } from "./api/webhook-form";

const path = "/settings/api/webhooks/:id/change";

export const meta = titled("Change a web hook");

export const loader = page(path, async ({ api, params }) => ({ hook: await webhookAt(api, params) }));

export const action = act(path, WebhookFields, async ({ api, params, value, refuse, from }) => {
  const answer = await api.identity.updateWebhook({ params: webhookNumber(params), body: webhookBody(value) });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/settings/api/webhooks/:id", { id: answer.body.id }), "The web hook was changed.");
});

export default function ChangeWebhook() {
  const { hook } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = href("/settings/api/webhooks/:id", { id: hook.id });
  const { url, events, only_api, active } = hook;
  return (
    <>
      <PageHeader title="Change a web hook" back={{ label: "Web hook", to: back }} />
      <WebhookForm
        held={{ url, events, all_messages: !only_api, active }}
        last={last}
        submitLabel="Save the web hook"
        back={back}
      />
    </>
  );
}
