import { type Database, readAccount } from "../../kit/database";
import { findLink } from "../connectors/links";
import { findRateLimit } from "../connectors/settings";
import type { BlastDetail, Price } from "../contract.blasts";
import type { BlastDeps } from "./deps";
import { blastOf } from "./lists";
import { holdName } from "./moves";

/** A worker writes its rate each second; an older one is of a worker that has stopped. */
const rateLives = 3_000;

/** One blast with its price as it was made, its money as billing has it, and its progress. */
export async function detailOf(
  { db }: Database,
  deps: BlastDeps,
  account: string,
  id: number,
): Promise<BlastDetail | undefined> {
  const found = await readAccount(db, account, async (trx) => {
    const blast = await blastOf(trx, account, id);
    if (!blast) return undefined;
    const more = await trx
      .selectFrom("messaging.blasts as b")
      .innerJoin("messaging.blast_counts as c", (on) =>
        on.onRef("c.customer_account", "=", "b.customer_account").onRef("c.blast_id", "=", "b.id"),
      )
      .select(["b.price", "c.rate", "c.rated_at"])
      .where("b.customer_account", "=", account)
      .where("b.id", "=", id)
      .executeTakeFirstOrThrow();
    const reasons = await trx
      .selectFrom("messaging.blast_reasons")
      .select(["reason", "messages"])
      .where("customer_account", "=", account)
      .where("blast_id", "=", id)
      .where("messages", ">", 0)
      .orderBy("messages", "desc")
      .orderBy("reason")
      .limit(20)
      .execute();
    return { blast, more, reasons };
  });
  if (!found) return undefined;
  const { blast, more, reasons } = found;
  const [limit, link] = await Promise.all([findRateLimit({ db }, deps.rateLimit ?? 0), findLink({ db })]);
  const money = await deps.billingFor(account).holdOf({ params: { reference: holdName(id) } });
  const hold = money.status === 200 ? money.body : { held_cents: 0, settled_cents: 0, released_cents: 0 };
  const fresh = more.rated_at !== null && Date.now() - more.rated_at.getTime() < rateLives;
  const rate = fresh && blast.status === "sending" ? more.rate : 0;
  return {
    ...blast,
    price: more.price as Price,
    held_cents: hold.held_cents,
    charged_cents: hold.settled_cents,
    released_cents: hold.released_cents,
    rate,
    rate_limit: limit,
    seconds_left: rate > 0 ? Math.ceil(blast.queued / rate) : null,
    link: { up: link.up, since: link.since },
    reasons,
  };
}
