import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
import type { Choices } from "../contract.settings";
import { loadPriorityGrid } from "./policies";

type NamedChoice = { id: number; name: string };

/**
 * What the menus offer. Every page of ticketing asks for it, so nothing is counted, and all of it travels in one
 * message (batched): with a million tickets their counts took longer than everything else of a page.
 */
export async function loadChoices(trx: Trx, account: string): Promise<Choices> {
  const mine = sql`customer_account = ${account}`;
  const read = <Row>(statement: ReturnType<typeof sql>) => rows<Row>(trx, statement, { batched: true });
  const [boards, stages, types, dispositions, groups, users, policies, grid] = await Promise.all([
    read<NamedChoice>(sql`select id, name from ticketing.boards where ${mine} order by id`),
    read<NamedChoice & { board_id: number }>(
      sql`select id, name, board_id from ticketing.stages where ${mine} order by board_id, rank, id`,
    ),
    read<NamedChoice>(sql`select id, name from ticketing.types where ${mine} order by lower(name)`),
    read<NamedChoice & { parent_id: number | null }>(
      sql`select id, name, parent_id from ticketing.dispositions where ${mine} order by lower(name)`,
    ),
    read<NamedChoice>(sql`select id, name from ticketing.groups where ${mine} order by lower(name)`),
    read<{ id: string; name: string }>(
      sql`select user_id as id, name from ticketing.people where ${mine} order by lower(name) limit 500`,
    ),
    read<NamedChoice>(sql`select id, name from ticketing.policies where ${mine} order by rank, id`),
    loadPriorityGrid(trx, account),
  ]);
  const named = ({ id, name }: NamedChoice): NamedChoice => ({ id, name });
  return {
    boards: boards.map((board) => ({
      ...board,
      stages: stages.filter(({ board_id }) => board_id === board.id).map(named),
    })),
    types,
    dispositions: dispositions
      .filter(({ parent_id }) => parent_id === null)
      .map(({ id, name }) => ({ id, name, items: dispositions.filter((one) => one.parent_id === id).map(named) })),
    groups,
    users,
    policies,
    grid: grid.map(({ id, urgency, impact, priority }) => ({ id, urgency, impact, priority })),
  };
}
