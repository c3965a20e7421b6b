import { sql } from "kysely";
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

export async function insertTurn(
  trx: Trx,
  account: string,
  session: number,
  { incoming, text, question, understood = true, file }: NewTurn,
): Promise<void> {
  await sql`
    insert into survey.turns (customer_account, session_id, question_id, incoming, text, understood, file_id, file_name)
    values (${account}, ${session}, ${question}, ${incoming}, ${text.slice(0, 4_000)}, ${understood},
      ${file?.id ?? null}, ${file?.name ?? ""})`.execute(trx);
}
