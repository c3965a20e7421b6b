import { type SqlBool, sql } from "kysely";
import { showKes } from "../../../rules/money";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { publishToAudience } from "../../kit/notices";
import { payProforma } from "../invoices/pay";
import { noticeLater } from "../notices";
import { post } from "../store";
import type { PaymentRow } from "./rows";

type Deps = Parameters<typeof payProforma>[0];

/** Takes a receipt number for one payment; false when another payment of anybody has it already. */
export async function takeReceipt(trx: Trx, account: string, payment: number, receipt: string): Promise<boolean> {
  const taken = await trx
    .insertInto("billing.receipts")
    .values({ customer_account: account, receipt, payment_id: payment })
    .onConflict((on) => on.doNothing())
    .returning("payment_id")
    .executeTakeFirst();
  if (taken) return true;
  const own = await trx
    .selectFrom("billing.receipts")
    .select("payment_id")
    .where("customer_account", "=", account)
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  return own?.payment_id === payment;
}

/**
 * The money of a payment reaches the balance: once, under the payment's own id. An invoice that it was for is paid
 * from the balance when it can be; when not, the money stays there. The wallet and the payment are locked.
 */
export async function credit(
  deps: Deps,
  trx: Trx,
  account: string,
  row: PaymentRow,
  paid: { cents: number; reference: string; by: ActivityActor; decided_by?: string; decided_user?: string },
): Promise<void> {
  const from = row.source === "bank" ? `Bank slip, ${row.bank}` : "M-Pesa";
  await post(trx, account, {
    kind: "topup",
    reference: `payment:${row.id}`,
    description: paid.reference ? `${from} ${paid.reference}` : from,
    entries: [
      { ledger: "cash", cents: -paid.cents },
      { ledger: "available", cents: paid.cents },
    ],
  });
  await trx
    .updateTable("billing.payments")
    .set({
      state: "paid",
      credited_cents: paid.cents,
      reference: paid.reference,
      reason: "",
      done_at: new Date(),
      decided_by: paid.decided_by ?? "",
      decided_user: paid.decided_user ?? null,
    })
    .where("customer_account", "=", account)
    .where("id", "=", row.id)
    .execute();
  await recordActivity(trx, account, paid.by, {
    action: "Payment received",
    description: `${showKes(paid.cents)} by ${from}${paid.reference ? `, ${paid.reference}` : ""}, requested by ${row.asked_by}.`,
    subject: "payment",
    subject_id: String(row.id),
  });
  await publishToAudience(trx, account, {
    kind: "payment received",
    subject: row.id,
    words: `${showKes(paid.cents)} received: ${from}${paid.reference ? `, ${paid.reference}` : ""}.`,
    key: `payment:${row.id}`,
  });
  await append(trx, account, "balance", {});
  await append(trx, account, "payment", { id: row.id, state: "paid" });
  if (row.invoice_id !== null) await payProforma(deps, trx, account, row.invoice_id, paid.by);
}

/** A payment that a person of the platform must look at: shown to them, told to the owner, never lost. */
export async function markUnmatched(trx: Trx, account: string, row: PaymentRow, reason: string): Promise<void> {
  const done = row.state === "paid";
  if (!done)
    await trx
      .updateTable("billing.payments")
      .set({ state: "unmatched", reason })
      .where("customer_account", "=", account)
      .where("id", "=", row.id)
      .execute();
  const title = done ? "M-Pesa changed its answer after the payment" : "M-Pesa payment to review";
  await trx
    .insertInto("billing.approvals")
    .values({
      customer_account: account,
      kind: "unmatched",
      subject: String(row.id),
      account_name: await loadPayerName(trx, account),
      title,
      details: reason,
      amount_cents: row.amount_cents,
      reference: row.reference,
      user_id: row.user_id,
      asked_by: row.asked_by,
    })
    // A literal: a parameter would not lead to the partial index.
    .onConflict((on) =>
      on.columns(["kind", "customer_account", "subject"]).where(sql<SqlBool>`state = 'open'`).doNothing(),
    )
    .execute();
  const description = `${showKes(row.amount_cents)} by M-Pesa, requested by ${row.asked_by}: ${reason}`;
  await recordActivity(trx, account, "system", {
    action: "Payment unmatched",
    description,
    subject: "payment",
    subject_id: String(row.id),
  });
  await append(trx, account, "payment", { id: row.id, state: done ? "paid" : "unmatched" });
  const text = `${description}\n\nA person looks at it. Nothing is lost, and no one needs to pay again.`;
  await noticeLater(trx, account, { subject: title, text, platform: true }, `unmatched:${row.id}:${done}`);
}

/** The account's name as it stands on its invoices. */
export async function loadPayerName(trx: Trx, account: string): Promise<string> {
  const found = await trx
    .selectFrom("billing.customers")
    .select("name")
    .where("customer_account", "=", account)
    .executeTakeFirst();
  return found?.name ?? "";
}
