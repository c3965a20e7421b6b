import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { Invoice, InvoiceLine, InvoiceRow, invoiceStates, Party } from "../contract.invoices";
import { isoDay } from "../dates";

type InvoiceRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof invoiceRows>["executeTakeFirst"]>>>;

/** Documents with what became of them: a pro forma's mark, and what a document refers to or was paid by. */
export function invoiceRows(trx: Trx, account: string) {
  return trx
    .selectFrom("billing.invoices as i")
    .leftJoin("billing.invoice_marks as m", (on) =>
      on.onRef("m.customer_account", "=", "i.customer_account").onRef("m.invoice_id", "=", "i.id"),
    )
    .leftJoin("billing.invoices as r", (on) =>
      on
        .onRef("r.customer_account", "=", "i.customer_account")
        .on("r.id", "=", sql<number>`coalesce(m.paid_by_invoice, i.refers_to)`),
    )
    .where("i.customer_account", "=", account)
    .selectAll("i")
    .select(["m.state as mark", "m.paid_at as marked_at", "r.number as other_number", "r.id as other_id"]);
}

export async function loadInvoice(trx: Trx, account: string, id: number): Promise<Invoice | undefined> {
  const row = await invoiceRows(trx, account).where("i.id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  return {
    ...asRow(row),
    lines: row.lines as InvoiceLine[],
    buyer: row.buyer as Party,
    seller: row.seller as Party,
    credited_cents: await sumCredited(trx, account, id),
    note: row.note,
  };
}

const TotalRow = z.object({ total: z.number() });

/** What credit notes have taken back of a tax invoice. */
export async function sumCredited(trx: Trx, account: string, id: number): Promise<number> {
  const statement = sql`select coalesce(sum(total_cents), 0)::bigint as total from billing.invoices
    where customer_account = ${account} and kind = 'credit' and refers_to = ${id}`;
  return (await checkedRow(trx, TotalRow, statement))?.total ?? 0;
}

export function asRow(row: InvoiceRecord): InvoiceRow {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: stateOf(row),
    product: row.product,
    title: row.title,
    issued_at: row.issued_at.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    paid_at: row.kind === "tax" ? row.issued_at.toISOString() : (row.marked_at?.toISOString() ?? null),
    period_from: row.period_from ? isoDay(row.period_from) : null,
    period_to: row.period_to ? isoDay(row.period_to) : null,
    net_cents: row.net_cents,
    vat_percent: row.vat_rate / 100,
    vat_cents: row.vat_cents,
    total_cents: row.total_cents,
    refers_to:
      row.other_id !== null && row.other_number !== null ? { id: row.other_id, number: row.other_number } : null,
  };
}

function stateOf(row: InvoiceRecord): (typeof invoiceStates)[number] {
  if (row.kind === "credit") return "issued";
  return row.kind === "tax" ? "paid" : ((row.mark ?? "open") as (typeof invoiceStates)[number]);
}
