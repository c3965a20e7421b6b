import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { RecordKind } from "../../../rules/crm";
import {
  type ComparedRecord,
  type DuplicateKind,
  duplicateKinds,
  duplicateScore,
  pairReasons,
} from "../../../rules/duplicates";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { listKeys } from "../points/find";

/** Records with one number or address that are compared with each other; a number that more have is no person's. */
const alike = 10;
/** Records of one organisation that are compared, before and after one in the order of their names. */
const neighbours = 25;

type Candidate = { one: ComparedRecord; other: ComparedRecord };

/** Whether records of a kind can be duplicates. */
export function isDuplicateKind(kind: RecordKind): kind is DuplicateKind {
  return duplicateKinds.some((one) => one === kind);
}

/**
 * Finds what may be the same as these records, and forgets open pairs of theirs that have no reason any more. Each record
 * is compared with a bounded number of others, all found through an index.
 */
export async function updatePairs(trx: Trx, account: string, kind: RecordKind, ids: readonly number[]): Promise<void> {
  if (!isDuplicateKind(kind) || ids.length === 0) return;
  const candidates = await listCandidates(trx, account, kind, ids);
  const found = new Map<string, object>();
  for (const { one, other } of candidates) {
    const reasons = pairReasons(one, other);
    const [first_id, second_id] = one.id < other.id ? [one.id, other.id] : [other.id, one.id];
    if (reasons.length > 0)
      found.set(`${first_id} ${second_id}`, { first_id, second_id, reasons, score: duplicateScore(reasons) });
  }
  const open = await listOpenPairs(trx, account, ids);
  const past = open.filter(({ first_id, second_id }) => !found.has(`${first_id} ${second_id}`)).map(({ id }) => id);
  if (past.length > 0)
    await sql`delete from crm.duplicate_pairs
      where customer_account = ${account} and state = 'open' and id = any(${bigints(past)})`.execute(trx);
  if (found.size === 0) return;
  await sql`
    insert into crm.duplicate_pairs (customer_account, kind, first_id, second_id, reasons, score)
    select ${account}, ${kind}, first_id, second_id, reasons, score
    from json_to_recordset(${JSON.stringify([...found.values()])}::json)
      as x (first_id bigint, second_id bigint, reasons text[], score smallint) order by first_id, second_id
    on conflict (customer_account, first_id, second_id) do update set reasons = excluded.reasons, score = excluded.score
      where duplicate_pairs.state = 'open' and duplicate_pairs.reasons <> excluded.reasons`.execute(trx);
}

/**
 * The same for one record that is being saved. Two who save the same person at once wait for each other here, so that the
 * second finds what the first has saved.
 */
export async function updatePairsOfSaved(trx: Trx, account: string, kind: RecordKind, id: number): Promise<void> {
  if (!isDuplicateKind(kind)) return;
  await lockContactPoints(trx, account, [id]);
  await updatePairs(trx, account, kind, [id]);
}

