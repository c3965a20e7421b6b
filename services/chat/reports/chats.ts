import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { Refused } from "../../kit/serve";
import { ReportChat } from "../contract.figures";
import { bigints, row, rows, seconds } from "../desk/act";
import { answeredAt, chatsWhere, isHandled, type Looking, stateOf } from "./where";

type Row = Omit<ReportChat, "created_at" | "ended_at"> & { created_at: Date; ended_at: Date | null; at: number };

/** What is shown of a conversation `c`; `at` is its place in the order, to the microsecond. */
const columns = sql`c.contact_id, c.created_at, c.name, c.msisdn, c.email, c.channel, i.name as inbox, c.participant_id as agent_id,
  case when c.participant_id is null then '' else c.response_by end as agent, ${stateOf} as state, c.ended_at,
  case when c.first_customer_at is not null then round(date_part('epoch', (${answeredAt}) - c.first_customer_at)) end as first_response_seconds,
  case when ${isHandled} then greatest(0, round(date_part('epoch', c.ended_at - c.assigned))) end as handle_seconds,
  c.disposition_words as disposition, c.rating, case when c.rating is null then '' else c.rating_note end as comment,
  (extract(epoch from c.created_at) * 1000000)::bigint as at`;
const source = sql`chat.contacts c join chat.inboxes i on i.customer_account = c.customer_account and i.id = c.inbox_id`;

function shown(found: Row): ReportChat {
  return ReportChat.parse({ ...found, created_at: seconds(found.created_at), ended_at: seconds(found.ended_at) });
}

type Asked = {
  page: number;
  per_page: number;
  after?: string | undefined;
  before?: string | undefined;
  counted: "yes" | "no";
};

/** Where a page ended: the microsecond and the number; a broken one is none. */
function placeOf(cursor: string | undefined) {
  const [, at, id] = /^(\d{1,17})~(\d{1,15})$/.exec(cursor ?? "") ?? [];
  return at === undefined
    ? undefined
    : sql`('epoch'::timestamptz + ${Number(at)}::bigint * interval '1 microsecond', ${Number(id)}::bigint)`;
}

/** How many are under the filters. */
export async function countOf(trx: Trx, looking: Looking): Promise<number> {
  const where = chatsWhere(looking);
  return (await row<{ n: number }>(trx, sql`select count(*) as n from chat.contacts c where ${where}`))?.n ?? 0;
}

/** A page of the conversations under the filters, the newest first. The total is exact, as a figure that led here is. */
export async function chatPage(trx: Trx, looking: Looking, asked: Asked) {
  const { page, per_page, counted } = asked;
  const where = chatsWhere(looking);
  const [after, before] = [placeOf(asked.after), placeOf(asked.before)];
  const up = before !== undefined;
  const cursor = up
    ? sql`and (c.created_at, c.contact_id) > ${before}`
    : after
      ? sql`and (c.created_at, c.contact_id) < ${after}`
      : sql``;
  const order = up ? sql`c.created_at, c.contact_id` : sql`c.created_at desc, c.contact_id desc`;
  const number = counted === "yes" ? await countOf(trx, looking) : 0;
  const last_page = Math.max(1, Math.ceil(number / per_page));
  const current_page = counted === "yes" ? Math.min(page, last_page) : page;
  const offset = up || after ? 0 : (current_page - 1) * per_page;
  const found = await rows<Row>(
    trx,
    sql`
    select ${columns} from ${source} where ${where} ${cursor} order by ${order}
    limit ${per_page + 1}::bigint offset ${offset}::bigint`,
  );
  const more = found.length > per_page;
  const shownRows = found.slice(0, per_page);
  if (up) shownRows.reverse();
  const [first, last] = [shownRows[0], shownRows.at(-1)];
  const keyOf = (one: Row) => `${one.at}~${one.contact_id}`;
  const newer = up ? more : after !== undefined || current_page > 1;
  return {
    data: shownRows.map(shown),
    ...{ total: number, total_capped: false, current_page, last_page, per_page },
    previous: newer && first ? keyOf(first) : null,
    next: (up || more) && last ? keyOf(last) : null,
  };
}

/** Those of some conversations that are under the filters, by number. */
export async function chatsAmong(trx: Trx, looking: Looking, ids: readonly number[]): Promise<Map<number, ReportChat>> {
  const found = await rows<Row>(
    trx,
    sql`select ${columns} from ${source} where ${chatsWhere(looking)} and c.contact_id = any(${bigints(ids)})`,
  );
  return new Map(found.map((one) => [one.contact_id, shown(one)]));
}

/** One conversation, whenever it began. @throws Refused 404 */
export async function oneChat(trx: Trx, account: string, id: number): Promise<ReportChat> {
  const found = await row<Row>(
    trx,
    sql`select ${columns} from ${source} where c.customer_account = ${account} and c.contact_id = ${id}`,
  );
  if (!found) throw new Refused(404, "There is no such conversation.");
  return shown(found);
}
