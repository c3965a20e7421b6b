import { createHash } from "node:crypto";
import type { Trx } from "../../kit/database";
import type { ChannelPlace } from "./tweets";

/** What is the same in our words and in what X shows of them: it writes links in its own way. */
export function messageDigest(text: string, file: boolean): string {
  const plain = text
    .toLowerCase()
    .replace(/https?:\/\//g, "")
    .replace(/\/(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return createHash("sha256").update(`${plain}\n${file}`).digest("base64url");
}

/** A message leaves: when X shows it before it has answered us, it is known as ours. */
export async function saveDigest(trx: Trx, account: string, message: string, digest: string): Promise<void> {
  await trx
    .updateTable("social.outgoing")
    .set({ digest })
    .where("customer_account", "=", account)
    .where("message_id", "=", message)
    .execute();
}

/** `at`: when it was written, by X's clock, in milliseconds. */
type ShownMessage = { provider_id: string; external_id: string; digest: string; at: number };

/** Milliseconds between its leaving and X's time of it: before, for clocks that differ, and after. */
const [earlier, later] = [60_000, 600_000];

/**
 * Which message of ours X shows: `known` when its id was told to us, `found` when only its words say so, which keeps the
 * id. Undefined: it was written elsewhere.
 */
export async function findOwnMessage(
  trx: Trx,
  { account, channel }: ChannelPlace,
  { provider_id, external_id, digest, at }: ShownMessage,
): Promise<{ kind: "known" | "found"; message_id: string } | undefined> {
  const outgoing = trx
    .selectFrom("social.outgoing")
    .select("message_id")
    .where("customer_account", "=", account)
    .where("channel_id", "=", channel);
  const known = await outgoing.where("provider_id", "=", provider_id).executeTakeFirst();
  if (known) return { kind: "known", ...known };
  const found = await outgoing
    .where("external_id", "=", external_id)
    .where("provider_id", "is", null)
    .where("state", "in", ["trying", "unknown"])
    .where("digest", "=", digest)
    .where("at", ">=", new Date(at - later))
    .where("at", "<=", new Date(at + earlier))
    .orderBy("at")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return undefined;
  await trx
    .updateTable("social.outgoing")
    .set({ provider_id, state: "sent" })
    .where("customer_account", "=", account)
    .where("message_id", "=", found.message_id)
    .execute();
  return { kind: "found", ...found };
}
