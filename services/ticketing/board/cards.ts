import { type RawBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { cappedTotal, countCap } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { withWhy } from "../clocks/why";
import type { TicketFilters } from "../contract.filters";
import { NamedRow, named, shown } from "../records/tickets";
import { listStages } from "../settings/stages";
import { parseFilters } from "../tickets/list";
import { ticketsWhere, type ViewerScope } from "../tickets/where";

const BoardCardRow = z.object({ id: z.number(), name: z.string() });

/** A board: of each stage the first cards in their order, and how many there are. */
export async function boardCards(
  trx: Trx,
  scope: ViewerScope,
  board: number,
  filters: TicketFilters,
  { most, explain }: { most: number; explain: boolean },
) {
  const { account, now } = scope;
  const about = await checkedRow(
    trx,
    BoardCardRow,
    sql`select id, name from ticketing.boards where customer_account = ${account} and id = ${board}`,
  );
  if (!about) return undefined;
  const stages = await listStages(trx, account, { board, counts: false });
  const more = { ...filters, stage: undefined, board: undefined };
  const where = ticketsWhere(scope, more);
  const drawn = stages.filter(({ id }) => !filters.stage || filters.stage === id);
  const asked: CardQuery = { account, where, stages: drawn.map(({ id }) => id), most };
  const isNarrow = !scope.all || JSON.stringify(more) !== JSON.stringify(parseFilters({}, {}));
  const { counts, cards } = (isNarrow && (await readAtOnce(trx, asked))) || (await readByStage(trx, asked));
  const columns = drawn.map((stage) => {
    const total = cappedTotal(counts.find(({ id }) => id === stage.id)?.n ?? 0);
    return {
      ...stage,
      tickets: total.rows,
      total: total.rows,
      total_capped: total.capped,
      cards: cards.filter(({ stage_id }) => stage_id === stage.id).map((card) => shown(card, now)),
    };
  });
  if (!explain) return { ...about, stages: columns };
  const all = await withWhy(
    trx,
    account,
    columns.flatMap(({ cards }) => cards),
    now,
  );
  const told = new Map(all.map((card) => [card.id, card]));
  const explained = columns.map((stage) => ({ ...stage, cards: stage.cards.map((card) => told.get(card.id) ?? card) }));
  return { ...about, stages: explained };
}

type CardQuery = { account: string; where: RawBuilder<SqlBool>; stages: readonly number[]; most: number };
const StageCount = z.object({ id: z.number(), n: z.number() });
type BoardRows = { counts: z.infer<typeof StageCount>[]; cards: NamedRow[] };

/** Each stage is read in its own order until there are enough cards: quick where most of its tickets are drawn. */
async function readByStage(trx: Trx, { where, stages, most }: CardQuery): Promise<BoardRows> {
  const each = sql`unnest(${bigints(stages)}) as each (id)`;
  const mine = sql`from ticketing.tickets t where ${where} and t.stage_id = each.id`;
  const first = sql`select t.* from ${each} cross join lateral (select t.* ${mine} order by t.rank, t.id limit ${most}) t`;
  const [counts, cards] = await Promise.all([
    checkedRows(
      trx,
      StageCount,
      sql`select each.id, (select count(*)::int from (select 1 ${mine} limit ${countCap}) c) as n from ${each}`,
    ),
    checkedRows(trx, NamedRow, named(first, sql`t.rank, t.id`)),
  ]);
  return { counts, cards };
}

/** More tickets than this are not sorted into their stages at once. */
const fewest = 50_000;

const PlacedRow = z.object({ id: z.number(), stage_id: z.number(), in_stage: z.number(), in_all: z.number() });

/**
 * The tickets that a filter leaves, when they are few: of each stage's own order nearly all would be looked through for
 * them. Undefined when they are many.
 */
async function readAtOnce(trx: Trx, { account, where, stages, most }: CardQuery): Promise<BoardRows | undefined> {
  const found = await checkedRows(
    trx,
    PlacedRow,
    sql`
    with found as materialized (
      select t.id, t.stage_id, t.rank from ticketing.tickets t
      where ${where} and t.stage_id = any(${bigints(stages)}) limit ${fewest + 1}
    ), placed as (
      select id, stage_id, row_number() over (partition by stage_id order by rank, id) as place,
        count(*) over (partition by stage_id)::int as in_stage
      from found)
    select id, stage_id, in_stage, (select count(*)::int from found) as in_all from placed where place <= ${most}`,
  );
  if ((found[0]?.in_all ?? 0) > fewest) return undefined;
  const counts = new Map(found.map(({ stage_id, in_stage }) => [stage_id, Math.min(in_stage, countCap)]));
  const ids = bigints(found.map(({ id }) => id));
  const drawn = sql`select * from ticketing.tickets t where t.customer_account = ${account} and t.id = any(${ids})`;
  const cards = await checkedRows(trx, NamedRow, named(drawn, sql`t.rank, t.id`));
  return { counts: [...counts].map(([id, n]) => ({ id, n })), cards };
}
