import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { calculatedNumbers } from "../../../rules/survey/calculations";
import { countedAnswers, questionPath } from "../../../rules/survey/conditions";
import type { SurveyAnswer, SurveyAnswers, SurveyGraph, SurveyLanguage } from "../../../rules/survey/graph";
import { sessionGraph } from "../../../rules/survey/order";
import {
  type Disposition,
  matchingQuotas,
  mayMove,
  openDispositions,
  type SessionState,
  type SessionStep,
  type SurveyQuota,
} from "../../../rules/survey/sessions";
import type { Trx } from "../../kit/database";
import { bigints, json, row, rows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { sessionChannels } from "../contract.schemas";
import { loadVersion } from "../store/surveys";
import { queueFields } from "./contact-fields";
import { moveEvent, tellResponse } from "./tell";
import { queueTicket } from "./ticket";
import { insertTurn, type NewTurn } from "./turns";

export type SessionRow = {
  id: number;
  survey_id: number;
  version: number;
  channel: (typeof sessionChannels)[number];
  language: SurveyLanguage;
  msisdn: string;
  name: string;
  sender: string;
  /** Where the person wrote last, or an interviewer who asks them; null for a session that began on the web. */
  current_channel: "sms" | "whatsapp" | "agent" | "web" | null;
  /** The WhatsApp number that they are asked from. */
  number_id: number | null;
  /** A template asked whether to begin or to go on: the question that is due was not put. */
  unasked: boolean;
  /** The second channel of its run, once it moved there. */
  fell_back_to: "sms" | "whatsapp" | "web" | null;
  /** The run that a session by SMS or on WhatsApp belongs to. */
  instance_id: number | null;
  disposition: Disposition;
  question_id: number | null;
  invalid: number;
  /** When it was last answered, or begun. */
  active_at: Date;
  /** How often it was reminded since the last answer, and whether its first message did not arrive. */
  reminded: number;
  unreached: boolean;
};

/** A session with the version it began with, its choices in the order of the session, and its answers. */
export type LoadedSession = {
  session: SessionRow;
  graph: SurveyGraph;
  state: SessionState;
  /** Which answers are marked as counted, where that is known. */
  marked?: ReadonlyMap<number, boolean>;
};
/** What several sessions are loaded with: versions by the id of their survey and their number, answers by their session. */
export type KnownSessions = { versions: Map<string, SurveyGraph>; answers: Map<number, KeptAnswer[]> };
type KeptAnswer = { question_id: number; answer: SurveyAnswer; counted: boolean };

const columns = sql.raw(
  "id, survey_id, version, channel, language, msisdn, name, sender, current_channel, number_id, unasked, fell_back_to, instance_id, disposition, question_id, invalid, active_at, reminded, unreached",
);

/** The secret of a new web session: 144 random bits. */
export function newSecret(): string {
  return randomBytes(18).toString("base64url");
}

export function secretHash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

type NewSession = { survey: number; version: number; language: string; firstQuestion: number | null };

/** Begins a response; one with the same secret has begun already. */
export async function insertWebSession(
  trx: Trx,
  account: string,
  { survey, version, language, firstQuestion }: NewSession,
  secret: string,
): Promise<void> {
  await sql`
    insert into survey.sessions (customer_account, survey_id, version, channel, language, token_hash, disposition, question_id)
    values (${account}, ${survey}, ${version}, 'web', ${language}, ${secretHash(secret)}, 'contacted', ${firstQuestion})
    on conflict (customer_account, token_hash) where token_hash is not null do nothing`.execute(trx);
}

export function findWebSession(
  trx: Trx,
  account: string,
  survey: number,
  secret: string,
  lock = false,
): Promise<SessionRow | undefined> {
  return row<SessionRow>(
    trx,
    sql`select ${columns} from survey.sessions
      where customer_account = ${account} and survey_id = ${survey} and token_hash = ${secretHash(secret)}
      ${lock ? sql`for update` : sql``}`,
  );
}

/** A person whom an SMS gave the link answers on the web from now on. @throws HttpError 409 while an interviewer asks */
export async function goOnOnTheWeb(trx: Trx, account: string, session: SessionRow): Promise<void> {
  if (session.current_channel === null || !isOpen(session.disposition)) return;
  if (session.current_channel === "agent") throw new HttpError(409, "Someone is asking you these questions right now.");
  await sql`update survey.sessions set current_channel = 'web', reminded = 0, unasked = false
    where customer_account = ${account} and id = ${session.id}`.execute(trx);
}

export function findSession(trx: Trx, account: string, id: number, lock = false): Promise<SessionRow | undefined> {
  return row<SessionRow>(
    trx,
    sql`select ${columns} from survey.sessions where customer_account = ${account} and id = ${id}
      ${lock ? sql`for update` : sql``}`,
  );
}

/** Open sessions of numbers, locked, the latest first. `x` is the session. */
export function listOpenSessions(trx: Trx, account: string, which: ReturnType<typeof sql>): Promise<SessionRow[]> {
  return rows<SessionRow>(
    trx,
    sql`select ${columns} from survey.sessions x
      where x.customer_account = ${account} and x.ended_at is null and x.msisdn <> '' and ${which}
      order by x.id desc limit 1000 for update`,
  );
}

/** The answers so far of several sessions, to load them with. */
export async function loadKnown(trx: Trx, account: string, sessions: readonly number[]): Promise<KnownSessions> {
  const answers = new Map<number, KeptAnswer[]>(sessions.map((id) => [id, []]));
  const found = await rows<KeptAnswer & { session_id: number }>(
    trx,
    sql`select session_id, question_id, answer, counted from survey.answers
      where customer_account = ${account} and session_id = any(${bigints(sessions)})`,
  );
  for (const { session_id, ...answer } of found) answers.get(session_id)?.push(answer);
  return { versions: new Map(), answers };
}

/** @param known what was loaded for several sessions; a version is added to it */
export async function loadSession(
  trx: Trx,
  account: string,
  session: SessionRow,
  known?: KnownSessions,
): Promise<LoadedSession> {
  const { id, survey_id, version } = session;
  const { versions, answers } = known ?? (await loadKnown(trx, account, [id]));
  const key = `${survey_id} ${version}`;
  const published = versions.get(key) ?? (await loadVersion(trx, account, survey_id, version));
  versions.set(key, published);
  const given = answers.get(id) ?? [];
  const state = {
    disposition: session.disposition,
    answers: new Map(given.map(({ question_id, answer }) => [question_id, answer])),
    invalid: session.invalid,
  };
  const marked = new Map(given.map(({ question_id, counted }) => [question_id, counted]));
  return { session, graph: sessionGraph(published, id), state, marked };
}

/**
 * Keeps what a reply led to. A response counts in its quotas in the same transaction: where one of them is full the
 * session is rejected instead. Answers the disposition.
 * @param said what was typed or chosen, in words, with the file that came with it
 */
export async function saveStep(
  trx: Trx,
  account: string,
  { session, graph, state, marked }: LoadedSession,
  step: SessionStep,
  said: Pick<NewTurn, "text" | "file">,
): Promise<Disposition> {
  if (step.answer)
    await sql`
      insert into survey.answers (customer_account, session_id, question_id, answer)
      values (${account}, ${session.id}, ${step.question.id}, ${json(step.answer)})
      on conflict (customer_account, session_id, question_id) do update set answer = excluded.answer, at = now()`.execute(
      trx,
    );
  await insertTurn(trx, account, session.id, {
    ...{ incoming: true, ...said, question: step.question.id },
    understood: step.answer !== undefined,
  });
  const counted = countedAnswers(graph, step.answers);
  // A new answer is marked as counted.
  const written = step.answer && !marked?.has(step.question.id) ? [[step.question.id, true] as const] : [];
  const isMarked = marked && [...marked, ...written].every(([id, mark]) => mark === counted.has(id));
  if (!isMarked)
    await sql`
    update survey.answers set counted = not counted
    where customer_account = ${account} and session_id = ${session.id}
      and counted <> (question_id = any(${bigints([...counted.keys()])}))`.execute(trx);
  await keepCalculated(trx, account, session.id, graph, counted);
  const full = await isQuotaFull(trx, account, session.survey_id, counted, step.outcome === "completed");
  const disposition = full ? "rejected" : step.disposition;
  await moveSession(trx, account, session, disposition, {
    invalid: step.invalid,
    question: isOpen(disposition)
      ? (questionPath(graph, step.answers).next?.id ?? null)
      : step.outcome === "completed"
        ? null
        : step.question.id,
  });
  // One that ends with it is told of as a whole.
  if (step.answer && state.answers.has(step.question.id) && isOpen(disposition))
    await tellResponse(trx, account, "survey.edited", session.id, step.question.id);
  return disposition;
}

/** Keeps the calculated values of a response. @param counted the answers that count */
export async function keepCalculated(
  trx: Trx,
  account: string,
  session: number,
  graph: SurveyGraph,
  counted: SurveyAnswers,
): Promise<void> {
  if (graph.calculated.length === 0) return;
  await sql`
    update survey.sessions set calculated = ${json(Object.fromEntries(calculatedNumbers(graph, counted)))}
    where customer_account = ${account} and id = ${session}`.execute(trx);
}

/** Whether one of the quotas that the answers belong to is full; if none is and the response is complete, it is counted. */
async function isQuotaFull(
  trx: Trx,
  account: string,
  survey: number,
  counted: ReadonlyMap<number, SurveyAnswer>,
  complete: boolean,
): Promise<boolean> {
  // Quotas are set under the survey's lock.
  if (complete)
    await sql`select 1 from survey.surveys where customer_account = ${account} and id = ${survey} for share`.execute(
      trx,
    );
  const quotas = await rows<SurveyQuota>(
    trx,
    sql`select id, '' as name, question_id as question, choice_id as choice, max_count as limit, taken as count
      from survey.quotas where customer_account = ${account} and survey_id = ${survey}
      order by id ${complete ? sql`for update` : sql``}`,
  );
  const mine = matchingQuotas(quotas, counted);
  if (mine.some(({ count, limit }) => count >= limit)) return true;
  if (complete && mine.length > 0)
    await sql`update survey.quotas set taken = taken + 1
      where customer_account = ${account} and id = any(${bigints(mine.map(({ id }) => id))})`.execute(trx);
  return false;
}

export function isOpen(disposition: Disposition): boolean {
  return openDispositions.includes(disposition);
}

/** Moves a session along the moves there are; whoever answers has started. @throws Error for a move that there is not */
export async function moveSession(
  trx: Trx,
  account: string,
  session: SessionRow,
  to: Disposition,
  { invalid, question }: { invalid: number; question: number | null },
): Promise<void> {
  const from = session.disposition;
  const started = mayMove(from, "started") && (to === "started" || mayMove("started", to));
  if (from !== to && !mayMove(from, to) && !started) throw new Error(`a session can't go from ${from} to ${to}`);
  await sql`
    update survey.sessions set disposition = ${to}, invalid = ${invalid}, question_id = ${question}, active_at = now(),
      ended_at = ${isOpen(to) ? sql`null` : sql`now()`}
    where customer_account = ${account} and id = ${session.id}`.execute(trx);
  const told = moveEvent(from, to, isOpen(to));
  if (told) await tellResponse(trx, account, told, session.id);
  if (isOpen(to)) return;
  if (session.current_channel === "agent") await endInterview(trx, account, session.id);
  await queueTicket(trx, account, session.id);
  await queueFields(trx, account, session.id);
}

/** No one asks in a session that has ended. */
async function endInterview(trx: Trx, account: string, session: number): Promise<void> {
  await sql`update survey.interviews set ended_at = now()
    where customer_account = ${account} and session_id = ${session} and ended_at is null`.execute(trx);
  await sql`delete from survey.open_interviews where session_id = ${session}`.execute(trx);
}
