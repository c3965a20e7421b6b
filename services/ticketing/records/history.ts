import { sql } from "kysely";
import { z } from "zod";
import { channels, impactLevels, priorities, urgencyLevels } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRows, NameRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import type { TicketField } from "../contract.forms";
import { HistoryEntry } from "../contract.schemas";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** What can become of a ticket, as its history stores it; an erasure knows those with words of people (person/erase.ts). */
export const historyActions = [
  "opened",
  "changed",
  "deleted",
  "restored",
  "merged",
  "un-merged",
  "breached",
  "assigned",
  "unassigned",
  "watched",
  "unwatched",
  "copy",
  "disposition",
  "item",
  "file added",
  "file removed",
] as const;
type HistoryAction = (typeof historyActions)[number];

/** One line of a ticket's history; `field` for a change of one field, with its value before and after in words. */
export type Line = { action: HistoryAction; field?: string; before?: string; after?: string; words: string };

/** Written in the transaction of the change; `version` is the ticket's after it. */
export async function remember(
  unit: UnitOfWork,
  ticket: number,
  version: number,
  lines: readonly Line[],
): Promise<void> {
  await rememberAll(
    unit,
    lines.map((line) => ({ ticket, version, line })),
  );
}

/** Lines of many tickets at once. */
export async function rememberAll(
  { trx, account, by, now }: UnitOfWork,
  all: readonly { ticket: number; version: number; line: Line }[],
): Promise<void> {
  if (all.length === 0) return;
  const lines = all.map(({ ticket, version, line }) => ({ ticket, version, ...line }));
  await sql`
    insert into ticketing.history (customer_account, ticket_id, at, by_id, by, action, field, before, after, words, version)
    select ${account}, ticket, ${now}, ${by.id}, ${by.name}, action, field, before, after, words, version
    from jsonb_to_recordset(${json(lines)})
      as x (ticket bigint, version int, action text, field text, before text, after text, words text)`.execute(trx);
}

/** What a field is called in a sentence. */
export const fieldNames: Record<TicketField, string> = {
  subject: "subject",
  description: "description",
  type_id: "type",
  priority_id: "priority",
  urgency_id: "urgency",
  impact_id: "impact",
  stage_id: "stage",
  status: "status",
  disposition_id: "disposition",
  sub_disposition_id: "sub-disposition",
  channel_id: "channel",
  policy_id: "policy",
  customer_id: "customer id",
  contact_id: "contact id",
  customer_name: "customer name",
  customer_phone: "customer phone",
  customer_email: "customer email",
};

const fixed: Partial<Record<TicketField, readonly { id: number; name: string }[]>> = {
  priority_id: priorities,
  urgency_id: urgencyLevels,
  impact_id: impactLevels,
  channel_id: channels,
};
const tables: Partial<Record<TicketField, string>> = {
  type_id: "types",
  stage_id: "stages",
  disposition_id: "dispositions",
  sub_disposition_id: "dispositions",
  policy_id: "policies",
};

/** A value in words: the name of what an id points to. Undefined when it points to nothing of the account's. */
export async function wordsFor(
  trx: Trx,
  account: string,
  field: TicketField,
  value: unknown,
): Promise<string | undefined> {
  if (value === null || value === undefined || value === "") return "";
  const list = fixed[field];
  if (list) return list.find(({ id }) => id === Number(value))?.name;
  const table = tables[field];
  if (!table) return String(value);
  const [found] = await checkedRows(
    trx,
    NameRow,
    sql`select name from ${sql.table(`ticketing.${table}`)} where customer_account = ${account} and id = ${Number(value)}`,
  );
  return found?.name;
}

const Row = HistoryEntry.extend({ at: z.date() });

export async function historyPage(trx: Trx, account: string, ticket: number, pageQuery: PageQuery) {
  const page = await pageOfRows(trx, pageQuery, {
    schema: Row,
    select: sql`id, at, by, action, field, before, after, words`,
    from: sql`ticketing.history where customer_account = ${account} and ticket_id = ${ticket}`,
    order: byNumber("id"),
  });
  return { ...page, data: page.data.map((line) => ({ ...line, at: line.at.toISOString() })) };
}
