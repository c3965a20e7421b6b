import { sql } from "kysely";
import { normalisePhone } from "../../../rules/phone";
import { questionPath } from "../../../rules/survey/conditions";
import { type DeclineReason, endsInterview, interviewProblems, mayDecline } from "../../../rules/survey/interviews";
import { endedBy } from "../../../rules/survey/sessions";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { actorId } from "../../kit/principal";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { Interview, interviewCalls, OpenSession } from "../contract.interviews";
import type { SurveyDeps } from "../deps";
import { endDryRuns } from "../instances/dry-runs";
import { dropWaiting } from "../instances/queue";
import { endReplies } from "../instances/run";
import { askedQuestion, asWebSession, isSameAnswer, readAnswer, takeAnswer } from "../sessions/answering";
import { setFirstQuestions } from "../sessions/first-question";
import { asPeriod, beginPeriod, endPeriod, findPeriod, type PeriodRow, touchPeriod } from "../sessions/interviewers";
import { moveSession } from "../sessions/steps";
import { findSession, isOpen, type LoadedSession, loadSession, type SessionRow } from "../sessions/store";
import { findSurvey, loadVersion } from "../store/surveys";
import { findInterviewed, findNumberSession, insertInterview, interviewPage } from "./store";

type InterviewedSurvey = { account: string; id: number; uuid: string; title: string; open: boolean };
type LoadedInterview = LoadedSession & { on: InterviewedSurvey; period: PeriodRow };

const noInterview = "There is no such interview.";

/** Interviews: somebody of the account asks the questions and enters the answers. */
export function interviewHandlers(
  { db }: Database,
  deps: Pick<SurveyDeps, "clientsOfAccount">,
): Pick<Handlers<typeof survey.calls>, keyof typeof interviewCalls> {
  return {
    async interviews({ params, query }, { account, who }) {
      const page = await readAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, params.uuid);
        return interviewPage(trx, account, { survey: found.id, by: actorId(who) }, query);
      });
      return { status: 200, body: page };
    },

    async openSession({ params, query }, { account }) {
      const phone = normalisePhone(query.phone);
      const session = await readAccount(db, account, async (trx) => {
        await findSurvey(trx, account, params.uuid);
        return findNumberSession(trx, account, phone.ok ? phone.e164 : "");
      });
      return { status: 200, body: { session: session ?? null } };
    },

    async beginInterview({ params, body }, caller) {
      const id = await inAccount(db, caller.account, (trx) => begin(trx, caller, params.uuid, body));
      return { status: 201, body: { id } };
    },

    async interview({ params, query }, caller) {
      const body = await readAccount(db, caller.account, async (trx) =>
        asInterview(await loadInterview(trx, caller.account, params.id), caller, query.question),
      );
      return { status: 200, body };
    },

    async answerInterview({ params, body }, caller) {
      const { account } = caller;
      const after = await inAccount(db, account, async (trx) => {
        const loaded = await loadInterview(trx, account, params.id, true);
        const problem = await takeTyped(trx, caller, loaded, body);
        return problem ?? asInterview(await loadInterview(trx, account, params.id), caller);
      });
      // What was typed and not understood is kept for the results.
      if (typeof after === "string") throw new HttpError(422, after, { answer: [after] });
      return { status: 201, body: after };
    },

    async takeOverInterview({ params, body }, caller) {
      const { account } = caller;
      const { before, view } = await inAccount(db, account, async (trx) => {
        const session = await takeOver(trx, caller, params.id, body.source);
        return { before: session, view: asInterview(await loadInterview(trx, account, params.id), caller) };
      });
      // Told after the commit: at worst a later SMS is handed on once more, and stays in the inbox.
      if (before.msisdn !== "") await endReplies(deps, account, before.sender, [before.msisdn]);
      return { status: 201, body: view };
    },

    async breakOffInterview({ params, body }, caller) {
      const { account } = caller;
      const view = await inAccount(db, account, async (trx) => {
        await breakOff(trx, caller, await loadInterview(trx, account, params.id, true), body);
        return asInterview(await loadInterview(trx, account, params.id), caller);
      });
      return { status: 201, body: view };
    },
  };
}

type NewInterviewForm = { language: string; phone: string; name: string; source: string };

