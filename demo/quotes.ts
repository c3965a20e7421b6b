import { createHash } from "node:crypto";
import { addDays, dayIn } from "../rules/calendar";
import { endOfDay } from "../rules/crm-tasks";
import { lineAmounts, quoteTotals } from "../rules/quotes";
import type { Trx } from "../services/kit/database";

/** What stands in the address of the demo's quote: it shows what a customer sees. */
const token = "demo-quote-of-a-cold-room-for-fish-43-signs";

/** A quote for the first deal, which its customer was sent. */
export async function fillQuotes(trx: Trx, customer_account: string): Promise<void> {
  const first = await trx
    .selectFrom("crm.records")
    .select(["id", "sales_manager_id", "sales_manager"])
    .where("customer_account", "=", customer_account)
    .where("kind", "=", "deal")
    .orderBy("id")
    .executeTakeFirst();
  if (!first) return;
  const { id: deal, sales_manager_id: by_id, sales_manager: by } = first;
  const record = (id: number) =>
    trx
      .selectFrom("crm.records")
      .select(["id", "name", "company", "phone", "email", "contact_id"])
      .where("customer_account", "=", customer_account)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const { contact_id } = await record(deal);
  const buyer = await record(contact_id ?? deal);
  const now = new Date();
  const today = dayIn("Africa/Nairobi", now);
  const valid_until = addDays(today, 14);
  const offered = [
    { product_id: null, name: "Cold room, 12 m³, installed", quantity: 1, price_cents: 48_000_000, vat: "standard" },
    { product_id: null, name: "Training of the staff, a day", quantity: 2, price_cents: 1_250_000, vat: "exempt" },
  ] as const;
  const lines = offered.map((line) => ({ ...line, ...lineAmounts(line, "added") }));
  const { rates: _, ...totals } = quoteTotals(lines);
  const terms = "Half in advance, half on delivery. Delivered within 21 days.";
  const offer = { currency: "KES", vat_mode: "added" as const, ...totals, valid_until, terms, by };
  const { id } = await trx
    .insertInto("crm.quotes")
    .values({
      ...{ customer_account, key: "demo-quote", number: 1, state: "sent", deal_id: deal, contact_id, token },
      ...{ ...offer, lines: JSON.stringify(lines), expires_at: endOfDay("Africa/Nairobi", valid_until) ?? now },
      ...{ sent_at: now, by_id },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.insertInto("crm.quote_numbers").values({ customer_account, last: 1 }).execute();
  const { name, company, phone, email } = buyer;
  const seller = { name: "Savanna Traders", phone: "+254 20 765 0000", kra_pin: "P051234567X" };
  const sent = {
    number: 1,
    version: 1,
    seller,
    buyer: { name, company, phone, email },
    ...offer,
    lines,
    issued_on: today,
  };
  await trx
    .insertInto("crm.quote_versions")
    .values({
      ...{ customer_account, quote_id: id, version: 1, sent_at: now, sent_by: by },
      document: JSON.stringify(sent),
    })
    .execute();
  await trx
    .insertInto("crm.secret_links")
    .values({ hash: createHash("sha256").update(token).digest(), customer_account, kind: "quote", subject: String(id) })
    .execute();
}
