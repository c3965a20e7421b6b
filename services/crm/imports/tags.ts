import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { kindWords } from "../../../rules/crm";
import { maxRecordTags, maxTags } from "../../../rules/crm-tags";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow, NameRow } from "../../kit/row-schema";
import { bigints, json, texts } from "../../kit/rows";
import { countTags, lockTags, restoreTags } from "../tags/store";
import { refuse } from "./custom";
import type { ImportRow } from "./store";

/** Whether a file has a column with tags. */
export function bringsTags({ mapping }: Pick<ImportRow, "mapping">): boolean {
  return mapping.columns.some(({ field }) => field === "tags");
}

/** The names of the tags of a row, as an array: they were read with commas between them. */
function namesOf(row: string): RawBuilder<unknown> {
  return sql`string_to_array(nullif(${sql.ref(`${row}.tags`)}, ''), ',')`;
}

/** The rows of `incoming` that do something: a row that changes nothing of a record makes no tags. */
function counts(file: ImportRow): RawBuilder<unknown> {
  return file.duplicates === "skip" ? sql`n.record_id is null` : sql`true`;
}

/**
 * Makes the tags that the rows of `incoming` name and that there are not yet, as many as an account may have. Takes out
 * the rows that name one more, and those of records that would have too many. Answers how many it refused.
 */
export async function makeImportedTags(trx: Trx, account: string, file: ImportRow): Promise<number> {
  if (!bringsTags(file)) return 0;
  const unknown = () =>
    checkedRows(
      trx,
      NameRow,
      sql`select said as name from (
          select distinct on (lower(said)) said, n.line from incoming n cross join lateral unnest(${namesOf("n")}) said
          where ${counts(file)} order by lower(said), n.line) first
        where not exists (select from crm.tags t
          where t.customer_account = ${account} and t.key = lower(first.said) collate "C")
        order by line, said`,
    );
  let refused = 0;
  if ((await unknown()).length > 0) {
    await lockTags(trx, account);
    const names = (await unknown()).map(({ name }) => name);
    const room = Math.max(0, maxTags - (await countTags(trx, account)));
    await sql`
      insert into crm.tags (customer_account, name, import_id, created_by)
      select ${account}, name, ${file.id}::bigint, ${file.created_by} from unnest(${texts(names.slice(0, room))}) name
      on conflict (customer_account, key) do nothing`.execute(trx);
    const left = names.slice(room).map((name) => name.toLowerCase());
    if (left.length > 0)
      refused += await refuse(trx, account, file, {
        reason: sql`'Tags: “' || said || ${`” would be one more than the ${maxTags} tags that are possible`}`,
        from: sql`incoming n cross join lateral unnest(${namesOf("n")}) said
          where ${counts(file)} and lower(said) = any(${texts(left)})`,
      });
  }
  const [one] = kindWords[file.kind];
  refused += await refuse(trx, account, file, {
    reason: sql`${`Tags: a ${one} has at most ${maxRecordTags}, and with these it has more`}::text`,
    from: sql`incoming n where ${counts(file)} and n.tags <> '' and n.record_id is not null and ${maxRecordTags} < (
      select count(*) from (
        select tag_id from crm.record_tags r where r.customer_account = ${account} and r.record_id = n.record_id
        union select id from (${tagsOfRow(account, "n")}) named) t)
      and exists (select from (${tagsOfRow(account, "n")}) named where not exists (
        select from crm.record_tags r
        where r.customer_account = ${account} and r.record_id = n.record_id and r.tag_id = named.id))`,
  });
  return refused;
}

function tagsOfRow(account: string, row: string): RawBuilder<unknown> {
  return sql`select t.id from crm.tags t where t.customer_account = ${account}
    and t.key in (select lower(said) collate "C" from unnest(${namesOf(row)}) said)`;
}

/** The ids of the tags that a row brings to the record `x` and that it has not yet; null where there are none. */
export function newTags(account: string): RawBuilder<unknown> {
  return sql`(select jsonb_agg(named.id) from (${tagsOfRow(account, "x")}) named
    where not exists (select from crm.record_tags r
      where r.customer_account = ${account} and r.record_id = x.id and r.tag_id = named.id))`;
}

/** Gives the records of `changing` the tags that are new to them, and writes it in their histories. */
export async function tagChanged(trx: Trx, account: string, file: ImportRow): Promise<void> {
  await sql`
    with added as (
      insert into crm.record_tags (customer_account, record_id, tag_id, record_kind)
      select ${account}, c.id, tag::bigint, ${file.kind} from changing c
      cross join lateral jsonb_array_elements_text(c.new_tags) tag
      on conflict do nothing returning record_id, tag_id)
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select ${account}, added.record_id, ${file.created_by}, 'Tag', '', t.name from added
    join crm.tags t on t.customer_account = ${account} and t.id = added.tag_id order by added.record_id, t.key`.execute(
    trx,
  );
}

/** Gives new records their tags. @param from rows with the `id` of a record and its `tags`, with commas between them */
export async function tagNew(trx: Trx, account: string, file: ImportRow, from: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into crm.record_tags (customer_account, record_id, tag_id, record_kind)
    select ${account}, g.id, t.id, ${file.kind} from (${from}) g cross join lateral unnest(${namesOf("g")}) said
    join crm.tags t on t.customer_account = ${account} and t.key = lower(said) collate "C"
    on conflict do nothing`.execute(trx);
}

/** Takes away the tags that an import made and that no record has. */
export async function removeUnusedTags(trx: Trx, account: string, id: number): Promise<void> {
  await sql`
    delete from crm.tags t where t.customer_account = ${account} and t.import_id = ${id}
      and not exists (select from crm.record_tags r where r.customer_account = ${account} and r.tag_id = t.id)`.execute(
    trx,
  );
}

const ImportedTagsRow = z.object({
  tags: z.array(z.object({ record_id: z.number(), tag_id: z.number() })).nullable(),
});

/** Gives changed records the tags that they had before the import, where it added some. */
export async function restoreImportedTags(trx: Trx, account: string, id: number, restored: readonly number[]) {
  const replaced = sql`crm.import_replaced r where r.customer_account = ${account} and r.import_id = ${id}
    and r.record_id = any(${bigints(restored)}) and jsonb_typeof(r.before->'tags') = 'array'`;
  const changed = await checkedRows(trx, IdRow, sql`select r.record_id as id from ${replaced}`);
  const ids = changed.map((one) => one.id);
  if (ids.length === 0) return;
  const all = await checkedRow(
    trx,
    ImportedTagsRow,
    sql`select jsonb_agg(tag) as tags from (select r.before->'tags' as tags from ${replaced}) g
      cross join lateral jsonb_array_elements(g.tags) tag`,
  );
  await restoreTags(trx, account, ids, json(all?.tags ?? []));
}
