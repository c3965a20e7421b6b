import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { countHanded, hostTurn } from "../hosts/limits";
import type { HostRow } from "../hosts/store";
import { inForce, stopsBulk, stopsSingle } from "../suppressions/store";

const ClaimedMail = z.object({
  seq: z.number(),
  address: z.string(),
  fields: z.record(z.string(), z.string()),
  tries: z.number(),
  first_try: z.date(),
});
export type ClaimedMail = z.infer<typeof ClaimedMail>;

/** `own`: they leave through the account's own mail host. */
export type Batch = { account: string; mailing: number; mails: ClaimedMail[]; own?: HostRow };

export type ClaimOptions = {
  /** The worker's name: what it has in hand is its own. */
  owner: string;
  /** Mails handed over at a time: a process that is killed leaves so many unknown, and no more. */
  size: number;
  leaseMs: number;
  now: Date;
};

const BatchRow = z.object({ mailing_id: z.number(), customer_account: z.string() });

const ClaimedRow = ClaimedMail.extend({ status: z.string() });

/**
 * Takes some mails of the mailing whose turn it is. Each is `sending` from now on: if nobody writes what became of it,
 * it is unknown. Who is suppressed by now is not sent to. Nothing when there is nothing to do.
 */
export async function claimBatch(database: Database, options: ClaimOptions): Promise<Batch | undefined> {
  const found = await checkedRow(
    database.db,
    BatchRow,
    sql`
    update email.queue set turn = clock_timestamp() where mailing_id = (
      select mailing_id from email.queue where state = 'sending' and due <= now()
      order by urgent desc, turn limit 1 for update skip locked)
    returning mailing_id, customer_account`,
  );
  if (!found) return undefined;
  const { mailing_id: mailing, customer_account: account } = found;
  const { mails, own } = await inAccount(database.db, account, async (trx) => {
    const turn = await hostTurn(trx, account, { mailing, size: options.size, now: options.now });
    if (turn?.size === 0) return { mails: [], own: turn.row };
    const claimed = await checkedRows(
      trx,
      ClaimedRow,
      sql`
      with next as (
        select r.seq, r.address, m.list_id as mailing_list,
            case when m.content ? 'automatic' then 'bulk' else m.kind end as kind from email.recipients r
        join email.mailings m on m.customer_account = r.customer_account and m.id = r.mailing_id
        where r.customer_account = ${account} and r.mailing_id = ${mailing} and r.status = 'queued' and m.status = 'sending'
          and (r.not_before is null or r.not_before <= now()) and r.seq <= coalesce(m.pause_after, r.seq)
        order by r.not_before nulls first, r.seq limit ${turn?.size ?? options.size} for update of r skip locked
      ), judged as (
        select n.seq, exists (
          select from email.suppressions where customer_account = ${account} and address = n.address and ${inForce}
            and case when n.kind = 'bulk' then ${stopsBulk(sql`n.mailing_list`)} else ${stopsSingle} end) as suppressed
        from next n
      )
      update email.recipients r set
        status = case when j.suppressed then 'suppressed' else 'sending' end,
        done_at = case when j.suppressed then now() end,
        owner = ${options.owner}, lease_until = now() + ${options.leaseMs} * interval '1 millisecond',
        tries = r.tries + 1, first_try = coalesce(r.first_try, now()), reason = ''
      from judged j where r.customer_account = ${account} and r.mailing_id = ${mailing} and r.seq = j.seq
      returning r.seq, r.address, r.fields, r.tries, r.first_try, r.status`,
    );
    if (claimed.length === 0) await waitForNext(database, account, mailing);
    const mails = claimed.filter(({ status }) => status === "sending");
    if (turn) await countHanded(trx, account, turn.row, mails.length, options.now);
    return { mails, own: turn?.row };
  });
  return { account, mailing, mails: mails.sort((a, b) => a.seq - b.seq), ...(own ? { own } : {}) };
}

/**
 * What a worker has on the line stays its own for `leaseMs` more: a slow mail host does not make it unknown. Rows whose
 * result is being written are passed over, so that neither waits for the other.
 */
export function keepLeases(
  { db }: Database,
  { account, mailing }: Batch,
  { owner, leaseMs }: Pick<ClaimOptions, "owner" | "leaseMs">,
): Promise<void> {
  return inAccount(db, account, async (trx) => {
    await sql`
      update email.recipients r set lease_until = now() + ${leaseMs} * interval '1 millisecond'
      from (
        select seq from email.recipients where customer_account = ${account} and mailing_id = ${mailing}
          and status = 'sending' and owner = ${owner} for update skip locked) held
      where r.customer_account = ${account} and r.mailing_id = ${mailing} and r.seq = held.seq`.execute(trx);
  });
}

/** Nothing can go now: its turn comes with the next mail that was put off, or soon, when it is to be found out. */
function waitForNext({ db }: Database, account: string, mailing: number): Promise<void> {
  return inAccount(db, account, async (trx) => {
    await sql`
      update email.queue set due = greatest(now() + interval '1 second', least(now() + interval '1 minute', coalesce((
        select min(not_before) from email.recipients where customer_account = ${account} and mailing_id = ${mailing}
          and status = 'queued'), now())))
      where mailing_id = ${mailing} and state = 'sending'`.execute(trx);
  });
}
