import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { answerText } from "../../../rules/survey/conditions";
import {
  type CalculatedValue,
  hasText,
  type SurveyGraph,
  type SurveyLanguage,
  type SurveyQuestion,
} from "../../../rules/survey/graph";
import { declinedText } from "../../../rules/survey/interviews";
import type { Disposition } from "../../../rules/survey/sessions";
import type { Trx } from "../../kit/database";
import { newestFirst } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { checkedRows } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import type { responseCalls, SurveyResponse } from "../contract.responses";
import { SurveySession } from "../contract.schemas";
import { interviewerNames, listPeriods } from "../sessions/interviewers";
import { findAfterRecord } from "../store/after-records";
import { AnswerColumn } from "../store/answer-column";
import { asQuestion, loadDraft } from "../store/questions";
import { GraphColumn, parseGraph } from "../store/stored-graph";
import { loadVersion } from "../store/surveys";
import { answeredSo } from "./answer-filters";
import { findPageSource, loadFoundTexts } from "./typed-search";

export type ResponseFilters = z.output<typeof responseCalls.statistics.query>;

const SessionRow = SurveySession.omit({ answers: true }).extend({
  begun_at: z.date(),
  active_at: z.date(),
  ended_at: z.date().nullable(),
});
type SessionRow = z.infer<typeof SessionRow>;
const StoredAnswer = z.object({
  session_id: z.number(),
  question_id: z.number(),
  answer: AnswerColumn,
  counted: z.boolean(),
});
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** Which sessions of a survey, which are `x`. Days begin and end in the account's zone. */
export function sessionsWhere(
  account: string,
  survey: number,
  filters: ResponseFilters,
  zone: string,
): RawBuilder<unknown> {
  const { channel, last_channel, language, run, start_date, end_date, choice, stopped, interviewer } = filters;
  const conditions = [stateWhere(filters), listedWhere(filters)];
  if (channel !== undefined) conditions.push(sql`x.channel = ${channel}`);
  if (last_channel !== undefined) conditions.push(sql`coalesce(x.current_channel, x.channel) = ${last_channel}`);
  if (language !== undefined) conditions.push(sql`x.language = ${language}`);
  if (run !== undefined) conditions.push(sql`x.instance_id = ${run}`);
  if (start_date !== undefined)
    conditions.push(sql`x.begun_at >= (${start_date}::date)::timestamp at time zone ${zone}`);
  if (end_date !== undefined)
    conditions.push(sql`x.begun_at < (${end_date}::date + 1)::timestamp at time zone ${zone}`);
  if (choice !== undefined)
    conditions.push(sql`exists (select from survey.answers a
      where a.customer_account = x.customer_account and a.session_id = x.id and a.counted
        and a.answer->'choices' @> ${json([choice])})`);
  if (stopped !== undefined) conditions.push(sql`(x.question_id = ${stopped} and x.disposition <> 'completed')`);
  if (interviewer !== undefined)
    conditions.push(sql`exists (select from survey.interviews i
      where i.customer_account = x.customer_account and i.interviewer_id = ${interviewer} and i.session_id = x.id)`);
  return sql`survey.sessions x where x.customer_account = ${account} and x.survey_id = ${survey} and not x.dry_run
    and ${sql.join(conditions, sql` and `)} ${answeredSo(filters.answers)}`;
}

/** The same for the index of sessions that were answered or have ended (031); those before it are found without. */
function listedWhere({ state, disposition }: Pick<ResponseFilters, "state" | "disposition">): RawBuilder<unknown> {
  if (disposition !== undefined) return unlisted.includes(disposition) ? sql`true` : sql`x.listed_as = ${disposition}`;
  if (state === "completed") return sql`x.listed_as = 'completed'`;
  return state === "partial" ? sql`x.listed_as in ('interim partial', 'partial')` : sql`true`;
}

/** Sessions that were only asked or begun. */
const unlisted: readonly Disposition[] = ["registered", "queued", "contacted", "started"];

/** Whether `x` is in the state, or exactly in the one that was asked for. */
export function stateWhere(
  { state, disposition }: Pick<ResponseFilters, "state" | "disposition">,
  ended = sql`(x.ended_at is not null)`,
): RawBuilder<unknown> {
  if (disposition !== undefined) return sql`x.disposition = ${disposition}`;
  const states: Record<ResponseFilters["state"], RawBuilder<unknown>> = {
    completed: sql`x.disposition = 'completed'`,
    partial: sql`x.disposition in ('interim partial', 'partial')`,
    open: sql`not ${ended}`,
    ended,
    all: sql`true`,
  };
  return states[state];
}

const columns = sql.raw(
  "x.id, x.channel, coalesce(x.current_channel, x.channel) as last_channel, x.language, x.version, x.msisdn, x.name, x.disposition, x.begun_at, x.active_at, x.ended_at, x.ticket_id, x.calculated",
);
const sessionColumns = sql`${columns}, ${interviewerNames}`;

