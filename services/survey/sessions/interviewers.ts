import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { InterviewPeriod } from "../contract.interviews";
import { InterviewerCount } from "../contract.responses";

const PeriodRow = InterviewPeriod.extend({
  ...{ id: z.number().int(), begun_at: z.date(), active_at: z.date() },
  ended_at: z.date().nullable(),
});
export type PeriodRow = z.infer<typeof PeriodRow>;

const periodColumns = sql.raw(
  "id, interviewer_id, interviewer, begun_at, active_at, ended_at, reason, note, source, source_id",
);

/** Who asked in a session, in order. */
export async function listPeriods(trx: Trx, account: string, session: number): Promise<InterviewPeriod[]> {
  const found = await checkedRows(
    trx,
    PeriodRow,
    sql`select ${periodColumns} from survey.interviews
      where customer_account = ${account} and session_id = ${session} order by id limit 200`,
  );
  return found.map(asPeriod);
}

/** The latest time in which somebody asked; undefined: no one ever did. */
export function findPeriod(trx: Trx, account: string, session: number): Promise<PeriodRow | undefined> {
  return checkedRow(
    trx,
    PeriodRow,
    sql`select ${periodColumns} from survey.interviews
      where customer_account = ${account} and session_id = ${session} order by id desc limit 1`,
  );
}

export function asPeriod({ id: _, begun_at, active_at, ended_at, ...period }: PeriodRow): InterviewPeriod {
  return {
    ...period,
    begun_at: begun_at.toISOString(),
    active_at: active_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  };
}

type NewPeriod = { session: number; by: { id: string; name: string }; source: string };

/** From now on somebody asks in a session, which no one does. @param source such as "call/12", or empty */
export async function beginPeriod(trx: Trx, account: string, { session, by, source }: NewPeriod): Promise<void> {
  const [kind = "", ...id] = source.split("/");
  await sql`
    insert into survey.interviews (customer_account, session_id, interviewer_id, interviewer, source, source_id)
    values (${account}, ${session}, ${by.id}, ${by.name}, ${kind}, ${id.join("/")})`.execute(trx);
  await sql`
    insert into survey.open_interviews (session_id, customer_account) values (${session}, ${account})
    on conflict do nothing`.execute(trx);
}

/** No one asks in a session any more. */
export async function endPeriod(
  trx: Trx,
  account: string,
  session: number,
  { reason, note = "" }: { reason: InterviewPeriod["reason"]; note?: string },
): Promise<void> {
  await sql`
    update survey.interviews set ended_at = now(), reason = ${reason}, note = ${note}
    where customer_account = ${account} and session_id = ${session} and ended_at is null`.execute(trx);
}

export async function touchPeriod(trx: Trx, account: string, session: number): Promise<void> {
  await sql`update survey.interviews set active_at = now()
    where customer_account = ${account} and session_id = ${session} and ended_at is null`.execute(trx);
}

/** Who asked in sessions, by name: each once, in the order in which they began. `x` is the session. */
export const interviewerNames: RawBuilder<unknown> =
  sql.raw(`coalesce((select string_agg(n.interviewer, ', ' order by n.first)
  from (select i.interviewer, min(i.id) as first from survey.interviews i
    where i.customer_account = x.customer_account and i.session_id = x.id group by i.interviewer_id, i.interviewer) n), '')
  as interviewers`);

/** Who interviewed in sessions, the most sessions first. @param sessions which of them, `survey.sessions x where …` */
export function listInterviewers(
  trx: Trx,
  account: string,
  sessions: RawBuilder<unknown>,
): Promise<InterviewerCount[]> {
  return checkedRows(
    trx,
    InterviewerCount,
    sql`select i.interviewer_id as id, max(i.interviewer) as name, count(distinct x.id)::int as sessions,
        (count(distinct x.id) filter (where x.disposition = 'completed'))::int as completed
      from survey.interviews i, ${sessions} and i.customer_account = ${account} and i.session_id = x.id
      group by i.interviewer_id order by 3 desc, 2 limit 200`,
  );
}
