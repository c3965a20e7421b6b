import { type RawBuilder, sql } from "kysely";
import type { Database, Trx } from "../../kit/database";
import type { DataSubject, personCalls, SubjectRecordCount } from "../../kit/person-data";
import { personDataHandlers, personReads } from "../../kit/person-handlers";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";
import { forgetTold } from "../sessions/tell";
import { queueFileDrop } from "./files";
import { eraseOldResults, oldResultQueries } from "./old-results";

/** What an erasure does with each kind of data of surveys. */
const kinds = {
  sessions: {
    kind: "Survey responses",
    outcome: "anonymised",
    why: "Number, name and what was typed go; choices and marks stay for the results.",
  },
  answers: { kind: "Answers in words", outcome: "removed", why: "" },
  edits: { kind: "Corrections of survey answers", outcome: "removed", why: "" },
  turns: { kind: "Messages of surveys", outcome: "removed", why: "" },
  recipients: { kind: "Contact bases of surveys", outcome: "removed", why: "" },
  joins: { kind: "Keywords sent to surveys", outcome: "removed", why: "" },
  afterRecords: {
    kind: "What surveys asked after",
    outcome: "anonymised",
    why: "The number goes; that something was finished stays counted.",
  },
  oldContacts: { kind: "Old surveys", outcome: "removed", why: "" },
  oldAnswers: { kind: "Answers to old surveys", outcome: "removed", why: "" },
  oldMessages: { kind: "Messages of old surveys", outcome: "removed", why: "" },
  oldRows: { kind: "Rows of files of old results", outcome: "removed", why: "" },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
type Kind = keyof typeof kinds;

/** What surveys have of one person, for archives and erasures. Answers on the web are no one's in particular. */
export function personHandlers(database: Database): Pick<Handlers<typeof survey.calls>, keyof typeof personCalls> {
  return personDataHandlers(database, { ...reads, erase });
}

async function erase(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
  const found = await reads.count(trx, account, whom);
  await eraseSessions(trx, account, await listSessionIds(trx, account, whom));
  await sql`delete from survey.joins
    where customer_account = ${account} and msisdn = ${whom.msisdn}`.execute(trx);
  await sql`update survey.after_records set msisdn = ''
    where customer_account = ${account} and msisdn = ${whom.msisdn} and msisdn <> ''`.execute(trx);
  await sql`delete from survey.recipients
    where customer_account = ${account} and msisdn = ${whom.msisdn}`.execute(trx);
  await eraseOldResults(trx, account, whom);
  return found;
}

async function listSessionIds(trx: Trx, account: string, { msisdn }: DataSubject): Promise<number[]> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select id from survey.sessions
      where customer_account = ${account} and msisdn <> '' and msisdn = ${msisdn} order by id`,
  );
  return found.map(({ id }) => id);
}

async function personQueries(trx: Trx, account: string, whom: DataSubject): Promise<[Kind, RawBuilder<unknown>][]> {
  const their = sql`= any(${bigints(await listSessionIds(trx, account, whom))})`;
  return [
    [
      "recipients",
      sql`select i.name as run, r.msisdn, r.name, r.state from survey.recipients r
        join survey.instances i on i.customer_account = r.customer_account and i.id = r.instance_id
        where r.customer_account = ${account} and r.msisdn = ${whom.msisdn} and r.msisdn <> '' order by r.instance_id`,
    ],
    [
      "joins",
      sql`select i.name as run, j.msisdn, j.at from survey.joins j
        join survey.instances i on i.customer_account = j.customer_account and i.id = j.instance_id
        where j.customer_account = ${account} and j.msisdn = ${whom.msisdn} and j.msisdn <> '' order by j.at`,
    ],
    [
      "afterRecords",
      sql`select i.name as run, i.after_kind as after, r.record, r.msisdn, r.outcome, r.at from survey.after_records r
        join survey.instances i on i.customer_account = r.customer_account and i.id = r.instance_id
        where r.customer_account = ${account} and r.msisdn = ${whom.msisdn} and r.msisdn <> '' order by r.at`,
    ],
    [
      "sessions",
      sql`select x.id as response, s.title as survey, x.channel, x.language, x.msisdn, x.name, x.disposition, x.begun_at,
          x.ended_at
        from survey.sessions x join survey.surveys s on s.customer_account = x.customer_account and s.id = x.survey_id
        where x.customer_account = ${account} and x.id ${their} order by x.id`,
    ],
    [
      "answers",
      sql`select session_id as response, question_id as question, answer, at from survey.answers
        where customer_account = ${account} and session_id ${their} and answer->>'kind' in ('text', 'phone', 'place')
        order by session_id, question_id`,
    ],
    [
      "edits",
      sql`select session_id as response, question_id as question, before, after, reason, at from survey.answer_edits
        where customer_account = ${account} and session_id ${their} order by id`,
    ],
    [
      "turns",
      sql`select session_id as response, incoming, text, at from survey.turns
        where customer_account = ${account} and session_id ${their} order by id`,
    ],
    ...oldResultQueries(account, whom),
  ];
}

const reads = personReads({ kinds, queries: personQueries });

/** Choices and marks stay for the results, with nothing that tells whose they were. */
async function eraseSessions(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await queueFileDrop(trx, account, ids);
  await forgetTold(trx, account, ids);
  await sql`delete from survey.received_on_whatsapp
    where customer_account = ${account} and session_id = any(${bigints(ids)})`.execute(trx);
  await sql`
    delete from survey.messages where customer_account = ${account} and session_id = any(${bigints(ids)})`.execute(trx);
  const their = sql`customer_account = ${account} and session_id = any(${bigints(ids)})`;
  await sql`delete from survey.turns where ${their}`.execute(trx);
  await sql`delete from survey.answer_edits where ${their}`.execute(trx);
  await sql`update survey.interviews set note = '', source = '', source_id = '', ended_at = coalesce(ended_at, now())
    where ${their}`.execute(trx);
  await sql`delete from survey.open_interviews where session_id = any(${bigints(ids)})`.execute(trx);
  await sql`delete from survey.answers where ${their} and answer->>'kind' in ('text', 'phone', 'place')`.execute(trx);
  await sql`
    update survey.sessions set msisdn = '', name = '', erased_at = coalesce(erased_at, now()),
      ended_at = coalesce(ended_at, now()),
      disposition = case when ended_at is not null then disposition when disposition = 'started' then 'breakoff'
        when disposition = 'interim partial' then 'partial' else 'refused' end
    where customer_account = ${account} and id = any(${bigints(ids)})`.execute(trx);
}
