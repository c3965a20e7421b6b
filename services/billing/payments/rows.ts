import type { Trx } from "../../kit/database";
import type { Payment } from "../contract.payments";
import { isoDay } from "../dates";
import { type PaymentState, sentences } from "./states";

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof loadPayment>>>;

export function paymentRows(trx: Trx, account: string) {
  return trx.selectFrom("billing.payments as p").selectAll("p").where("p.customer_account", "=", account);
}

export function loadPayment(trx: Trx, account: string, id: number) {
  return paymentRows(trx, account).where("p.id", "=", id).executeTakeFirst();
}

/** The payment, locked until the commit. The wallet is locked before it, always in this order. */
export function lockPayment(trx: Trx, account: string, id: number) {
  return paymentRows(trx, account).where("p.id", "=", id).forUpdate().executeTakeFirst();
}

export function asPayment(row: PaymentRow): Payment {
  const { state, source } = row;
  return {
    id: row.id,
    source,
    state,
    words: wordsOf(row, state, source),
    final: source === "bank" ? state !== "requested" : !["requested", "prompted", "unknown"].includes(state),
    amount_cents: row.amount_cents,
    credited_cents: row.credited_cents,
    phone: row.phone,
    bank: row.bank,
    reference: row.reference,
    // A date column comes as a Date at midnight of this process's zone.
    paid_on: row.paid_on ? isoDay(row.paid_on) : null,
    file_id: row.file_id,
    note: row.note,
    invoice_id: row.invoice_id,
    asked_by: row.asked_by,
    asked_at: row.asked_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    reason: row.reason,
  };
}

function wordsOf(row: PaymentRow, state: PaymentState, source: "mpesa" | "bank"): string {
  if (source === "bank" && state === "requested") return "Waiting until the payment is seen at the bank and approved.";
  if (state === "refused" && row.reason) return row.reason;
  if (state === "prompted" && row.confirmed_at) return "M-Pesa says that it is paid; its receipt is on the way.";
  return sentences[state];
}
