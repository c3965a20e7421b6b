import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../kit/database";
import { sendLater } from "../kit/jobs";
import { checkedRow, checkedRows, IdRow } from "../kit/row-schema";

type Ledger = "available" | "held" | "revenue" | "cash" | "transfer";
type Entry = { ledger: Ledger; cents: number };
type Kind = "topup" | "hold" | "settle" | "release" | "adjust" | "charge" | "credit" | "transfer";
export type Move = {
  kind: Kind;
  reference: string;
  description?: string;
  product?: string;
  entries: Entry[];
  at?: Date;
};

/** Tells the owner that the balance is low. */
export const lowTask = "billing.low";

/**
 * Posts one balanced transaction and moves the cached balances with it. The kind and reference are unique in an
 * account: posting the same one twice changes nothing and answers false. Throws when the account has no wallet.
 * @param locked the wallet as `lockWallet` gave it in this transaction, when nothing was posted since
 */
export async function post(trx: Trx, account: string, move: Move, locked?: Wallet): Promise<boolean> {
  const entries = move.entries.filter((entry) => entry.cents !== 0);
  if (entries.reduce((sum, entry) => sum + entry.cents, 0) !== 0) throw new Error("a transaction must sum to zero");
  const sum = (ledger: Ledger) => entries.reduce((total, e) => total + (e.ledger === ledger ? e.cents : 0), 0);
  const wallet = locked ?? (await lockWallet(trx, account));
  if (!wallet) throw new Error("this account has no wallet");
  const { low_balance_cents: mark, low_since: since } = wallet;
  const change = sum("available");
  const after = wallet.available_cents + change;
  const low = mark !== null && after < mark;
  const crossed = low && change < 0 && since === null;
  // The wallet is locked: the clock's own time keeps the order of the lines, a transaction's start would not.
  const at = move.at ? sql`${move.at}::timestamptz` : sql`clock_timestamp()`;
  // One round trip, because everybody who spends from this wallet waits for it.
  const rows = await checkedRows(
    trx,
    IdRow,
    sql`
    with written as (
      insert into billing.ledger_transactions (customer_account, kind, reference, description, product, seq,
        available_change, available_after, charged_cents, at)
      values (${account}, ${move.kind}, ${move.reference}, ${move.description ?? ""},
        ${move.product ?? referencedProduct(move.reference)}, ${wallet.last_seq + 1}, ${change}, ${after}, ${sum("revenue")}, ${at})
      on conflict (customer_account, kind, reference) do nothing returning id
    ), booked as (
      insert into billing.ledger_entries (customer_account, transaction_id, ledger, cents)
      select ${account}, written.id, entry.ledger, entry.cents
      from written, json_to_recordset(${JSON.stringify(entries)}::json) as entry (ledger text, cents bigint)
    ), moved as (
      update billing.wallets set available_cents = ${after}, held_cents = held_cents + ${sum("held")},
        last_seq = last_seq + 1, low_since = ${low ? (since ?? (crossed ? new Date() : null)) : null}::timestamptz
      where customer_account = ${account} and exists (select from written)
    )
    select id from written`,
  );
  if (rows.length === 0) return false;
  if (crossed) await sendLater(trx, lowTask, { account }, { key: `low:${account}` });
  return true;
}

/** The product that a piece of work belongs to, by the first word of its reference. */
const works: Record<string, string> = {
  ...{
    blast: "SMS",
    sms: "SMS",
    chat: "Chats",
    call: "Voice",
    email: "Email",
    whatsapp: "Whatsapp",
    survey: "Surveys",
  },
};

/** Empty when the reference is of none. */
export function referencedProduct(reference: string): string {
  return works[reference.split(":")[0] ?? ""] ?? "";
}

type Wallet = NonNullable<Awaited<ReturnType<typeof lockWallet>>>;

/** The wallet, its row locked until the commit: every change of one account's money passes here one by one. */
export function lockWallet(trx: Trx, account: string) {
  return trx
    .selectFrom("billing.wallets")
    .selectAll()
    .where("customer_account", "=", account)
    .forUpdate()
    .executeTakeFirst();
}

const FoundWallet = z.object({ available_cents: z.number(), held_cents: z.number() });

export function findWallet(trx: Trx, account: string, billingCustomer: string) {
  return checkedRow(
    trx,
    FoundWallet,
    sql`
    select available_cents, held_cents from billing.wallets
    where customer_account = ${account} and billing_customer_id = ${billingCustomer}`,
    { batched: true },
  );
}

/** Under which reference a refund of a piece of work is posted: there is one at most. */
export function refundName(reference: string): string {
  return `${reference}/refund`;
}

const HoldRow = z.object({
  reference: z.string(),
  held_cents: z.number(),
  settled_cents: z.number(),
  released_cents: z.number(),
  closed: z.boolean(),
  shared_cents: z.number(),
  moved_cents: z.number(),
  out_of: z.string().nullable(),
  taken_cents: z.number(),
  others_settled_cents: z.number(),
  others_refunded_cents: z.number(),
  refunded_cents: z.number(),
});

export function loadHold(trx: Trx, account: string, reference: string) {
  const statement = sql`
    select reference, held_cents, settled_cents, released_cents, closed, shared_cents, moved_cents, out_of, taken_cents,
      others_settled_cents, others_refunded_cents,
      coalesce((select t.available_change from billing.ledger_transactions t
        where t.customer_account = ${account} and t.kind = 'credit' and t.reference = ${refundName(reference)}), 0)
        as refunded_cents
    from billing.holds where customer_account = ${account} and reference = ${reference}`;
  return checkedRow(trx, HoldRow, statement);
}

const LedgerSums = z.object({ available: z.number(), held: z.number(), all: z.number() });

/** The sum of the entries, to be compared with the cached balance. */
export async function proof(trx: Trx, account: string): Promise<{ available: number; held: number; all: number }> {
  const statement = sql`
    select coalesce(sum(cents) filter (where ledger = 'available'), 0)::bigint as available,
           coalesce(sum(cents) filter (where ledger = 'held'), 0)::bigint as held,
           coalesce(sum(cents), 0)::bigint as "all"
    from billing.ledger_entries where customer_account = ${account}`;
  return (await checkedRow(trx, LedgerSums, statement)) ?? { available: 0, held: 0, all: 0 };
}
