// /email/outbox/:id - one email: its progress, what came back, and its cost
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Copy, Eye, Pause, Play, RefreshCw, Users, X } from "lucide-react";
import { z } from "zod";
import { complaintLimit, type RecipientEvent, unsubscribeLimit } from "../../rules/email";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import type { MailingDetail } from "../../services/email/contract.schemas";
import type { ServiceClients } from "../../services/modules";
import { mayOpen } from "../access";
import { href } from "../href";
import { sayWhen } from "../kit/compose/send-time";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { HostNotes } from "./mailings/host-notes";
import { audienceLabel, mailingStatus, mailingTitle, recipientEventNames } from "./mailings/labels";
import { LinkSection } from "./mailings/link-section";
import { mailingAt, mailingId } from "./mailings/mailing.server";

const path = "/email/outbox/:id";

export const meta = titledBy<typeof loader>(({ data }) => (data ? mailingTitle(data.mailing) : "Email"));

/** As many as are shown with the other figures; the page of links has them all. */
const someLinks = 10;

export const loader = page(path, async ({ api, params, viewer }) => ({
  ...(await mailingWithLinks(api, params)),
  zone: viewer.time_zone,
  maySend: mayOpen(viewer, routeFor("/email/single")),
  mayBulk: mayOpen(viewer, routeFor("/email/bulk")),
}));

async function mailingWithLinks(api: ServiceClients, params: { id: string }) {
  const mailing = await mailingAt(api, params);
  if (!mailing.tracked) return { mailing, links: undefined };
  const answer = await api.email.mailingLinks({ params: { id: mailing.id }, query: { per_page: someLinks } });
  return { mailing, links: expectStatus(answer, 200) };
}

const Move = z.object({ intent: z.enum(["pause", "resume"]) });

export const action = act(path, Move, async ({ api, params, value, from, refuse }) => {
  const id = mailingId(params.id);
  const answer =
    value.intent === "pause"
      ? await api.email.pauseMailing({ params: { id } })
      : await api.email.resumeMailing({ params: { id } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, { id }), value.intent === "pause" ? "Sending is paused" : "Sending continues");
});

