import { sql } from "kysely";
import { z } from "zod";
import { isPrefetch } from "../../../rules/email-tracking";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import type { MailPlace } from "../codes";
import type { Tracking } from "../contract.schemas";
import { countedAt } from "./link-figures";
import { EmailLink, linkTarget } from "./links";

const TrackingRow = z.object({ enabled: z.boolean(), changed_by: z.string(), changed_at: z.date() });

/** Whether opens and clicks are counted. Nobody is counted before an account says so. */
export async function loadTracking(trx: Trx, account: string): Promise<Tracking> {
  const found = await checkedRow(
    trx,
    TrackingRow,
    sql`
    select enabled, changed_by, changed_at from email.tracking_settings where customer_account = ${account}`,
  );
  if (!found) return { enabled: false, changed_by: "", changed_at: null };
  return { ...found, changed_at: found.changed_at.toISOString() };
}

/** Answers whether it was the other way before. */
export async function saveTracking(trx: Trx, account: string, enabled: boolean, by: string): Promise<boolean> {
  return hasRows(
    trx,
    sql`
    insert into email.tracking_settings as s (customer_account, enabled, changed_by) values (${account}, ${enabled}, ${by})
    on conflict (customer_account) do update
      set enabled = excluded.enabled, changed_by = excluded.changed_by, changed_at = now()
      where s.enabled <> excluded.enabled
    returning enabled`,
  );
}

/** How a mail's picture or link was requested. */
export type EngagementRequest = { kind: "open" | "click"; ahead: boolean; agent: string };

const EngagedMail = z.object({
  fields: z.record(z.string(), z.string()),
  defaults: z.array(z.string()),
  missing: z.record(z.string(), z.string()),
  links: z.array(EmailLink).nullable(),
  /** Opens and clicks are counted now, of a mail that has left, to a person who was not erased. */
  counts: z.boolean(),
  seconds: z.number(),
});
type EngagedMail = z.infer<typeof EngagedMail>;

async function findMail(
  trx: Trx,
  { account, mailing, seq }: MailPlace,
  kind: "open" | "click",
): Promise<EngagedMail | undefined> {
  const clicked = kind === "click";
  return checkedRow(
    trx,
    EngagedMail,
    sql`
    select r.fields, m.content -> 'defaults' as defaults, m.content -> 'missing' as missing,
      case when ${clicked} then m.content -> 'links' end as links,
      coalesce(s.enabled, false) and m.content ? 'links' and r.first_try is not null
        and r.address not like 'erased-%' as counts,
      coalesce(extract(epoch from now() - coalesce(r.sent_at, r.first_try)), 0)::float8 as seconds
    from email.recipients r
    join email.mailings m on m.customer_account = r.customer_account and m.id = r.mailing_id
    left join email.tracking_settings s on s.customer_account = r.customer_account
    where r.customer_account = ${account} and r.mailing_id = ${mailing} and r.seq = ${seq}`,
  );
}

/** Counts an open, where it is counted. */
export async function recordOpen(trx: Trx, place: MailPlace, request: Omit<EngagementRequest, "kind">): Promise<void> {
  const mail = await findMail(trx, place, "open");
  if (mail?.counts) await insertEngagement(trx, place, mail.seconds, { ...request, kind: "open" });
}

/**
 * Where a link of a mail leads: it is the stored mail that says so. Undefined when there is no such link (any more).
 * @param request nothing: the click is not counted
 */
export async function recordClick(
  trx: Trx,
  place: MailPlace,
  link: number,
  request: Omit<EngagementRequest, "kind"> | undefined,
): Promise<string | undefined> {
  const mail = await findMail(trx, place, "click");
  const found = mail?.links?.[link];
  const target = mail && found ? linkTarget(found, mail) : undefined;
  if (target === undefined) return undefined;
  if (mail?.counts && request) {
    await insertEngagement(trx, place, mail.seconds, { ...request, kind: "click" });
    const prefetch = isPrefetch({ ...request, secondsSinceSent: mail.seconds });
    await insertLinkClick(trx, place, countedAt(mail.links ?? [], link), prefetch);
  }
  return target;
}

async function insertLinkClick(
  trx: Trx,
  { account, mailing, seq }: MailPlace,
  link: number,
  prefetch: boolean,
): Promise<void> {
  await sql`
    insert into email.link_clicks as k (customer_account, mailing_id, link, seq, clicks, clicked_at, prefetches)
    values (${account}, ${mailing}, ${link}, ${seq}, ${prefetch ? 0 : 1}, ${prefetch ? null : sql`now()`}, ${prefetch ? 1 : 0})
    on conflict (customer_account, mailing_id, link, seq) do update set clicks = k.clicks + excluded.clicks,
      clicked_at = coalesce(k.clicked_at, excluded.clicked_at), prefetches = k.prefetches + excluded.prefetches`.execute(
    trx,
  );
}

const EngagementRow = z.object({ opened: z.boolean(), clicked: z.boolean(), prefetched: z.boolean() });

/** Who clicks has opened it too: many mail programs show no pictures. */
async function insertEngagement(
  trx: Trx,
  { account, mailing, seq }: MailPlace,
  secondsSinceSent: number,
  { kind, ahead, agent }: EngagementRequest,
): Promise<void> {
  const prefetch = isPrefetch({ ahead, agent, secondsSinceSent });
  const open = !prefetch && kind === "open" ? 1 : 0;
  const click = !prefetch && kind === "click" ? 1 : 0;
  const at = (when: boolean) => (when ? sql`now()` : sql`null::timestamptz`);
  const first = await checkedRow(
    trx,
    EngagementRow,
    sql`
    insert into email.engagement as e
      (customer_account, mailing_id, seq, opens, opened_at, clicks, clicked_at, prefetches, prefetched_at)
    values (${account}, ${mailing}, ${seq}, ${open}, ${at(!prefetch)}, ${click}, ${at(click > 0)},
      ${prefetch ? 1 : 0}, ${at(prefetch)})
    on conflict (customer_account, mailing_id, seq) do update set
      opens = e.opens + excluded.opens, opened_at = coalesce(e.opened_at, excluded.opened_at),
      clicks = e.clicks + excluded.clicks, clicked_at = coalesce(e.clicked_at, excluded.clicked_at),
      prefetches = e.prefetches + excluded.prefetches, prefetched_at = coalesce(e.prefetched_at, excluded.prefetched_at)
    returning coalesce(opened_at = now(), false) as opened, coalesce(clicked_at = now(), false) as clicked,
      coalesce(prefetched_at = now(), false) as prefetched`,
  );
  if (!first?.opened && !first?.clicked && !first?.prefetched) return;
  await sql`
    update email.mailing_counts set opened = opened + ${first.opened ? 1 : 0}, clicked = clicked + ${first.clicked ? 1 : 0},
      prefetched = prefetched + ${first.prefetched ? 1 : 0}
    where customer_account = ${account} and mailing_id = ${mailing}`.execute(trx);
}