/** Begins an interview, or answers the one that this person has begun with the number. @throws HttpError 409, 422 */
async function begin(trx: Trx, caller: CallContext, uuid: string, form: NewInterviewForm): Promise<number> {
  const { account } = caller;
  const found = await findSurvey(trx, account, uuid);
  if (found.status !== "published")
    throw new HttpError(409, found.version === 0 ? "Publish the survey before you interview someone." : noMoreAnswers);
  const phone = form.phone === "" ? undefined : normalisePhone(form.phone);
  if (phone && !phone.ok) {
    const words = `This number can't be used: ${phone.reason}.`;
    throw new HttpError(422, "Please correct the marked fields.", { phone: [words] });
  }
  const msisdn = phone?.e164 ?? "";
  const before = await findNumberSession(trx, account, msisdn);
  if (before) return beginAgain(trx, caller, uuid, before);
  const graph = await loadVersion(trx, account, found.id, found.version);
  const language = graph.languages.find((known) => known === form.language);
  if (!language)
    throw new HttpError(422, "Please correct the marked fields.", {
      language: ["The survey is not in this language."],
    });
  const firstQuestion = questionPath(graph, new Map()).next?.id ?? null;
  const { id: survey, version } = found;
  const { name } = form;
  if (msisdn !== "") await endDryRuns(trx, account, [msisdn]);
  const made = await insertInterview(trx, account, { survey, version, language, firstQuestion, msisdn, name });
  if (made === undefined) {
    // Begun by another request while this one looked.
    const meanwhile = await findNumberSession(trx, account, msisdn);
    if (meanwhile) return beginAgain(trx, caller, uuid, meanwhile);
    throw new HttpError(409, "A survey to this number was begun a moment ago. Try again.");
  }
  await setFirstQuestions(trx, account, graph, [made]);
  await beginPeriod(trx, account, { session: made, by: interviewer(caller), source: form.source });
  await note(trx, caller, "Survey interview begun", { survey, title: found.title, session: made });
  return made;
}

const noMoreAnswers = "This survey takes no more answers.";

/** A number has one open session: pressed twice, it is the same interview; else it says what can be done. */
async function beginAgain(
  trx: Trx,
  caller: CallContext,
  uuid: string,
  { id: session, channel, title, uuid: other, interviewer: by }: OpenSession,
): Promise<number> {
  const period = await findPeriod(trx, caller.account, session);
  const mine = period?.ended_at === null && period.interviewer_id === actorId(caller.who);
  if (other === uuid && mine) return session;
  const where = { web: "on the web", sms: "by SMS", whatsapp: "on WhatsApp", agent: "in an interview" }[channel];
  if (other !== uuid)
    throw new HttpError(
      409,
      `This number is being asked another survey ${where}: ${title}. A number is asked one survey at a time.`,
    );
  throw new HttpError(
    409,
    by
      ? `${by} is interviewing this number now. You can take over and continue with the answers so far.`
      : `This number has begun this survey ${where}. You can take over and continue with the answers so far.`,
  );
}

/** @throws HttpError 404 */
async function loadInterview(trx: Trx, account: string, id: number, lock = false): Promise<LoadedInterview> {
  const session = await findSession(trx, account, id, lock);
  const period = session && (await findPeriod(trx, account, id));
  const found = session && (await findInterviewed(trx, account, session.survey_id));
  if (!session || !period || !found) throw new HttpError(404, noInterview);
  const { uuid, title, status } = found;
  const on = { account, id: session.survey_id, uuid, title, open: status === "published" };
  return { ...(await loadSession(trx, account, session)), on, period };
}

type TypedForm = { question: number; text: string; choices: number[]; declined?: DeclineReason | undefined };

/** Takes what was entered. Answers in words why it can't be an answer. @throws HttpError 409 where no one may answer now */
async function takeTyped(
  trx: Trx,
  caller: CallContext,
  loaded: LoadedInterview,
  typed: TypedForm,
): Promise<string | undefined> {
  const { account } = caller;
  const { session, state, on } = loaded;
  const question = askedQuestion(loaded, typed.question);
  const matched = question && readAnswer(question, typed);
  // Sent twice: it was taken the first time.
  if (question && matched?.ok && isSameAnswer(question, state.answers.get(question.id), matched.answer))
    return undefined;
  mustAsk(caller, loaded);
  if (!question) throw new HttpError(409, "This question is not asked any more after another answer was changed.");
  const problem = await takeAnswer(trx, on, loaded, typed);
  if (problem) return interviewProblems[problem];
  await touchPeriod(trx, account, session.id);
  const after = await findSession(trx, account, session.id);
  if (after && !isOpen(after.disposition))
    await note(trx, caller, "Survey interview ended", { survey: on.id, title: on.title, session: session.id });
  return undefined;
}

