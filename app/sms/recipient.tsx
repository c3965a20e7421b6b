// /sms/recipient - everything between the account and one number: messages, charges, receipts, opt-outs, in order
import { Form, useLoaderData } from "@remix-run/react";
import { Search, Send } from "lucide-react";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { showPhone } from "../../rules/phone";
import type { RecipientEvent } from "../../services/messaging/contract.recipient";
import { href } from "../href";
import { messageStatus } from "../kit/blast-labels";
import { some } from "../kit/compose/cost-labels";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { Status } from "../kit/ui/status";
import { page } from "../shell/page.server";
import { sendingRights } from "./blasts/blast.server";

export const meta = titled("Recipient");

export const loader = page("/sms/recipient", async ({ api, url, viewer }) => {
  const number = (url.searchParams.get("number") ?? "").slice(0, 40);
  const answer = number === "" ? undefined : await api.messaging.recipient({ query: { number } });
  if (answer && answer.status !== 200 && answer.status !== 422)
    throw new Response(answer.body.message, { status: answer.status });
  return {
    number,
    wrong: answer?.status === 422 ? answer.body.message : undefined,
    found: answer?.status === 200 ? answer.body : undefined,
    zone: viewer.time_zone,
    mayWrite: sendingRights(viewer).express,
  };
});

export default function Recipient() {
  const { number, wrong, found, zone, mayWrite } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={found ? found.name || showPhone(found.msisdn) : "Recipient"}
        text={
          found
            ? `${showPhone(found.msisdn)}, ${found.network}`
            : "Every message, charge, receipt and opt-out of one number."
        }
        back={{ label: "SMS history", to: href("/sms/history") }}
        actions={
          found &&
          mayWrite &&
          !found.opted_out && (
            <LinkButton to={href("/sms/send", undefined, { to: found.msisdn })} variant="primary" icon={Send}>
              Send a message
            </LinkButton>
          )
        }
      />
      <div className="grid max-w-[960px] gap-4">
        <Form method="get" role="search" className="flex flex-wrap items-end gap-2">
          <TextInput
            key={number}
            id="number"
            name="number"
            label="Phone number"
            type="tel"
            className="min-w-0 flex-1 md:max-w-80"
            defaultValue={found ? showPhone(found.msisdn) : number}
            errors={wrong ? [wrong] : []}
          />
          <Button size="lg" icon={Search}>
            Show
          </Button>
        </Form>
        {found && (
          <>
            <p className="text-sm">
              <Link className="link" to={href("/customer", undefined, { who: found.msisdn })}>
                Everything with this customer
              </Link>
            </p>
            {found.opted_out && (
              <p className="card px-4 py-3" role="status">
                <Status kind="warn">Opted out</Status> since <DateTime at={found.opted_out.at} zone={zone} />
                {found.opted_out.reason && `: ${found.opted_out.reason}`}. This number gets no messages.
              </p>
            )}
            <StatStrip
              label="In short"
              stats={[
                { label: "Sent", value: commas(found.sent) },
                { label: "Received", value: commas(found.received) },
                { label: "Charged", value: showKes(Math.round(found.charged_cents)) },
              ]}
            />
            <Card label="What happened">
              <CardHead title="What happened" />
              {found.events.length === 0 ? (
                <p className="p-4 text-sm text-quiet">Nothing was sent to this number, and nothing came from it.</p>
              ) : (
                <ol className="divide-y divide-line">
                  {found.events.map((event, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: events have no id and the list never changes
                    <li key={index} className="grid gap-1 px-4 py-3 md:grid-cols-[170px_minmax(0,1fr)]">
                      <span className="text-sm text-quiet">
                        <DateTime at={event.at} zone={zone} />
                      </span>
                      <EventLine event={event} zone={zone} />
                    </li>
                  ))}
                </ol>
              )}
              {found.more && <p className="border-t border-line p-4 text-sm text-quiet">Older events are not shown.</p>}
            </Card>
          </>
        )}
      </div>
    </>
  );
}

function EventLine({ event, zone }: { event: RecipientEvent; zone: string }) {
  if (event.kind === "sent") return <SentLine event={event} zone={zone} />;
  if (event.kind === "received")
    return (
      <div className="min-w-0">
        <p className="text-sm font-medium">Received on {event.to}</p>
        <p className="wrap-anywhere whitespace-pre-wrap">{event.text}</p>
      </div>
    );
  return (
    <p className="min-w-0">
      <b className="font-medium">{event.kind === "opted out" ? "Opted out" : "Opted in again"}</b>: {event.source}
      {event.by && `, by ${event.by}`}
    </p>
  );
}

function SentLine({ event, zone }: { event: Extract<RecipientEvent, { kind: "sent" }>; zone: string }) {
  const { kind, word } = messageStatus[event.status];
  const parts =
    event.parts > 1 && event.parts_delivered > 0 && event.parts_delivered < event.parts
      ? `${event.parts_delivered} of ${event.parts} parts delivered`
      : some(event.parts, "part");
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <Status kind={kind}>{word}</Status>
        {event.done_at && (
          <span className="text-quiet">
            <DateTime at={event.done_at} zone={zone} />
          </span>
        )}
        {event.reason && <span className="wrap-anywhere">{event.reason}</span>}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{event.text}</p>
      <p className="num text-sm text-quiet">
        From {event.sender}, {parts}, {showKes(Math.round(event.charged_cents))},{" "}
        <Link className="link" to={href("/sms/history/:id", { id: event.blast_id })}>
          {event.blast || "see the message"}
        </Link>
      </p>
    </div>
  );
}
