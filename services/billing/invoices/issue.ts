import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { invoiceKinds, Party } from "../contract.invoices";
import { nairobiDay, type Totals } from "./vat";

type Kind = (typeof invoiceKinds)[number];
const series = { tax: "INV", proforma: "PRO", credit: "CRN" } as const satisfies Record<Kind, string>;

export type InvoiceDraft = Totals & {
  kind: Kind;
  /** The same key is the same document. */
  key: string;
  title: string;
  product?: string;
  plan?: string;
  at: Date;
  due_at?: Date | null;
  period_from?: string | null;
  period_to?: string | null;
  refers_to?: number | null;
  seller: Party;
  note?: string;
};

const LastRow = z.object({ last: z.number() });

/**
 * Issues a document with the next number of its row; an error later in the transaction gives the number back, so no
 * number is ever missing. A pro forma is open from then on. Answers the id; the same key issues once.
 */
export async function issue(trx: Trx, account: string, draft: InvoiceDraft): Promise<number> {
  const year = Number(nairobiDay(draft.at).slice(0, 4));
  // Locked first, so that two with the same key can't both look and find nothing.
  const row = await checkedRow(
    trx,
    LastRow,
    sql`
    insert into billing.series (customer_account, series, year) values (${account}, ${series[draft.kind]}, ${year})
    on conflict (customer_account, series, year) do update set last = billing.series.last returning last`,
  );
  const known = await trx
    .selectFrom("billing.invoices")
    .select("id")
    .where("customer_account", "=", account)
    .where("key", "=", draft.key)
    .executeTakeFirst();
  if (known) return known.id;
  const next = (row?.last ?? 0) + 1;
  await trx
    .updateTable("billing.series")
    .set({ last: next })
    .where("customer_account", "=", account)
    .where("series", "=", series[draft.kind])
    .where("year", "=", year)
    .execute();
  const made = await trx
    .insertInto("billing.invoices")
    .values({
      customer_account: account,
      key: draft.key,
      number: `${series[draft.kind]}-${year}-${String(next).padStart(6, "0")}`,
      kind: draft.kind,
      product: draft.product ?? "",
      plan: draft.plan ?? "",
      title: draft.title,
      issued_at: draft.at,
      due_at: draft.due_at ?? null,
      period_from: draft.period_from ?? null,
      period_to: draft.period_to ?? null,
      lines: JSON.stringify(draft.lines),
      net_cents: draft.net_cents,
      vat_rate: draft.vat_rate,
      vat_cents: draft.vat_cents,
      total_cents: draft.total_cents,
      refers_to: draft.refers_to ?? null,
      buyer: JSON.stringify(await loadBuyer(trx, account)),
      seller: JSON.stringify(draft.seller),
      note: draft.note ?? "",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (draft.kind === "proforma")
    await trx
      .insertInto("billing.invoice_marks")
      .values({ customer_account: account, invoice_id: made.id, state: "open" })
      .execute();
  return made.id;
}

async function loadBuyer(trx: Trx, account: string): Promise<Party> {
  const found = await trx
    .selectFrom("billing.customers")
    .selectAll()
    .where("customer_account", "=", account)
    .executeTakeFirst();
  const address = [found?.address, found?.town].filter(Boolean).join(", ");
  const { name = "", email = "", phone = "", kra_pin = "" } = found ?? {};
  return { name: name || `Account ${account}`, address, email, phone, kra_pin };
}
