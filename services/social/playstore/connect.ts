import { sql } from "kysely";
import type { z } from "zod";
import { ServiceAccount } from "../../connectors/service-account";
import { inAccount } from "../../kit/database";
import type { ChannelRow } from "../channels";
import type { PlayStoreForm } from "../contract.forms";
import type { SocialContext } from "../deps";
import { type As, explain, saveChannel } from "../save";
import { appWith } from "./app";

/** Asks for a review with the key before it is kept; then the reviews are read at once. @throws NotConnected */
export async function connectPlayStore(
  service: SocialContext,
  account: string,
  { package_name: id, key, name }: z.output<typeof PlayStoreForm>,
  as: As,
): Promise<ChannelRow> {
  // Of the key file only what signs is kept.
  const secrets = { token: JSON.stringify(ServiceAccount.parse(JSON.parse(key))), verify: "" };
  await appWith(service.deps, id, secrets)
    .list({ most: 1 })
    .catch((error: unknown) => explain("playstore", error));
  const who = { id, name: id, shown: id };
  const made = { channel: "playstore" as const, who, name, secrets, token_until: null };
  const { row } = await saveChannel(service, account, made, as);
  await inAccount(service.db, account, (trx) =>
    sql`
      insert into social.review_polls (customer_account, channel_id) values (${account}, ${row.id})
      on conflict (customer_account, channel_id) do update set due_at = now(), failures = 0, walked_at = null`.execute(
      trx,
    ),
  );
  return row;
}
