import { sql } from "kysely";
import { lockWallet, lowTask, type Move, referencedProduct } from "../services/billing/store";
import type { Trx } from "../services/kit/database";
import { sendLater } from "../services/kit/jobs";

/**
 * A year of moves in one statement: what `post` would have written for one after the other, of an account that nobody
 * has seen yet. Throws for a move that does not sum to zero, that was posted before, or that the balance is too low for.
 */
export async function postAll(trx: Trx, account: string, moves: readonly (Move & { at: Date })[]): Promise<void> {
  const wallet = await lockWallet(trx, account);
  if (!wallet) throw new Error("this account has no wallet");
  const { low_balance_cents: mark } = wallet;
  let { available_cents: available, held_cents: held, low_since: since } = wallet;
  let hasCrossed = false;
  const rows = moves.map((move, place) => {
    const entries = move.entries.filter(({ cents }) => cents !== 0);
    const sum = (ledger: string) => entries.reduce((total, e) => total + (e.ledger === ledger ? e.cents : 0), 0);
    if (entries.reduce((total, { cents }) => total + cents, 0) !== 0) throw new Error("a transaction must sum to zero");
    const change = sum("available");
    available += change;
    held += sum("held");
    if (available < 0 || held < 0) throw new Error(`the balance is too low for ${move.reference}`);
    const low = mark !== null && available < mark;
    const crossed = low && change < 0 && since === null;
    hasCrossed ||= crossed;
    since = low ? (since ?? (crossed ? new Date() : null)) : null;
    const { kind, reference, description = "", product = referencedProduct(reference), at } = move;
    return {
      ...{ kind, reference, description, product, seq: wallet.last_seq + place + 1, entries, at },
      ...{ change, after: available, charged: sum("revenue") },
    };
  });
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as x (kind text, reference text, description text,
        product text, seq bigint, change bigint, after bigint, charged bigint, at timestamptz, entries json)
    ), written as (
      insert into billing.ledger_transactions (customer_account, kind, reference, description, product, seq,
        available_change, available_after, charged_cents, at)
      select ${account}, kind, reference, description, product, seq, change, after, charged, at from given order by seq
      returning id, seq
    )
    insert into billing.ledger_entries (customer_account, transaction_id, ledger, cents)
    select ${account}, written.id, entry.ledger, entry.cents from written join given on given.seq = written.seq,
      json_to_recordset(given.entries) as entry (ledger text, cents bigint) order by written.seq`.execute(trx);
  await trx
    .updateTable("billing.wallets")
    .set({ available_cents: available, held_cents: held, last_seq: wallet.last_seq + rows.length, low_since: since })
    .where("customer_account", "=", account)
    .execute();
  if (hasCrossed) await sendLater(trx, lowTask, { account }, { key: `low:${account}` });
}
