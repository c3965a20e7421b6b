import { sql } from "kysely";
import { mobileAbroad } from "../../../rules/phone.foreign";
import { questionPath } from "../../../rules/survey/conditions";
import { fixedTexts } from "../../../rules/survey/fixed-texts";
import { nextMessage } from "../../../rules/survey/messages";
import { foldReply, matchReply, matchYes } from "../../../rules/survey/replies";
import { answerQuestion, endedBy, replyMessage, type SessionStep, stepSession } from "../../../rules/survey/sessions";
import {
  nextWhatsapp,
  replyWhatsapp,
  tappedAnswer,
  type WhatsappMessage,
  whatsappText,
} from "../../../rules/survey/whatsapp";
import type { Trx } from "../../kit/database";
import { moveSession, type StepsTogether, saveStep, saveSteps } from "../sessions/steps";
import {
  isOpen,
  type KnownSessions,
  type LoadedSession,
  listOpenSessions,
  loadKnown,
  loadSession,
  type SessionRow,
} from "../sessions/store";
import { insertSaid, insertTurn } from "../sessions/turns";
import { dropWaiting, type NewMessage, queueAnswers, queueMessages, replyPlace } from "./queue";

/** Where a reply came by, which is where the session is gone on with. */
export type ReplyRoute = { channel: "sms"; sender: string } | { channel: "whatsapp"; number_id: number };
/** A reply. `tap`: the id of what was tapped. */
export type SurveyReply = {
  msisdn: string;
  text: string;
  tap?: string;
  file?: { id: string | null; name: string } | undefined;
  route: ReplyRoute;
  /** It is one of several that came at the same time, each of another number. */
  group?: ReplyGroup;
};
/** Replies that came at the same time: the open sessions of their numbers, what they led to, and what is said to them. */
export type ReplyGroup = StepsTogether & {
  sessions: Map<string, SessionRow>;
  known: KnownSessions;
  said: (NewMessage & { question: number | null })[];
};
/** Notes that the message was taken; false: it was before. */
export type FirstTime = (session: number) => Promise<boolean>;

/** The open session of a number, whatever channel it is on. While an interviewer asks, what comes in is no answer. */
export async function findOpenSession(trx: Trx, account: string, msisdn: string): Promise<SessionRow | undefined> {
  return (await answeredSessions(trx, account, [msisdn])).get(msisdn);
}

async function answeredSessions(
  trx: Trx,
  account: string,
  msisdns: readonly string[],
): Promise<Map<string, SessionRow>> {
  const found = await listOpenSessions(
    trx,
    account,
    sql`x.msisdn = any(${[...msisdns]}::text[]) and x.instance_id is not null and x.current_channel <> 'agent'`,
  );
  return new Map(found.map((session) => [session.msisdn, session]));
}

/** Takes replies of different numbers together: what they need is read, and what is said to them written, once for all. */
export async function inGroup(
  trx: Trx,
  account: string,
  msisdns: readonly string[],
  take: (group: ReplyGroup) => Promise<void>,
): Promise<void> {
  const sessions = await answeredSessions(trx, account, msisdns);
  const known = await loadKnown(
    trx,
    account,
    [...sessions.values()].map(({ id }) => id),
  );
  const group: ReplyGroup = { sessions, known, steps: [], withoutQuotas: new Map(), said: [] };
  await take(group);
  await saveSteps(trx, account, group.steps);
  await insertSaid(trx, account, group.said);
  await queueAnswers(
    trx,
    account,
    group.said.map(({ question: _, ...message }) => message),
  );
}

