import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { withWhy } from "../clocks/why";
import type { TicketFilters } from "../contract.filters";
import { row, rows } from "../desk/act";
import { countCap } from "../desk/pages";
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
  const columns = [];
  for (const stage of stages) {
    if (filters.stage && filters.stage !== stage.id) continue;
    const mine = sql`from ticketing.tickets t where ${where} and t.stage_id = ${stage.id}`;
    const [counted] = await rows<{ n: number }>(
      trx,
      sql`select count(*)::int as n from (select 1 ${mine} limit ${countCap}) c`,
    );
    const total = counted?.n ?? 0;
    const found = sql`select * ${mine} order by t.rank, t.id limit ${most}`;
    const cards = await rows<NamedRow>(trx, named(found, sql`t.rank, t.id`));
    columns.push({
      ...stage,
      tickets: total,
      total,
      total_capped: total >= countCap,
      cards: cards.map((card) => shown(card, now)),
    });
  }
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
