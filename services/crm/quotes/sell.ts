import { sql } from "kysely";
import { formatMoney } from "../../../rules/crm-money";
import { saleLines } from "../../../rules/quotes";
import type { Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { RecordActor } from "../records/changes";
import { writeChanges } from "../records/changes";
import { findRecord } from "../records/store";
import { addSale, listProducts } from "../sales/store";
import { findQuote } from "./store";

/**
 * The sale of an accepted quote, made once, and another one when that was taken back. Answers its id, and whether it is
 * new. @throws HttpError 404, 409
 */
export async function sellQuote(
  trx: Trx,
  account: string,
  id: number,
  { sold_on, due_on }: { sold_on: string; due_on: string | null },
  { by, now }: { by: RecordActor; now: Date },
): Promise<{ id: number; fresh: boolean }> {
  const kept = await findQuote(trx, account, id, now, true);
  if (kept.sale_id !== null) return { id: kept.sale_id, fresh: false };
  if (kept.state !== "accepted") throw new HttpError(409, "Only an accepted quote becomes a sale.");
  const listed = (await listProducts(trx, account)).map((product) => product.id);
  const { deal_id, contact_id, currency } = kept;
  const lines = saleLines(kept.lines, kept.vat_mode, listed);
  const form = { key: `quote ${id}, revision ${kept.revision}`, deal_id, contact_id, currency, lines, sold_on, due_on };
  const sale = await addSale(trx, account, form, by);
  await sql`
    update crm.quotes set sale_id = ${sale.id}, revision = revision + 1
    where customer_account = ${account} and id = ${id}`.execute(trx);
  return sale;
}

/** Makes the quote's total the value of its deal. @throws HttpError 404, 409 */
export async function takeValue(trx: Trx, account: string, id: number, by: RecordActor, now: Date): Promise<void> {
  const { deal_id, total_cents, currency } = await findQuote(trx, account, id, now);
  if (deal_id === null) throw new HttpError(409, "This quote is of no deal.");
  const deal = await findRecord(trx, account, "deal", deal_id, true);
  const before = formatMoney(deal.value_cents, deal.currency);
  const after = formatMoney(total_cents, currency);
  if (before === after) return;
  await sql`
    update crm.records set value_cents = ${total_cents}, currency = ${currency}
    where customer_account = ${account} and id = ${deal_id}`.execute(trx);
  await writeChanges(trx, account, "deal", deal_id, [{ field: "Value", before, after }], by);
}
