import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { RecordKind } from "../../../rules/crm";
import { maxTags } from "../../../rules/crm-tags";
import type { Trx } from "../../kit/database";
import { countCap } from "../../kit/paging";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";

const StoredTag = z.object({ id: z.number(), name: z.string() });
/** A tag as records say it. */
export type StoredTag = z.infer<typeof StoredTag>;

const RecordTagRow = StoredTag.extend({ record_id: z.number() });

/** The tags of these records, by their names. */
export async function listRecordTags(
  trx: Trx,
  account: string,
  ids: readonly number[],
): Promise<Map<number, StoredTag[]>> {
  const found = await checkedRows(
    trx,
    RecordTagRow,
    sql`select r.record_id, t.id, t.name from crm.record_tags r
      join crm.tags t on t.customer_account = r.customer_account and t.id = r.tag_id
      where r.customer_account = ${account} and r.record_id = any(${bigints(ids)}) order by r.record_id, t.key`,
  );
  const tags = new Map<number, StoredTag[]>();
  for (const { record_id, ...tag } of found) tags.set(record_id, [...(tags.get(record_id) ?? []), tag]);
  return tags;
}

/** Those tags that there still are, which stay until the transaction ends. */
export function findKnownTags(trx: Trx, account: string, ids: readonly number[]): Promise<StoredTag[]> {
  return checkedRows(
    trx,
    StoredTag,
    sql`select id, name from crm.tags
      where customer_account = ${account} and id = any(${bigints(ids)}) order by id for key share`,
  );
}

/** Tags by their ids, which stay until the transaction ends. @throws HttpError 422 where one is not there any more */
export async function findTags(trx: Trx, account: string, ids: readonly number[]): Promise<StoredTag[]> {
  const found = await findKnownTags(trx, account, ids);
  if (found.length === new Set(ids).size) return found;
  const words = "There is no such tag. Someone may have deleted it.";
  throw new HttpError(422, words, { tag: [words] });
}

const KeysRow = z.object({ keys: z.number() });

/**
 * The tags with these names, which stay until the transaction ends; those that there are not yet are made. Two that make
 * the same name at once get one tag. @throws HttpError 422 where the account has as many as it may have
 */
export async function ensureTags(
  trx: Trx,
  account: string,
  names: readonly string[],
  by: string,
): Promise<StoredTag[]> {
  const given = sql`from unnest(${texts(names)}) with ordinality n (given, at)`;
  const missing = async () => {
    const found = await checkedRow(
      trx,
      KeysRow,
      sql`select count(distinct lower(given))::int as keys ${given} where not exists (
        select from crm.tags where customer_account = ${account} and key = lower(given) collate "C")`,
    );
    return found?.keys ?? 0;
  };
  if (names.length > 0 && (await missing()) > 0) {
    await lockTags(trx, account);
    const all = await countTags(trx, account);
    if (all + (await missing()) > maxTags) {
      const words = `There are ${all} tags already; ${maxTags} are possible. Delete or join some first.`;
      throw new HttpError(422, words, { tag: [words] });
    }
    await sql`
      insert into crm.tags (customer_account, name, created_by) select ${account}, given, ${by} ${given} order by at
      on conflict (customer_account, key) do nothing`.execute(trx);
  }
  return checkedRows(
    trx,
    StoredTag,
    sql`select id, name from crm.tags where customer_account = ${account}
      and key in (select lower(given) collate "C" ${given}) order by id for key share`,
  );
}

/** Whoever makes tags waits for whoever else does, so that an account never has more than it may have. */
export async function lockTags(trx: Trx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('crm.tags ' || ${account}::text, 0))`.execute(trx);
}

const AllRow = z.object({ all: z.number() });

export async function countTags(trx: Trx, account: string): Promise<number> {
  const found = await checkedRow(
    trx,
    AllRow,
    sql`select count(*)::int as all from crm.tags where customer_account = ${account}`,
  );
  return found?.all ?? 0;
}

/** Gives a record all tags of another one; those that it has stay. @param told whose doing it is, for its history */
export async function copyTags(trx: Trx, account: string, from: number, to: number, told?: string): Promise<void> {
  const copied = sql`
    insert into crm.record_tags (customer_account, record_id, tag_id, record_kind)
    select r.customer_account, l.id, r.tag_id, l.kind from crm.record_tags r
    join crm.records l on l.customer_account = r.customer_account and l.id = ${to}
    where r.customer_account = ${account} and r.record_id = ${from}
    on conflict do nothing`;
  if (told === undefined) {
    await copied.execute(trx);
    return;
  }
  await sql`
    with copied as (${copied} returning tag_id)
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select t.customer_account, ${to}::bigint, ${told}, 'Tag', '', t.name from copied
    join crm.tags t on t.customer_account = ${account} and t.id = copied.tag_id order by t.key`.execute(trx);
}

/** The rows of these records as JSON, for an undo. */
export function tagsAsJson(account: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('record_id', x.record_id, 'tag_id', x.tag_id)), '[]')
    from crm.record_tags x where x.customer_account = ${account} and x.record_id = any(${ids}))`;
}

/** Gives these records back what `tagsAsJson` said, of the tags that there still are. */
export async function restoreTags(
  trx: Trx,
  account: string,
  ids: readonly number[],
  said: RawBuilder<unknown>,
): Promise<void> {
  await removeTags(trx, account, ids);
  await sql`
    insert into crm.record_tags (customer_account, record_id, tag_id, record_kind)
    select l.customer_account, l.id, t.id, l.kind
    from jsonb_to_recordset(${said}) x (record_id bigint, tag_id bigint)
    join crm.records l on l.customer_account = ${account} and l.id = x.record_id and l.id = any(${bigints(ids)})
    join crm.tags t on t.customer_account = ${account} and t.id = x.tag_id
    on conflict do nothing`.execute(trx);
}

/** Takes all tags of these records away. */
export async function removeTags(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  await sql`delete from crm.record_tags
    where customer_account = ${account} and record_id = any(${bigints(ids)})`.execute(trx);
}

/**
 * The condition on the records `l` of a kind that have a tag. Up to 10,000 are read from the index first: the database
 * would look for the tag of each record of the list, unless most have it.
 */
export async function tagCondition(
  trx: Trx,
  account: string,
  kind: RecordKind,
  tag: number,
): Promise<RawBuilder<unknown>> {
  const those = sql`select r.record_id as id from crm.record_tags r
    where r.customer_account = ${account} and r.tag_id = ${tag} and r.record_kind = ${kind}`;
  const found = await checkedRows(trx, IdRow, sql`${those} limit ${sql.lit(countCap)}`);
  if (found.length < countCap) return sql`l.id = any(${bigints(found.map(({ id }) => id))})`;
  return sql`l.id in (${those})`;
}
