import { sql } from "kysely";
import { z } from "zod";
import { keyPrefix, keyScopes } from "../../../rules/api-keys";
import { parseInstant } from "../../../rules/local-time";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { newestFirst } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { ApiKey, type ApiKeyForm } from "../contract.keys";
import { type Changer, powers } from "../people/member-record";
import { tokenHash } from "../sessions";
import { newSecret } from "../tokens";

/** An account has at most so many keys that work. */
const maxKeys = 50;

const Row = ApiKey.extend({
  created_at: z.date(),
  last_used_at: z.date().nullable(),
  expires_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
});
type Row = z.infer<typeof Row>;

const columns = sql`id, name, scopes, starts_with, created_by, created_at, last_used_at, last_used_by, expires_at,
  revoked_at, revoked_by,
  case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as state`;

function shown(row: Row): ApiKey {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  const { created_at, last_used_at, expires_at, revoked_at } = row;
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: iso(last_used_at),
    expires_at: iso(expires_at),
    revoked_at: iso(revoked_at),
  };
}

/** The account's keys, newest first. */
export async function keyPage(trx: Trx, account: string, asked: PageQuery) {
  const page = await pageOfRows(trx, asked, {
    schema: Row,
    select: columns,
    from: sql`identity.api_keys where customer_account = ${account}`,
    order: newestFirst,
  });
  return { ...page, data: page.data.map(shown) };
}

export async function findApiKey(trx: Trx, account: string, id: number): Promise<ApiKey | undefined> {
  const found = await checkedRow(
    trx,
    Row,
    sql`select ${columns} from identity.api_keys where customer_account = ${account} and id = ${id}`,
    { batched: true },
  );
  return found && shown(found);
}

const AccountState = z.object({ time_zone: z.string(), keys: z.number() });

/** A new key. The caller tells it once; here only its hash stays. @throws HttpError 403, 422 */
export async function createKey(
  trx: Trx,
  account: string,
  changer: Changer,
  { name, scopes, expires_on }: z.output<typeof ApiKeyForm>,
): Promise<ApiKey & { secret: string }> {
  const held = powers(changer);
  const beyond = scopes.filter((scope) => !keyScopes[scope].permissions.some((permission) => held.has(permission)));
  if (beyond.length > 0) {
    const words = `You can only give a key what you may do yourself. You may not: ${beyond.map((scope) => keyScopes[scope].label).join(", ")}.`;
    throw new HttpError(403, words, { scopes: [words] });
  }
  const about = await checkedRow(
    trx,
    AccountState,
    sql`select a.time_zone, (select count(*) from identity.api_keys k where k.customer_account = a.customer_account
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())) as keys
    from identity.accounts a where a.customer_account = ${account}`,
  );
  if ((about?.keys ?? 0) >= maxKeys)
    throw new HttpError(422, `An account has at most ${maxKeys} keys. Revoke one that is not used.`);
  const expires = expires_on && parseInstant(about?.time_zone ?? "UTC", { date: expires_on, time: "23:59" });
  if (expires && expires.getTime() <= Date.now())
    throw new HttpError(422, "Please correct the marked fields.", { expires_on: ["Choose today or a later day."] });
  const secret = `${keyPrefix}${newSecret()}`;
  const made = await checkedRow(
    trx,
    Row,
    sql`insert into identity.api_keys (customer_account, name, scopes, starts_with, created_by, expires_at)
      values (${account}, ${name}, ${[...new Set(scopes)]}::text[], ${secret.slice(0, keyPrefix.length + 6)},
        ${changer.by === "system" ? "" : changer.by.name}, ${expires || null}::timestamptz)
      returning ${columns}`,
  );
  if (!made) throw new Error("the key was not written");
  await trx
    .insertInto("identity.api_key_proofs")
    .values({ key_hash: tokenHash(secret), customer_account: account, key_id: made.id })
    .execute();
  await recordActivity(trx, account, changer.by, {
    action: "API key created",
    description: `The key ${name} (${made.starts_with}…) was created: ${labels(made.scopes)}.`,
    subject: "API key",
    subject_id: String(made.id),
  });
  return { ...shown(made), secret };
}

/** Ends a key; ending it twice is ending it once. @throws HttpError 404 */
export async function revokeKey(trx: Trx, account: string, by: ActivityActor, id: number): Promise<ApiKey> {
  const revoked = await checkedRow(
    trx,
    Row,
    sql`update identity.api_keys set revoked_at = now(), revoked_by = ${by === "system" ? "" : by.name}
      where customer_account = ${account} and id = ${id} and revoked_at is null returning ${columns}`,
  );
  if (!revoked) {
    const known = await findApiKey(trx, account, id);
    if (!known) throw new HttpError(404, "There is no such API key.");
    return known;
  }
  await trx
    .deleteFrom("identity.api_key_proofs")
    .where("customer_account", "=", account)
    .where("key_id", "=", id)
    .execute();
  await recordActivity(trx, account, by, {
    action: "API key revoked",
    description: `The key ${revoked.name} (${revoked.starts_with}…) was revoked.`,
    subject: "API key",
    subject_id: String(id),
  });
  return shown(revoked);
}

function labels(scopes: ApiKey["scopes"]): string {
  return scopes.map((scope) => keyScopes[scope].label).join(", ");
}
