import { brand } from "../rules/brand";
import { showDay } from "../rules/format";
import { booksOnly } from "../services/billing/deps";
import { issue } from "../services/billing/invoices/issue";
import { nairobiDay } from "../services/billing/invoices/vat";
import type { PaymentState } from "../services/billing/payments/states";
import { order } from "../services/billing/products/order";
import { productPlan } from "../services/billing/products/plans";
import { post } from "../services/billing/store";
import { closeProforma } from "../services/billing/subscriptions/close-proforma";
import type { Trx } from "../services/kit/database";

const oneDay = 86_400_000;
export const seller = {
  name: brand.name,
  address: "Ngong Road, Nairobi",
  email: "platform@jibu.test",
  phone: "+254709000000",
  kra_pin: "P051234567X",
};

type Place = { address: string; town: string; phone: string; kra_pin: string };
export const places: Record<string, Place> = {
  "100001": { address: "Biashara Street 14", town: "Nakuru", phone: "+254722100001", kra_pin: "P051100001A" },
  "200002": { address: "Oginga Odinga Road", town: "Kisumu", phone: "+254733200002", kra_pin: "P051200002B" },
};

export async function intoBooks(
  trx: Trx,
  account: string,
  id: number,
  cents: number,
  description: string,
  at: Date,
): Promise<void> {
  const entries = [
    { ledger: "cash" as const, cents: -cents },
    { ledger: "available" as const, cents },
  ];
  await post(trx, account, { kind: "topup", reference: `payment:${id}`, description, entries, at });
}

type Payment = {
  key: string;
  source: "mpesa" | "bank";
  state: PaymentState;
  amount_cents: number;
  asked_by: string;
  asked_at: Date;
  credited_cents?: number;
  phone?: string;
  bank?: string;
  reference?: string;
  paid_on?: string;
  reason?: string;
  done_at?: Date | null;
  decided_by?: string;
};

