import { z } from "zod";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import type { ResellerDeps } from "./deps";

/** Tells messaging a child's price of a part. */
const priceTask = "identity.child-price";

export async function tellPrice({ db }: Database, deps: ResellerDeps, parent: string, child: string): Promise<void> {
  const row = await readAccount(db, parent, (trx) =>
    trx
      .selectFrom("identity.children")
      .select("part_price")
      .where("customer_account", "=", parent)
      .where("child_account", "=", child)
      .executeTakeFirst(),
  );
  if (!row) return;
  const answer = await deps.clientsOfAccount(child).messaging.setPartPrice({ body: { part_price: row.part_price } });
  if (answer.status !== 201) throw new Error(`messaging answered ${answer.status}`);
}

export function tellPriceLater(trx: Trx, parent: string, child: string): Promise<void> {
  return sendLater(trx, priceTask, { parent, child });
}

const Price = z.object({ parent: z.string(), child: z.string() });

/** The job behind a child's price: it makes good what the call itself could not tell. */
export function priceTasks(database: Database, deps: ResellerDeps): Tasks {
  return {
    async [priceTask](payload) {
      const { parent, child } = Price.parse(payload);
      await tellPrice(database, deps, parent, child);
    },
  };
}
