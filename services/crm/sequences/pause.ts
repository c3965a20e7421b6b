import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { checkedRow } from "../../kit/row-schema";
import { type CallContext, HttpError } from "../../kit/serve";
import type { SequencePerson } from "../contract.enrolment";
import { mustMay, recordActor } from "../records/actor";
import { type RecordActor, recordEvents } from "../records/changes";
import { writeHistory } from "../sequence-state/end";
import { planWork } from "../sequence-state/wake";
import { findSequencePerson } from "./store";
import { tellOfSequence } from "./tell";

type Pause = { paused: boolean; by: RecordActor; now: Date };

const PausedRow = z.object({ state: z.string(), paused: z.boolean(), record: z.number(), sequence: z.string() });

/**
 * Pauses a person in a sequence, or resumes them: what was due meanwhile is done at the next time within the hours.
 * Answers whether that changed anything. @throws HttpError 409
 */
async function setPaused(trx: Trx, account: string, person: number, { paused, by, now }: Pause): Promise<boolean> {
  // The record before what belongs to it, as whoever changes a record does.
  await sql`select l.id from crm.records l join crm.sequence_people p on p.customer_account = l.customer_account
      and p.record_id = l.id
    where p.customer_account = ${account} and p.id = ${person} for no key update of l`.execute(trx);
  const found = await checkedRow(
    trx,
    PausedRow,
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

/** Pauses a person in a sequence or resumes them, and answers how they are in it then. @throws HttpError 403, 404, 409 */
export async function pausePerson(
  trx: Trx,
  caller: CallContext,
  id: number,
  { paused, now }: Omit<Pause, "by">,
): Promise<SequencePerson> {
  const { account } = caller;
  const by = recordActor(caller);
  const { record, sequence } = await findSequencePerson(trx, account, id);
  mustMay(caller, record.kind);
  if (await setPaused(trx, account, id, { paused, by, now })) {
    const what = `The ${record.kind} ${record.id} ${paused ? "is paused in" : "goes on in"} the sequence ${sequence.name}.`;
    await tellOfSequence(trx, caller, sequence.id, paused ? "Sequence paused" : "Sequence resumed", what);
    await planWork(trx, account, now);
    await append(trx, account, recordEvents[record.kind], { id: record.id, by: by.id });
  }
  return findSequencePerson(trx, account, id);
}
