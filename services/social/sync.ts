import { sql } from "kysely";
import { z } from "zod";
import { isPublic } from "../../rules/chat-channels";
import type { Item } from "../connectors/message";
import { inAccount, readAccount } from "../kit/database";
import { checkedRows } from "../kit/row-schema";
import { HttpError } from "../kit/serve";
import { channelRows } from "./channels";
import { connectionFor } from "./connection";
import type { SocialContext } from "./deps";
import { takeItem } from "./incoming";
import { networkOverrides } from "./network-overrides";
import { NotConnected, readAnswer } from "./save";
import { RetryLater } from "./taking";

/**
 * Asks the network for what is missing in a conversation (spec 2 §4): what is there already stays one message.
 * @throws NotConnected, HttpError 404
 */
export async function syncConversation(service: SocialContext, account: string, contact: number): Promise<void> {
  const { db, deps } = service;
  const found = await deps.clientsOfAccount(account).chat.contact({ params: { id: contact } });
  if (found.status !== 200) throw new HttpError(found.status as 404, found.body.message);
  const { inbox_id, user_id } = found.body.contact;
  const [row] = await readAccount(db, account, (trx) => channelRows(trx, account, sql`c.inbox_id = ${inbox_id}`));
  if (!row?.active) throw new NotConnected("This channel is not connected.");
  const line = connectionFor(deps, account, row);
  if (!line.history || isPublic(row.channel, user_id))
    throw new NotConnected("This network can't return earlier messages.");
  const asked = await line.history(user_id).catch(async (error: unknown) => {
    throw new NotConnected(await readAnswer(row.channel, error));
  });
  const settle = networkOverrides[row.channel]?.settle;
  const open = settle ? [] : await unsettled(service, account, row.id, user_id);
  const given = { ...service, account, row, tries: Number.MAX_SAFE_INTEGER };
  for (const item of asked) {
    if (mayBeOurs(item, open)) continue;
    try {
      const settled = settle ? await settle(given, item) : item;
      if (typeof settled !== "string") await takeItem(given, settled);
    } catch (error) {
      if (error instanceof RetryLater) throw new NotConnected(error.message);
      throw error;
    }
  }
}

const AtRow = z.object({ at: z.date() });

/** When messages left of which nobody knows yet whether they arrived. */
async function unsettled({ db }: SocialContext, account: string, channel: number, user: string): Promise<Date[]> {
  const found = await inAccount(db, account, (trx) =>
    checkedRows(
      trx,
      AtRow,
      sql`
      select at from social.outgoing where customer_account = ${account} and channel_id = ${channel}
        and external_id = ${user} and provider_id is null and state in ('trying', 'unknown')`,
    ),
  );
  return found.map(({ at }) => at);
}

/** The history does not say which program wrote: what may be one of those is left to its echo (statement M18). */
function mayBeOurs(item: Item, open: readonly Date[]): boolean {
  if (item.kind !== "message" || !item.echo) return false;
  return open.some((at) => item.at > at.getTime() - 10_000 && item.at < at.getTime() + 600_000);
}
