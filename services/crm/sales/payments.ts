import { sql } from "kysely";
import { z } from "zod";
import { formatMoney } from "../../../rules/crm-money";
import { openCents } from "../../../rules/sale-payments";
import { isDuplicate, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { type Sale, type SaleDetail, SalePayment, type SalePaymentForm } from "../contract.sales";
import type { RecordActor } from "../records/changes";
import { findSale } from "./store";

const PaymentRow = SalePayment.extend({
  created_at: z.date(),
  removed_at: z.date().nullable(),
});

/** A sale with its payments, the newest first. @throws HttpError 404 */
export async function findSaleDetail(trx: Trx, account: string, id: number): Promise<SaleDetail> {
  const sale = await findSale(trx, account, id);
  const payments = await checkedRows(
    trx,
    PaymentRow,
    sql`select id, amount_cents, method, reference, paid_on::text as paid_on, by, created_at, removed_at, removed_by
      from crm.sale_payments where customer_account = ${account} and sale_id = ${id}
      order by paid_on desc, id desc limit 500`,
  );
  return {
    ...sale,
    payments: payments.map(({ created_at, removed_at, ...payment }) => ({
      ...payment,
      created_at: created_at.toISOString(),
      removed_at: removed_at?.toISOString() ?? null,
    })),
  };
}

/** The sale, locked until the end of the transaction: its payments are counted one after the other. @throws HttpError 404 */
async function lockSale(trx: Trx, account: string, id: number): Promise<Sale> {
  await sql`select from crm.sales where customer_account = ${account} and id = ${id} for update`.execute(trx);
  return findSale(trx, account, id);
}

/** @throws HttpError 409 for a sale that was taken back */
function mustCount({ removed_at }: Sale): void {
  if (removed_at !== null) throw new HttpError(409, "This sale was taken back.");
}

type NewPayment = z.output<typeof SalePaymentForm>;

const SamePayment = z.object({
  sale_id: z.number(),
  amount_cents: z.number(),
  method: z.string(),
  reference: z.string(),
});

/**
 * Records a payment, once for its key. Answers whether it is new.
 * @throws HttpError 404; 409 for another payment under a used key, and for a sale that was taken back; 422 for more than is open, or for an M-Pesa payment
 * that was recorded already
 */
export async function addPayment(
  trx: Trx,
  account: string,
  id: number,
  payment: NewPayment,
  by: RecordActor,
): Promise<boolean> {
  const sale = await lockSale(trx, account, id);
  const { key, amount_cents, method, reference, paid_on } = payment;
  const same = await checkedRow(
    trx,
    SamePayment,
    sql`select sale_id, amount_cents, method, reference from crm.sale_payments
      where customer_account = ${account} and key = ${key}`,
  );
  if (same) {
    if (
      same.sale_id === id &&
      same.amount_cents === amount_cents &&
      same.method === method &&
      same.reference === reference
    )
      return false;
    throw new HttpError(409, "This payment was recorded already, with something else in it.");
  }
  mustCount(sale);
  const open = openCents(sale);
  if (amount_cents > open) {
    const words =
      open === 0 ? "This sale is paid." : `At most ${formatMoney(open, sale.currency)}: that is what is open.`;
    throw new HttpError(422, words, { amount_cents: [words] });
  }
  if (method === "mpesa") await mustBeNew(trx, account, reference);
  try {
    await sql`
      insert into crm.sale_payments (customer_account, sale_id, key, amount_cents, method, reference, paid_on, by_id, by)
      values (${account}, ${id}, ${key}, ${amount_cents}, ${method}, ${reference}, ${paid_on}::date, ${by.id},
        ${by.name})`.execute(trx);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw recordedAlready("This payment was recorded in this moment already.");
  }
  await addPaid(trx, account, id, amount_cents);
  return true;
}

const SaleIdRow = z.object({ sale_id: z.number() });

async function mustBeNew(trx: Trx, account: string, code: string): Promise<void> {
  const known = await checkedRow(
    trx,
    SaleIdRow,
    sql`select sale_id from crm.sale_payments where customer_account = ${account} and reference = ${code}
      and method = 'mpesa' and removed_at is null`,
  );
  if (known) throw recordedAlready(`The M-Pesa payment ${code} was recorded for sale ${known.sale_id} already.`);
}

function recordedAlready(words: string): HttpError {
  return new HttpError(422, words, { reference: [words] });
}

/** @param cents below 0 for a payment that is taken back */
async function addPaid(trx: Trx, account: string, id: number, cents: number): Promise<void> {
  await sql`
    update crm.sales set paid_cents = paid_cents + ${cents}
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

const AmountCentsRow = z.object({ amount_cents: z.number() });

/**
 * Takes a payment back: it stays in the list and counts no more. Twice changes nothing: undefined.
 * @throws HttpError 404
 */
export async function takePaymentBack(
  trx: Trx,
  account: string,
  { id, payment }: { id: number; payment: number },
  by: RecordActor,
): Promise<{ amount_cents: number } | undefined> {
  await lockSale(trx, account, id);
  const mine = sql`customer_account = ${account} and sale_id = ${id} and id = ${payment}`;
  const removed = await checkedRow(
    trx,
    AmountCentsRow,
    sql`update crm.sale_payments set removed_at = now(), removed_by = ${by.name}
      where ${mine} and removed_at is null returning amount_cents`,
  );
  if (removed) {
    await addPaid(trx, account, id, -removed.amount_cents);
    return removed;
  }
  if (!(await hasRows(trx, sql`select id from crm.sale_payments where ${mine}`)))
    throw new HttpError(404, "There is no such payment.");
  return undefined;
}

/**
 * Takes a sale back: it can still be read, and counts nowhere. The quote that it was made of can become a sale again.
 * Answers whether it counted before. @throws HttpError 404; 409 while a payment of it counts
 */
export async function takeSaleBack(trx: Trx, account: string, id: number, by: RecordActor): Promise<boolean> {
  const { removed_at, paid_cents } = await lockSale(trx, account, id);
  if (removed_at !== null) return false;
  if (paid_cents > 0) throw new HttpError(409, "Take back its payments first: one that was recorded is of this sale.");
  await sql`
    update crm.sales set removed_at = now(), removed_by = ${by.name}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`
    update crm.quotes set sale_id = null, revision = revision + 1
    where customer_account = ${account} and sale_id = ${id}`.execute(trx);
  return true;
}

/** Answers whether it was another day before. @throws HttpError 404; 409 for a sale that was taken back */
export async function changeDueDay(trx: Trx, account: string, id: number, due_on: string | null): Promise<boolean> {
  const before = await lockSale(trx, account, id);
  mustCount(before);
  if (before.due_on === due_on) return false;
  await sql`
    update crm.sales set due_on = ${due_on}::date where customer_account = ${account} and id = ${id}`.execute(trx);
  return true;
}