/** Locks the numbers and addresses of these records: after their rows, and before any pair. */
export async function lockContactPoints(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from (
      select distinct ${`crm.duplicates ${account} `} || kind || ' ' || point as key from (
        select kind, unnest(array[phone, email_key]) as point from crm.records
        where customer_account = ${account} and id = any(${bigints(ids)})
        union all
        select record_kind, key from crm.contact_points
        where customer_account = ${account} and record_id = any(${bigints(ids)})) points
      where point <> '' order by 1) keys`.execute(trx);
}

const OpenPairRow = z.object({ id: z.number(), first_id: z.number(), second_id: z.number() });

function listOpenPairs(trx: Trx, account: string, ids: readonly number[]) {
  const open = sql`select id, first_id, second_id from crm.duplicate_pairs
    where customer_account = ${account} and state = 'open'`;
  return checkedRows(
    trx,
    OpenPairRow,
    sql`${open} and first_id = any(${bigints(ids)}) union ${open} and second_id = any(${bigints(ids)})`,
  );
}

/** What of a record a row has; its further numbers and addresses are read after it. */
const StoredRecord = z.object({
  id: z.number(),
  phone: z.string(),
  email_key: z.string(),
  name_key: z.string(),
  company_key: z.string(),
});
type StoredRecord = z.infer<typeof StoredRecord>;

const compared = (table: string) =>
  sql.raw(["id", "phone", "email_key", "name_key", "company_key"].map((column) => `${table}.${column}`).join(", "));

const CandidateRow = StoredRecord.extend({ record: StoredRecord });

async function listCandidates(
  trx: Trx,
  account: string,
  kind: DuplicateKind,
  ids: readonly number[],
): Promise<Candidate[]> {
  const others = sql`select ${compared("o")} from crm.records o where o.customer_account = ${account}
    and o.kind = ${kind} and o.converted_at is null and o.id <> l.id`;
  // Those of open pairs, so that a pair without a reason is found again and forgotten.
  const paired = (other: string) => sql`select ${compared("o")} from crm.duplicate_pairs p
    join crm.records o on o.customer_account = p.customer_account and o.id = ${sql.ref(`p.${other}`)}
    where p.customer_account = ${account} and p.state = 'open' and o.customer_account = ${account}
      and o.kind = ${kind} and o.converted_at is null`;
  const company = sql`${others} and o.company_key <> '' and o.company_key = l.company_key`;
  // The further numbers and addresses of the record, and who has one of its numbers or addresses as a further one.
  const own = sql`(select key from crm.contact_points where customer_account = ${account} and record_id = l.id
    and not is_primary)`;
  const further = (keys: RawBuilder<unknown>) => sql`(${others} and o.id in (
      select p.record_id from crm.contact_points p where p.customer_account = ${account} and p.record_kind = ${kind}
        and p.key = any(${keys}) and not p.is_primary order by p.record_id limit ${sql.lit(alike + 1)})
    order by o.id limit ${sql.lit(alike)})`;
  const found = await checkedRows(
    trx,
    CandidateRow,
    sql`select json_build_object('id', l.id, 'phone', l.phone, 'email_key', l.email_key, 'name_key', l.name_key,
        'company_key', l.company_key) as record, c.*
      from crm.records l cross join lateral (select array${own} as keys) k cross join lateral (
        (${others} and o.phone <> '' and o.phone = l.phone order by o.id limit ${sql.lit(alike)})
        union (${others} and o.email_key <> '' and o.email_key = l.email_key order by o.id limit ${sql.lit(alike)})
        union (${others} and o.phone <> '' and o.phone = any(k.keys) order by o.id limit ${sql.lit(alike)})
        union (${others} and o.email_key <> '' and o.email_key = any(k.keys) order by o.id limit ${sql.lit(alike)})
        union ${further(sql`array[l.phone, l.email_key] || k.keys`)}
        union (${company} and (o.name_key, o.id) > (l.name_key, l.id)
          order by o.name_key, o.id limit ${sql.lit(neighbours)})
        union (${company} and (o.name_key, o.id) < (l.name_key, l.id)
          order by o.name_key desc, o.id desc limit ${sql.lit(neighbours)})
        union (${paired("second_id")} and p.first_id = l.id)
        union (${paired("first_id")} and p.second_id = l.id)
      ) c
      where l.customer_account = ${account} and l.kind = ${kind} and l.converted_at is null
        and l.id = any(${bigints(ids)})`,
  );
  const all = [...new Set(found.flatMap(({ record, id }) => [record.id, id]))];
  const keys = all.length === 0 ? new Map<number, string[]>() : await listKeys(trx, account, bigints(all));
  const whole = (record: StoredRecord) => ({ ...record, points: keys.get(record.id) ?? [] });
  return found.map(({ record, ...other }) => ({ one: whole(record), other: whole(other) }));
}