/** Takes a reply into the open session of its number. Answers the session as it was; undefined: a late reply, no one's. */
export async function answerSession(
  trx: Trx,
  account: string,
  reply: SurveyReply,
  first: FirstTime,
): Promise<SessionRow | undefined> {
  const { group } = reply;
  const found = group ? group.sessions.get(reply.msisdn) : await findOpenSession(trx, account, reply.msisdn);
  if (!found?.instance_id) return undefined;
  if (!(await first(found.id))) return found;
  const session = await moveTo(trx, account, found, reply.route);
  const loaded = await loadSession(trx, account, session, group?.known);
  if (session.reminded > 0 || session.unasked || session.unreached)
    await sql`update survey.sessions set reminded = 0, unasked = false, unreached = false
      where customer_account = ${account} and id = ${session.id}`.execute(trx);
  if (session.unasked && !wasPut(session) && !isAnswer(loaded, reply))
    await beginAfterOpening(trx, account, loaded, reply);
  else await takeAnswer(trx, account, loaded, reply);
  return session;
}

/** From now on the person is answered where they wrote. */
export async function moveTo(trx: Trx, account: string, session: SessionRow, route: ReplyRoute): Promise<SessionRow> {
  const after: SessionRow =
    route.channel === "sms"
      ? { ...session, current_channel: "sms", sender: route.sender }
      : { ...session, current_channel: "whatsapp", number_id: route.number_id };
  const { current_channel, sender, number_id } = session;
  if (after.current_channel === current_channel && after.sender === sender && after.number_id === number_id)
    return after;
  await sql`
    update survey.sessions set current_channel = ${after.current_channel}, sender = ${after.sender},
      number_id = ${after.number_id}
    where customer_account = ${account} and id = ${session.id}`.execute(trx);
  return after;
}

/** Whether the question was put where the person writes now: of what is on WhatsApp a template may have asked first. */
function wasPut({ channel, current_channel, fell_back_to }: SessionRow): boolean {
  return current_channel === "sms" && (channel === "sms" || fell_back_to === "sms");
}

/** Whether what came after a template is an answer already: a tap, or a choice of a question that was put before. */
function isAnswer({ graph, state, session }: LoadedSession, { text, tap = "" }: SurveyReply): boolean {
  if (tap !== "" && tappedAnswer(graph, tap)) return true;
  const { next } = questionPath(graph, state.answers);
  if (!next || next.type === "text" || next.type === "location" || session.disposition === "contacted") return false;
  return matchReply(next, text).ok;
}

/** A template asked whether to begin or to go on: after a no the session ends, after anything else the question is put. */
async function beginAfterOpening(
  trx: Trx,
  account: string,
  { graph, state, session }: LoadedSession,
  reply: SurveyReply,
): Promise<void> {
  await insertTurn(trx, account, session.id, { incoming: true, question: null, ...said(reply) });
  const folded = foldReply(reply.text);
  // An invitation has no numbered choices.
  const answer = /^\d/.test(folded) ? undefined : matchYes(folded);
  const declines = answer?.ok && answer.answer.kind === "yes" && !answer.answer.yes;
  if (declines) {
    const to = endedBy(session.disposition, "stop");
    await moveSession(trx, account, session, to, { invalid: session.invalid, question: session.question_id });
    const message = { text: fixedTexts(session.language).declined };
    await say(trx, account, session, { message, question: null, expects: false, group: reply.group });
    return;
  }
  const { next } = questionPath(graph, state.answers);
  const message = messageFor(session, nextWhatsapp(graph, state.answers, session.language), () =>
    nextMessage(graph, state.answers, session.language),
  );
  const question = next?.id ?? null;
  await say(trx, account, session, { message, question, expects: true, group: reply.group });
}

