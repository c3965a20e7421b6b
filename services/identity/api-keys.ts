import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { keyPersonId, keyScopeNames } from "../../rules/api-keys";
import { checkedRow } from "../kit/row-schema";
import type { DB } from "../tables";
import { SessionPerson } from "./store";

const PresentedKey = SessionPerson.pick({
  time_zone: true,
  name: true,
  customer_account: true,
  suspended: true,
  products: true,
  account_name: true,
  billing_customer_id: true,
  holds_products: true,
}).extend({ key: z.number(), scopes: z.array(z.enum(keyScopeNames)) });

const FoundRow = z.object({ found: PresentedKey.nullable() });

/**
 * What a key stands for, as the services know their callers: nobody's roles and permissions, only its scopes. Nothing
 * once it was revoked or has expired. One statement.
 */
export async function findKey(db: Kysely<DB>, hash: Buffer): Promise<SessionPerson | undefined> {
  const row = await checkedRow(db, FoundRow, sql`select identity.present_key(${hash}) as found`);
  const found = row?.found;
  if (!found) return undefined;
  const { key, scopes, name, ...account } = found;
  return {
    ...account,
    kind: "person",
    id: keyPersonId(key),
    name: `${name} (API key)`,
    email: "",
    profile_url: "",
    user_group: "1",
    roles: [],
    permissions: [],
    platform: false,
    api_key: { id: key, scopes },
  };
}

const minuteMs = 60_000;

/** Notes that keys are in use: at most one write a minute for a key, and never in the way of a request. */
export function keysInUse(db: Kysely<DB>): (person: SessionPerson, agent: string) => void {
  const noted = new Map<string, number>();
  return ({ customer_account: account, api_key }, agent) => {
    if (!api_key) return;
    const name = `${account} ${api_key.id}`;
    const now = Date.now();
    if (now - (noted.get(name) ?? 0) < minuteMs) return;
    if (noted.size > 10_000) noted.clear();
    noted.set(name, now);
    db.transaction()
      .execute(async (trx) => {
        await sql`select set_config('app.account', ${account}, true)`.execute(trx);
        await trx
          .updateTable("identity.api_keys")
          .set({ last_used_at: new Date(), last_used_by: agent.slice(0, 200) })
          .where("customer_account", "=", account)
          .where("id", "=", api_key.id)
          .execute();
      })
      .catch(() => noted.delete(name));
  };
}
