import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import type { Break } from "../contract.shapes";
import { row, rows } from "../desk/act";

type Asked = {
  page: number;
  per_page: number;
  after?: string | undefined;
  before?: string | undefined;
  participant_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Break records, newest first. `from` and `to` are days of the account's zone, both included. */
export async function breakPage(trx: Trx, account: string, asked: Asked) {
  const { participant_id, from, to, per_page } = asked;
  const zone = sql`(select time_zone from chat.routing where customer_account = ${account})`;
  const where = sql`b.customer_account = ${account}
    and ${participant_id ? sql`b.participant_id = ${participant_id}` : sql`true`}
    and ${from ? sql`coalesce(b.time_ended, now()) >= (${from}::timestamp at time zone ${zone})` : sql`true`}
    and ${to ? sql`b.time < ((${to}::timestamp + interval '1 day') at time zone ${zone})` : sql`true`}`;
  const total = (await row<{ n: number }>(trx, sql`select count(*) as n from chat.breaks b where ${where}`))?.n ?? 0;
  const last_page = Math.max(1, Math.ceil(total / per_page));
  const current_page = Math.min(asked.page, last_page);
  const data = await rows<Break>(
    trx,
    sql`
    select id, participant_id, name, customer_account, status, extract(epoch from time)::bigint as time,
      extract(epoch from time_ended)::bigint as time_ended
    from chat.breaks b where ${where} order by time desc, id desc limit ${per_page}::bigint offset ${(current_page - 1) * per_page}::bigint`,
  );
  return {
    ...{ data, total, total_capped: false, current_page, last_page, per_page },
    next: current_page < last_page ? String(current_page + 1) : null,
    previous: current_page > 1 ? String(current_page - 1) : null,
  };
}
