// /sms/send - a message to one or a few numbers, with its exact cost
import { redirect } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { showPhone } from "../../rules/phone";
import { mayOpen } from "../access";
import { href } from "../href";
import { composeAction } from "../kit/compose/compose.server";
import { beginning, ComposePage } from "../kit/compose/compose-page";
import { copied, draftFrom, emptyDraft, firstPrice, loadNumbers } from "../kit/compose/start.server";
import { begun, templatesFor } from "../kit/compose/template.server";
import { useCompose } from "../kit/compose/use-compose";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { TextArea } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { singleSms } from "./compose/channel";
import { answeringSender } from "./inbox/answering";

export const meta = titled("Single SMS");

export const loader = page("/sms/send", async ({ api, url, viewer }) => {
  const zone = viewer.time_zone;
  const to = (url.searchParams.get("to") ?? "").slice(0, 20);
  const [allSenders, copy, inbox, offer] = await Promise.all([
    api.messaging.senders({}),
    copied(singleSms, api, url),
    to === "" ? undefined : api.messaging.inbox({ query: { number: to, per_page: 1 } }),
    templatesFor(singleSms.channel, api, url),
  ]);
  if (copy?.kind === "bulk") throw redirect(`${href("/sms/bulk")}${url.search}`);
  if (copy?.list_id) throw redirect(`${href("/sms/express/:id", { id: copy.list_id })}${url.search}`);
  const senders = expectStatus(allSenders, 200).data;
  const now = new Date();
  const received = inbox?.status === 200 ? inbox.body.data[0] : undefined;
  const sender = answeringSender(senders, url.searchParams.get("from") ?? received?.to);
  const empty = { ...emptyDraft(senders, zone, now), numbers: to, ...(sender ? { sender } : {}) };
  const again = copy
    ? { ...draftFrom(copy, { empty, url, zone, now }), numbers: await loadNumbers(singleSms, api, copy.id) }
    : empty;
  const draft = begun(again, offer);
  const price = await firstPrice(singleSms, api, draft);
  const mayRead = mayOpen(viewer, routeFor("/sms/recipient"));
  return { senders, draft, price, zone, offer, received, mayRead };
});

export const action = composeAction(singleSms);

/** A form that came back keeps its place and its key: there is nothing to read anew. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod?.toUpperCase() === "POST" ? false : defaultShouldRevalidate;

export default function Send() {
  const { senders, draft: made, price: ready, zone, offer, received, mayRead } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const [{ start, price, sample }] = useState(() => beginning(last, { draft: made, price: ready }));
  // Its own price, not the bulk one: who may only send single messages may not open that.
  const composing = useCompose({ start, price, flow: singleSms });
  return (
    <>
      <PageHeader
        title="Single SMS"
        text="A message to one or a few numbers. You see the cost before anything is sent."
      />
      {received && (
        <figure className="card mb-4 max-w-[1152px] px-5 py-4 max-md:px-4">
          <figcaption className="flex flex-wrap gap-x-2 text-sm text-quiet">
            <span>
              You answer <b className="font-medium text-ink">{received.name || showPhone(received.msisdn)}</b>
            </span>
            <DateTime at={received.received_at} zone={zone} />
          </figcaption>
          <blockquote className="mt-1 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
            {received.text}
          </blockquote>
          {mayRead && (
            <p className="mt-2 text-sm">
              <Link className="link" to={href("/sms/recipient", undefined, { number: received.msisdn })}>
                All messages with this number
              </Link>
            </p>
          )}
        </figure>
      )}
      <ComposePage id="send" flow={singleSms} {...{ start, composing, last, sample, senders, zone, offer }} fields={[]}>
        {(errors) => (
          <TextArea
            id="numbers"
            name="numbers"
            label="Phone numbers"
            help="One on each line, such as 0712 345 678 or +254 712 345 678."
            rows={Math.min(6, Math.max(2, start.numbers.split("\n").length))}
            className="num"
            defaultValue={start.numbers}
            errors={errors.numbers ?? []}
            autoComplete="off"
          />
        )}
      </ComposePage>
    </>
  );
}
