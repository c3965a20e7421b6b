import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import {
  type PointKind,
  type PointLabel,
  pointKey,
  pointKinds,
  pointLabels,
  unlabelled,
} from "../../../rules/contact-points";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";

const StoredPoint = z.object({
  id: z.number(),
  record_id: z.number(),
  kind: z.enum(pointKinds),
  value: z.string(),
  label: z.enum(pointLabels),
  is_primary: z.boolean(),
  created_by: z.string(),
  created_at: z.date(),
});
export type StoredPoint = z.infer<typeof StoredPoint>;

/** A number or an address that a record gets. */
export type NewPoint = { kind: PointKind; value: string; label: PointLabel };

/** The rows of these records, the oldest first; also those that only label a first number or address. */
export function listPoints(trx: Trx, account: string, ids: readonly number[], batched = false): Promise<StoredPoint[]> {
  return checkedRows(
    trx,
    StoredPoint,
    sql`select id, record_id, kind, value, label, is_primary, created_by, created_at from crm.contact_points
      where customer_account = ${account} and record_id = any(${bigints(ids)}) order by record_id, id`,
    { batched },
  );
}

/** A record or an organisation with its first number and address. */
export type Reached = { id: number; phone: string; email: string };

/** All numbers and addresses of a record, the first ones with the labels that they have. */
export async function listAllPoints(trx: Trx, account: string, record: Reached): Promise<NewPoint[]> {
  return withFirst(record, await listPoints(trx, account, [record.id]));
}

/** The first ones before the further ones. */
export function withFirst(
  { phone, email }: Reached,
  stored: readonly (NewPoint & { is_primary: boolean })[],
): NewPoint[] {
  const labelOf = (value: string) =>
    stored.find((point) => pointKey(point.value) === pointKey(value))?.label ?? unlabelled;
  const first = [
    { kind: "phone" as const, value: phone },
    { kind: "email" as const, value: email },
  ].filter(({ value }) => value !== "");
  return [
    ...first.map((point) => ({ ...point, label: labelOf(point.value) })),
    ...stored.filter(({ is_primary }) => !is_primary).map(({ kind, value, label }) => ({ kind, value, label })),
  ];
}

/** Gives a lead or a contact those of these numbers and addresses that it has not. A first one keeps its label. */
export async function addPoints(
  trx: Trx,
  account: string,
  record: number,
  points: readonly NewPoint[],
  by: string,
): Promise<void> {
  if (points.length === 0) return;
  await sql`
    insert into crm.contact_points
      (customer_account, record_id, record_kind, kind, value, label, is_primary, created_by)
    select ${account}, l.id, l.kind, x.kind, x.value, x.label, lower(x.value) in (l.phone, l.email_key), ${by}
    from crm.records l
    cross join lateral jsonb_to_recordset(${json(points.map((point, at) => ({ ...point, at })))})
      x (at int, kind text, value text, label text)
    where l.customer_account = ${account} and l.id = ${record} and l.kind <> 'deal'
      and (x.label <> 'Other' or lower(x.value) not in (l.phone, l.email_key))
    order by x.at
    on conflict (customer_account, record_id, key) do nothing`.execute(trx);
}

/** The columns that are not worked out by the database. */
const columns = sql.raw(
  [
    ...["customer_account", "id", "record_id", "record_kind", "kind", "value", "label"],
    ...["is_primary", "created_by", "created_at"],
  ].join(", "),
);

/** The rows of these records as JSON, for an undo. */
export function pointsAsJson(account: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from crm.contact_points x
    where customer_account = ${account} and record_id = any(${ids}))`;
}

/** Puts the rows of these records back as they were. @param kept the rows `x`, of `pointsAsJson` */
export async function restorePoints(
  trx: Trx,
  account: string,
  ids: readonly number[],
  kept: RawBuilder<unknown>,
): Promise<void> {
  await sql`delete from crm.contact_points
    where customer_account = ${account} and record_id = any(${bigints(ids)})`.execute(trx);
  await sql`
    insert into crm.contact_points (${columns}) overriding system value
    select ${columns} from (${kept}) x where x.customer_account = ${account}
      and x.record_id = any(${bigints(ids)})`.execute(trx);
}

/** The statement that makes rows `x` of what `pointsAsJson` said. @param from where `json` is read from */
export function pointsFromJson(json: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select p.* from (select ${json} as said ${from}) g
    cross join lateral jsonb_populate_recordset(null::crm.contact_points, g.said) p`;
}

/** Takes all further numbers and addresses of these records away. */
export async function removePoints(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  await sql`delete from crm.contact_points
    where customer_account = ${account} and record_id = any(${bigints(ids)})`.execute(trx);
}