export async function payment(trx: Trx, account: string, values: Payment): Promise<number> {
  const made = await trx
    .insertInto("billing.payments")
    .values({ customer_account: account, ...values })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

/**
 * Slips of the bank that were sent within a span: one approved each quarter, one refused, and one that waits for the
 * platform's people. By spans, so that payments have their numbers in the order they were asked for.
 */
export async function bankSlips(
  trx: Trx,
  account: string,
  who: string,
  now: Date,
  [from, until]: readonly [from: Date, until: Date],
): Promise<void> {
  const within = (at: Date) => from <= at && at < until;
  const slip = { source: "bank" as const, bank: "Equity Bank", asked_by: who, decided_by: "Amina Yusuf" };
  for (const [back, number] of [
    [290, "004417"],
    [200, "005102"],
    [110, "006230"],
  ] as const) {
    const at = new Date(now.getTime() - back * oneDay);
    if (!within(at)) continue;
    const cents = account === "100001" ? 2_500_000 : 400_000;
    const done_at = new Date(at.getTime() + 5 * 3_600_000);
    const reference = `${number}-${account}`;
    const id = await payment(trx, account, {
      ...slip,
      key: `demo-slip-${back}`,
      state: "paid",
      amount_cents: cents,
      credited_cents: cents,
      reference,
      paid_on: nairobiDay(at),
      asked_at: at,
      done_at,
    });
    await trx
      .insertInto("billing.receipts")
      .values({ customer_account: account, receipt: `EQUITY BANK ${reference}`, payment_id: id })
      .execute();
    await intoBooks(trx, account, id, cents, `Bank slip, Equity Bank ${reference}`, done_at);
  }
  const refused = new Date(now.getTime() - 60 * oneDay);
  if (within(refused))
    await payment(trx, account, {
      ...slip,
      key: "demo-slip-refused",
      state: "refused",
      amount_cents: 300_000,
      reference: `007001-${account}`,
      paid_on: nairobiDay(refused),
      asked_at: refused,
      done_at: refused,
      reason: "The bank has no such payment.",
    });
  const open = new Date(now.getTime() - 5 * 3_600_000);
  if (!within(open)) return;
  const reference = `007755-${account}`;
  const waiting = await payment(trx, account, {
    ...slip,
    decided_by: "",
    key: "demo-slip-open",
    state: "requested",
    amount_cents: 1_200_000,
    reference,
    paid_on: nairobiDay(open),
    asked_at: open,
  });
  await approval(trx, account, {
    kind: "bank",
    subject: String(waiting),
    title: `Bank slip ${reference}`,
    details: `Equity Bank, paid on ${nairobiDay(open)}`,
    amount_cents: 1_200_000,
    reference,
    asked_by: who,
    asked_at: open,
  });
}

type WaitingSlip = {
  kind: "product" | "bank" | "unmatched";
  subject: string;
  title: string;
  details: string;
  asked_by: string;
  asked_at: Date;
  amount_cents?: number;
  reference?: string;
};

async function approval(trx: Trx, account: string, waiting: WaitingSlip): Promise<void> {
  const customer = await trx
    .selectFrom("billing.customers")
    .select("name")
    .where("customer_account", "=", account)
    .executeTakeFirst();
  await trx
    .insertInto("billing.approvals")
    .values({ customer_account: account, account_name: customer?.name ?? "", ...waiting })
    .execute();
}

/** What is not smooth: a cancelled prompt, a pro forma that waits, one that was cancelled, a request, a credit note. */
export async function loose(trx: Trx, account: string, who: string, now: Date): Promise<void> {
  const phone = places[account]?.phone ?? "";
  const at = new Date(now.getTime() - 3 * oneDay);
  await payment(trx, account, {
    key: "demo-cancelled",
    source: "mpesa",
    state: "refused",
    amount_cents: 500_000,
    phone,
    asked_by: who,
    asked_at: at,
    done_at: at,
    reason: "The prompt was cancelled on the phone.",
  });
  if (account !== "200002") return credit(trx, account, now);
  const deps = { ...booksOnly, seller };
  const [year, month] = [productPlan("Ticketing", "team-year", now), productPlan("Ticketing", "team-month", now)];
  if (year)
    await closeProforma(
      trx,
      account,
      await order(deps, trx, account, year, "demo-year", { id: "", name: who }),
      "cancelled",
    );
  if (month) await order(deps, trx, account, month, "demo-month", { id: "", name: who });
  const asked = { requested_by: who, requested_at: at, note: "An account of its own for each of our three branches." };
  await trx
    .insertInto("billing.subscriptions")
    .values({ customer_account: account, product: "Reseller", state: "requested", ...asked })
    .execute();
  await approval(trx, account, {
    kind: "product",
    subject: "Reseller",
    title: "Reseller requested",
    details: asked.note,
    asked_by: who,
    asked_at: at,
  });
}

async function credit(trx: Trx, account: string, now: Date): Promise<void> {
  const paid = await trx
    .selectFrom("billing.invoices")
    .selectAll()
    .where("customer_account", "=", account)
    .where("product", "=", "Chats")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!paid) return;
  const at = new Date(now.getTime() - 2 * oneDay);
  const title = `Credit on ${paid.number}`;
  const note = `Two days without chats in the week of ${showDay(at)}.`;
  const total_cents = 46_400;
  const amounts = { net_cents: 40_000, vat_rate: 1_600, vat_cents: 6_400, total_cents };
  const lines = [{ description: `${title}: ${note}`, quantity: 1, unit_cents: 40_000, net_cents: 40_000 }];
  const id = await issue(trx, account, {
    ...amounts,
    lines,
    kind: "credit",
    key: "demo-credit",
    title,
    product: "Chats",
    at,
    refers_to: paid.id,
    seller,
    note,
  });
  await post(trx, account, {
    kind: "credit",
    reference: `invoice:${id}`,
    description: title,
    product: "Chats",
    at,
    entries: [
      { ledger: "revenue", cents: -total_cents },
      { ledger: "available", cents: total_cents },
    ],
  });
}
