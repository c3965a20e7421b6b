import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { pointKey, pointKinds, pointLabels } from "../../../rules/contact-points";
import type { Trx } from "../../kit/database";
import { likePattern } from "../../kit/paging";
import { checkedRows } from "../../kit/row-schema";
import { bigints, json, texts } from "../../kit/rows";
import { numberBeginnings, startsWith, typedDigits } from "../../kit/search-ranges";
import { type NewPoint, type Reached, withFirst } from "./store";

const StoredPoint = z.object({
  id: z.number(),
  organisation_id: z.number(),
  kind: z.enum(pointKinds),
  value: z.string(),
  label: z.enum(pointLabels),
  is_primary: z.boolean(),
  created_by: z.string(),
  created_at: z.date(),
});

/** The rows of these organisations, the oldest first; also those that only label a first number or address. */
export function listOrganisationPoints(trx: Trx, account: string, ids: readonly number[]) {
  return checkedRows(
    trx,
    StoredPoint,
    sql`select id, organisation_id, kind, value, label, is_primary, created_by, created_at from crm.organisation_points
      where customer_account = ${account} and organisation_id = any(${bigints(ids)}) order by organisation_id, id`,
  );
}

/** All numbers and addresses of an organisation, the first ones with the labels that they have. */
export async function listAllOfOrganisation(trx: Trx, account: string, organisation: Reached): Promise<NewPoint[]> {
  return withFirst(organisation, await listOrganisationPoints(trx, account, [organisation.id]));
}

/** Gives an organisation those of these numbers and addresses that it has not. A first one keeps its label. */
export async function addOrganisationPoints(
  trx: Trx,
  account: string,
  organisation: number,
  points: readonly NewPoint[],
  by: string,
): Promise<void> {
  if (points.length === 0) return;
  await sql`
    insert into crm.organisation_points (customer_account, organisation_id, kind, value, label, is_primary, created_by)
    select ${account}, o.id, x.kind, x.value, x.label, lower(x.value) in (o.phone, o.email_key), ${by}
    from crm.organisations o
    cross join lateral jsonb_to_recordset(${json(points.map((point, at) => ({ ...point, at })))})
      x (at int, kind text, value text, label text)
    where o.customer_account = ${account} and o.id = ${organisation}
      and (x.label <> 'Other' or lower(x.value) not in (o.phone, o.email_key))
    order by x.at
    on conflict (customer_account, organisation_id, key) do nothing`.execute(trx);
}

/** Makes a number or an address the first one of an organisation; its label follows (migration 031). */
export async function setFirstOfOrganisation(
  trx: Trx,
  account: string,
  organisation: number,
  { kind, value }: Pick<NewPoint, "kind" | "value">,
): Promise<void> {
  await sql`update crm.organisations set ${sql.ref(kind)} = ${value}
    where customer_account = ${account} and id = ${organisation}`.execute(trx);
}

/**
 * Gives an organisation the numbers and addresses of another one, which is deleted afterwards. The other's first ones
 * become its first ones where it has none. Answers those that are new to it.
 */
export async function takeOrganisationPoints(
  trx: Trx,
  account: string,
  { from, to }: { from: Reached; to: Reached },
  by: string,
): Promise<NewPoint[]> {
  const known = (await listAllOfOrganisation(trx, account, to)).map(({ value }) => pointKey(value));
  const brought = (await listAllOfOrganisation(trx, account, from)).filter(
    ({ value }) => !known.includes(pointKey(value)),
  );
  for (const kind of pointKinds)
    if (to[kind] === "" && from[kind] !== "")
      await setFirstOfOrganisation(trx, account, to.id, { kind, value: from[kind] });
  await addOrganisationPoints(trx, account, to.id, brought, by);
  return brought;
}

/** The ids of the organisations that have one of these as a further number or address. */
export function organisationsWith(account: string, keys: readonly string[], most: number): RawBuilder<unknown> {
  return sql`(select p.organisation_id from crm.organisation_points p
    where p.customer_account = ${account} and p.key = any(${texts(keys)}) and not p.is_primary
    order by p.organisation_id limit ${sql.lit(most)})`;
}

/** The organisations that a further number or address begins so: from an index. */
export function organisationsByBeginning(account: string, q: string, most: number): RawBuilder<unknown>[] {
  const found = (prefix: RawBuilder<string>) => sql`(select p.organisation_id as id from crm.organisation_points p
    where p.customer_account = ${account} and not p.is_primary and ${startsWith(sql.raw("p.key"), prefix)}
    limit ${sql.lit(most)})`;
  const digits = typedDigits(q);
  if (!digits) return [found(sql<string>`lower(${q}::text)`)];
  return numberBeginnings(q, digits).map((prefix) => found(sql`${prefix}::text`));
}

/** The organisations that have the text anywhere in a further number or address; for accounts with few of them. */
export function organisationsByPart(account: string, q: string): RawBuilder<unknown> {
  const digits = typedDigits(q);
  const parts = digits ? [...numberBeginnings(q, digits), digits] : [];
  const has = [
    sql`(p.kind = 'email' and p.value ilike ${likePattern(q)})`,
    ...parts.map((part) => sql`(p.kind = 'phone' and strpos(p.key, ${part}) > 0)`),
  ];
  return sql`(select p.organisation_id from crm.organisation_points p
    where p.customer_account = ${account} and not p.is_primary and (${sql.join(has, sql` or `)}))`;
}
