import type { Kysely } from "kysely";
import { sql } from "kysely";
import { z } from "zod";
import { pruneNotices } from "../kit/notice-store";
import { Person } from "../kit/principal";
import { checkedRow } from "../kit/row-schema";
import type { DB } from "../tables";

type Db = Kysely<DB>;
export const SessionPerson = Person.extend({
  account_name: z.string(),
  time_zone: z.string(),
  profile_url: z.string(),
  platform: z.boolean(),
  holds_products: z.boolean(),
  suspended: z.string().nullable(),
});
export type SessionPerson = z.infer<typeof SessionPerson>;

const PersonRow = z.object({ person: z.record(z.string(), z.unknown()).nullable() });

/** The live person behind a token's hash, or nothing. One statement; row security is on inside the function. */
export async function findPerson(db: Db, hash: Buffer): Promise<SessionPerson | undefined> {
  const row = await checkedRow(
    db,
    PersonRow,
    sql`
    select identity.present(${hash}) as person`,
  );
  const found = row?.person;
  return found ? ({ kind: "person", ...found } as SessionPerson) : undefined;
}

export async function loadLogin(db: Db, email: string) {
  return db.selectFrom("identity.logins").selectAll().where("email", "=", email.toLowerCase()).executeTakeFirst();
}

/** Where mails to somebody go who may come in; nothing for a dismissed person. */
export async function activeEmail(trx: Db, account: string, user: number): Promise<string | undefined> {
  const person = await trx
    .selectFrom("identity.users")
    .select("email")
    .where("customer_account", "=", account)
    .where("id", "=", user)
    .where("active", "=", true)
    .executeTakeFirst();
  return person?.email;
}

export async function addSession(
  db: Db,
  session: { token_hash: Buffer; customer_account: string; user_id: number; expires_at: Date; address: string },
): Promise<void> {
  await db.insertInto("identity.sessions").values(session).execute();
}

export async function endSession(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom("identity.sessions").where("token_hash", "=", hash).execute();
}

/** Drops what is out of date: ended sessions, old failures and old notices. */
export async function tidy(db: Db): Promise<void> {
  await db.deleteFrom("identity.signups").where("expires_at", "<", sql<Date>`now()`).execute();
  await db.deleteFrom("identity.tokens").where("expires_at", "<", sql<Date>`now()`).execute();
  await db.deleteFrom("identity.sessions").where("expires_at", "<", sql<Date>`now()`).execute();
  // Their ends are among the activities by then.
  await db.deleteFrom("identity.delegations").where("expires_at", "<", sql<Date>`now() - interval '1 day'`).execute();
  await db.deleteFrom("identity.attempts").where("at", "<", sql<Date>`now() - interval '1 day'`).execute();
  await pruneNotices(db);
}