export async function responsePage(
  trx: Trx,
  account: string,
  survey: { id: number; languages: SurveyLanguage[] },
  query: z.output<typeof responseCalls.responses.query>,
  zone: string,
) {
  const parts = await listAllParts(trx, account, survey.id);
  const within = sessionsWhere(account, survey.id, query, zone);
  const search = { ...parts, account, survey: survey.id, q: query.q, within };
  const page = await pageOfRows(trx, query, {
    schema: SessionRow,
    ...(query.q === "" ? { from: within } : await findPageSource(trx, search, query)),
    ...{ select: sessionColumns, order: newestFirst, batched: false },
  });
  const ids = page.data.map(({ id }) => id);
  const answers = await listAnswers(trx, account, ids);
  const found = await loadFoundTexts(trx, account, query.q, parts, { ids, answers });
  const data = page.data.map((session) => ({
    ...asSession(session, parts.questions, answers, survey.languages),
    found: found.get(session.id) ?? [],
  }));
  return { ...page, data };
}

const TurnRow = z.object({
  incoming: z.boolean(),
  text: z.string(),
  understood: z.boolean(),
  at: z.date(),
  file_id: z.string().nullable(),
  file_name: z.string(),
});

/** A response with its answers in words and its messages, files by their ids; undefined when there is none. */
export async function findResponse(
  trx: Trx,
  account: string,
  survey: { id: number; languages: SurveyLanguage[] },
  id: number,
): Promise<SurveyResponse | undefined> {
  const [found] = await checkedRows(
    trx,
    SessionRow,
    sql`select ${sessionColumns} from survey.sessions x
      where x.customer_account = ${account} and x.survey_id = ${survey.id} and x.id = ${id} and not x.dry_run`,
  );
  if (!found) return undefined;
  const questions = await listAllQuestions(trx, account, survey.id);
  const answers = await listAnswers(trx, account, [id]);
  const turns = await checkedRows(
    trx,
    TurnRow,
    sql`select incoming, text, understood, at, file_id, file_name from survey.turns
      where customer_account = ${account} and session_id = ${id} order by id limit 1000`,
  );
  const out = answers.filter(({ counted }) => !counted).map((answer) => ({ ...answer, counted: true }));
  const { calculated } = await loadVersion(trx, account, survey.id, found.version);
  return {
    ...asSession(found, questions, answers, survey.languages),
    values: calculated.map(({ id: value, name }) => ({ name, number: found.calculated[String(value)] ?? null })),
    left_out: asSession(found, questions, out, survey.languages).answers,
    questions: questions.map(asQuestion),
    interviews: await listPeriods(trx, account, id),
    after: await findAfterRecord(trx, account, id),
    turns: turns.map(({ at, file_id, file_name, ...turn }) => ({
      ...{ ...turn, at: at.toISOString() },
      file: file_name === "" ? null : { name: file_name, url: file_id ?? "" },
    })),
  };
}

export function listAnswers(trx: Trx, account: string, sessions: readonly number[]): Promise<StoredAnswer[]> {
  if (sessions.length === 0) return Promise.resolve([]);
  return checkedRows(
    trx,
    StoredAnswer,
    sql`select session_id, question_id, answer, counted from survey.answers
      where customer_account = ${account} and session_id = any(${bigints(sessions)})`,
  );
}

/** The questions of every version, newest first, and behind them those that were deleted since. */
export async function listAllQuestions(trx: Trx, account: string, survey: number): Promise<SurveyQuestion[]> {
  return (await listAllParts(trx, account, survey)).questions;
}

type SurveyParts = Pick<SurveyGraph, "questions" | "calculated"> & {
  /** The questions that were answered with a text in some version. */
  texts: ReadonlySet<number>;
};

const GraphRow = z.object({ graph: GraphColumn });

/** The questions and calculated values of every version, newest first, and behind them those that were deleted since. */
export async function listAllParts(trx: Trx, account: string, survey: number): Promise<SurveyParts> {
  const versions = await checkedRows(
    trx,
    GraphRow,
    sql`select graph from survey.versions where customer_account = ${account} and survey_id = ${survey}
      order by version desc limit 50`,
  );
  if (versions.length === 0) {
    const draft = await loadDraft(trx, account, { id: survey, languages: [], ending: {} });
    return { ...draft, texts: new Set(draft.questions.flatMap(({ id, type }) => (hasText(type) ? [id] : []))) };
  }
  const texts = new Set<number>();
  const known = new Map<number, SurveyQuestion>();
  const values = new Map<number, CalculatedValue>();
  for (const { graph } of versions) {
    const { questions, calculated } = parseGraph(graph);
    for (const value of calculated) if (!values.has(value.id)) values.set(value.id, value);
    for (const question of questions) {
      if (hasText(question.type)) texts.add(question.id);
      const newer = known.get(question.id);
      if (!newer) known.set(question.id, { ...question, choices: [...question.choices] });
      else
        newer.choices.push(...question.choices.filter((choice) => !newer.choices.some(({ id }) => id === choice.id)));
    }
  }
  return { questions: [...known.values()], calculated: [...values.values()], texts };
}

function asSession(
  { begun_at, active_at, ended_at, ...session }: SessionRow,
  questions: readonly SurveyQuestion[],
  answers: readonly StoredAnswer[],
  languages: readonly SurveyLanguage[],
): SurveySession {
  const said = answers.flatMap(({ session_id, question_id, answer, counted }) => {
    const question = questions.find(({ id }) => id === question_id);
    if (session_id !== session.id || !counted || !question) return [];
    const text = declinedText(answer) ?? answerText(question, answer, "", languages);
    return [[String(question_id), text] as const];
  });
  return {
    ...session,
    begun_at: begun_at.toISOString(),
    active_at: active_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    answers: Object.fromEntries(said),
  };
}
