import { type Kysely, sql } from "kysely";
import { type KeyScope, keyPersonId } from "../../rules/api-keys";
import type { DB } from "../tables";
import type { SessionPerson } from "./store";

type PresentedKey = Pick<
  SessionPerson,
  | "customer_account"
  | "account_name"
  | "time_zone"
  | "products"
  | "billing_customer_id"
  | "holds_products"
  | "suspended"
  | "name"
> & { key: number; scopes: KeyScope[] };

/**
 * What a key stands for, as the services know their callers: nobody's roles and permissions, only its scopes. Nothing
 * once it was revoked or has expired. One statement.
 */
export async function findKey(db: Kysely<DB>, hash: Buffer): Promise<SessionPerson | undefined> {
  const { rows } = await sql<{ found: PresentedKey | null }>`select identity.present_key(${hash}) as found`.execute(db);
  const found = rows[0]?.found;
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
