import { sql } from "kysely";
import { z } from "zod";
import type { RecordKind } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { FeedEntry } from "../contract.calendar";

/** Most entries of a kind in a feed: those that begin first after the 90 days are kept. */
const maxEntries = 1_000;

const EntryRow = FeedEntry.extend({
  starts_at: z.date(),
  ends_at: z.date().nullable(),
  changed_at: z.date(),
});

/**
 * A person's appointments and tasks that end after an instant. What is about a record of a kind that they may not see is
 * left out; a task of theirs stays, without the record's name.
 */
export async function listFeedEntries(
  trx: Trx,
  account: string,
  { user, kinds, since }: { user: string; kinds: readonly RecordKind[]; since: Date },
): Promise<FeedEntry[]> {
  const seen = texts([...kinds]);
  const appointments = await checkedRows(
    trx,
    EntryRow,
    sql`select 'appointment' as kind, a.id, a.title || ': ' || l.name as title, a.place, '' as text, a.starts_at,
        a.ends_at, null as day, a.state = 'cancelled' as cancelled, a.changed_at, a.sequence
      from crm.appointments a
        join crm.records l on l.customer_account = a.customer_account and l.id = a.record_id
      where a.customer_account = ${account} and a.user_id = ${user} and l.kind = any(${seen})
        and a.ends_at > ${since}::timestamptz
      order by a.starts_at, a.id limit ${maxEntries}`,
  );
  const tasks = await checkedRows(
    trx,
    EntryRow,
    sql`select 'task' as kind, t.id,
        case when t.done_at is null then '' else 'Done: ' end || t.title
          || case when l.kind = any(${seen}) then ': ' || l.name else '' end as title,
        '' as place, t.note as text, t.due_at as starts_at, null::timestamptz as ends_at, t.due_on::text as day,
        false as cancelled, t.changed_at, t.sequence
      from crm.tasks t
        left join crm.records l on l.customer_account = t.customer_account and l.id = t.record_id
      where t.customer_account = ${account} and t.user_id = ${user} and t.due_at > ${since}::timestamptz
      order by t.due_at, t.id limit ${maxEntries}`,
  );
  return [...appointments, ...tasks].map(({ starts_at, ends_at, changed_at, ...found }) => ({
    ...found,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    changed_at: changed_at.toISOString(),
  }));
}
