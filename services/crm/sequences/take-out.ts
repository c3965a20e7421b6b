import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { type CallContext, HttpError } from "../../kit/serve";
import type { SequencePerson } from "../contract.enrolment";
import { mustMay, recordActor } from "../records/actor";
import { recordEvents } from "../records/changes";
import { endPeople, writeHistory } from "../sequence-state/end";
import { planWork } from "../sequence-state/wake";
import { findSequencePerson } from "./store";
import { tellOfSequence } from "./tell";

/** Takes a person out of a sequence, and answers how they were in it. @throws HttpError 403, 404, 409 */
export async function takeOutPerson(trx: Trx, caller: CallContext, id: number, now: Date): Promise<SequencePerson> {
  const { account } = caller;
  const before = await findSequencePerson(trx, account, id);
  mustMay(caller, before.record.kind);
  const { id: by, name } = recordActor(caller);
  const end = { state: "taken_out", reason: "Taken out by hand.", by: name } as const;
  const [done] = await endPeople(trx, account, sql`p.id = ${id}`, end);
  if (!done) throw new HttpError(409, "It is not in the sequence any more.");
  const { kind, id: record } = before.record;
  const what = `The ${kind} ${record} was taken out of the sequence ${before.sequence.name}.`;
  await tellOfSequence(trx, caller, before.sequence.id, "Sequence ended by hand", what);
  await planWork(trx, account, now);
  await append(trx, account, recordEvents[kind], { id: record, by });
  return before;
}

/** Which step a person was at, and whether they were paused there: what taking them out forgets. */
export const SequencePlace = z.object({ step_id: z.number(), due_at: z.string(), paused_by: z.string().nullable() });
type SequencePlace = z.infer<typeof SequencePlace>;

/** The place of a record in the one sequence that it is in, and as which person of it. */
export const RecordPlace = SequencePlace.extend({ person_id: z.number() });
type RecordPlace = z.infer<typeof RecordPlace>;

const placeColumns = sql.raw(
  "step_id, to_json(due_at) #>> '{}' as due_at, case when paused_at is null then null else paused_by end as paused_by",
);

/** Where an active person is in a sequence; undefined for those who are not in it any more. */
export async function findPlace(trx: Trx, account: string, id: number): Promise<SequencePlace | undefined> {
  return checkedRow(
    trx,
    SequencePlace,
    sql`select ${placeColumns} from crm.sequence_people
      where customer_account = ${account} and id = ${id} and state = 'active'`,
  );
}

/** Where a record is in its sequence; undefined for one that is in none. */
export async function findRecordPlace(trx: Trx, account: string, record: number): Promise<RecordPlace | undefined> {
  return checkedRow(
    trx,
    RecordPlace,
    sql`select id as person_id, ${placeColumns} from crm.sequence_people
      where customer_account = ${account} and record_id = ${record} and state = 'active'`,
  );
}

/** Whether a sequence ended for a person because their record was moved to the stage that it is in now. */
export async function endedByMove(trx: Trx, account: string, person: number): Promise<boolean> {
  const ended = await checkedRow(
    trx,
    IdRow,
    // Both are the time of the transaction.
    sql`select p.id from crm.sequence_people p
      join crm.records l on l.customer_account = p.customer_account and l.id = p.record_id
      where p.customer_account = ${account} and p.id = ${person} and p.state = 'ended' and p.ended_at = l.stage_at`,
  );
  return ended !== undefined;
}

/**
 * Undoes that a sequence ended for a person: they go on where they were. Answers whether they do: not those who are in
 * a sequence by now, or whose step was deleted.
 */
export async function putBackPerson(
  trx: Trx,
  caller: CallContext,
  person: SequencePerson,
  { place, now }: { place: SequencePlace; now: Date },
): Promise<boolean> {
  const { account } = caller;
  const { id, record, sequence } = person;
  const by = recordActor(caller);
  const back = await checkedRow(
    trx,
    IdRow,
    sql`update crm.sequence_people p set state = 'active', reason = '', ended_at = null, ended_by = '',
        step_id = ${place.step_id}, due_at = ${place.due_at}::timestamptz, trouble = '',
        paused_at = ${place.paused_by === null ? null : now}::timestamptz, paused_by = ${place.paused_by ?? ""}
      where p.customer_account = ${account} and p.id = ${id} and p.state <> 'active'
        and exists (select from crm.sequence_steps t
          where t.customer_account = p.customer_account and t.sequence_id = p.sequence_id and t.id = ${place.step_id})
        and not exists (select from crm.sequence_people o
          where o.customer_account = p.customer_account and o.record_id = p.record_id and o.state = 'active')
      returning p.id`,
  );
  if (!back) return false;
  await writeHistory(trx, account, [{ record: record.id, said: `${sequence.name} goes on.`, by: by.name }]);
  const what = `The ${record.kind} ${record.id} is back in the sequence ${sequence.name}.`;
  await tellOfSequence(trx, caller, sequence.id, "Sequence resumed", what);
  await planWork(trx, account, now);
  await append(trx, account, recordEvents[record.kind], { id: record.id, by: by.id });
  return true;
}