/** @throws HttpError 409 for whoever does not ask now, with what happened meanwhile */
function mustAsk({ who }: CallContext, { session, period }: LoadedInterview): void {
  if (!isOpen(session.disposition)) throw new HttpError(409, "This interview has ended. Nothing more can be entered.");
  if (period.ended_at !== null) throw new HttpError(409, "This interview was broken off. Continue it first.");
  if (period.interviewer_id !== actorId(who))
    throw new HttpError(409, `${period.interviewer} has taken over this interview.`);
}

/**
 * The caller goes on with an open session, which is theirs from then on: what was to be sent in it is not sent any more.
 * Answers the session as it was. @throws HttpError 404, 409
 */
async function takeOver(trx: Trx, caller: CallContext, id: number, source: string): Promise<SessionRow> {
  const { account } = caller;
  const session = await findSession(trx, account, id, true);
  if (!session || session.dry_run || session.channel === "web") throw new HttpError(404, noInterview);
  if (!isOpen(session.disposition)) throw new HttpError(409, "This response has ended, so no one can go on with it.");
  const period = await findPeriod(trx, account, id);
  const asking = period?.ended_at === null;
  const by = interviewer(caller);
  if (asking && period.interviewer_id === by.id) return session;
  if (asking) await endPeriod(trx, account, id, { reason: "taken over" });
  await sql`update survey.sessions set current_channel = 'agent', unasked = false, active_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await dropWaiting(trx, account, [id], "An interviewer asks this person.");
  // It was to be asked the first question a moment later.
  if (session.disposition === "queued")
    await moveSession(trx, account, session, "contacted", { invalid: session.invalid, question: session.question_id });
  await beginPeriod(trx, account, { session: id, by, source });
  const { on } = await loadInterview(trx, account, id);
  const again = session.current_channel === "agent" && !asking;
  await note(trx, caller, again ? "Survey interview resumed" : "Survey interview taken over", {
    ...{ survey: on.id, title: on.title, session: id },
  });
  return session;
}

type BreakOffForm = { reason: Parameters<typeof endsInterview>[0]; note: string };

/** Ends the time in which the caller asks; where the person wants no more, the response too. @throws HttpError 409 */
async function breakOff(trx: Trx, caller: CallContext, loaded: LoadedInterview, form: BreakOffForm): Promise<void> {
  const { account } = caller;
  const { session, on, period } = loaded;
  // Pressed twice.
  if (period.ended_at !== null && period.reason === form.reason && period.interviewer_id === actorId(caller.who))
    return;
  mustAsk(caller, loaded);
  await endPeriod(trx, account, session.id, form);
  if (endsInterview(form.reason))
    await moveSession(trx, account, session, endedBy(session.disposition, "stop"), {
      ...{ invalid: session.invalid, question: session.question_id },
    });
  await note(trx, caller, "Survey interview broken off", { survey: on.id, title: on.title, session: session.id });
}

function interviewer({ who }: CallContext): { id: string; name: string } {
  return { id: actorId(who), name: who.kind === "person" ? who.name : "" };
}

function asInterview(loaded: LoadedInterview, { who }: CallContext, at?: number): Interview {
  const { session, graph, state, on, period } = loaded;
  const shown = asWebSession(on, loaded, at);
  const question = graph.questions.find(({ id }) => id === shown.question?.id);
  const answer = question && state.answers.get(question.id);
  return {
    ...shown,
    ...{ id: session.id, uuid: on.uuid, msisdn: session.msisdn, name: session.name, disposition: session.disposition },
    interviewer_note: question?.interviewer_note ?? "",
    may_decline: question !== undefined && mayDecline(question),
    declined: answer?.kind === "skipped" ? (answer.why ?? null) : null,
    period: asPeriod(period),
    mine: isOpen(session.disposition) && period.ended_at === null && period.interviewer_id === actorId(who),
  };
}

type InterviewAction =
  | "Survey interview begun"
  | "Survey interview taken over"
  | "Survey interview resumed"
  | "Survey interview broken off"
  | "Survey interview ended";

async function note(
  trx: Trx,
  caller: CallContext,
  action: InterviewAction,
  { survey, title, session }: { survey: number; title: string; session: number },
): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "survey", subject_id: String(survey) },
    description: `Response ${session} of the survey ${title}.`,
  });
}
