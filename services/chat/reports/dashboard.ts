import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { byInbox } from "./lines";
import { spansIn } from "./period";
import { chatsWhere, isAnswered, type ReportQuery } from "./where";

const Day = z.object({ day: z.string(), chats: z.number(), answered: z.number(), ended: z.number() });
const Disposed = z.object({
  type: z.number().nullable(),
  item: z.number().nullable(),
  words: z.string(),
  chats: z.number(),
});

/** Conversations in all, over time, by way in and by disposition. */
export async function dashboard(trx: Trx, reportQuery: ReportQuery) {
  const where = chatsWhere(reportQuery);
  const [{ total, data }, days, disposed] = await Promise.all([
    byInbox(trx, reportQuery),
    checkedRows(
      trx,
      Day,
      sql`
      select (c.created_at at time zone ${reportQuery.zone})::date::text as day, count(*) as chats,
        count(*) filter (where ${isAnswered}) as answered, count(*) filter (where c.ended) as ended
      from chat.contacts c where ${where} group by 1`,
    ),
    checkedRows(
      trx,
      Disposed,
      sql`
      select c.disposition_type_id as type, c.disposition_item_id as item, max(c.disposition_label) as words, count(*) as chats
      from chat.contacts c where ${where} group by 1, 2 order by 1 is null, 4 desc, 3`,
    ),
  ]);
  const sum = (of: "chats" | "answered" | "ended", from: string, until: string) =>
    days.reduce((all, one) => (one.day >= from && one.day <= until ? all + one[of] : all), 0);
  return {
    total,
    channels: data,
    spans: spansIn(reportQuery.period).map(({ start, end }) => ({
      ...{ start, end, chats: sum("chats", start, end) },
      ...{ answered: sum("answered", start, end), ended: sum("ended", start, end) },
    })),
    dispositions: disposed.map(({ type, item, words, chats }) => ({
      name: type === null ? "None" : words || "Unnamed",
      chats,
      filter: {
        disposition: String(type ?? "none"),
        ...(type === null ? {} : { item: String(item ?? "none") }),
      } as Record<string, string>,
    })),
  };
}
