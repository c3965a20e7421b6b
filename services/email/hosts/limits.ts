import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { zone } from "../daily";
import { findHost, type HostRow, leftToday } from "./store";

/** What may be claimed now through an account's own host. */
export type HostTurn = { row: HostRow; size: number };

const FreeAtRow = z.object({ free_at: z.date().nullable() });

/**
 * How many mails may leave now through the account's own host: undefined, it has none. With 0 the mailing's turn comes
 * when the rate, or the next day of the warm-up plan, allows it.
 */
export async function hostTurn(
  trx: Trx,
  account: string,
  { mailing, size, now }: { mailing: number; size: number; now: Date },
): Promise<HostTurn | undefined> {
  const row = await findHost(trx, account, now, true);
  if (!row) return undefined;
  const found = await checkedRow(
    trx,
    FreeAtRow,
    sql`
    select case when free_at > now() then free_at end as free_at from email.hosts
    where customer_account = ${account}`,
  );
  const free = found?.free_at ?? null;
  const left = leftToday(row);
  if (free === null && left !== 0)
    return { row, size: Math.min(size, left ?? size, Math.max(1, Math.ceil(row.per_minute / 60))) };
  const due =
    left === 0
      ? sql`(((${now}::timestamptz at time zone ${zone})::date + 1)::timestamp at time zone ${zone})`
      : sql`${free}::timestamptz`;
  await sql`update email.queue set due = ${due} where mailing_id = ${mailing} and state = 'sending'`.execute(trx);
  return { row, size: 0 };
}

/** Writes down that so many are handed to the host now. */
export async function countHanded(trx: Trx, account: string, row: HostRow, mails: number, now: Date): Promise<void> {
  if (mails === 0) return;
  await sql`
    insert into email.host_days as d (customer_account, day, taken)
    values (${account}, (${now}::timestamptz at time zone ${zone})::date, ${mails})
    on conflict (customer_account, day) do update set taken = d.taken + excluded.taken`.execute(trx);
  await sql`
    update email.hosts set free_at = greatest(free_at, now()) + ${(mails * 60) / row.per_minute} * interval '1 second'
    where customer_account = ${account}`.execute(trx);
}

/** Those that the host has seen nothing of do not count. */
export async function giveBack(trx: Trx, account: string, mails: number, now: Date): Promise<void> {
  if (mails === 0) return;
  await sql`
    update email.host_days set taken = greatest(0, taken - ${mails}::int)
    where customer_account = ${account} and day = (${now}::timestamptz at time zone ${zone})::date`.execute(trx);
}
