import { sql } from "kysely";
import { z } from "zod";
import { statuses } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";

type FromChatsQuery = { since: string; after: number; limit: number };
const Row = z.object({ id: z.number(), contact_id: z.number(), status: z.enum(statuses), created_at: z.date() });

/** Tickets that say they were opened from a conversation, and from which; neither deleted nor merged ones. */
export async function ticketsFromChats(trx: Trx, account: string, { since, after, limit }: FromChatsQuery) {
  const found = await checkedRows(
    trx,
    Row,
    sql`
    select t.id, t.contact_id::bigint as contact_id, t.status, t.created_at from ticketing.tickets t
    where t.customer_account = ${account} and t.deleted_at is null and t.merged_into is null and t.created_at >= ${since}::timestamptz
      and t.source = 'Chats' and t.contact_id ~ '^[0-9]{1,15}$' and t.id > ${after}
    order by t.id limit ${limit + 1}::bigint`,
  );
  const data = found.slice(0, limit).map((one) => ({ ...one, created_at: one.created_at.toISOString() }));
  return { data, next: found.length > limit ? (data.at(-1)?.id ?? null) : null };
}
