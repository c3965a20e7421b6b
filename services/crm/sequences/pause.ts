import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { row } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { RecordActor } from "../records/changes";
import { writeHistory } from "../sequence-state/end";

type Pause = { paused: boolean; by: RecordActor; now: Date };

/**
 * Pauses a person in a sequence, or resumes them: what was due meanwhile is done at the next time within the hours.
 * Answers whether that changed anything. @throws HttpError 409
 */
export async function setPaused(
  trx: Trx,
  account: string,
  person: number,
  { paused, by, now }: Pause,
): Promise<boolean> {
  // The record before what belongs to it, as whoever changes a record does.
  await sql`select l.id from crm.records l join crm.sequence_people p on p.customer_account = l.customer_account
      and p.record_id = l.id
    where p.customer_account = ${account} and p.id = ${person} for no key update of l`.execute(trx);
  const found = await row<{ state: string; paused: boolean; record: number; sequence: string }>(
    trx,
    sql`select p.state, p.paused_at is not null as paused, p.record_id as record, s.name as sequence
      from crm.sequence_people p
      join crm.sequences s on s.customer_account = p.customer_account and s.id = p.sequence_id
      where p.customer_account = ${account} and p.id = ${person} for update of p`,
  );
  if (found?.state !== "active") throw new HttpError(409, "It is not in the sequence any more.");
  if (found.paused === paused) return false;
  await sql`
    update crm.sequence_people set paused_at = ${paused ? now : null}::timestamptz, paused_by = ${paused ? by.name : ""}
    where customer_account = ${account} and id = ${person}`.execute(trx);
  const said = `${found.sequence} ${paused ? "paused" : "resumed"}.`;
  await writeHistory(trx, account, [{ record: found.record, said, by: by.name }]);
  return true;
}
