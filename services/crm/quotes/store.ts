import { sql } from "kysely";
import { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import { quoteStates, vatModes } from "../../../rules/quotes";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { likePattern, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { type Quote, QuoteDocument, QuoteLine, QuoteRow, type quoteCalls } from "../contract.quotes";

/** A quote as the database has it. */
const KeptQuote = z.object({
  id: z.number(),
  number: z.number(),
  version: z.number(),
  revision: z.number(),
  state: z.enum(quoteStates),
  deal_id: z.number().nullable(),
  deal_name: z.string().nullable(),
  contact_id: z.number().nullable(),
  contact_name: z.string().nullable(),
  buyer: QuoteDocument.shape.buyer,
  owners: z.array(z.string()),
  currency: QuoteRow.shape.currency,
  vat_mode: z.enum(vatModes),
  lines: z.array(QuoteLine),
  net_cents: z.number(),
  vat_cents: z.number(),
  total_cents: z.number(),
  valid_until: z.string(),
  terms: z.string(),
  token: z.string().nullable(),
  sent_at: z.date().nullable(),
  answered_at: z.date().nullable(),
  answered_by: z.string(),
  decline_reason: z.string(),
  sale_id: z.number().nullable(),
  by_id: z.string().nullable(),
  by: z.string(),
  created_at: z.date(),
});
export type KeptQuote = z.infer<typeof KeptQuote>;

/** One that was sent expires by itself, so its state depends on the moment. */
function stateAt(now: Date) {
  return sql`case when x.state = 'sent' and x.expires_at <= ${now}::timestamptz then 'expired' else x.state end`;
}

const names = sql.raw(`x.id, x.number, x.version, x.deal_id, d.name as deal_name, x.contact_id, c.name as contact_name,
  x.currency, x.total_cents, x.valid_until::text as valid_until, x.sent_at, x.answered_at, x.by, x.created_at`);
/** The customer is the contact; a deal without one says whose it is itself. */
const customer = sql.raw("coalesce(c.name, nullif(d.company, ''), d.name)");
const tables = sql.raw(`crm.quotes x
  left join crm.records c on c.customer_account = x.customer_account and c.id = x.contact_id
  left join crm.records d on d.customer_account = x.customer_account and d.id = x.deal_id`);

const FoundRow = KeptQuote.pick({
  number: true,
  id: true,
  version: true,
  contact_id: true,
  by: true,
  state: true,
  created_at: true,
  currency: true,
  deal_id: true,
  deal_name: true,
  contact_name: true,
  total_cents: true,
  valid_until: true,
  sent_at: true,
  answered_at: true,
}).extend({ customer: z.string() });
type FoundRow = z.infer<typeof FoundRow>;

function asRow(found: FoundRow): QuoteRow {
  const { id, number, version, state, customer, currency, total_cents, valid_until, by } = found;
  return {
    ...{ id, number, version, state, customer, currency, total_cents, valid_until, by },
    deal: found.deal_id === null ? null : { id: found.deal_id, name: found.deal_name ?? "" },
    contact: found.contact_id === null ? null : { id: found.contact_id, name: found.contact_name ?? "" },
    sent_at: found.sent_at?.toISOString() ?? null,
    answered_at: found.answered_at?.toISOString() ?? null,
    created_at: found.created_at.toISOString(),
  };
}

const orders = namedOrders<ListSort<"quotes">>(
  {
    number: keyColumn("bigint", "x.number"),
    total: keyColumn("bigint", "x.total_cents"),
    valid: keyColumn("date", "x.valid_until"),
  },
  keyColumn("bigint", "x.id"),
);

/** Quotes of the account, newest first unless another order is asked for. */
export async function quotePage(trx: Trx, account: string, query: z.output<typeof quoteCalls.quotes.query>, now: Date) {
  const { q, state = null, deal_id = null, contact_id = null, start_date = null, end_date = null } = query;
  const like = likePattern(q);
  const page = await pageOfRows(trx, query, {
    schema: FoundRow,
    select: sql`${names}, ${stateAt(now)} as state, ${customer} as customer`,
    from: sql`${tables} where x.customer_account = ${account}
      and (${q} = '' or x.number::text = ${q} or c.name ilike ${like} or d.name ilike ${like} or d.company ilike ${like})
      and (${state}::text is null or ${stateAt(now)} = ${state})
      and (${deal_id}::bigint is null or x.deal_id = ${deal_id})
      and (${contact_id}::bigint is null or x.contact_id = ${contact_id})
      and (${start_date}::date is null or x.created_at >= ${start_date}::date)
      and (${end_date}::date is null or x.created_at < ${end_date}::date + 1)`,
    order: orders(query.sort),
    batched: q === "",
  });
  return { ...page, data: page.data.map(asRow) };
}

/** @throws HttpError 404 */
export async function findQuote(trx: Trx, account: string, id: number, now: Date, lock = false): Promise<KeptQuote> {
  const found = await checkedRow(
    trx,
    KeptQuote,
    sql`select ${names}, ${stateAt(now)} as state, x.revision, x.vat_mode, x.lines, x.net_cents, x.vat_cents, x.terms,
        x.token, x.answered_by, x.decline_reason, x.sale_id, x.by_id,
        jsonb_build_object('name', ${customer}, 'company', coalesce(c.company, d.company, ''),
          'phone', coalesce(c.phone, d.phone, ''), 'email', coalesce(c.email, d.email, '')) as buyer,
        array_remove(array[coalesce(d.sales_manager_id, c.sales_manager_id), x.by_id], null) as owners
      from ${tables} where x.customer_account = ${account} and x.id = ${id} ${lock ? sql`for update of x` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such quote.");
  return found;
}

const SentVersionRow = z.object({ version: z.number(), document: QuoteDocument, sent_at: z.date() });

/** The version that a customer was sent last; undefined where none was. */
export function findSentVersion(
  trx: Trx,
  account: string,
  id: number,
): Promise<{ version: number; document: QuoteDocument; sent_at: Date } | undefined> {
  return checkedRow(
    trx,
    SentVersionRow,
    sql`select version, document, sent_at from crm.quote_versions
      where customer_account = ${account} and quote_id = ${id} order by version desc limit 1`,
  );
}

const VersionRow = z.object({ version: z.number(), sent_at: z.date(), sent_by: z.string(), document: QuoteDocument });

/** A quote as its page shows it. @param seller of a version that is not sent yet */
export async function asQuote(
  trx: Trx,
  account: string,
  kept: KeptQuote,
  seller: QuoteDocument["seller"],
): Promise<Quote> {
  const versions = await checkedRows(
    trx,
    VersionRow,
    sql`select version, sent_at, sent_by, document from crm.quote_versions
      where customer_account = ${account} and quote_id = ${kept.id} order by version desc limit 100`,
  );
  const sent = versions.find(({ version }) => version === kept.version);
  return {
    ...asRow({ ...kept, customer: kept.buyer.name }),
    revision: kept.revision,
    document: sent?.document ?? draftDocument(kept, seller),
    answered_by: kept.answered_by,
    decline_reason: kept.decline_reason,
    sale_id: kept.sale_id,
    token: kept.token,
    versions: versions.map(({ document, sent_at, ...one }) => ({
      ...one,
      sent_at: sent_at.toISOString(),
      total_cents: document.total_cents,
    })),
  };
}

/** What a quote says now, as nobody was sent it yet. */
export function draftDocument(kept: KeptQuote, seller: QuoteDocument["seller"]): QuoteDocument {
  const { number, version, buyer, currency, vat_mode, lines, net_cents, vat_cents, total_cents } = kept;
  const { valid_until, terms, by } = kept;
  return {
    ...{ number, version, seller, buyer, currency, vat_mode, lines, net_cents, vat_cents, total_cents },
    ...{ valid_until, terms, by, issued_on: null },
  };
}
