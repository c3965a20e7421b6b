import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { OpenInterview, OpenSession } from "../contract.interviews";

type NewInterview = {
  survey: number;
  version: number;
  language: string;
  firstQuestion: number | null;
  msisdn: string;
  name: string;
};

/** Begins a session; undefined where its number has one open since a moment ago. */
export async function insertInterview(
  trx: Trx,
  account: string,
  { survey, version, language, firstQuestion, msisdn, name }: NewInterview,
): Promise<number | undefined> {
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into survey.sessions (customer_account, survey_id, version, channel, current_channel, language, msisdn,
        name, disposition, question_id)
      values (${account}, ${survey}, ${version}, 'agent', 'agent', ${language}, ${msisdn}, ${name}, 'contacted',
        ${firstQuestion}::bigint)
      on conflict do nothing returning id`,
  );
  return made?.id;
}

const answered = sql.raw(`(select count(*)::int from survey.answers a
  where a.customer_account = x.customer_account and a.session_id = x.id and a.counted) as answered`);

const OpenInterviewRow = OpenInterview.extend({ begun_at: z.date(), active_at: z.date() });

/** The interviews of a survey that can be gone on with. */
export async function interviewPage(
  trx: Trx,
  account: string,
  { survey, by }: { survey: number; by: string },
  query: PageQuery,
) {
  const page = await pageOfRows(trx, query, {
    select: sql`x.id, x.msisdn, x.name, p.interviewer, p.ended_at is null as asking, p.interviewer_id = ${by} as mine, p.reason, p.note, ${answered},
      x.begun_at, x.active_at`,
    from: sql`survey.sessions x
      join lateral (select * from survey.interviews i where i.customer_account = x.customer_account
        and i.session_id = x.id order by i.id desc limit 1) p on true
      where x.customer_account = ${account} and x.survey_id = ${survey} and x.current_channel = 'agent'
        and x.ended_at is null`,
    order: { ...byNumber("id"), columns: [{ by: sql.raw("x.id"), type: "bigint" }] },
    schema: OpenInterviewRow,
  });
  return {
    ...page,
    data: page.data.map(({ begun_at, active_at, ...row }) => ({
      ...row,
      begun_at: begun_at.toISOString(),
      active_at: active_at.toISOString(),
    })),
  };
}

const OpenSessionRow = OpenSession.extend({ begun_at: z.date() });

/** What a number is asked at the moment. */
export async function findNumberSession(trx: Trx, account: string, msisdn: string): Promise<OpenSession | undefined> {
  if (msisdn === "") return undefined;
  const found = await checkedRow(
    trx,
    OpenSessionRow,
    sql`select x.id, s.uuid, s.title, coalesce(x.current_channel, x.channel) as channel, x.begun_at, ${answered},
        coalesce((select i.interviewer from survey.interviews i where i.customer_account = x.customer_account
          and i.session_id = x.id and i.ended_at is null), '') as interviewer
      from survey.sessions x join survey.surveys s on s.customer_account = x.customer_account and s.id = x.survey_id
      where x.customer_account = ${account} and x.msisdn = ${msisdn} and x.ended_at is null and not x.dry_run
      limit 1`,
  );
  return found && { ...found, begun_at: found.begun_at.toISOString() };
}

const InterviewedSurvey = z.object({ uuid: z.string(), title: z.string(), status: z.string() });

/** The survey that an interview is of. */
export function findInterviewed(trx: Trx, account: string, survey: number) {
  return checkedRow(
    trx,
    InterviewedSurvey,
    sql`select uuid, title, status from survey.surveys where customer_account = ${account} and id = ${survey}`,
  );
}
