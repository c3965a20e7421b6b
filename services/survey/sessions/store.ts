import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { languageCodes, type SurveyAnswer, type SurveyAnswers, type SurveyGraph } from "../../../rules/survey/graph";
import { sessionGraph } from "../../../rules/survey/order";
import { type Disposition, dispositions, openDispositions, type SessionState } from "../../../rules/survey/sessions";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { sessionChannels } from "../contract.schemas";
import { AnswerColumn } from "../store/answer-column";
import { loadVersion } from "../store/surveys";

const SessionRow = z.object({
  id: z.number(),
  survey_id: z.number(),
  version: z.number(),
  channel: z.enum(sessionChannels),
  language: z.enum(languageCodes),
  msisdn: z.string(),
  name: z.string(),
  sender: z.string(),
  /** Where the person wrote last, or an interviewer who asks them; null for a session that began on the web. */
  current_channel: z.enum(sessionChannels).nullable(),
  /** The WhatsApp number that they are asked from. */
  number_id: z.number().nullable(),
  /** A template asked whether to begin or to go on: the question that is due was not put. */
  unasked: z.boolean(),
  /** The second channel of its run, once it moved there. */
  fell_back_to: z.enum(["sms", "whatsapp", "web"]).nullable(),
  /** The run that a session by SMS or on WhatsApp belongs to. */
  instance_id: z.number().nullable(),
  disposition: z.enum(dispositions),
  question_id: z.number().nullable(),
  invalid: z.number(),
  /** When it was last answered, or begun. */
  active_at: z.date(),
  /** How often it was reminded since the last answer, and whether its first message did not arrive. */
  reminded: z.number(),
  unreached: z.boolean(),
  /** A survey that is tried on a phone: it never becomes a result. */
  dry_run: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

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
const KeptAnswer = z.object({ question_id: z.number(), answer: AnswerColumn, counted: z.boolean() });
type KeptAnswer = z.infer<typeof KeptAnswer>;

const columns = sql.raw(
  "id, survey_id, version, channel, language, msisdn, name, sender, current_channel, number_id, unasked, fell_back_to, instance_id, disposition, question_id, invalid, active_at, reminded, unreached, dry_run",
);

/** The secret of a new web session: 144 random bits. */
export function newSecret(): string {
  return randomBytes(18).toString("base64url");
}

export function secretHash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

type NewSession = { survey: number; version: number; language: string; firstQuestion: number | null };

/** Begins a response. Answers its id; undefined: one with the same secret has begun already. */
export async function insertWebSession(
  trx: Trx,
  account: string,
  { survey, version, language, firstQuestion }: NewSession,
  secret: string,
): Promise<number | undefined> {
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into survey.sessions (customer_account, survey_id, version, channel, language, token_hash, disposition, question_id)
    values (${account}, ${survey}, ${version}, 'web', ${language}, ${secretHash(secret)}, 'contacted', ${firstQuestion})
    on conflict (customer_account, token_hash) where token_hash is not null do nothing returning id`,
  );
  return made?.id;
}

export function findWebSession(
  trx: Trx,
  account: string,
  survey: number,
  secret: string,
  lock = false,
): Promise<SessionRow | undefined> {
  return checkedRow(
    trx,
    SessionRow,
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
  return checkedRow(
    trx,
    SessionRow,
    sql`select ${columns} from survey.sessions where customer_account = ${account} and id = ${id}
      ${lock ? sql`for update` : sql``}`,
  );
}

/** Open sessions of numbers, locked, the latest first. `x` is the session. */
export function listOpenSessions(trx: Trx, account: string, which: ReturnType<typeof sql>): Promise<SessionRow[]> {
  return checkedRows(
    trx,
    SessionRow,
    sql`select ${columns} from survey.sessions x
      where x.customer_account = ${account} and x.ended_at is null and x.msisdn <> '' and ${which}
      order by x.id desc limit 1000 for update`,
  );
}

const KnownRow = KeptAnswer.extend({ session_id: z.number() });

/** The answers so far of several sessions, to load them with. */
export async function loadKnown(trx: Trx, account: string, sessions: readonly number[]): Promise<KnownSessions> {
  const answers = new Map<number, KeptAnswer[]>(sessions.map((id) => [id, []]));
  const found = await checkedRows(
    trx,
    KnownRow,
    sql`select session_id, question_id, answer, counted from survey.answers
      where customer_account = ${account} and session_id = any(${bigints(sessions)})`,
  );
  for (const { session_id, ...answer } of found) answers.get(session_id)?.push(answer);
  return { versions: new Map(), answers };
}

const AnswerRow = z.object({ question_id: z.number(), answer: z.unknown() });

/** The answers of a response that count in its results. */
export async function loadCounted(trx: Trx, account: string, session: number): Promise<SurveyAnswers> {
  const found = await checkedRows(
    trx,
    AnswerRow,
    sql`select question_id, answer from survey.answers
      where customer_account = ${account} and session_id = ${session} and counted`,
  );
  return new Map(found.map(({ question_id, answer }) => [question_id, answer as SurveyAnswer]));
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

export function isOpen(disposition: Disposition): boolean {
  return openDispositions.includes(disposition);
}
