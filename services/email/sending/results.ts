import { sql } from "kysely";
import { bounceClass, nextTry } from "../../../rules/email";
import type { Submitted } from "../../connectors/email/smtp-pool";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { recordBounce } from "../bounces/record";
import { countDay } from "../daily";
import { giveBack } from "../hosts/limits";
import type { Batch, ClaimedMail } from "./claim";

export type Outcome = Submitted | { kind: "broken"; reason: string };
export type MailOutcome = { mail: ClaimedMail; outcome: Outcome };

/** The host was not there, and has seen nothing of the mail: again after so many seconds. */
const lostSeconds = 30;

type ResultRow = {
  seq: number;
  status: string;
  reason: string;
  not_before: Date | null;
  queue_id: string;
  back: boolean;
};

function resultOf({ mail, outcome }: MailOutcome, now: Date): ResultRow {
  const row = { seq: mail.seq, reason: "", not_before: null, queue_id: "", back: false };
  const reasonOf = (code: string, reason: string) =>
    [reason, code && `(${code})`].filter(Boolean).join(" ").slice(0, 300);
  switch (outcome.kind) {
    case "sent":
      return { ...row, status: "sent", queue_id: outcome.queueId };
    case "unknown":
      return { ...row, status: "unknown", reason: "The mail host did not say whether it took the email." };
    case "broken":
      return { ...row, status: "failed", reason: outcome.reason };
    case "refused":
      return { ...row, status: "bounced", reason: reasonOf(outcome.code, outcome.reason) };
    case "lost":
      return {
        ...{ ...row, status: "queued", reason: outcome.reason, back: true },
        not_before: new Date(now.getTime() + lostSeconds * 1_000),
      };
    case "later": {
      const next = nextTry(mail.tries, mail.first_try, now);
      const reason = reasonOf(outcome.code, outcome.reason);
      return next ? { ...row, status: "queued", reason, not_before: next } : { ...row, status: "failed", reason };
    }
  }
}

/** Writes what became of a batch. One that is refused for good says nothing of the others. */
export function writeResults(
  { db }: Database,
  { account, mailing, own }: Omit<Batch, "mails">,
  outcomes: readonly MailOutcome[],
  now: Date,
): Promise<void> {
  const rows = outcomes.map((one) => resultOf(one, now));
  const of = <K extends keyof ResultRow>(name: K) => rows.map((row) => row[name]);
  return inAccount(db, account, async (trx) => {
    await sql`
      update email.recipients r set status = g.status, reason = g.reason, not_before = g.not_before, queue_id = g.queue_id,
        sent_at = case when g.status = 'sent' then now() end, bounced_at = case when g.status = 'bounced' then now() end,
        done_at = case when g.status <> 'queued' then now() end, owner = null, lease_until = null,
        tries = case when g.back then r.tries - 1 else r.tries end
      from unnest(${of("seq")}::int[], ${of("status")}::text[], ${of("reason")}::text[], ${of("not_before")}::timestamptz[],
        ${of("queue_id")}::text[], ${of("back")}::boolean[]) g (seq, status, reason, not_before, queue_id, back)
      where r.customer_account = ${account} and r.mailing_id = ${mailing} and r.seq = g.seq and r.status = 'sending'`.execute(
      trx,
    );
    if (own) await giveBack(trx, account, rows.filter(({ back }) => back).length, now);
    const bounced = outcomes.flatMap(({ mail, outcome }) => (outcome.kind === "refused" ? [{ mail, outcome }] : []));
    for (const { mail, outcome } of bounced) await bounce(trx, account, mailing, mail, outcome, now);
    const sent = rows.filter(({ status }) => status === "sent").length;
    await countDay(trx, account, now, { sent, bounced: bounced.length });
  });
}

function bounce(
  trx: Trx,
  account: string,
  mailing: number,
  { seq, address }: ClaimedMail,
  { code, reason }: { code: string; reason: string },
  now: Date,
): Promise<void> {
  return recordBounce(trx, { account, mailing, seq }, { address, kind: bounceClass(code), code, reason }, now);
}
