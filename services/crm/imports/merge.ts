import { type RawBuilder, sql } from "kysely";
import { kindWords, recordFieldNames } from "../../../rules/crm";
import type { FieldDefinition } from "../../../rules/crm-fields";
import type { Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { pointsAsJson } from "../points/store";
import { scoreUnwritten } from "../records/scoring";
import { ensureStages } from "../records/stages";
import { tagsAsJson } from "../tags/store";
import { refuseRows, writeCustomChanges } from "./custom";
import { addImported, bringsPoints, firstFurther, furtherOfRow, hasFurther, newToRecord } from "./points";
import type { ImportRow } from "./store";
import { bringsTags, makeImportedTags, newTags, tagChanged, tagNew } from "./tags";

/** What became of the rows of one set. */
export type MergeCounts = { created: number; updated: number; duplicate: number; refused: number };

/** What a row of the file says of a record, beside the row itself. A name that is missing is taken from what there is. */
const given = sql.raw(`s.line,
  left(coalesce(nullif(s.name, ''), s.fields->>'company', nullif(s.email, ''), s.msisdn), 200) as name,
  coalesce(s.fields->>'company', '') as company, coalesce(s.msisdn, '') as phone, coalesce(s.email, '') as email,
  coalesce(s.fields->>'source', '') as source, (s.fields->>'value')::bigint as value_cents,
  coalesce(s.fields->>'currency', '') as currency, (s.fields->>'expected_close')::date as expected_close, s.cells,
  coalesce(s.fields->>'tags', '') as tags,
  (select coalesce(jsonb_object_agg(substr(e.key, 8), e.value::jsonb), '{}') from jsonb_each_text(s.fields) e
    where e.key like 'custom.%') as custom`);

/**
 * Brings the staged rows into the CRM, and empties `staged`: new records, changes of those that have the number or the
 * address already, or neither. What is to be told of a row is kept.
 */
export async function mergeStaged(
  trx: Trx,
  account: string,
  file: ImportRow,
  fields: readonly FieldDefinition[],
): Promise<MergeCounts> {
  await sql`drop table if exists incoming`.execute(trx);
  await sql`
    create temporary table incoming on commit drop as
    select ${given}, ${furtherOfRow(file)} as further, ${file.duplicates === "create" ? sql`null::bigint` : knownRecord(account, file)} as record_id, false as changed
    from staged s where s.reason is null`.execute(trx);
  const refused = (await refuseRows(trx, account, file, fields)) + (await makeImportedTags(trx, account, file));
  // Two rows of one set may be the same record by number and by address: the first counts.
  const updated = file.duplicates === "update" ? await updateKnown(trx, account, file, fields) : 0;
  const duplicate = await tellKnown(trx, account, file);
  const created = await createNew(trx, account, file);
  await sql`
    insert into crm.import_refused (customer_account, import_id, line, kind, reason, cells)
    select ${account}, ${file.id}::bigint, line, kind, reason, cells from staged where reason is not null
    on conflict do nothing`.execute(trx);
  await sql`truncate staged`.execute(trx);
  return { created, updated, duplicate, refused };
}

/**
 * The record that a staged row is: by its number first, then by its address, and last by them as further ones; one that
 * was converted is no more. The order is by an expression, so that no plan walks all records in the order of their ids to
 * find the first.
 */
function knownRecord(account: string, { kind }: ImportRow): RawBuilder<unknown> {
  const here = sql`select l.id from crm.records l
    where l.customer_account = ${account} and l.kind = ${kind} and l.converted_at is null`;
  // Looked at once for all rows: most accounts have no further numbers or addresses.
  const some = sql`exists (select from crm.contact_points where customer_account = ${account} and not is_primary)`;
  const further = (key: RawBuilder<unknown>) => sql`select l.id from crm.contact_points p
    join crm.records l on l.customer_account = p.customer_account and l.id = p.record_id
    where p.customer_account = ${account} and p.record_kind = ${kind} and not p.is_primary and p.key = ${key}
      and l.converted_at is null order by p.record_id limit 1`;
  return sql`coalesce(
    (${here} and l.phone <> '' and l.phone = s.msisdn order by l.id + 0 limit 1),
    (${here} and l.email_key <> '' and l.email_key = lower(s.email) order by l.id + 0 limit 1),
    case when ${some} then coalesce((${further(sql`s.msisdn`)}), (${further(sql`lower(s.email)`)})) end)`;
}

/** The fields of a record that a file brings, besides the value. */
const fields = ["name", "company", "phone", "email", "source", "expected_close"] as const;

/** What the undo puts back, of a record `l`. */
const saidBefore = sql.raw(`jsonb_build_object('score', l.score, 'name', l.name, 'company', l.company, 'phone', l.phone,
  'email', l.email, 'source', l.source, 'value_cents', l.value_cents, 'currency', l.currency,
  'expected_close', l.expected_close, 'custom', l.custom)`);

/** Records keep what the file leaves empty; what changes is put aside first, and written in their history. */
async function updateKnown(
  trx: Trx,
  account: string,
  file: ImportRow,
  own: readonly FieldDefinition[],
): Promise<number> {
  const named = file.mapping.columns.some(
    ({ role }) => role === "name" || role === "first_name" || role === "last_name",
  );
  // A number or an address that is a further one of the record already does not become its first one.
  const brought = (column: "phone" | "email", key: RawBuilder<unknown>) => {
    const own = sql.ref(`l.${column}`);
    const first = sql`coalesce(nullif(${own}, ''), ${firstFurther(column)}, '')`;
    return sql`case when ${hasFurther(account, key)} then ${own}
      else coalesce(nullif(${sql.ref(`n.${column}`)}, ''), ${first}) end`;
  };
  const added = bringsTags(file) ? newTags(account) : sql`null::jsonb`;
  await sql`drop table if exists changing`.execute(trx);
  await sql`
    create temporary table changing on commit drop as
    select x.*, ${newToRecord(account)} as new_points, ${added} as new_tags from (
      select l.id, l.version, n.line, s.name as stage, s.category, ${saidBefore} as before,
        ${named ? sql`n.name` : sql`l.name`} as name, coalesce(nullif(n.company, ''), l.company) as company,
        ${brought("phone", sql`n.phone`)} as phone, ${brought("email", sql`lower(n.email)`)} as email, n.further, n.tags,
        coalesce(nullif(n.source, ''), l.source) as source, coalesce(n.value_cents, l.value_cents) as value_cents,
        coalesce(nullif(n.currency, ''), l.currency) as currency,
        coalesce(n.expected_close, l.expected_close) as expected_close, l.custom || n.custom as custom
      from (
        select distinct on (record_id) * from incoming where record_id is not null order by record_id, line
      ) n
      join crm.records l on l.customer_account = ${account} and l.id = n.record_id
      join crm.stages s on s.customer_account = ${account} and s.id = l.stage_id
    ) x
    where (name, company, phone, email, source, value_cents, currency, expected_close, custom) is distinct from
      (before->>'name', before->>'company', before->>'phone', before->>'email', before->>'source',
        (before->>'value_cents')::bigint, before->>'currency', (before->>'expected_close')::date,
        before->'custom')
      or ${bringsPoints(file) ? newToRecord(account) : sql`null`} is not null or ${added} is not null`.execute(trx);
  await sql`
    insert into crm.import_replaced (customer_account, import_id, record_id, before, version)
    select ${account}, ${file.id}::bigint, id, before || jsonb_build_object(
      'points', case when new_points is not null or phone <> before->>'phone' or email <> before->>'email'
        then ${pointsAsJson(account, sql`array[changing.id]`)} end,
      'tags', case when new_tags is not null then ${tagsAsJson(account, sql`array[changing.id]`)} end), version + 1
    from changing`.execute(trx);
  const differences = fields.map(
    (field) => sql`select id, ${recordFieldNames[field]} as field, coalesce(before->>${field}, '') as before,
      coalesce(${sql.ref(field)}::text, '') as after from changing`,
  );
  const money = (cents: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
    sql`coalesce(${currency} || ' ' || to_char(${cents} / 100.0, 'FM999,999,999,999,990.00'), '')`;
  await sql`
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select ${account}, id, ${file.created_by}, field, before, after from (
      ${sql.join(differences, sql` union all `)}
      union all select id, 'Value', ${money(sql`(before->>'value_cents')::bigint`, sql`(before->>'currency')`)},
        ${money(sql`value_cents`, sql`currency`)} from changing) d
    where before <> after`.execute(trx);
  if (own.length > 0) await writeCustomChanges(trx, account, file, own);
  const scores = await scoreUnwritten(
    trx,
    account,
    sql`select x.id as key, ${file.kind}::text as kind, x.name, x.company, x.phone, x.email, x.source, x.value_cents,
        x.stage, x.category, x.custom, l.created_at, l.wrote_at
      from changing x join crm.records l on l.customer_account = ${account} and l.id = x.id`,
  );
  const changed = await sql`
    update crm.records l set name = x.name, company = x.company, phone = x.phone, email = x.email, source = x.source,
      value_cents = x.value_cents, currency = x.currency, expected_close = x.expected_close, custom = x.custom,
      score = coalesce(o.score, 0), version = l.version + 1, active_at = now()
    from changing x left join ${scores} on o.key = x.id
    where l.customer_account = ${account} and l.id = x.id`.execute(trx);
  if (bringsPoints(file)) {
    const from = sql`select id, new_points as further from changing where new_points is not null`;
    await addImported(trx, account, file, { from, told: true });
  }
  if (bringsTags(file)) await tagChanged(trx, account, file);
  await sql`update incoming n set changed = true from changing x where n.line = x.line and n.record_id = x.id`.execute(
    trx,
  );
  return Number(changed.numAffectedRows ?? 0n);
}

/** Rows that changed nothing, because the CRM says the same already or is to stay as it is. */
async function tellKnown(trx: Trx, account: string, { id, kind }: ImportRow): Promise<number> {
  const told = await sql`
    insert into crm.import_refused (customer_account, import_id, line, kind, reason, cells)
    select ${account}, ${id}::bigint, line, 'repeated', ${`in the CRM already: ${kindWords[kind][0]} `} || record_id,
      coalesce(cells, '[]') from incoming where record_id is not null and not changed
    on conflict do nothing`.execute(trx);
  return Number(told.numAffectedRows ?? 0n);
}

/** A row without a first number or address has the first further one as it. */
function primaryColumn(column: "phone" | "email"): RawBuilder<unknown> {
  return sql`coalesce(nullif(${sql.ref(`n.${column}`)}, ''), ${firstFurther(column)}, '')`;
}

async function createNew(trx: Trx, account: string, file: ImportRow): Promise<number> {
  const [first] = await ensureStages(trx, account, file.kind);
  if (!first) throw new HttpError(422, `Add a stage for ${kindWords[file.kind][1]} first.`);
  const scores = await scoreUnwritten(
    trx,
    account,
    sql`select line as key, ${file.kind}::text as kind, custom, name, company, ${primaryColumn("phone")} as phone, ${primaryColumn("email")} as email, source, value_cents, ${first.name}::text as stage,
      ${first.category}::text as category, null as created_at, null as wrote_at from incoming n where record_id is null`,
  );
  const further = bringsPoints(file);
  // A record has twenty indexes: it is written once, with its score.
  const statement = sql`
    insert into crm.records (customer_account, kind, name, company, phone, email, source, value_cents, currency,
      expected_close, custom, stage_id, sales_manager_id, sales_manager, created_by, import_id, score)
    select ${account}, ${file.kind}, n.name, n.company, ${primaryColumn("phone")}, ${primaryColumn("email")}, n.source, n.value_cents,
      coalesce(nullif(n.currency, ''), 'KES'), n.expected_close, n.custom, ${first.id}::bigint, ${file.sales_manager_id},
      ${file.sales_manager}, ${file.created_by}, ${file.id}::bigint, coalesce(o.score, 0)
    from incoming n left join ${scores} on o.key = n.line where n.record_id is null order by n.line`;
  if (!further && !bringsTags(file)) return Number((await statement.execute(trx)).numAffectedRows ?? 0n);
  // The ids are given in the order of the lines.
  const made = await checkedRows(trx, IdRow, sql`${statement} returning id`);
  const ids = bigints(made.map(({ id }) => id).sort((a, b) => a - b));
  const brought = sql`select i.id, n.further, n.tags from unnest(${ids}) with ordinality i (id, at)
    join (select further, tags, row_number() over (order by line) as at from incoming where record_id is null) n using (at)`;
  if (further) await addImported(trx, account, file, { from: sql`${brought} where n.further <> '[]'`, told: false });
  if (bringsTags(file)) await tagNew(trx, account, file, sql`${brought} where n.tags <> ''`);
  return made.length;
}