async function takeAnswer(trx: Trx, account: string, loaded: LoadedSession, reply: SurveyReply): Promise<void> {
  const { graph, state, session } = loaded;
  const { next } = questionPath(graph, state.answers);
  const tapped = tappedAnswer(graph, reply.tap ?? "");
  // A button of a question that was answered already: what is due is put again.
  if (tapped && tapped.question.id !== next?.id && next) {
    await insertTurn(trx, account, session.id, {
      ...{ incoming: true, question: tapped.question.id, understood: false, ...said(reply) },
    });
    const again = messageFor(session, nextWhatsapp(graph, state.answers, session.language), () =>
      nextMessage(graph, state.answers, session.language),
    );
    await say(trx, account, session, { message: again, question: next.id, expects: true, group: reply.group });
    return;
  }
  const step: SessionStep | undefined = tapped
    ? answerQuestion(graph, state, tapped.question, tapped.answer)
    : stepSession(graph, state, reply.text, reply.file?.name, mobileAbroad);
  if (!step) return;
  const disposition = await saveStep(trx, account, loaded, step, said(reply), reply.group);
  const message = messageFor(session, replyWhatsapp(graph, step, disposition, session.language), () =>
    replyMessage(graph, step, disposition, session.language),
  );
  const question = isOpen(disposition) && step.outcome !== "invalid" ? null : step.question.id;
  await say(trx, account, session, { message, question, expects: isOpen(disposition), group: reply.group });
}

/** What the person wrote, for the transcript. */
function said({ text, file }: SurveyReply): { text: string; file?: { id: string | null; name: string } } {
  return { text: text || (file ? `[${file.name}]` : ""), ...(file ? { file } : {}) };
}

/** The form of WhatsApp, or the text of SMS, by where the session is now. */
function messageFor(session: SessionRow, form: WhatsappMessage, text: () => string): WhatsappMessage {
  return session.current_channel === "whatsapp" ? form : { text: text() };
}

type SaidMessage = Pick<NewMessage, "expects"> & {
  message: WhatsappMessage;
  question: number | null;
  group: ReplyGroup | undefined;
};

async function say(
  trx: Trx,
  account: string,
  session: SessionRow,
  { message, question, expects, group }: SaidMessage,
): Promise<void> {
  if (session.instance_id === null) return;
  const text = whatsappText(message);
  const place = replyPlace(session);
  const form = place.channel === "whatsapp" ? { form: message } : {};
  const answer = { instance: session.instance_id, session: session.id, ...place, text, ...form, expects };
  if (group) {
    group.said.push({ ...answer, question });
    return;
  }
  await insertTurn(trx, account, session.id, { incoming: false, text, question });
  await queueMessages(trx, account, [answer]);
}

/** STOP ends the session of the number, and every run that has it before it still. Answers the sessions as they were. */
export async function endForStop(
  trx: Trx,
  account: string,
  { msisdn, text }: { msisdn: string; text: string },
  first: FirstTime,
): Promise<SessionRow[]> {
  await sql`
    update survey.recipients set state = 'skipped'
    where customer_account = ${account} and msisdn = ${msisdn} and state = 'waiting'`.execute(trx);
  const sessions = await listOpenSessions(trx, account, sql`x.msisdn = ${msisdn}`);
  for (const session of sessions) {
    await first(session.id);
    await insertTurn(trx, account, session.id, { incoming: true, text, question: session.question_id });
    await moveSession(trx, account, session, endedBy(session.disposition, "stop"), {
      ...{ invalid: session.invalid, question: session.question_id },
    });
    await dropWaiting(trx, account, [session.id], "The number has opted out.");
  }
  return sessions;
}

/** Ends the open sessions of a run, or all that a condition names. Answers the numbers of whom nothing is asked then. */
export async function endSessions(
  trx: Trx,
  account: string,
  which: ReturnType<typeof sql>,
  reason: string,
): Promise<string[]> {
  const ended = await listOpenSessions(trx, account, which);
  for (const session of ended) {
    // Whoever was not asked yet is not without an answer.
    const to = session.disposition === "queued" ? "failed" : endedBy(session.disposition, "silence");
    await moveSession(trx, account, session, to, { invalid: session.invalid, question: session.question_id });
  }
  await dropWaiting(
    trx,
    account,
    ended.map(({ id }) => id),
    reason,
  );
  return ended.map(({ msisdn }) => msisdn);
}
