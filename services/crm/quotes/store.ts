import { sql } from "kysely";
import type { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import type { QuoteState, VatMode } from "../../../rules/quotes";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { likePattern, pageOfRows } from "../../kit/paging";
import { row, rows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Quote, QuoteDocument, QuoteLine, QuoteRow, quoteCalls } from "../contract.quotes";

/** A quote as the database has it. */
export type KeptQuote = {
  id: number;
  number: number;
  version: number;
  revision: number;
  state: QuoteState;
  deal_id: number | null;
  deal_name: string | null;
  contact_id: number | null;
  contact_name: string | null;
  buyer: QuoteDocument["buyer"];
  owners: string[];
  currency: QuoteRow["currency"];
  vat_mode: VatMode;
  lines: QuoteLine[];
  net_cents: number;
  vat_cents: number;
  total_cents: number;
  valid_until: string;
  terms: string;
  token: string | null;
  sent_at: Date | null;
  answered_at: Date | null;
  answered_by: string;
  decline_reason: string;
  sale_id: number | null;
  by_id: string | null;
  by: string;
  created_at: Date;
};

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

type FoundRow = Pick<
  KeptQuote,
  | "id"
  | "number"
  | "version"
  | "state"
  | "deal_id"
  | "deal_name"
  | "contact_id"
  | "contact_name"
  | "currency"
  | "total_cents"
  | "valid_until"
  | "sent_at"
  | "answered_at"
  | "by"
  | "created_at"
> & { customer: string };

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
  const page = await pageOfRows<FoundRow>(trx, query, {
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
  const found = await row<KeptQuote>(
    trx,
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

/** The version that a customer was sent last; undefined where none was. */
export function findSentVersion(
  trx: Trx,
  account: string,
  id: number,
): Promise<{ version: number; document: QuoteDocument; sent_at: Date } | undefined> {
  return row(
    trx,
    sql`select version, document, sent_at from crm.quote_versions
      where customer_account = ${account} and quote_id = ${id} order by version desc limit 1`,
  );
}

/** A quote as its page shows it. @param seller of a version that is not sent yet */
export async function asQuote(
  trx: Trx,
  account: string,
  kept: KeptQuote,
  seller: QuoteDocument["seller"],
): Promise<Quote> {
  const versions = await rows<{ version: number; sent_at: Date; sent_by: string; document: QuoteDocument }>(
    trx,
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
