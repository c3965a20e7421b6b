import { sql } from "kysely";
import { storable } from "../../../rules/storable";
import type { Trx } from "../../kit/database";
import { json } from "../../kit/rows";

export type NewTurn = {
  incoming: boolean;
  text: string;
  question: number | null;
  understood?: boolean;
  /** A file that came with it; without an id it could not be kept. */
  file?: { id: string | null; name: string };
};

/** What was said in several sessions, in order. */
export async function insertSaid(
  trx: Trx,
  account: string,
  said: readonly { session: number; text: string; question: number | null }[],
): Promise<void> {
  if (said.length === 0) return;
  await sql`
    insert into survey.turns (customer_account, session_id, question_id, incoming, text)
    select ${account}, x.session, x.question, false, left(x.text, 4000)
    from jsonb_to_recordset(${json(said)}) as x (session bigint, question bigint, text text)`.execute(trx);
}

export async function insertTurn(trx: Trx, account: string, session: number, turn: NewTurn): Promise<void> {
  await insertTurns(trx, account, [{ ...turn, session }]);
}

/** What was said in sessions, at most once in each. */
export async function insertTurns(
  trx: Trx,
  account: string,
  turns: readonly (NewTurn & { session: number })[],
): Promise<void> {
  const said = turns.map(({ file, text, understood = true, ...turn }) => ({
    ...{
      ...turn,
      understood,
      text: storable(text.slice(0, 4_000)),
      file_id: file?.id ?? null,
      file_name: file?.name ?? "",
    },
  }));
  await sql`
    insert into survey.turns (customer_account, session_id, question_id, incoming, text, understood, file_id, file_name)
    select ${account}, x.session, x.question, x.incoming, x.text, x.understood, x.file_id, x.file_name
    from jsonb_to_recordset(${json(said)}) as x (session bigint, question bigint, incoming boolean, text text,
      understood boolean, file_id uuid, file_name text)`.execute(trx);
}
