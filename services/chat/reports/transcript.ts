import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { row, rows } from "../../kit/rows";
import type { Transcript } from "../contract.statistics";
import { messageRows, shownMessage } from "../records/messages";
import { oneChat } from "./chats";

function labelOf(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One conversation to read. @throws HttpError 404 */
export async function transcriptOf(trx: Trx, account: string, id: number): Promise<Transcript> {
  const chat = await oneChat(trx, account, id);
  const [more, activities] = await Promise.all([
    row<{ ended_by: string; note: string; form: Record<string, unknown>; zone: string }>(
      trx,
      sql`
      select c.ended_by, c.disposition_note as note, c.form, r.time_zone as zone from chat.contacts c
        join chat.routing r on r.customer_account = c.customer_account
      where c.customer_account = ${account} and c.contact_id = ${id}`,
    ),
    rows<{ date: number; description: string }>(
      trx,
      sql`
      select extract(epoch from date)::bigint as date, description from chat.activities
      where customer_account = ${account} and contact_id = ${id} order by date, id limit 200`,
    ),
  ]);
  return {
    ...{ chat, activities, time_zone: more?.zone ?? "UTC", ended_by: more?.ended_by ?? "" },
    disposition_note: more?.note ?? "",
    form: Object.entries(more?.form ?? {}).map(([name, value]) => ({ label: labelOf(name), value: String(value) })),
  };
}

type MessagesQuery = { after?: string | undefined; limit: number; notes: "yes" | "no" };
type TranscriptContext = { account: string; secret: string; now: Date };

/** Messages in order, from where the page before ended. @throws HttpError 404 */
export async function transcriptMessages(trx: Trx, from: TranscriptContext, id: number, asked: MessagesQuery) {
  await oneChat(trx, from.account, id);
  const [, at, number] = /^(\d{1,17})~(\d{1,15})$/.exec(asked.after ?? "") ?? [];
  const place =
    at === undefined
      ? sql`true`
      : sql`(m.at, m.id) > ('epoch'::timestamptz + ${Number(at)}::bigint * interval '1 microsecond', ${Number(number)}::bigint)`;
  const notes = asked.notes === "no" ? sql`m.type <> 'note'` : sql`true`;
  const found = await messageRows(
    trx,
    from.account,
    sql`m.contact_id = ${id} and ${notes} and ${place}`,
    sql`m.at, m.id`,
    asked.limit + 1,
  );
  const data = found.slice(0, asked.limit);
  const last = data.at(-1);
  const next = found.length > asked.limit && last ? await placeOf(trx, from.account, last.id) : null;
  return { data: data.map((message) => shownMessage(message, from)), next };
}

/** A message's place to the microsecond, which its time has lost on the way here. */
async function placeOf(trx: Trx, account: string, id: number): Promise<string | null> {
  const found = await row<{ at: number }>(
    trx,
    sql`
    select (extract(epoch from at) * 1000000)::bigint as at from chat.messages where customer_account = ${account} and id = ${id}`,
  );
  return found ? `${found.at}~${id}` : null;
}
