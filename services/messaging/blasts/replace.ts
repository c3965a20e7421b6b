import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";

/*
 * A scheduled blast is changed by another that takes its place: the new one is written and priced as any draft, and
 * when it is confirmed the old one is held back, its money becomes the new one's, and it is cancelled with the launch
 * of the new one. What fails in between leaves it scheduled as it was.
 */

const Before = z.object({ status: z.string(), started_at: z.date().nullable() });

function lock(trx: Trx, account: string, blast: number) {
  return checkedRow(
    trx,
    Before,
    sql`select status, started_at from messaging.blasts where customer_account = ${account} and id = ${blast} for update`,
  );
}

const tooLate = "The message that you are changing is not scheduled any more. Nothing was changed.";

/** @throws HttpError 409 for a blast that is not scheduled, or of which something was sent */
export async function mustBeUnsent(trx: Trx, account: string, blast: number): Promise<void> {
  const found = await lock(trx, account, blast);
  if (found?.status !== "scheduled" || found.started_at !== null) throw new HttpError(409, tooLate);
}

/**
 * Keeps the worker from starting it while its money changes hands.
 * @param again the confirmation was cut off: what was cancelled meanwhile stays cancelled
 * @throws HttpError 409 when it is not scheduled any more
 */
export async function holdBack(trx: Trx, account: string, blast: number, again: boolean): Promise<void> {
  if (!again) await mustBeUnsent(trx, account, blast);
  const { numAffectedRows = 0n } = await sql`
    update messaging.queue set state = 'paused'
    where blast_id = ${blast} and customer_account = ${account} and state = 'scheduled'`.execute(trx);
  // Another change of it is being confirmed at this moment.
  if (!again && numAffectedRows === 0n) throw new HttpError(409, tooLate);
}

/** It stays scheduled after all. */
export async function letGo(trx: Trx, account: string, blast: number): Promise<void> {
  const found = await lock(trx, account, blast);
  if (found?.status !== "scheduled") return;
  await sql`
    update messaging.queue set state = 'scheduled'
    where blast_id = ${blast} and customer_account = ${account} and state = 'paused'`.execute(trx);
}

/**
 * While a change is being confirmed the money may be either blast's: it is cancelled when it is known.
 * @throws HttpError 409
 */
export async function mustNotBeConfirming(trx: Trx, account: string, blast: number): Promise<void> {
  const found = await hasRows(
    trx,
    sql`select 1 from messaging.queue
      where blast_id = ${blast} and customer_account = ${account} and state = 'confirming'`,
  );
  if (found) throw new HttpError(409, "This change is being confirmed at this moment. Try again in a minute.");
}

/** The blast that took this one's place; null: none did. */
export async function findReplacement(trx: Trx, account: string, blast: number): Promise<number | null> {
  const found = await checkedRow(
    trx,
    IdRow,
    sql`select id from messaging.blasts
      where customer_account = ${account} and replaces = ${blast} and status <> 'draft' order by id limit 1`,
  );
  return found?.id ?? null;
}
