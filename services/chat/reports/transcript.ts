import { sql } from "kysely";
import { z } from "zod";
import { fieldLabel } from "../../../rules/chat-forms";
import type { Trx } from "../../kit/database";
import { keyColumn, orderBy } from "../../kit/ordering";
import { nextRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import type { Transcript } from "../contract.statistics";
import { MessageRow, messageColumns, shownMessage } from "../records/messages";
import { oneChat } from "./chats";

const TranscriptRow = z.object({
  ended_by: z.string(),
  note: z.string(),
  form: z.record(z.string(), z.unknown()),
  zone: z.string(),
});

const HistoryRow = z.object({ date: z.number(), description: z.string() });

/** One conversation to read. @throws HttpError 404 */
export async function loadTranscript(trx: Trx, account: string, id: number): Promise<Transcript> {
  const chat = await oneChat(trx, account, id);
  const [more, activities] = await Promise.all([
    checkedRow(
      trx,
      TranscriptRow,
      sql`
      select c.ended_by, c.disposition_note as note, c.form, r.time_zone as zone from chat.contacts c
        join chat.routing r on r.customer_account = c.customer_account
      where c.customer_account = ${account} and c.contact_id = ${id}`,
    ),
    checkedRows(
      trx,
      HistoryRow,
      sql`
      select extract(epoch from date)::bigint as date, description from chat.activities
      where customer_account = ${account} and contact_id = ${id} order by date, id limit 200`,
    ),
  ]);
  return {
    ...{ chat, activities, time_zone: more?.zone ?? "UTC", ended_by: more?.ended_by ?? "" },
    disposition_note: more?.note ?? "",
    form: Object.entries(more?.form ?? {}).map(([name, value]) => ({ label: fieldLabel(name), value: String(value) })),
  };
}

type MessagesQuery = { after?: string | undefined; limit: number; notes: "yes" | "no" };
type TranscriptContext = { account: string; secret: string; now: Date };

const inTheirOrder = orderBy("at", [keyColumn("timestamptz", "m.at"), keyColumn("bigint", "m.id")], true);

/** Messages in order, from where the page before ended. @throws HttpError 404 */
export async function transcriptMessages(trx: Trx, from: TranscriptContext, id: number, asked: MessagesQuery) {
  await oneChat(trx, from.account, id);
  const notes = asked.notes === "no" ? sql`m.type <> 'note'` : sql`true`;
  const page = { after: asked.after, per_page: asked.limit };
  const { data, next } = await nextRows(trx, page, {
    schema: MessageRow,
    select: messageColumns,
    from: sql`chat.messages m where m.customer_account = ${from.account} and m.contact_id = ${id} and ${notes}`,
    order: inTheirOrder,
  });
  return { data: data.map((message) => shownMessage(message, from)), next };
}
