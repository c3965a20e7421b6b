import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows, IdNameRow, type RowSchema } from "../../kit/row-schema";
import type { Choices } from "../contract.settings";
import { loadPriorityGrid } from "./policies";

type NamedChoice = z.infer<typeof IdNameRow>;

const StageChoice = IdNameRow.extend({ board_id: z.number() });
const DispositionChoice = IdNameRow.extend({ parent_id: z.number().nullable() });
const PersonChoice = IdNameRow.extend({ id: z.string() });

/**
 * What the menus offer. Every page of ticketing asks for it, so nothing is counted, and all of it travels in one
 * message (batched): with a million tickets their counts took longer than everything else of a page.
 */
export async function loadChoices(trx: Trx, account: string): Promise<Choices> {
  const mine = sql`customer_account = ${account}`;
  const read = <Row>(schema: RowSchema<Row>, statement: ReturnType<typeof sql>) =>
    checkedRows(trx, schema, statement, { batched: true });
  const [boards, stages, types, dispositions, groups, users, policies, grid] = await Promise.all([
    read(IdNameRow, sql`select id, name from ticketing.boards where ${mine} order by id`),
    read(StageChoice, sql`select id, name, board_id from ticketing.stages where ${mine} order by board_id, rank, id`),
    read(IdNameRow, sql`select id, name from ticketing.types where ${mine} order by lower(name)`),
    read(
      DispositionChoice,
      sql`select id, name, parent_id from ticketing.dispositions where ${mine} order by lower(name)`,
    ),
    read(IdNameRow, sql`select id, name from ticketing.groups where ${mine} order by lower(name)`),
    read(
      PersonChoice,
      sql`select user_id as id, name from ticketing.people where ${mine} and left_at is null order by lower(name) limit 500`,
    ),
    read(IdNameRow, sql`select id, name from ticketing.policies where ${mine} order by rank, id`),
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
