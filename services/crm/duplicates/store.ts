import { sql } from "kysely";
import { z } from "zod";
import { type DuplicateKind, duplicateKinds } from "../../../rules/duplicates";
import type { ListSort } from "../../../rules/list-orders";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { DuplicatePair, type duplicateCalls, PairDetail, RecordHoldings } from "../contract.duplicates";
import { asRecord, RecordRow, recordColumns, recordsFrom } from "../records/rows";
import { isNamed } from "../records/search";

const StoredPair = PairDetail.pick({ id: true, kind: true, score: true, reasons: true }).extend({
  state: z.enum(["open", "different"]),
  first_id: z.number(),
  second_id: z.number(),
  decided_by: z.string(),
  decided_at: z.date().nullable(),
});
type StoredPair = z.infer<typeof StoredPair>;
const StoredMerge = z.object({
  pair_id: z.number(),
  kind: z.enum(duplicateKinds),
  kept_id: z.number(),
  merged_id: z.number(),
  kept_version: z.number(),
  /** The record that it was merged into; another than the kept one when that was merged itself. */
  into_id: z.number(),
  before_version: z.number(),
  merged_version: z.number(),
  merged_name: z.string(),
  reasons: PairDetail.shape.reasons,
  score: z.number(),
  by: z.string(),
  at: z.date(),
});
export type StoredMerge = z.infer<typeof StoredMerge>;

const orders = namedOrders<ListSort<"duplicates">>(
  { score: keyColumn("bigint", sql`p.score::bigint`), found: keyColumn("timestamptz", "p.found_at") },
  keyColumn("bigint", "p.id"),
);
const paired = (table: string) =>
  sql.raw(
    `jsonb_build_object(${["id", "name", "company", "phone", "email"].map((field) => `'${field}', ${table}.${field}`).join(", ")})`,
  );

const DuplicateRow = DuplicatePair.extend({ found_at: z.date() });

/** @param kinds whose pairs they may see */
export async function duplicatePage(
  trx: Trx,
  account: string,
  kinds: readonly DuplicateKind[],
  { kind, reason, record, q, sort, ...query }: z.output<typeof duplicateCalls.duplicates.query>,
) {
  const page = await pageOfRows(trx, query, {
    schema: DuplicateRow,
    select: sql`p.id, p.kind, p.reasons, p.score, p.found_at, ${paired("a")} as first, ${paired("b")} as second`,
    from: sql`crm.duplicate_pairs p
      join crm.records a on a.customer_account = p.customer_account and a.id = p.first_id
      join crm.records b on b.customer_account = p.customer_account and b.id = p.second_id
      where p.customer_account = ${account} and p.state = 'open' and p.kind = any(${[...kinds]}::text[])
        and (${kind ?? null}::text is null or p.kind = ${kind ?? null})
        and (${reason ?? null}::text is null or p.reasons @> array[${reason ?? null}::text])
        and (${record ?? null}::bigint is null or p.first_id = ${record ?? null} or p.second_id = ${record ?? null})
        and ${q === "" ? sql`true` : sql`(${isNamed("a", q)} or ${isNamed("b", q)})`}`,
    order: orders(sort),
    batched: q === "",
  });
  return { ...page, data: page.data.map((pair) => ({ ...pair, found_at: pair.found_at.toISOString() })) };
}

export function findPair(trx: Trx, account: string, id: number, lock = false): Promise<StoredPair | undefined> {
  return checkedRow(
    trx,
    StoredPair,
    sql`select id, kind, reasons, score, state, first_id, second_id, decided_by, decided_at from crm.duplicate_pairs
      where customer_account = ${account} and id = ${id} ${lock ? sql`for update` : sql``}`,
  );
}

const mergeColumns = sql.raw(`pair_id, kind, kept_id, merged_id, kept_version, (kept_before->>'id')::bigint as into_id,
  (kept_before->>'version')::int as before_version, (merged->>'version')::int as merged_version,
  merged->>'name' as merged_name, moved->'reasons' as reasons, (moved->>'score')::int as score, by, at`);

export function findMerge(trx: Trx, account: string, pair: number, lock = false): Promise<StoredMerge | undefined> {
  return checkedRow(
    trx,
    StoredMerge,
    sql`select ${mergeColumns} from crm.merges where customer_account = ${account} and pair_id = ${pair}
      ${lock ? sql`for update` : sql``}`,
  );
}

export function noPair(): never {
  throw new HttpError(404, "There is no such pair.");
}

/** A pair as its page shows it, whatever was decided on it. @throws HttpError 404 */
export async function loadPair(trx: Trx, account: string, id: number, now: Date): Promise<PairDetail> {
  const pair = await findPair(trx, account, id);
  const merge = pair ? undefined : await findMerge(trx, account, id);
  const found = pair ?? merge ?? noPair();
  const ids = pair ? [pair.first_id, pair.second_id] : [merge?.kept_id ?? 0];
  const records = await listRecords(trx, account, ids);
  // One of the two is gone: the pair is swept with the next search.
  if (records.length < ids.length) noPair();
  const holdings: RecordHoldings[] = [];
  for (const record of records) holdings.push(await countHoldings(trx, account, record.id));
  const { kind, reasons, score } = found;
  return {
    ...{ id, kind, reasons, score, state: pair?.state ?? "merged" },
    records: records.map((record) => asRecord(record, now)),
    holdings,
    by: pair ? pair.decided_by : (merge?.by ?? ""),
    at: (pair ? pair.decided_at : merge?.at)?.toISOString() ?? null,
    merged: merge
      ? { id: merge.merged_id, name: merge.merged_name, blocked: undoBlocked(merge, records[0]) ?? "" }
      : null,
  };
}

/** Why a merge can't be undone; nothing where it can. */
export function undoBlocked(merge: StoredMerge, kept: Pick<RecordRow, "name" | "version"> | undefined) {
  if (!kept) return "The record that was kept is gone.";
  if (merge.into_id !== merge.kept_id)
    return `The record that was kept was merged into ${kept.name} since. Undo that merge first.`;
  if (kept.version !== merge.kept_version) return `${kept.name} was changed since the merge. Nothing was undone.`;
  return undefined;
}

function listRecords(trx: Trx, account: string, ids: readonly number[]): Promise<RecordRow[]> {
  return checkedRows(
    trx,
    RecordRow,
    sql`select ${recordColumns} from ${recordsFrom}
      where l.customer_account = ${account} and l.id = any(${bigints(ids)}) order by l.id`,
  );
}

async function countHoldings(trx: Trx, account: string, id: number): Promise<RecordHoldings> {
  const counted = (from: string, column: string) =>
    sql`(select count(*)::int from ${sql.table(`crm.${from}`)} x
      where x.customer_account = ${account} and x.${sql.ref(column)} = ${id})`;
  const found = await checkedRow(
    trx,
    RecordHoldings,
    sql`select ${counted("notes", "record_id")} as notes, ${counted("logged_calls", "record_id")} as calls,
      ${counted("appointments", "record_id")} as appointments,
      ${counted("tasks", "record_id")} as tasks,
      ${counted("sales", "contact_id")} as sales,
      (select count(*)::int from crm.records x
        where x.customer_account = ${account} and x.contact_id = ${id} and x.kind = 'deal') as deals`,
  );
  return found ?? { notes: 0, calls: 0, appointments: 0, tasks: 0, deals: 0, sales: 0 };
}
