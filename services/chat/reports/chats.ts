import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { byTime } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints, seconds } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { ReportChat } from "../contract.statistics";
import { answeredAt, chatsWhere, conversationState, handleSeconds, isHandled, type ReportQuery } from "./where";

const Row = ReportChat.extend({
  created_at: z.date(),
  ended_at: z.date().nullable(),
});
type Row = z.infer<typeof Row>;

/** What is shown of a conversation `c`. */
const columns = sql`c.contact_id, c.created_at, c.name, c.msisdn, c.email, c.channel, i.name as inbox, c.participant_id as agent_id,
  case when c.participant_id is null then '' else c.response_by end as agent, ${conversationState} as state, c.ended_at,
  case when c.first_customer_at is not null then round(date_part('epoch', (${answeredAt}) - c.first_customer_at)) end as first_response_seconds,
  case when ${isHandled} then round(${handleSeconds}) end as handle_seconds,
  c.disposition_label as disposition, c.rating, case when c.rating is null then '' else c.rating_note end as comment`;
const source = sql`chat.contacts c join chat.inboxes i on i.customer_account = c.customer_account and i.id = c.inbox_id`;

function shown(found: Row): ReportChat {
  return ReportChat.parse({ ...found, created_at: seconds(found.created_at), ended_at: seconds(found.ended_at) });
}

const newest = byTime("c.created_at", "c.contact_id");

const CountedRow = z.object({ n: z.number() });

/** How many are under the filters. */
export async function countChats(trx: Trx, reportQuery: ReportQuery): Promise<number> {
  const where = chatsWhere(reportQuery);
  return (await checkedRow(trx, CountedRow, sql`select count(*) as n from chat.contacts c where ${where}`))?.n ?? 0;
}

/** A page of the conversations under the filters, the newest first. The total is exact, as a figure that led here is. */
export async function chatPage(trx: Trx, reportQuery: ReportQuery, pageQuery: PageQuery & { counted: "yes" | "no" }) {
  const total = pageQuery.counted === "yes" ? countChats(trx, reportQuery).then(exactly) : { rows: 0, capped: true };
  const page = await pageOfRows(trx, pageQuery, {
    schema: Row,
    ...{ select: columns, from: sql`${source} where ${chatsWhere(reportQuery)}`, order: newest, total },
    batched: false,
  });
  return { ...page, data: page.data.map(shown) };
}

const exactly = (rows: number) => ({ rows, capped: false });

/** Those of some conversations that are under the filters, by number. */
export async function chatsAmong(
  trx: Trx,
  reportQuery: ReportQuery,
  ids: readonly number[],
): Promise<Map<number, ReportChat>> {
  const found = await checkedRows(
    trx,
    Row,
    sql`select ${columns} from ${source} where ${chatsWhere(reportQuery)} and c.contact_id = any(${bigints(ids)})`,
  );
  return new Map(found.map((one) => [one.contact_id, shown(one)]));
}

/** One conversation, whenever it began. @throws HttpError 404 */
export async function oneChat(trx: Trx, account: string, id: number): Promise<ReportChat> {
  const found = await checkedRow(
    trx,
    Row,
    sql`select ${columns} from ${source} where c.customer_account = ${account} and c.contact_id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such conversation.");
  return shown(found);
}
