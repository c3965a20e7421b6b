import { sql } from "kysely";
import { z } from "zod";
import { isDuplicate, type Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow, NameRow } from "../../kit/row-schema";
import { bigints, hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { recountLater } from "../clocks/recount-later";
import { Board, Stage } from "../contract.boards";
import { idsWhere, writeTickets } from "../tickets/write";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** The stages by board and rank; counting their tickets is left out where nobody looks at it. */
export async function listStages(
  trx: Trx,
  account: string,
  { board, counts = true }: { board?: number | undefined; counts?: boolean } = {},
): Promise<Stage[]> {
  const tickets = counts
    ? sql`(select count(*)::int from ticketing.tickets t where t.customer_account = s.customer_account and t.stage_id = s.id
        and t.deleted_at is null and t.merged_into is null)`
    : sql`0`;
  return checkedRows(
    trx,
    Stage,
    sql`
    select id, name, board_id, rank, status, pauses, colour, ${tickets} as tickets from ticketing.stages s
    where customer_account = ${account} and ${board === undefined ? sql`true` : sql`board_id = ${board}`}
    order by board_id, rank, id`,
  );
}

type Form = {
  id?: number | undefined;
  name: string;
  board_id?: number | undefined;
  status: Stage["status"];
  pauses?: boolean | undefined;
  colour: Stage["colour"];
};

/** Adds a stage at the end of its board, or changes one; open tickets are counted anew. @throws HttpError 404, 422 */
export async function saveStage(unit: UnitOfWork, form: Form): Promise<Stage> {
  const { trx, account } = unit;
  const pauses = form.pauses ?? form.status === "pending";
  const id = await (form.id === undefined
    ? insert(unit, form, pauses)
    : update(unit, { ...form, id: form.id }, pauses)
  ).catch((error: unknown) => {
    throw isDuplicate(error) ? taken(form.name) : error;
  });
  if (form.id !== undefined) {
    // Where the stage is now of another status, its tickets are too.
    const ids = await idsWhere(unit, sql`stage_id = ${id} and status <> ${form.status}`);
    await writeTickets(unit, ids, { status: form.status }, { because: `the stage ${form.name} was changed` });
    await recountLater(trx, account);
  }
  const stage = (await listStages(trx, account)).find((one) => one.id === id);
  if (!stage) throw new Error("a stage vanished");
  return stage;
}

async function insert({ trx, account }: UnitOfWork, form: Form, pauses: boolean): Promise<number> {
  const board = await checkedRow(
    trx,
    IdRow,
    sql`
    select id from ticketing.boards where customer_account = ${account}
      and ${form.board_id === undefined ? sql`true` : sql`id = ${form.board_id}`} order by id limit 1 for update`,
  );
  if (!board)
    throw new HttpError(422, "Choose a board from the list.", { board_id: ["Choose a board from the list."] });
  const made = await checkedRow(
    trx,
    IdRow,
    sql`
    insert into ticketing.stages (customer_account, board_id, name, rank, status, pauses, colour)
    select ${account}, ${board.id}, ${form.name}, coalesce(max(rank), 0) + 1, ${form.status}, ${pauses}, ${form.colour}
    from ticketing.stages where customer_account = ${account} and board_id = ${board.id} returning id`,
  );
  return made?.id ?? 0;
}

async function update({ trx, account }: UnitOfWork, form: Form & { id: number }, pauses: boolean): Promise<number> {
  const changed = await checkedRow(
    trx,
    IdRow,
    sql`
    update ticketing.stages set name = ${form.name}, status = ${form.status}, pauses = ${pauses}, colour = ${form.colour}
    where customer_account = ${account} and id = ${form.id} returning id`,
  );
  if (!changed) throw new HttpError(404, "There is no such stage.");
  return changed.id;
}

function taken(name: string): HttpError {
  const words = `There is a stage named ${name} already.`;
  return new HttpError(422, words, { name: [words] });
}

const StageName = z.object({ name: z.string(), board_id: z.number() });

const StageStatus = z.object({ id: z.number(), status: Stage.shape.status });

const CountedRow = z.object({ n: z.number() });

/** Deletes a stage; its tickets go to the one named in its place. Answers its name. @throws HttpError 404, 409, 422 */
export async function deleteStage(unit: UnitOfWork, id: number, replace: number | undefined): Promise<string> {
  const { trx, account } = unit;
  const stage = await checkedRow(
    trx,
    StageName,
    sql`
    select name, board_id from ticketing.stages where customer_account = ${account} and id = ${id} for update`,
  );
  if (!stage) throw new HttpError(404, "There is no such stage.");
  const ids = await idsWhere(unit, sql`stage_id = ${id}`);
  if (ids.length > 0) {
    const other = await checkedRow(
      trx,
      StageStatus,
      sql`
      select id, status from ticketing.stages where customer_account = ${account} and id = ${replace ?? 0} and id <> ${id}`,
    );
    if (!other) throw inUse(`There are tickets in ${stage.name}. Choose the stage that they go to.`);
    const wanted = { stage_id: other.id, status: other.status };
    await writeTickets(unit, ids, wanted, { because: `the stage ${stage.name} was deleted` });
  } else {
    const [left] = await checkedRows(
      trx,
      CountedRow,
      sql`select count(*)::int as n from ticketing.stages where customer_account = ${account}`,
    );
    if ((left?.n ?? 0) <= 1) throw new HttpError(409, "A board needs at least one stage.");
  }
  await sql`delete from ticketing.stages where customer_account = ${account} and id = ${id}`.execute(trx);
  return stage.name;
}

export function inUse(words: string): HttpError {
  return new HttpError(409, words, { replace: [words] });
}

/** The stages in the order given; those not named keep their order behind them. */
export async function rankStages({ trx, account }: UnitOfWork, ids: readonly number[]): Promise<Stage[]> {
  await sql`
    with given as (select id, place from unnest(${bigints(ids)}) with ordinality as g (id, place)), ranked as (
      select s.id, row_number() over (partition by s.board_id order by g.place nulls last, s.rank, s.id) as rank
      from ticketing.stages s left join given g on g.id = s.id where s.customer_account = ${account})
    update ticketing.stages s set rank = r.rank from ranked r where s.customer_account = ${account} and s.id = r.id`.execute(
    trx,
  );
  return listStages(trx, account);
}

const BoardRow = Board.omit({ stages: true });

export async function listBoards(trx: Trx, account: string): Promise<Board[]> {
  const boards = await checkedRows(
    trx,
    BoardRow,
    sql`select id, name from ticketing.boards where customer_account = ${account} order by id`,
  );
  const stages = await listStages(trx, account);
  return boards.map((board) => ({ ...board, stages: stages.filter(({ board_id }) => board_id === board.id) }));
}

export async function saveBoard({ trx, account }: UnitOfWork, id: number | undefined, name: string): Promise<Board> {
  const saved = await checkedRow(
    trx,
    IdRow,
    id === undefined
      ? sql`insert into ticketing.boards (customer_account, name) values (${account}, ${name}) on conflict do nothing returning id`
      : sql`update ticketing.boards set name = ${name} where customer_account = ${account} and id = ${id} returning id`,
  ).catch((error: unknown) => {
    if (isDuplicate(error)) return undefined;
    throw error;
  });
  if (!saved && id !== undefined) throw new HttpError(404, "There is no such board.");
  const words = `There is a board named ${name} already.`;
  if (!saved) throw new HttpError(422, words, { name: [words] });
  const board = (await listBoards(trx, account)).find((one) => one.id === saved.id);
  if (!board) throw new Error("a board vanished");
  return board;
}

/** @throws HttpError 404, and 409 while it has stages */
export async function deleteBoard({ trx, account }: UnitOfWork, id: number): Promise<string> {
  const stage = await hasRows(
    trx,
    sql`select 1 from ticketing.stages where customer_account = ${account} and board_id = ${id} limit 1`,
  );
  if (stage) throw new HttpError(409, "This board has stages. Delete them first.");
  const gone = await checkedRow(
    trx,
    NameRow,
    sql`delete from ticketing.boards where customer_account = ${account} and id = ${id} returning name`,
  );
  if (!gone) throw new HttpError(404, "There is no such board.");
  return gone.name;
}
