// /settings/api/guide - how a program sends messages, works in the CRM, and checks a web hook
import { useLoaderData } from "@remix-run/react";
import { keyRate } from "../../rules/api-keys";
import { webhookEventNames, webhookEvents } from "../../rules/webhook-events";
import { href } from "../href";
import { Code, Examples, GuidePart } from "../kit/guide/guide";
import { titled } from "../kit/title";
import { KeyValues } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { ApiTabs } from "./api/api-tabs";
import { checkExamples, leadExamples, sendExamples } from "./api/examples";
import { hasScope } from "./api/rights";

export const meta = titled("HTTP API");

export const loader = page("/settings/api/guide", async ({ api, from, url, viewer }) => {
  const senders = await api.messaging.senders({});
  const usable =
    senders.status === 200
      ? senders.body.data.find(({ status, sender }) => status === "approved" && /[A-Z]/i.test(sender))
      : undefined;
  const base = from.origin ?? url.origin;
  const send = sendExamples({ base, sender: usable?.sender ?? "SENDER" });
  return { base, send, lead: hasScope(viewer, "leads:write") ? leadExamples({ base }) : [], check: checkExamples() };
});

const answer = `{
  "id": "161-1",
  "to": "+254712345678",
  "reference": "order-1001",
  "status": "queued",
  "reason": "",
  "parts": 1,
  "submitted_at": null,
  "done_at": null,
  "cost_cents": 80
}`;

const request = `{
  "id": "6f9d…",
  "type": "message.status",
  "timestamp": "2026-11-24T12:00:00.000Z",
  "account": "100001",
  "data": {
    "messages": [
      {
        "id": "161-1",
        "to": "+254712345678",
        "reference": "order-1001",
        "status": "delivered",
        "reason": "",
        "submitted_at": "2026-11-24T11:59:58.000Z",
        "at": "2026-11-24T12:00:00.000Z"
      }
    ]
  }
}`;

export default function Guide() {
  const { base, send, lead, check } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="HTTP API" text="Send messages and keep the CRM up to date from your own programs." />
      <ApiTabs now="guide" />
      <div className="grid max-w-[900px] grid-cols-1 gap-4">
        <GuidePart title="Send one message">
          <p>
            Create a key on{" "}
            <Link className="link" to={href("/settings/api")}>
              API keys
            </Link>{" "}
            and send it as a bearer token. A repeated request with the same <code>idempotency-key</code> is sent once.
          </p>
          <Examples of={send} about="Send one message" />
          <p>The answer:</p>
          <Code label="The answer">{answer}</Code>
        </GuidePart>
        <GuidePart title="Other calls">
          <KeyValues
            rows={[
              { label: `POST ${base}/api/messaging/messages/batch`, value: "Up to 1,000 messages in one request" },
              { label: `GET ${base}/api/messaging/messages/161-1`, value: "The status of a message" },
              { label: `GET ${base}/api/messaging/messages?reference=order-1001`, value: "Messages by your reference" },
              { label: `GET ${base}/api/messaging/inbox`, value: "What people answered" },
              { label: `GET ${base}/api/messaging/senders/`, value: "The sender IDs that you can use" },
            ]}
          />
          <p>
            Each refusal is a JSON object with <code>status</code>, <code>message</code> and, for wrong fields,{" "}
            <code>errors</code>. A key may make {keyRate.perSecond} requests a second, and {keyRate.burst} at once. The
            headers <code>ratelimit-remaining</code> and <code>ratelimit-reset</code> say how many are left. After 429
            wait as long as <code>retry-after</code> says.
          </p>
        </GuidePart>
        {lead.length > 0 && (
          <GuidePart title="Add a lead">
            <p>
              The key needs “Add and change leads”. The lead is in the first stage, is scored at once and belongs to no
              one. A lead that may be there already is in the list of duplicates, as with any other lead.
            </p>
            <Examples of={lead} about="Add a lead" />
            <KeyValues
              rows={[
                { label: `GET ${base}/api/crm/leads?q=amina`, value: "Leads, a page at a time" },
                { label: `GET ${base}/api/crm/leads/1`, value: "One lead with its score" },
                {
                  label: `PUT ${base}/api/crm/contact-details/1`,
                  value: "Change what a lead, a contact or a deal says",
                },
                { label: `PUT ${base}/api/crm/current-lead-stages/1`, value: "Put a lead into another stage" },
                { label: `GET ${base}/api/crm/contacts/`, value: "Contacts of the CRM" },
                { label: `GET ${base}/api/crm/paginated-deals/`, value: "Deals" },
              ]}
            />
          </GuidePart>
        )}
        <GuidePart title="Receive web hooks">
          <p>
            Add your address on{" "}
            <Link className="link" to={href("/settings/api/webhooks")}>
              Web hooks
            </Link>
            . It gets a POST for each of these events:
          </p>
          <KeyValues rows={webhookEventNames.map((name) => ({ label: name, value: webhookEvents[name].text }))} />
          <Code label="A request">{request}</Code>
          <p>
            Answer with a 2xx status within 15 seconds. Any other answer is tried again, with longer and longer pauses,
            for three days; 410 switches the web hook off. The same request can come twice: its <code>id</code> is then
            the same.
          </p>
          <p>
            Check the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>{" "}
            with the secret of the web hook before you believe a request:
          </p>
          <Examples of={check} about="Check a request" />
        </GuidePart>
      </div>
    </>
  );
}
