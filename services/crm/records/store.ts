import { type RawBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { pointKey } from "../../../rules/contact-points";
import { kindWords, type RecordKind } from "../../../rules/crm";
import { sayRule } from "../../../rules/crm-score";
import type { ListSort } from "../../../rules/list-orders";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { count, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { leadCalls } from "../contract.leads";
import {
  type ContactPoint,
  type CrmRecord,
  type PipelineStage,
  RecordChange,
  type RecordDetail,
  RelatedRecord,
} from "../contract.records";
import { recordsWith } from "../points/find";
import { listAllPoints, listPoints, type StoredPoint } from "../points/store";
import { listRecordTags, tagCondition } from "../tags/store";
import { customCondition } from "../values/filter";
import { asRecord, RecordRow, recordColumns, recordsFrom } from "./rows";
import { listRules, matchedRules } from "./scoring";
import { type FoundRecords, searchCondition } from "./search";
import { endedWithin, withinDays } from "./span";
import { listStageSettings, pipelineStages } from "./stages";

export type RecordQuery = z.output<typeof leadCalls.leads.query>;

const orders = namedOrders<ListSort<"records">>(
  {
    created: [],
    name: keyColumn("text", "l.name_start"),
    value: keyColumn("bigint", "l.value_cents", true),
    score: keyColumn("bigint", "l.score"),
    active: keyColumn("timestamptz", "l.active_at"),
  },
  keyColumn("bigint", "l.id"),
);

/** Which records of a kind, and what they say. */
async function matching(
  trx: Trx,
  account: string,
  kind: RecordKind,
  { q, sales_manager }: Pick<RecordQuery, "q" | "sales_manager">,
): Promise<FoundRecords> {
  const { where, cap } = await searchCondition(trx, account, kind, q);
  const here = sql<SqlBool>`l.customer_account = ${account} and l.kind = ${kind}`;
  return { where: sql`${here} and ${where} and ${managedBy(sales_manager)}`, cap };
}

function managedBy(manager: string | undefined): RawBuilder<SqlBool> {
  if (manager === undefined) return sql`true`;
  return manager === "none" ? sql`l.sales_manager_id is null` : sql`l.sales_manager_id = ${manager}`;
}

const closed = sql.raw<SqlBool>("(s.category in ('won', 'lost') or l.converted_at is not null)");

/** When a list is read, and on which clock its days are. */
type ReadAt = { now: Date; zone: string };

/** The conditions of the filters that are set, and none for the others: an index answers what is asked alone. */
function filtered(query: RecordQuery, kind: RecordKind, { now, zone }: ReadAt): RawBuilder<SqlBool> {
  const { stage, pipeline, rotting, source, closes, organisation } = query;
  const made = { start: query.made_from, end: query.made_until, zone };
  const ended = { start: query.ended_from, end: query.ended_until, zone };
  // A contact is no less one for being a customer: all of them, unless others are asked for.
  const state = kind === "contact" && query.state === "open" ? "all" : query.state;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (stage !== undefined) conditions.push(sql`l.stage_id = ${stage}`);
  else if (state !== "all") conditions.push(state === "closed" ? closed : sql`not ${closed}`);
  if (pipeline !== undefined) conditions.push(sql`s.pipeline_id = ${pipeline}`);
  if (source !== undefined) conditions.push(sql`l.source = ${source === "none" ? "" : source}`);
  if (closes !== undefined) conditions.push(sql`to_char(l.expected_close, 'YYYY-MM') = ${closes}`);
  if (organisation !== undefined) conditions.push(sql`m.organisation_id = ${organisation}`);
  if (made.start ?? made.end) conditions.push(withinDays(sql`l.created_at`, made));
  if (ended.start ?? ended.end) conditions.push(endedWithin(ended));
  if (rotting === "1")
    conditions.push(sql`not ${closed} and l.active_at < ${now}::timestamptz - s.rot_days * interval '1 day'`);
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

export async function recordPage(trx: Trx, account: string, kind: RecordKind, query: RecordQuery, at: ReadAt) {
  const { where, cap } = await matching(trx, account, kind, query);
  const custom = query.custom === "" ? sql`true` : await customCondition(trx, account, kind, query.custom);
  const tagged = query.tag === undefined ? sql`true` : await tagCondition(trx, account, kind, query.tag);
  const from = sql`${recordsFrom} where ${where} and ${custom} and ${tagged} and ${filtered(query, kind, at)}`;
  const list = {
    schema: RecordRow,
    select: recordColumns,
    from,
    order: orders(query.sort),
    total: count(trx, from, { cap }),
  };
  const page = await pageOfRows(trx, query, list);
  const data = page.data.map((found) => asRecord(found, at.now));
  const ids = data.map(({ id }) => id);
  const points = query.points && (await listPoints(trx, account, ids));
  const tags = query.tags && (await listRecordTags(trx, account, ids));
  return {
    ...page,
    data: data.map((record) => ({
      ...record,
      ...(points ? { contact_points: contactPoints(points, record.id) } : {}),
      ...(tags ? { tags: tags.get(record.id) ?? [] } : {}),
    })),
  };
}

function contactPoints(points: readonly StoredPoint[], record: number): ContactPoint[] {
  return points
    .filter(({ record_id }) => record_id === record)
    .map(({ record_id: _, created_at, ...point }) => ({ ...point, created_at: created_at.toISOString() }));
}

/** @throws HttpError 404 where the account has none of that kind with this id */
export async function findRecord(
  trx: Trx,
  account: string,
  kind: RecordKind,
  id: number,
  lock = false,
): Promise<RecordRow> {
  const found = await checkedRow(
    trx,
    RecordRow,
    sql`select ${recordColumns} from ${recordsFrom}
      where l.customer_account = ${account} and l.kind = ${kind} and l.id = ${id} ${lock ? sql`for update of l` : sql``}`,
  );
  if (!found) throw new HttpError(404, `There is no such ${kindWords[kind][0]}.`);
  return found;
}

const ChangeRow = RecordChange.extend({ at: z.date() });

const StageStay = z.object({ stage: z.string(), entered_at: z.date(), left_at: z.date() });

/** One record with all that its page says. @throws HttpError 404 */
export async function loadRecord(
  trx: Trx,
  account: string,
  kind: RecordKind,
  id: number,
  now: Date,
): Promise<RecordDetail> {
  const found = await findRecord(trx, account, kind, id);
  const [rules, changes, duplicates, merged, times, related, points, tags] = await Promise.all([
    listRules(trx, account),
    checkedRows(
      trx,
      ChangeRow,
      sql`select id, at, by, field, before, after from crm.changes
        where customer_account = ${account} and record_id = ${id} order by id desc limit 100`,
    ),
    listDuplicates(trx, account, found),
    listMerged(trx, account, found),
    checkedRows(
      trx,
      StageStay,
      sql`select stage, entered_at, left_at from crm.stage_times
        where customer_account = ${account} and record_id = ${id} order by id desc limit 100`,
    ),
    checkedRows(
      trx,
      RelatedRecord,
      sql`select l.id, l.kind, l.name, s.name as stage from ${recordsFrom}
        where l.customer_account = ${account} and l.contact_id = ${id} order by l.id desc limit 50`,
    ),
    listPoints(trx, account, [id]),
    listRecordTags(trx, account, [id]),
  ]);
  const parts = matchedRules(rules, found).map(({ rule, points }) => {
    const known = rules.find((one) => one.id === rule);
    return { rule: known ? sayRule(known) : "", points };
  });
  return {
    ...asRecord(found, now),
    score_parts: parts,
    changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    duplicates,
    merged,
    stage_times: times.map(({ stage, entered_at, left_at }) => ({
      ...{ stage, entered_at: entered_at.toISOString(), left_at: left_at.toISOString() },
    })),
    related,
    contact_points: contactPoints(points, id),
    tags: tags.get(id) ?? [],
  };
}

/** Others of its kind in open pairs with it, the likeliest first. A contact has several deals, so a deal has no duplicates. */
async function listDuplicates(trx: Trx, account: string, { id, kind }: RecordRow) {
  if (kind === "deal") return [];
  return checkedRows(
    trx,
    RelatedRecord,
    sql`select l.id, l.kind, l.name, s.name as stage from ${recordsFrom}
      join (
        select second_id as other, score from crm.duplicate_pairs
        where customer_account = ${account} and state = 'open' and first_id = ${id}
        union all
        select first_id, score from crm.duplicate_pairs
        where customer_account = ${account} and state = 'open' and second_id = ${id}) p on p.other = l.id
      where l.customer_account = ${account} order by p.score desc, l.id limit 50`,
  );
}

const MergedRow = z.object({ pair: z.number(), name: z.string() });

/** The records that became part of this one, the last one first. */
async function listMerged(trx: Trx, account: string, { id, kind }: RecordRow) {
  if (kind === "deal") return [];
  return checkedRows(
    trx,
    MergedRow,
    sql`select pair_id as pair, merged->>'name' as name from crm.merges
      where customer_account = ${account} and kept_id = ${id} order by at desc, pair_id desc limit 20`,
  );
}

/**
 * The contacts with one of a lead's numbers or addresses, those that have it as their first one before the others, the
 * oldest first. @throws HttpError 404
 */
export async function listMatches(trx: Trx, account: string, lead: number, now: Date): Promise<CrmRecord[]> {
  const points = await listAllPoints(trx, account, await findRecord(trx, account, "lead", lead));
  const keys = (kind: "phone" | "email") =>
    points.filter((point) => point.kind === kind).map(({ value }) => pointKey(value));
  const sought = { phones: keys("phone"), emails: keys("email") };
  const found = await checkedRows(
    trx,
    RecordRow,
    sql`with hit as materialized (${recordsWith(account, sought)})
      select ${recordColumns} from ${recordsFrom} join hit on hit.id = l.id
      where l.customer_account = ${account} and l.kind = 'contact' order by hit.rank, l.id limit 10`,
  );
  return found.map((contact) => asRecord(contact, now));
}

/** Cards of a stage on the board. */
const cardsOfStage = 30;

const StageSum = z.object({ stage_id: z.number(), currency: z.string(), records: z.number(), cents: z.number() });

export async function loadPipeline(
  trx: Trx,
  account: string,
  kind: RecordKind,
  query: Pick<RecordQuery, "q" | "sales_manager" | "pipeline" | "tag">,
  now: Date,
): Promise<PipelineStage[]> {
  const stages = pipelineStages(await listStageSettings(trx, account, kind), query.pipeline);
  const ids = bigints(stages.map(({ id }) => id));
  const { where } = await matching(trx, account, kind, query);
  const tagged = query.tag === undefined ? sql`true` : await tagCondition(trx, account, kind, query.tag);
  const here = sql`${where} and ${tagged} and l.converted_at is null and l.stage_id = any(${ids})`;
  // Without a search nothing of the contacts is asked, and an index has all that is added up.
  const summed = query.q === "" ? sql`crm.records l` : recordsFrom;
  const [sums, cards] = await Promise.all([
    checkedRows(
      trx,
      StageSum,
      sql`select l.stage_id, l.currency, count(*)::int as records, coalesce(sum(l.value_cents), 0)::bigint as cents
        from ${summed} where ${here} group by l.stage_id, l.currency order by l.currency`,
    ),
    checkedRows(
      trx,
      RecordRow,
      sql`select x.* from crm.stages t cross join lateral (
          select ${recordColumns} from ${recordsFrom} where ${here} and l.stage_id = t.id
          order by l.active_at, l.id limit ${cardsOfStage}) x
        where t.customer_account = ${account} and t.id = any(${ids})`,
    ),
  ]);
  return stages.map((stage) => {
    const own = sums.filter(({ stage_id }) => stage_id === stage.id);
    return {
      ...stage,
      records: own.reduce((sum, { records }) => sum + records, 0),
      values: own.filter(({ cents }) => cents > 0).map(({ currency, cents }) => ({ currency, cents })),
      cards: cards.filter(({ stage_id }) => stage_id === stage.id).map((card): CrmRecord => asRecord(card, now)),
    };
  });
}
