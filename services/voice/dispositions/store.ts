import { sql } from "kysely";
import { z } from "zod";
import type { DispositionOutcome } from "../../../rules/outbound";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow, NameRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { CallRow } from "../calls/store";
import { type CallDisposition, DispositionType } from "../contract.schemas";
import type { VoiceUnitOfWork } from "../workspace/context";

const DispositionTypeRow = DispositionType.pick({ id: true, name: true, outcome: true });

const DispositionItem = z.object({ id: z.number(), type_id: z.number(), title: z.string() });

/** What can be said of a call that ended, in the account's order. */
export async function listDispositionTypes(trx: Trx, account: string): Promise<DispositionType[]> {
  const [types, items] = await Promise.all([
    checkedRows(
      trx,
      DispositionTypeRow,
      sql`select id, name, outcome from voice.disposition_types
        where customer_account = ${account} and deleted_at is null order by rank, id`,
      { batched: true },
    ),
    checkedRows(
      trx,
      DispositionItem,
      sql`select id, type_id, title from voice.disposition_items
        where customer_account = ${account} and deleted_at is null order by rank, id`,
      { batched: true },
    ),
  ]);
  return types.map(({ id, name, outcome }) => ({
    ...{ id, name, outcome },
    items: items.filter(({ type_id }) => type_id === id).map((item) => ({ id: item.id, title: item.title })),
  }));
}

type TypeForm = { id?: number | undefined; name: string; items: string[]; outcome: DispositionOutcome };

/** Writes a type and its items: items that are named as before stay the same ones. @throws HttpError 404 */
export async function saveType(
  { trx, account, now }: VoiceUnitOfWork,
  { id, name, items, outcome }: TypeForm,
): Promise<number> {
  const saved = await checkedRow(
    trx,
    IdRow,
    id === undefined
      ? sql`insert into voice.disposition_types (customer_account, name, outcome, rank)
          select ${account}, ${name}, ${outcome}, coalesce(max(rank), 0) + 1 from voice.disposition_types where customer_account = ${account}
          returning id`
      : sql`update voice.disposition_types set name = ${name}, outcome = ${outcome}
          where customer_account = ${account} and id = ${id} and deleted_at is null returning id`,
  );
  if (!saved) throw new HttpError(404, "There is no such disposition.");
  await sql`update voice.disposition_items set deleted_at = ${now} where customer_account = ${account}
    and type_id = ${saved.id} and deleted_at is null and title <> all(${items}::text[])`.execute(trx);
  for (const [rank, title] of [...new Set(items)].entries()) {
    const kept = await hasRows(
      trx,
      sql`update voice.disposition_items set rank = ${rank + 1} where customer_account = ${account}
        and type_id = ${saved.id} and deleted_at is null and title = ${title} returning id`,
    );
    if (!kept)
      await sql`insert into voice.disposition_items (customer_account, type_id, title, rank)
        values (${account}, ${saved.id}, ${title}, ${rank + 1})`.execute(trx);
  }
  return saved.id;
}

/** Answers the name of what was removed. */
export async function removeType({ trx, account, now }: VoiceUnitOfWork, id: number): Promise<string | undefined> {
  const found = await checkedRow(
    trx,
    NameRow,
    sql`update voice.disposition_types set deleted_at = ${now}
      where customer_account = ${account} and id = ${id} and deleted_at is null returning name`,
  );
  return found?.name;
}

const DispositionRow = CallRow.pick({
  note: true,
  disposition_id: true,
  disposition_item_id: true,
  disposition: true,
  disposition_item: true,
  disposed_by: true,
}).extend({ disposed_at: z.date() });

/** What was said of a call, newest first: its own disposition, then the hundred before it. */
export async function listCallDispositions(trx: Trx, account: string, call: CallRow): Promise<CallDisposition[]> {
  const earlier = await checkedRows(
    trx,
    DispositionRow,
    sql`select disposition_id, disposition_item_id, disposition, disposition_item, note, disposed_by, disposed_at
      from voice.earlier_dispositions where customer_account = ${account} and call_id = ${call.id}
      order by id desc limit 100`,
  );
  const present = call.disposed_at ? [{ ...call, disposed_at: call.disposed_at }] : [];
  return [...present, ...earlier].map((one) => ({
    dispositionId: one.disposition_id,
    dispositionItemId: one.disposition_item_id,
    disposition: [one.disposition, one.disposition_item].filter(Boolean).join(": "),
    note: one.note,
    disposedBy: one.disposed_by,
    disposedAt: one.disposed_at.toISOString(),
  }));
}

/** Keeps the disposition of a call that is about to be changed. */
export async function keepEarlierDisposition({ trx, account }: VoiceUnitOfWork, call: CallRow): Promise<void> {
  if (!call.disposed_at) return;
  await sql`
    insert into voice.earlier_dispositions (customer_account, call_id, disposition_id, disposition_item_id, disposition,
      disposition_item, note, disposed_at, disposed_by)
    values (${account}, ${call.id}, ${call.disposition_id}, ${call.disposition_item_id}, ${call.disposition},
      ${call.disposition_item}, ${call.note}, ${call.disposed_at}, ${call.disposed_by})`.execute(trx);
}
