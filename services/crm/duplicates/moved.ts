import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { pointsAsJson, pointsFromJson, restorePoints } from "../points/store";
import { endForRecords } from "../sequence-state/end";
import { restoreTags, tagsAsJson } from "../tags/store";

/**
 * Every column that names a record and moves with a merge: table, column, and the column that identifies a row. A new
 * foreign key on crm.records or crm.record_references belongs here or below: tests/crm/duplicates.test.ts compares them with the database.
 */
export const movedColumns = [
  ["notes", "record_id", "id"],
  ["logged_calls", "record_id", "id"],
  ["appointments", "record_id", "id"],
  ["tasks", "record_id", "id"],
  ["changes", "record_id", "id"],
  ["sequence_people", "record_id", "id"],
  ["stage_times", "record_id", "id"],
  ["sales", "contact_id", "id"],
  ["quotes", "contact_id", "id"],
  ["form_entries", "lead_id", "id"],
  ["records", "contact_id", "id"],
  ["conversions", "contact_id", "lead_id"],
  ["merges", "kept_id", "pair_id"],
] as const;

/** Rows that can't move, because the kept record may have the same: put aside, and back with the undo. */
export const asideColumns = [
  ["import_replaced", "record_id"],
  ["contact_points", "record_id"],
  ["record_tags", "record_id"],
  ["bulk_change_records", "record_id"],
] as const;

/** What names only deals, or leads that were converted; neither is ever merged. */
export const neverMerged = [
  ["sales", "deal_id"],
  ["quotes", "deal_id"],
  ["conversions", "deal_id"],
  ["conversions", "lead_id"],
  ["tasks", "lead_id"],
] as const;

type MergedIds = { account: string; kept: number; merged: number };

const KeyRow = z.object({ key: z.number() });

const AsideRow = z.object({
  import_replaced: z.unknown(),
  duplicate_pairs: z.unknown(),
  organisation_records: z.unknown(),
  contact_points: z.unknown(),
  record_tags: z.unknown(),
  bulk_change_records: z.unknown(),
});

/** Moves what names the merged record to the kept one. Answers which rows moved, and those put aside. */
export async function moveRows(trx: Trx, { account, kept, merged }: MergedIds): Promise<Record<string, unknown>> {
  const moved: Record<string, unknown> = {};
  // The kept one may be in a sequence itself, and goes on with it.
  await endForRecords(trx, account, [merged], "It was merged into another record.");
  for (const [table, column, key] of movedColumns) {
    const at = sql.table(`crm.${table}`);
    const found = await checkedRows(
      trx,
      KeyRow,
      sql`update ${at} set ${sql.ref(column)} = ${kept}
        where customer_account = ${account} and ${sql.ref(column)} = ${merged} returning ${sql.ref(key)} as key`,
    );
    moved[table] = found.map((one) => one.key);
  }
  const aside = await checkedRow(
    trx,
    AsideRow,
    sql`select ${pointsAsJson(account, bigints([kept, merged]))} as contact_points,
      ${tagsAsJson(account, bigints([kept, merged]))} as record_tags,
      (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from crm.organisation_records x
        where customer_account = ${account} and record_id in (${kept}, ${merged})) as organisation_records,
      (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from crm.import_replaced x
        where customer_account = ${account} and record_id = ${merged}) as import_replaced,
      (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from crm.bulk_change_records x
        where customer_account = ${account} and record_id = ${merged}) as bulk_change_records,
      (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from crm.duplicate_pairs x
        where customer_account = ${account} and (first_id = ${merged} or second_id = ${merged})) as duplicate_pairs`,
  );
  await sql`delete from crm.duplicate_pairs
    where customer_account = ${account} and (first_id = ${merged} or second_id = ${merged})`.execute(trx);
  return { ...moved, aside };
}

/** Whom the merged record is not, the kept one is not either. Answers the pairs that say so. */
export async function keepDecisions(trx: Trx, { account, kept, merged }: MergedIds): Promise<number[]> {
  const other = sql`case when p.first_id = ${merged} then p.second_id else p.first_id end`;
  const made = await checkedRows(
    trx,
    IdRow,
    sql`insert into crm.duplicate_pairs
        (customer_account, kind, first_id, second_id, reasons, score, state, decided_by, decided_at)
      select customer_account, kind, least(${kept}::bigint, ${other}), greatest(${kept}::bigint, ${other}), reasons, score,
        state, decided_by, decided_at
      from crm.duplicate_pairs p where customer_account = ${account} and state = 'different'
        and (first_id = ${merged} or second_id = ${merged}) and ${other} <> ${kept}::bigint
      on conflict do nothing returning id`,
  );
  return made.map(({ id }) => id);
}

