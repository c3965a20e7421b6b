import { sql } from "kysely";
import { z } from "zod";
import { formatMoney } from "../../../rules/crm-money";
import { endOfDay } from "../../../rules/crm-tasks";
import { lineAmounts, quoteTotals } from "../../../rules/quotes";
import type { Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { QuoteChange, QuoteForm } from "../contract.quotes";
import type { RecordActor } from "../records/changes";
import { writeChanges } from "../records/changes";
import { findRecord } from "../records/store";
import { listProducts } from "../sales/store";
import { findQuote, type KeptQuote } from "./store";

type Content = Omit<z.output<typeof QuoteChange>, "revision">;

/** What a form comes to, with the day's end in the account's zone. @throws HttpError 422 */
async function priced(trx: Trx, account: string, form: Content, zone: string) {
  const products = await listProducts(trx, account);
  const wrong = form.lines.findIndex(
    ({ product_id }) => product_id !== null && !products.some(({ id }) => id === product_id),
  );
  if (wrong >= 0)
    throw new HttpError(422, "There is no such product.", { [`lines.${wrong}.product_id`]: ["Choose a product."] });
  const expires = endOfDay(zone, form.valid_until);
  if (!expires) throw new HttpError(422, "Enter a date.", { valid_until: ["Enter a date."] });
  const lines = form.lines.map((line) => ({ ...line, ...lineAmounts(line, form.vat_mode) }));
  return { ...form, lines, ...quoteTotals(lines), expires };
}

const LastRow = z.object({ last: z.number() });

/** Makes a quote, once for its key, with the next number of the account. Answers its id, and whether it is new. */
export async function addQuote(
  trx: Trx,
  account: string,
  { key, deal_id, contact_id, ...form }: z.output<typeof QuoteForm>,
  { by, zone }: { by: RecordActor; zone: string },
): Promise<{ id: number; fresh: boolean }> {
  const deal = deal_id === null ? undefined : await known(trx, account, "deal", deal_id);
  const contact = contact_id ?? deal?.contact_id ?? null;
  if (contact !== null) await known(trx, account, "contact", contact);
  // Whoever makes a quote of the account at this moment waits here, so that no number is left out.
  const counted = await checkedRow(
    trx,
    LastRow,
    sql`insert into crm.quote_numbers (customer_account, last) values (${account}, 0)
      on conflict (customer_account) do update set last = quote_numbers.last returning last`,
  );
  const before = await checkedRow(
    trx,
    IdRow,
    sql`select id from crm.quotes where customer_account = ${account} and key = ${key}`,
  );
  if (before) return { id: before.id, fresh: false };
  const made = await priced(trx, account, form, zone);
  const number = (counted?.last ?? 0) + 1;
  const found = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.quotes (customer_account, number, key, deal_id, contact_id, currency, vat_mode, lines, net_cents,
        vat_cents, total_cents, valid_until, expires_at, terms, by_id, by)
      values (${account}, ${number}, ${key}, ${deal_id}, ${contact}, ${made.currency}, ${made.vat_mode},
        ${json(made.lines)}, ${made.net_cents}, ${made.vat_cents}, ${made.total_cents}, ${made.valid_until}::date,
        ${made.expires}, ${made.terms}, ${by.id}, ${by.name}) returning id`,
  );
  await sql`update crm.quote_numbers set last = ${number} where customer_account = ${account}`.execute(trx);
  return { id: found?.id ?? 0, fresh: true };
}

async function known(trx: Trx, account: string, kind: "contact" | "deal", id: number) {
  return findRecord(trx, account, kind, id).catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    throw new HttpError(422, error.message, { [`${kind}_id`]: [`Choose a ${kind}.`] });
  });
}

/** @throws HttpError 409 where somebody else has changed it since */
export function mustBeRevision(kept: KeptQuote, revision: number): void {
  if (kept.revision !== revision)
    throw new HttpError(409, "This quote was changed by another person meanwhile. Look at it again, then go on.");
}

/** Changes a quote. One that was sent becomes a draft of its next version. @throws HttpError 404, 409, 422 */
export async function changeQuote(
  trx: Trx,
  account: string,
  id: number,
  { revision, ...form }: z.output<typeof QuoteChange>,
  { zone, now }: { zone: string; now: Date },
): Promise<void> {
  const kept = await findQuote(trx, account, id, now, true);
  if (kept.state === "accepted") throw new HttpError(409, "An accepted quote can't be changed. Make a new one.");
  mustBeRevision(kept, revision);
  const made = await priced(trx, account, form, zone);
  const version = kept.state === "draft" ? kept.version : kept.version + 1;
  await sql`
    update crm.quotes set version = ${version}, revision = revision + 1, state = 'draft', currency = ${made.currency},
      vat_mode = ${made.vat_mode}, lines = ${json(made.lines)}, net_cents = ${made.net_cents},
      vat_cents = ${made.vat_cents}, total_cents = ${made.total_cents}, valid_until = ${made.valid_until}::date,
      expires_at = ${made.expires}, terms = ${made.terms}, answered_at = null, answered_by = '', decline_reason = ''
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

/** What was done with a quote, in the history of its deal, or of its contact where there is none. */
export async function noteInHistory(
  trx: Trx,
  account: string,
  kept: KeptQuote,
  words: string,
  by: RecordActor,
): Promise<void> {
  const kind = kept.deal_id === null ? "contact" : "deal";
  const record = kept.deal_id ?? kept.contact_id;
  if (record === null) return;
  const after = `${words}, ${formatMoney(kept.total_cents, kept.currency)}`;
  await writeChanges(trx, account, kind, record, [{ field: `Quote ${kept.number}`, before: "", after }], by);
}
