import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { SequenceState } from "../../../rules/sequences";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";

/** How being in a sequence ends, why, and who did it ("" where no person did). */
export type SequenceEnd = { state: Exclude<SequenceState, "active">; reason: string; by?: string };
const EndedPerson = z.object({ id: z.number(), record_id: z.number(), sequence: z.string() });
type EndedPerson = z.infer<typeof EndedPerson>;

/** What a sequence or an appointment did with a record, and who: a person, the sequence, or the appointment. */
export type HistoryLine = { record: number; said: string; by: string };

/** Writes it into the histories of records. It is no change of what they say: their versions stay. */
export async function writeHistory(
  trx: Trx,
  account: string,
  lines: readonly HistoryLine[],
  about: "Sequence" | "Appointment" = "Sequence",
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select ${account}, x.record, x.by, ${about}, '', x.said
    from jsonb_to_recordset(${json(lines)}) as x (record bigint, said text, by text)`.execute(trx);
}

/** Ends it for the people `p` who are still in it and of whom this is true. Answers for whom it ended. */
export async function endPeople(
  trx: Trx,
  account: string,
  which: RawBuilder<unknown>,
  { state, reason, by = "" }: SequenceEnd,
): Promise<EndedPerson[]> {
  // Whoever changes a record has it before what belongs to it.
  await sql`
    select l.id from crm.records l where l.customer_account = ${account} and l.id in (
      select p.record_id from crm.sequence_people p
      where p.customer_account = ${account} and p.state = 'active' and ${which})
    order by l.id for key share`.execute(trx);
  const ended = await checkedRows(
    trx,
    EndedPerson,
    sql`update crm.sequence_people p set state = ${state}, reason = ${reason}, step_id = null, due_at = null, trouble = '', paused_at = null,
        ended_at = now(), ended_by = ${by}
      from crm.sequences s
      where p.customer_account = ${account} and p.state = 'active' and ${which}
        and s.customer_account = p.customer_account and s.id = p.sequence_id
      returning p.id, p.record_id, s.name as sequence`,
  );
  const lines = ended.map(({ record_id, sequence }) => ({
    record: record_id,
    said: `${sequence} ended. ${reason}`,
    by: by || `Sequence ${sequence}`,
  }));
  await writeHistory(trx, account, lines);
  return ended;
}

/** Ends it for records that are no one to write to any more: lost, converted, merged. */
export async function endForRecords(
  trx: Trx,
  account: string,
  records: readonly number[],
  reason: string,
): Promise<void> {
  await endPeople(trx, account, sql`p.record_id = any(${bigints(records)})`, { state: "ended", reason });
}

/** Whoever is erased was in no sequence. */
export async function forgetInSequences(trx: Trx, account: string, records: readonly number[]): Promise<void> {
  await sql`delete from crm.sequence_people
    where customer_account = ${account} and record_id = any(${bigints(records)})`.execute(trx);
}
