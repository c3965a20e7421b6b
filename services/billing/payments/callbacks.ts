import { createHash } from "node:crypto";
import { type Database, inAccount } from "../../kit/database";
import { lookLater } from "./advance";
import { secretHash } from "./ask";

/**
 * Keeps what a provider says of one payment, as it came, before it is answered; a job looks at it. The same bytes
 * again are counted, not kept twice. "unknown": no payment has that secret.
 */
export async function receiveCallback(
  { db }: Database,
  secret: string,
  raw: Uint8Array,
): Promise<"stored" | "unknown"> {
  const found = await db
    .selectFrom("billing.payment_callback_tokens")
    .select(["customer_account", "payment_id"])
    .where("secret_hash", "=", secretHash(secret))
    .executeTakeFirst();
  if (!found) return "unknown";
  const { customer_account, payment_id } = found;
  const body_hash = createHash("sha256").update(raw).digest();
  // PostgreSQL keeps no U+0000; a body with one can't be read as JSON of ours either way.
  const body = Buffer.from(raw).toString("utf8").replaceAll("\u0000", "\ufffd");
  await inAccount(db, customer_account, async (trx) => {
    await trx
      .insertInto("billing.callbacks")
      .values({ customer_account, payment_id, body_hash, body })
      .onConflict((on) =>
        on
          .columns(["customer_account", "payment_id", "body_hash"])
          .doUpdateSet((eb) => ({ times: eb("billing.callbacks.times", "+", 1) })),
      )
      .execute();
    await lookLater(trx, customer_account, payment_id);
  });
  return "stored";
}
