import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import { sendStates, sequenceStates, stepKinds } from "../../../rules/sequences";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { countCap, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { SequencePerson, sequenceKinds, type sequencePeopleCalls } from "../contract.enrolment";
import { Sequence, SequenceStep } from "../contract.sequences";
import { isNamed } from "../records/search";

const SequenceRow = Sequence.extend({ created_at: z.date() });
type SequenceRow = z.infer<typeof SequenceRow>;

const stepCount = (kind: string) => sql`${kind}::text, (select count(*) from crm.sequence_steps t
  where t.customer_account = s.customer_account and t.sequence_id = s.id and t.kind = ${kind})`;

/** Of the people p of a sequence s, counted as far as lists count. */
const peopleCount = (name: string, which: RawBuilder<unknown>) => sql`${name}::text, (select count(*) from (
  select from crm.sequence_people p where p.customer_account = s.customer_account and p.sequence_id = s.id and ${which}
  limit ${sql.lit(countCap)}) c)`;

const wasRefused = sql.raw(`exists (select from crm.sequence_sends r
  where r.customer_account = p.customer_account and r.person_id = p.id and r.state = 'refused')`);
const waits = sql.raw("p.state = 'active' and p.trouble <> ''");
const isPaused = sql.raw("p.state = 'active' and p.paused_at is not null");

function columns(): RawBuilder<unknown> {
  const kinds = sql.join(stepKinds.map(stepCount));
  const counts = sql.join([
    ...sequenceStates.map((state) => peopleCount(state, sql`p.state = ${state}`)),
    peopleCount("refused", wasRefused),
    peopleCount("waiting", waits),
    peopleCount("paused", isPaused),
  ]);
  return sql`s.id, s.name, s.active, s.from_time as "from", s.until_time as until, s.days, s.created_by, s.created_at,
    jsonb_build_object(${kinds}) as kinds, jsonb_build_object(${counts}) as counts`;
}

function asSequence({ created_at, ...found }: SequenceRow): Sequence {
  return { ...found, created_at: created_at.toISOString() };
}

export async function listSequences(trx: Trx, account: string): Promise<Sequence[]> {
  const found = await checkedRows(
    trx,
    SequenceRow,
    sql`select ${columns()} from crm.sequences s where s.customer_account = ${account} order by s.key`,
    { batched: true },
  );
  return found.map(asSequence);
}

/** @throws HttpError 404 */
export async function findSequence(trx: Trx, account: string, id: number): Promise<Sequence> {
  const found = await checkedRow(
    trx,
    SequenceRow,
    sql`select ${columns()} from crm.sequences s where s.customer_account = ${account} and s.id = ${id}`,
  );
  if (!found) throw noSequence();
  return asSequence(found);
}

export function noSequence(): HttpError {
  return new HttpError(404, "There is no such sequence. Someone may have deleted it.");
}

const SequenceState = z.object({ name: z.string(), active: z.boolean() });

/** Locks a sequence against others who change it or put people in it. @throws HttpError 404 */
export async function lockSequence(trx: Trx, account: string, id: number): Promise<{ name: string; active: boolean }> {
  const found = await checkedRow(
    trx,
    SequenceState,
    sql`select name, active from crm.sequences where customer_account = ${account} and id = ${id} for no key update`,
  );
  if (!found) throw noSequence();
  return found;
}

export function listSteps(trx: Trx, account: string, sequence: number): Promise<SequenceStep[]> {
  return checkedRows(
    trx,
    SequenceStep,
    sql`select id, kind, wait_days, wait_hours, sender, subject, body, due_days, template_id, variables from crm.sequence_steps
      where customer_account = ${account} and sequence_id = ${sequence} order by rank, id`,
  );
}

const SendStep = SequenceStep.extend({ sequence_id: z.number() });

/** A step with its sequence, which is locked. @throws HttpError 404 */
export async function lockStep(trx: Trx, account: string, id: number): Promise<SequenceStep & { sequence_id: number }> {
  const read = () =>
    checkedRow(
      trx,
      SendStep,
      sql`select id, sequence_id, kind, wait_days, wait_hours, sender, subject, body, due_days, template_id, variables from crm.sequence_steps
        where customer_account = ${account} and id = ${id}`,
    );
  const seen = await read();
  if (seen) await lockSequence(trx, account, seen.sequence_id);
  const found = seen && (await read());
  if (!found) throw new HttpError(404, "There is no such step. Someone may have deleted it.");
  return found;
}

const PersonRow = SequencePerson.pick({
  id: true,
  refused: true,
  state: true,
  ended_by: true,
  reason: true,
  done: true,
  paused_by: true,
  trouble: true,
  entered_by: true,
}).extend({
  sequence_id: z.number(),
  sequence: z.string(),
  active: z.boolean(),
  record_id: z.number(),
  record_kind: z.enum(sequenceKinds),
  record: z.string(),
  next_kind: SequenceStep.shape.kind.nullable(),
  next_body: z.string().nullable(),
  next_subject: z.string().nullable(),
  due_at: z.date().nullable(),
  paused_at: z.date().nullable(),
  entered_at: z.date(),
  ended_at: z.date().nullable(),
});
type PersonRow = z.infer<typeof PersonRow>;

const sendCount = (states: string) =>
  sql.raw(`(select count(*)::int from crm.sequence_sends d where d.customer_account = p.customer_account
    and d.person_id = p.id and d.state = '${states}')`);
const personColumns = sql`p.id, p.sequence_id, q.name as sequence, q.active, p.record_id, p.record_kind, l.name as record, p.state,
  p.reason, t.kind as next_kind, t.body as next_body, t.subject as next_subject, p.due_at, p.paused_at, p.paused_by, p.trouble,
  ${sendCount("sent")} as done, ${sendCount("refused")} as refused, p.entered_at, p.entered_by, p.ended_at, p.ended_by`;
const personTables = sql.raw(`crm.sequence_people p
  join crm.sequences q on q.customer_account = p.customer_account and q.id = p.sequence_id
  join crm.records l on l.customer_account = p.customer_account and l.id = p.record_id
  left join crm.sequence_steps t on t.customer_account = p.customer_account and t.id = p.step_id`);

function asPerson(found: PersonRow): SequencePerson {
  const {
    sequence_id,
    sequence,
    active,
    record_id,
    record_kind,
    record,
    due_at,
    paused_at,
    entered_at,
    ended_at,
    ...rest
  } = found;
  const { next_kind, next_body, next_subject, ...said } = rest;
  return {
    ...said,
    sequence: { id: sequence_id, name: sequence, active },
    record: { id: record_id, kind: record_kind, name: record },
    next:
      next_kind && due_at
        ? { kind: next_kind, body: next_body ?? "", subject: next_subject ?? "", at: due_at.toISOString() }
        : null,
    paused_at: paused_at?.toISOString() ?? null,
    entered_at: entered_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  };
}

const orders = namedOrders<ListSort<"sequencePeople">>(
  { entered: keyColumn("timestamptz", "p.entered_at"), due: keyColumn("timestamptz", "p.due_at", true) },
  keyColumn("bigint", "p.id"),
);

/** Those of the kinds that may be seen. */
export async function peoplePage(
  trx: Trx,
  account: string,
  sequence: number,
  query: z.output<typeof sequencePeopleCalls.sequencePeople.query>,
  kinds: readonly string[],
) {
  const { state, q } = query;
  const which =
    state === undefined
      ? sql`true`
      : state === "refused"
        ? wasRefused
        : state === "waiting"
          ? waits
          : state === "paused"
            ? isPaused
            : sql`p.state = ${state}`;
  const page = await pageOfRows(trx, query, {
    schema: PersonRow,
    select: personColumns,
    from: sql`${personTables} where p.customer_account = ${account} and p.sequence_id = ${sequence}
      and p.record_kind = any(${texts(kinds)}) and ${which}
      and ${q === "" ? sql`true` : isNamed("l", q)}`,
    order: orders(query.sort),
    batched: q === "",
  });
  return { ...page, data: page.data.map(asPerson) };
}

/** @throws HttpError 404 */
export async function findSequencePerson(trx: Trx, account: string, id: number): Promise<SequencePerson> {
  const found = await checkedRow(
    trx,
    PersonRow,
    sql`select ${personColumns} from ${personTables} where p.customer_account = ${account} and p.id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such person in a sequence.");
  return asPerson(found);
}

const SendRow = z.object({
  person_id: z.number(),
  step_id: z.number(),
  kind: SequenceStep.shape.kind,
  state: z.enum(sendStates),
  subject: z.string(),
  body: z.string(),
  address: z.string(),
  reason: z.string(),
  cost_cents: z.number(),
  at: z.date(),
});

/** The sequences of one record, the last first, each with what was done. */
export async function listOfRecord(trx: Trx, account: string, record: number) {
  const found = await checkedRows(
    trx,
    PersonRow,
    sql`select ${personColumns} from ${personTables} where p.customer_account = ${account} and p.record_id = ${record}
      order by p.id desc limit 20`,
  );
  const sends = await checkedRows(
    trx,
    SendRow,
    sql`select person_id, step_id, kind, state, subject, body, address, reason, cost_cents, at from crm.sequence_sends
      where customer_account = ${account} and person_id = any(${bigints(found.map(({ id }) => id))}) order by at, id`,
  );
  return found.map((one) => ({
    ...asPerson(one),
    sends: sends
      .filter(({ person_id }) => person_id === one.id)
      .map(({ person_id, at, ...send }) => ({ ...send, at: at.toISOString() })),
  }));
}
