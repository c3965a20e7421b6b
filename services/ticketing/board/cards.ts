import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { countCap, totalOf } from "../../kit/paging";
import { withWhy } from "../clocks/why";
import type { TicketFilters } from "../contract.filters";
import { bigints, row, rows } from "../desk/act";
import { stagesOf } from "../settings/stages";
import { type NamedRow, named, shown } from "../tickets/rows";
import { type Looking, ticketsWhere } from "../tickets/where";

/** A board: of each stage the first cards in their order, and how many there are. */
export async function boardCards(
  trx: Trx,
  looking: Looking,
  board: number,
  filters: TicketFilters,
  { most, explain }: { most: number; explain: boolean },
) {
  const { account, now } = looking;
  const about = await row<{ id: number; name: string }>(
    trx,
    sql`select id, name from ticketing.boards where customer_account = ${account} and id = ${board}`,
  );
  if (!about) return undefined;
  const stages = await stagesOf(trx, account, { board, counts: false });
  const where = ticketsWhere(looking, { ...filters, stage: undefined, board: undefined });
  const drawn = stages.filter(({ id }) => !filters.stage || filters.stage === id);
  const each = sql`unnest(${bigints(drawn.map(({ id }) => id))}) as each (id)`;
  const mine = sql`from ticketing.tickets t where ${where} and t.stage_id = each.id`;
  const first = sql`select t.* from ${each} cross join lateral (select t.* ${mine} order by t.rank, t.id limit ${most}) t`;
  const [counts, cards] = await Promise.all([
    rows<{ id: number; n: number }>(
      trx,
      sql`select each.id, (select count(*)::int from (select 1 ${mine} limit ${countCap}) c) as n from ${each}`,
    ),
    rows<NamedRow>(trx, named(first, sql`t.rank, t.id`)),
  ]);
  const columns = drawn.map((stage) => {
    const total = totalOf(counts.find(({ id }) => id === stage.id)?.n ?? 0);
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
