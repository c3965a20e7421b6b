// /settings/api/webhooks/new - a new web hook; the secret that proves its requests is shown once
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { SandboxLink } from "../kit/sandbox-link";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { Snippet } from "../kit/ui/snippet";
import { act, page } from "../shell/page.server";
import { WebhookFields, WebhookForm, webhookBody } from "./api/webhook-form";

const path = "/settings/api/webhooks/new";

export const meta = titled("New web hook");

export const loader = page(path, async ({ from }) => ({ sandbox: from.settings.demo }));

export const action = act(path, WebhookFields, async ({ api, value, refuse }) => {
  const answer = await api.identity.createWebhook({ body: webhookBody(value) });
  if (answer.status !== 201) return refuse(answer.body);
  const { id, url, secret } = answer.body;
  return data({ made: { id, url, secret } }, { headers: { "cache-control": "no-store" } });
});

export default function NewWebhook() {
  const { sandbox } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = { label: "Web hooks", to: href("/settings/api/webhooks") };
  if (last && "made" in last)
    return (
      <>
        <PageHeader title="The web hook was added" back={back} />
        <Card padded label="Secret" className="grid max-w-[720px] gap-4 md:p-5!">
          <p className="break-all">{last.made.url}</p>
          <p>
            Your program checks each request with this secret. Copy it now and keep it in a safe place. It is not shown
            again.
          </p>
          <Snippet id="secret" label="Secret" text={last.made.secret} rows={2} />
          <div className="flex flex-wrap gap-2">
            <LinkButton to={href("/settings/api/guide")} variant="primary">
              How to check a request
            </LinkButton>
            <LinkButton to={href("/settings/api/webhooks/:id", { id: last.made.id })} variant="ghost">
              See what it is told
            </LinkButton>
          </div>
        </Card>
      </>
    );
  return (
    <>
      <PageHeader
        title="New web hook"
        back={back}
        text="A request that is not answered with a 2xx status is tried again for three days."
      />
      {sandbox && (
        <SandboxLink to="/sandbox/receiver" back={href(path)}>
          Sandbox: a program that receives web hooks
        </SandboxLink>
      )}
      <WebhookForm
        held={{ url: "", events: ["message.status"], all_messages: false, active: true }}
        last={last}
        submitLabel="Add the web hook"
        back={back.to}
      />
    </>
  );
}
