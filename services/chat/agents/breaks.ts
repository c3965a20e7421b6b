import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { byTime } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { Break } from "../contract.schemas";

type BreaksAsked = PageQuery & {
  participant_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const newest = byTime("b.time", "b.id");

/** Break records, newest first. `from` and `to` are days of the account's zone, both included. */
export async function breakPage(trx: Trx, account: string, asked: BreaksAsked) {
  const { participant_id, from, to } = asked;
  const zone = sql`(select time_zone from chat.routing where customer_account = ${account})`;
  const where = sql`b.customer_account = ${account}
    and ${participant_id ? sql`b.participant_id = ${participant_id}` : sql`true`}
    and ${from ? sql`coalesce(b.time_ended, now()) >= (${from}::timestamp at time zone ${zone})` : sql`true`}
    and ${to ? sql`b.time < ((${to}::timestamp + interval '1 day') at time zone ${zone})` : sql`true`}`;
  return pageOfRows(trx, asked, {
    schema: Break,
    select: sql`id, participant_id, name, customer_account, status, extract(epoch from time)::bigint as time,
      extract(epoch from time_ended)::bigint as time_ended`,
    from: sql`chat.breaks b where ${where}`,
    order: newest,
  });
}
