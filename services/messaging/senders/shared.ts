import type { Trx } from "../../kit/database";
import type { UsableSender } from "../contract.senders";
import { type KindTerms, networksWithout, ownRows } from "./rows";

/**
 * The sender ID that every account with SMS may use from its first minute (docs/decisions/0040-shared-sender.md): known
 * to every network, transactional, and a row of no account. Undefined where the platform has registered none.
 */
export type SharedSenderSetting = { sharedSender?: string | undefined };

export function sharedAsUsable({ sharedSender }: SharedSenderSetting, terms: KindTerms): UsableSender[] {
  if (!sharedSender) return [];
  const shared = { sender: sharedSender, kind: "transactional", status: "approved", shared: true } as const;
  return [{ ...shared, not_on: [], ...terms.transactional }];
}

/** The networks that have not approved an account's own sender ID; the shared one is known to all. */
export async function findNetworksWithout(trx: Trx, account: string, sender: string): Promise<string[]> {
  const row = await ownRows(trx, account).where("s.sender", "=", sender).executeTakeFirst();
  return row ? networksWithout(row.networks) : [];
}

/** The kind of a sender ID that the account may put on a message: its own approved one, or the shared one. */
export async function usableKind(
  trx: Trx,
  account: string,
  sender: string,
  { sharedSender }: SharedSenderSetting,
): Promise<"transactional" | "promotional" | undefined> {
  const own = await trx
    .selectFrom("messaging.senders")
    .select(["kind", "status"])
    .where("customer_account", "=", account)
    .where("sender", "=", sender)
    .executeTakeFirst();
  if (own?.status === "approved") return own.kind === "promotional" ? "promotional" : "transactional";
  return sender === sharedSender ? "transactional" : undefined;
}