const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)}% of those sent`;

export default function EmailPage() {
  const { mailing, links, zone, maySend, mayBulk } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id, status, price, kind } = mailing;
  const accepted = mailing.sent + mailing.bounced;
  const listed = (outcome: string) => href("/email/outbox/:id/recipients", { id }, { status: outcome });
  return (
    <>
      <PostResult last={last} />
      <PageHeader
        title={mailingTitle(mailing)}
        text={<Status kind={mailingStatus[status].kind}>{mailingStatus[status].word}</Status>}
        back={{ label: "Email outbox", to: href("/email/outbox") }}
        actions={<Actions {...{ mailing, maySend, mayBulk }} />}
      />
      <div className="grid max-w-[960px] gap-4">
        <HostNotes mailing={mailing} />
        <StatStrip
          label="Outcome"
          stats={[
            {
              label: "Recipients",
              value: commas(mailing.recipients),
              note: `${commas(mailing.queued + mailing.sending)} waiting`,
            },
            {
              label: "Sent",
              value: commas(mailing.sent),
              note: status === "sending" ? `${mailing.rate} a second` : "accepted by the mail hosts",
            },
            { label: "Bounced", value: commas(mailing.bounced), note: share(mailing.bounced, accepted) },
            {
              label: "Charged",
              value: showKes(mailing.charged_cents),
              note: `${showKes(mailing.held_cents)} reserved`,
            },
          ]}
        />
        <DescriptionList
          facts={[
            { label: "To", value: audienceLabel(mailing) },
            ...(mailing.list ? [{ label: "List", value: mailing.list }] : []),
            { label: "From", value: mailing.sender },
            { label: "Subject", value: mailing.subject },
            ...(mailing.body ? [{ label: "Message", value: mailing.body }] : []),
            ...(mailing.files.length > 0
              ? [{ label: "Attachments", value: mailing.files.map(({ name }) => name).join(", ") }]
              : []),
            ...(mailing.send_at ? [{ label: "Scheduled for", value: sayWhen(zone, new Date(mailing.send_at)) }] : []),
            ...(mailing.tracked ? engagement(mailing, accepted, listed) : []),
            ...(kind === "bulk"
              ? [
                  outcome("Complaints", mailing.complaints, accepted, complaintLimit, listed("complained")),
                  outcome("Unsubscribed", mailing.unsubscribes, accepted, unsubscribeLimit, listed("unsubscribed")),
                ]
              : []),
            ...counted("Suppressed", mailing.suppressed, listed("suppressed")),
            ...counted(
              "Unknown",
              mailing.unknown,
              listed("unknown"),
              "They may have arrived, so they are never sent again automatically.",
            ),
            ...counted("Failed", mailing.failed, listed("failed")),
            {
              label: "Left out",
              value: commas(price.opted_out + price.duplicates + price.invalid + price.missing_value),
            },
          ]}
        />
        {links && links.total > 0 && <LinkSection mailing={mailing} links={links} />}
        {mailing.reasons.length > 0 && (
          <section className="card p-4" aria-label="Why emails did not arrive">
            <h2 className="mb-2 font-semibold">Why emails did not arrive</h2>
            <ul className="grid gap-1 text-sm">
              {mailing.reasons.map(({ reason, recipients }) => (
                <li key={reason} className="wrap-anywhere">
                  <b className="num font-medium">{commas(recipients)}</b> {reason}
                </li>
              ))}
            </ul>
          </section>
        )}
        {status === "sending" && (
          <p className="flex flex-wrap items-center gap-3 text-sm text-quiet">
            You can close this page: sending continues.
            <LinkButton to={href(path, { id })} icon={RefreshCw}>
              Refresh
            </LinkButton>
          </p>
        )}
      </div>
    </>
  );
}

type ActionsProps = { mailing: MailingDetail; maySend: boolean; mayBulk: boolean };

function Actions({ mailing: { id, status, kind }, maySend, mayBulk }: ActionsProps) {
  const running = status === "scheduled" || status === "sending" || status === "paused";
  return (
    <>
      <LinkButton to={href("/email/outbox/:id/recipients", { id })} icon={Users}>
        Recipients
      </LinkButton>
      <LinkButton to={href("/email/outbox/:id/preview", { id })} icon={Eye}>
        Preview
      </LinkButton>
      {maySend && (
        <>
          {(kind === "single" || mayBulk) && (
            <LinkButton
              to={href(kind === "bulk" ? "/email/bulk" : "/email/single", undefined, { copy: id })}
              icon={Copy}
            >
              Write again
            </LinkButton>
          )}
          {(status === "sending" || status === "paused") && (
            <Form method="post">
              <Button
                name="intent"
                value={status === "paused" ? "resume" : "pause"}
                icon={status === "paused" ? Play : Pause}
              >
                {status === "paused" ? "Resume" : "Pause"}
              </Button>
            </Form>
          )}
          {running && (
            <LinkButton to={href("/email/outbox/:id/cancel", { id })} icon={X}>
              Cancel
            </LinkButton>
          )}
        </>
      )}
    </>
  );
}

/** Opens and clicks of people, and what programs requested apart from them. */
function engagement(mailing: MailingDetail, sent: number, listed: (event: RecipientEvent) => string) {
  const line = (event: "opened" | "clicked", count: number, note: string) => ({
    label: recipientEventNames[event],
    value: (
      <Link className="link" to={listed(event)}>
        {commas(count)}
      </Link>
    ),
    note,
  });
  const programs = mailing.prefetched === 1 ? "1 email was" : `${commas(mailing.prefetched)} emails were`;
  return [
    line("opened", mailing.opened, `${share(mailing.opened, sent)}.`),
    line("clicked", mailing.clicked, `${share(mailing.clicked, sent)}.`),
    {
      label: "Requested by programs",
      value: commas(mailing.prefetched),
      note: `${programs} loaded or checked by mail programs and scanners. They are not in the figures above.`,
    },
  ];
}

/** A share with the limit that it should stay under. */
function outcome(label: string, count: number, sent: number, limit: number, to: string) {
  const over = sent > 0 && count / sent > limit;
  return {
    label,
    value: (
      <Link className="link" to={to}>
        {commas(count)}
      </Link>
    ),
    note: `${share(count, sent)}. ${over ? "Over" : "Under"} the limit of ${limit * 100}%.`,
  };
}

function counted(label: string, count: number, to: string, note?: string) {
  if (count === 0) return [];
  const value = (
    <Link className="link" to={to}>
      {commas(count)}
    </Link>
  );
  return [{ label, value, ...(note ? { note } : {}) }];
}
