import { sql } from "kysely";
import { type Database, inAccount, type Trx } from "../../kit/database";
import type { Site, Visitor } from "./visitors";

/** Tokens of one session: a phone has one, which changes now and then. */
const maxTokens = 5;

/** Keeps the token of the phone that a session is on. One that another session had is this one's from now on. */
export async function keepPushToken({ db }: Database, site: Site, visitor: Visitor, token: string): Promise<void> {
  const { account, id: app } = site;
  await inAccount(db, account, async (trx) => {
    await sql`
      insert into webchat.push_tokens as t (customer_account, application_id, token, visitor_id)
      values (${account}, ${app}, ${token}, ${visitor.id})
      on conflict (customer_account, application_id, token) do update set visitor_id = excluded.visitor_id, made_at = now()
        where t.visitor_id <> excluded.visitor_id`.execute(trx);
    await sql`
      delete from webchat.push_tokens where customer_account = ${account} and visitor_id = ${visitor.id} and token in (
        select token from webchat.push_tokens where customer_account = ${account} and visitor_id = ${visitor.id}
        order by made_at desc, token offset ${maxTokens})`.execute(trx);
  });
}

/** The phone of a session is pushed to no more. */
export async function dropPushTokens(trx: Trx, account: string, visitor: string): Promise<void> {
  await trx
    .deleteFrom("webchat.push_tokens")
    .where("customer_account", "=", account)
    .where("visitor_id", "=", visitor)
    .execute();
}