/** The kept record belongs where the other did: whoever takes the other's company means its organisation. */
export async function takeOrganisation(trx: Trx, { account, kept, merged }: MergedIds): Promise<void> {
  await sql`delete from crm.organisation_records where customer_account = ${account} and record_id = ${kept}`.execute(
    trx,
  );
  await sql`
    insert into crm.organisation_records (customer_account, record_id, organisation_id, kind)
    select customer_account, ${kept}::bigint, organisation_id, kind from crm.organisation_records
    where customer_account = ${account} and record_id = ${merged}`.execute(trx);
}

/** Both belong where they did; merges before there were organisations say nothing of them. */
async function restoreOrganisations(trx: Trx, { account, kept, merged }: MergedIds, pair: number): Promise<void> {
  const said = sql`crm.merges g where g.customer_account = ${account} and g.pair_id = ${pair}
    and g.moved->'aside' ? 'organisation_records'`;
  await sql`delete from crm.organisation_records
    where customer_account = ${account} and record_id in (${kept}, ${merged}) and exists (select from ${said})`.execute(
    trx,
  );
  await sql`
    insert into crm.organisation_records
    select x.* from crm.organisations o
      join (select r.* from crm.merges g
        cross join lateral jsonb_populate_recordset(null::crm.organisation_records, g.moved->'aside'->'organisation_records') r
        where g.customer_account = ${account} and g.pair_id = ${pair}) x on x.organisation_id = o.id
    where o.customer_account = ${account}
    for key share of o`.execute(trx);
}

/** The inverse of `moveRows` and `keepDecisions`, after the merged record is there again. */
export async function moveRowsBack(trx: Trx, { account, kept, merged }: MergedIds, pair: number): Promise<void> {
  const said = sql`from crm.merges g where g.customer_account = ${account} and g.pair_id = ${pair}`;
  for (const [table, column, key] of movedColumns) {
    await sql`
      update ${sql.table(`crm.${table}`)} set ${sql.ref(column)} = ${merged}
      where customer_account = ${account} and ${sql.ref(column)} = ${kept}
        and ${sql.ref(key)} in (select jsonb_array_elements_text(g.moved->${table})::bigint ${said})`.execute(trx);
  }
  await sql`
    delete from crm.duplicate_pairs where customer_account = ${account}
      and id in (select jsonb_array_elements_text(g.moved->'decisions')::bigint ${said})`.execute(trx);
  await sql`
    insert into crm.import_replaced
    select x.* from crm.merges g
      cross join lateral jsonb_populate_recordset(null::crm.import_replaced, g.moved->'aside'->'import_replaced') x
      join crm.imports i on i.customer_account = x.customer_account and i.id = x.import_id
    where g.customer_account = ${account} and g.pair_id = ${pair}`.execute(trx);
  await sql`
    insert into crm.bulk_change_records
    select x.* from crm.merges g
      cross join lateral jsonb_populate_recordset(null::crm.bulk_change_records, g.moved->'aside'->'bulk_change_records') x
      join crm.bulk_changes c on c.customer_account = x.customer_account and c.id = x.change_id
    where g.customer_account = ${account} and g.pair_id = ${pair}`.execute(trx);
  await sql`
    insert into crm.duplicate_pairs overriding system value
    select x.* from crm.merges g
      cross join lateral jsonb_populate_recordset(null::crm.duplicate_pairs, g.moved->'aside'->'duplicate_pairs') x
      join crm.records a on a.customer_account = x.customer_account and a.id = x.first_id
      join crm.records b on b.customer_account = x.customer_account and b.id = x.second_id
    where g.customer_account = ${account} and g.pair_id = ${pair}
    on conflict do nothing`.execute(trx);
  await restoreOrganisations(trx, { account, kept, merged }, pair);
  await restoreFurtherPoints(trx, { account, kept, merged }, pair);
  await restoreRecordTags(trx, { account, kept, merged }, pair);
}

const ToldRow = z.object({ told: z.boolean() });

/** Both have the numbers and addresses that they had; merges before there were further ones say nothing of them. */
async function restoreFurtherPoints(trx: Trx, { account, kept, merged }: MergedIds, pair: number): Promise<void> {
  const said = sql`from crm.merges where customer_account = ${account} and pair_id = ${pair}`;
  const found = await checkedRow(trx, ToldRow, sql`select moved->'aside' ? 'contact_points' as told ${said}`);
  if (!found?.told) return;
  const json = sql`moved->'aside'->'contact_points'`;
  await restorePoints(trx, account, [kept, merged], pointsFromJson(json, said));
}

const TagsRow = z.object({ tags: z.unknown() });

/** Both have the tags that they had, of those that there still are; merges before there were tags say nothing of them. */
async function restoreRecordTags(trx: Trx, { account, kept, merged }: MergedIds, pair: number): Promise<void> {
  const found = await checkedRow(
    trx,
    TagsRow,
    sql`select moved->'aside'->'record_tags' as tags from crm.merges
      where customer_account = ${account} and pair_id = ${pair}`,
  );
  if (found?.tags) await restoreTags(trx, account, [kept, merged], json(found.tags));
}
