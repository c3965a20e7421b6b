import type { Trx } from "../services/kit/database";

type Surroundings = { trx: Trx; customer_account: string; ago(days: number): Date };

const day = (at: Date) => at.toISOString().slice(0, 10);

/** What the account sells, and the sales of its won deals. */
export async function addSales({ trx, customer_account, ago }: Surroundings, deals: readonly number[]): Promise<void> {
  await trx
    .insertInto("crm.products")
    .values([
      { customer_account, name: "Milk cooler, 500 l", price_cents: 21_000_000, currency: "KES" },
      { customer_account, name: "Vaccine fridge", price_cents: 12_500_000, currency: "KES" },
      { customer_account, name: "Delivery within Kenya", price_cents: 850_000, currency: "KES" },
    ])
    .execute();
  for (const [at, deal] of deals.entries()) {
    const found = await trx
      .selectFrom("crm.records")
      .select(["name", "contact_id", "value_cents"])
      .where("customer_account", "=", customer_account)
      .where("id", "=", deal)
      .executeTakeFirstOrThrow();
    const total = found.value_cents ?? 0;
    const lines = [{ product_id: null, name: found.name, quantity: 1, price_cents: total }];
    // The first one is half paid and its day is over, the others are paid.
    const paid = at === 0 ? Math.floor(total / 2) : total;
    const sale = await trx
      .insertInto("crm.sales")
      .values({
        ...{ customer_account, key: `demo ${deal}`, deal_id: deal, contact_id: found.contact_id, currency: "KES" },
        ...{ total_cents: total, paid_cents: paid, lines: JSON.stringify(lines), by: "Mercy Nduku" },
        ...{ sold_on: day(ago(11 + at * 19)), due_on: day(ago(4 + at * 19)) },
        created_at: ago(11 + at * 19),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (paid > 0)
      await trx
        .insertInto("crm.sale_payments")
        .values({
          ...{ customer_account, sale_id: sale.id, key: `demo ${deal}`, amount_cents: paid, by: "Mercy Nduku" },
          ...(at % 2 === 0
            ? { method: "mpesa" as const, reference: `SKL7X2AB${String(10 + at)}` }
            : { method: "bank" as const, reference: `Transfer ${4_410 + at}` }),
          ...{ paid_on: day(ago(10 + at * 19)), created_at: ago(10 + at * 19) },
        })
        .execute();
  }
}
