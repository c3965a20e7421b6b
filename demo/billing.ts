import { sql } from "kysely";
import type { Product } from "../rules/access";
import { issue } from "../services/billing/invoices/issue";
import { invoiceUsage, monthLater } from "../services/billing/invoices/usage";
import { nairobiDay } from "../services/billing/invoices/vat";
import { planSale } from "../services/billing/products/order";
import { productPlan } from "../services/billing/products/plans";
import { post } from "../services/billing/store";
import { renewalLater } from "../services/billing/subscriptions/activate";
import { addMonths } from "../services/billing/subscriptions/months";
import type { Trx } from "../services/kit/database";
import type { DemoAccount } from "./accounts";
import { bankSlips, intoBooks, loose, payment, places, seller } from "./billing-slips";
import { seeded } from "./people";

const oneDay = 86_400_000;
/** What each account pays for, by month; the rest of what it holds was given to it without a plan. */
const plans: Record<string, [Product, string][]> = {
  "100001": [
    ["SMS", "grow-month"],
    ["Chats", "team-month"],
    ["Ticketing", "team-month"],
  ],
  "200002": [
    ["SMS", "start-month"],
    ["Chats", "team-month"],
  ],
};

/** Billing details of every account; for the two businesses a year of top-ups, plans and monthly invoices. */
export async function fillBilling(trx: Trx, { customer_account: account, name, users }: DemoAccount): Promise<void> {
  const place = places[account] ?? { address: "", town: "Nairobi", phone: "", kra_pin: "" };
  const email = users[0]?.email ?? "";
  await trx
    .insertInto("billing.customers")
    .values({ customer_account: account, name, email, ...place })
    .execute();
  const now = new Date();
  await monthLater(trx, account, now);
  const bought = plans[account];
  if (!bought) return;
  const random = seeded(Number(account) + 1);
  const who = users[0]?.name ?? "";
  // Before everything else, so that the year begins with money.
  const begin = new Date(now.getTime() - 380 * oneDay);
  await trx
    .updateTable("billing.ledger_transactions")
    .set({ at: begin })
    .where("customer_account", "=", account)
    .where("reference", "=", "opening")
    .execute();
  let slipsUntil = begin;
  for (let back = 12; back >= 1; back--) {
    const month = addMonths(firstOfMonth(now), -back);
    const morning = new Date(month.getTime() + oneDay * 0.3);
    await bankSlips(trx, account, who, now, [slipsUntil, morning]);
    slipsUntil = morning;
    await topUp(trx, account, who, morning, account === "100001" ? 4_000_000 : 900_000, random);
    for (const [product, code] of bought)
      await payPlan(trx, account, product, code, new Date(month.getTime() + oneDay * 0.5));
    const to = nairobiDay(new Date(addMonths(month, 1).getTime() - oneDay * 0.5));
    await invoiceUsage(
      { seller },
      trx,
      account,
      { from: nairobiDay(new Date(month.getTime() + oneDay * 0.5)), to },
      addMonths(month, 1),
    );
  }
  for (const [product, code] of bought) await holdPlan(trx, account, product, code, now);
  const yesterday = new Date(now.getTime() - oneDay);
  await bankSlips(trx, account, who, now, [slipsUntil, yesterday]);
  await loose(trx, account, who, now);
  await bankSlips(trx, account, who, now, [yesterday, now]);
  await inOrder(trx, account);
}

function firstOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

async function topUp(
  trx: Trx,
  account: string,
  who: string,
  at: Date,
  cents: number,
  random: () => number,
): Promise<void> {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
  const reference = `S${Array.from({ length: 9 }, () => letters[Math.floor(random() * letters.length)]).join("")}`;
  const phone = places[account]?.phone ?? "";
  const made = await payment(trx, account, {
    key: `demo-${at.getTime()}`,
    source: "mpesa",
    state: "paid",
    amount_cents: cents,
    credited_cents: cents,
    phone,
    reference,
    asked_by: who,
    asked_at: at,
    done_at: new Date(at.getTime() + 42_000),
  });
  await trx
    .insertInto("billing.receipts")
    .values({ customer_account: account, receipt: reference, payment_id: made })
    .execute();
  await intoBooks(trx, account, made, cents, `M-Pesa ${reference}`, at);
}

async function payPlan(trx: Trx, account: string, product: Product, code: string, at: Date): Promise<void> {
  const plan = productPlan(product, code, at);
  if (!plan) return;
  const period = { period_from: nairobiDay(at), period_to: nairobiDay(new Date(addMonths(at, 1).getTime() - oneDay)) };
  const sale = planSale(plan, at);
  const key = `demo:${product}:${nairobiDay(at)}`;
  const id = await issue(trx, account, { ...sale, ...period, key, kind: "tax", at, seller });
  await post(trx, account, {
    kind: "charge",
    reference: `invoice:${id}`,
    description: sale.title,
    product,
    at,
    entries: [
      { ledger: "available", cents: -sale.total_cents },
      { ledger: "revenue", cents: sale.total_cents },
    ],
  });
}

/** The plan as it stands today: paid until the middle of the month to come, and what is due then. */
async function holdPlan(trx: Trx, account: string, product: Product, code: string, now: Date): Promise<void> {
  await payPlan(
    trx,
    account,
    product,
    code,
    new Date(firstOfMonth(now).getTime() + oneDay * 0.5 - (now.getUTCDate() === 1 ? oneDay : 0)),
  );
  const active_until = new Date(addMonths(firstOfMonth(now), 1).getTime() + oneDay * 0.5);
  const active_from = addMonths(active_until, -13);
  await trx
    .insertInto("billing.subscriptions")
    .values({
      customer_account: account,
      product,
      state: "active",
      plan: code,
      active_from,
      active_until,
      auto_renew: product === "SMS",
    })
    .execute();
  await renewalLater(trx, account, product, new Date(active_until.getTime() - 7 * oneDay));
}

/**
 * A year was written module by module; on the statement it stands by time. Only here, and only before anybody has
 * seen it, are lines put in another place.
 */
async function inOrder(trx: Trx, account: string): Promise<void> {
  await sql`update billing.ledger_transactions set seq = -seq where customer_account = ${account}`.execute(trx);
  await sql`
    with placed as (
      select id, row_number() over w as seq, sum(available_change) over w as after
      from billing.ledger_transactions where customer_account = ${account} window w as (order by at, id)
    )
    update billing.ledger_transactions t set seq = placed.seq, available_after = placed.after
    from placed where t.customer_account = ${account} and t.id = placed.id`.execute(trx);
  await sql`update billing.wallets set low_since = null where customer_account = ${account}`.execute(trx);
}
