import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { z } from "zod";
import { bounceClass } from "../../../rules/email";
import { parseBounce } from "../../connectors/email/bounce";
import { parseFeedback } from "../../connectors/email/complaint";
import { isAutomaticReply, parseHeaders } from "../../connectors/email/headers";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { type MailPlace, placeOfReturnPath, placeOfUnsubscribeAddress } from "../codes";
import { countDay, uncountSent } from "../daily";
import { currentTime, type EmailDeps } from "../deps";
import { suppress } from "../suppressions/store";
import { unsubscribe } from "../suppressions/unsubscribe";
import { recordBounce } from "./record";

/** Where hosts write whom a mail was for. */
const receivers = ["delivered-to", "x-original-to", "envelope-to", "to", "original-rcpt-to"];

type FoundPlace = { place: MailPlace; asks: boolean };

/** The mail of ours that a report is about, by the address it came to; `asks`: a reader wrote to unsubscribe. */
function findPlace(deps: EmailDeps, texts: readonly string[]): FoundPlace | undefined {
  const { secret, bounceDomain } = deps;
  for (const text of texts)
    for (const [address] of text.matchAll(/[bu]\+[\w.-]{10,90}@[\w.-]{3,190}/gi)) {
      const place = placeOfReturnPath(secret, bounceDomain, address);
      if (place) return { place, asks: false };
      const asking = placeOfUnsubscribeAddress(secret, bounceDomain, address);
      if (asking) return { place: asking, asks: true };
    }
  return undefined;
}

/**
 * Takes a mail that came back to a return path: a bounce (RFC 3464), a complaint (RFC 5965), or a reader who unsubscribes
 * by mail. What names no mail of ours by a code of ours does nothing. @returns what it did
 */
export async function takeReport({ db }: Database, deps: EmailDeps, raw: Uint8Array): Promise<string> {
  const headers = parseHeaders(raw);
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 30, maxHeadersSize: 500_000, maxRfc822NestingDepth: 3 });
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text:
      typeof content === "string" ? content : new TextDecoder().decode(new Uint8Array(content).subarray(0, 200_000)),
  }));
  const found = findPlace(
    deps,
    receivers.flatMap((name) => headers.get(name) ?? []),
  );
  if (!found) return "not ours";
  const { place, asks } = found;
  const now = currentTime(deps);
  if (asks) {
    if (isAutomaticReply(headers)) return "automatic";
    await inAccount(db, place.account, (trx) => unsubscribe(trx, place, now));
    return "unsubscribed";
  }
  const feedback = parseFeedback(parts);
  if (feedback !== undefined) {
    if (feedback !== "not-spam") await inAccount(db, place.account, (trx) => complain(trx, place, now));
    return "complaint";
  }
  const bounce = parseBounce(parts, []);
  if (bounce?.kind !== "failed") return bounce ? bounce.kind : "no report";
  const take = () => inAccount(db, place.account, (trx) => comeBack(trx, place, bounce, now));
  for (let tries = 1; !(await take()) && tries < mostTries; tries++) await setTimeout(retryMs);
  return "bounced";
}

/** A host may report a mail before it is written down here that it took it: so often it is looked at again. */
const mostTries = 50;
const retryMs = 200;

const StatusRow = z.object({ status: z.string(), sent_at: z.date().nullable() });

const AddressRow = z.object({ address: z.string() });

/** Once, however often the report comes. Answers false while it is not known yet whether the mail was taken. */
async function comeBack(
  trx: Trx,
  place: MailPlace,
  { code, reason }: { code: string; reason: string },
  now: Date,
): Promise<boolean> {
  const { account, mailing, seq } = place;
  // Locked, so that what becomes of it is not written between here and there.
  const found = await checkedRow(
    trx,
    StatusRow,
    sql`
    select status, sent_at from email.recipients
    where customer_account = ${account} and mailing_id = ${mailing} and seq = ${seq} for update`,
  );
  if (found?.status === "sending") return false;
  const row = await checkedRow(
    trx,
    AddressRow,
    sql`
    update email.recipients set status = 'bounced', bounced_at = now(), done_at = now(),
      reason = ${[reason, code && `(${code})`].filter(Boolean).join(" ").slice(0, 300)},
      sent_at = coalesce(sent_at, now())
    where customer_account = ${account} and mailing_id = ${mailing} and seq = ${seq}
      and status in ('sent', 'unknown') and bounced_at is null and address not like 'erased-%' returning address`,
  );
  const address = row?.address;
  if (address === undefined) return true;
  await recordBounce(trx, place, { address, kind: bounceClass(code), code, reason }, now);
  // As on the page of the email, one that came back is no more among those sent.
  if (found?.status === "sent" && found.sent_at) await uncountSent(trx, account, found.sent_at);
  await countDay(trx, account, now, { bounced: 1 });
  return true;
}

async function complain(trx: Trx, place: MailPlace, now: Date): Promise<void> {
  const { account, mailing, seq } = place;
  const row = await checkedRow(
    trx,
    AddressRow,
    sql`
    update email.recipients set complained_at = now()
    where customer_account = ${account} and mailing_id = ${mailing} and seq = ${seq} and complained_at is null
      and address not like 'erased-%' returning address`,
  );
  const address = row?.address;
  if (address === undefined) return;
  await suppress(trx, account, [address], { source: "complaint", reason: "Marked an email as spam", mailing });
  await countDay(trx, account, now, { complaints: 1 });
}
