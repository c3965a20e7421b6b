import { z } from "zod";
import { mobileAbroad } from "../../../rules/phone.foreign";
import { answerText, questionPath, statementsBefore } from "../../../rules/survey/conditions";
import { endText } from "../../../rules/survey/end-texts";
import {
  hasChoices,
  isAsked,
  type LocalText,
  type SurveyAnswer,
  type SurveyGraph,
  type SurveyLanguage,
  type SurveyQuestion,
  textIn,
} from "../../../rules/survey/graph";
import { type DeclineReason, declinedText, mayDecline } from "../../../rules/survey/interviews";
import { chosenByRow, rowsAnswer } from "../../../rules/survey/matrix";
import { nextMessage } from "../../../rules/survey/messages";
import { pipedText } from "../../../rules/survey/piping";
import { placeText } from "../../../rules/survey/places";
import { orderOfChoices } from "../../../rules/survey/ranking";
import { chosenTogether, type MatchedReply, matchReply, type ReplyProblem } from "../../../rules/survey/replies";
import { sectionStart } from "../../../rules/survey/sections";
import { answerQuestion } from "../../../rules/survey/sessions";
import type { Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { WebSession } from "../contract.respond";
import { asQuestion } from "../store/questions";
import { saveStep } from "./steps";
import { isOpen, type LoadedSession } from "./store";
import { insertTurn } from "./turns";

/** The survey of a form with a question. */
export const AskedSurvey = z.object({ account: z.string(), title: z.string(), open: z.boolean() });
export type AskedSurvey = z.infer<typeof AskedSurvey>;
type TypedAnswer = {
  question: number;
  text: string;
  /** Those of a ranking in their order, those of a matrix in the order of its rows; 0 for a place or a row without one. */
  choices: number[];
  /** Why there is no answer, where an interviewer asks. */
  declined?: DeclineReason | undefined;
};

/**
 * Takes an answer to the question that is due, or to one that was answered on the way. Answers why it can't be taken; what
 * was typed is kept for the results then.
 */
export async function takeAnswer(
  trx: Trx,
  on: AskedSurvey,
  loaded: LoadedSession,
  typed: TypedAnswer,
): Promise<ReplyProblem | undefined> {
  if (!on.open) throw new HttpError(409, "This survey takes no more answers.");
  const question = askedQuestion(loaded, typed.question);
  // Sent twice, or from a page that is no longer on the way: what is due is shown.
  if (!question) return undefined;
  const kept = await keepAnswer(trx, on, loaded, { question, typed });
  return "problem" in kept ? kept.problem : undefined;
}

type TypedTo = { question: SurveyQuestion; typed: Omit<TypedAnswer, "question"> };

/** Keeps an answer to a question. Answers why it can't be one, or the session as it is then. */
export async function keepAnswer(
  trx: Trx,
  on: Pick<AskedSurvey, "account">,
  loaded: LoadedSession,
  { question, typed }: TypedTo,
): Promise<{ problem: ReplyProblem } | { loaded: LoadedSession }> {
  const { graph, state, session } = loaded;
  const matched = readAnswer(question, typed);
  if (!matched.ok) {
    const text = typed.text.trim();
    if (text !== "")
      await insertTurn(trx, on.account, session.id, {
        ...{ incoming: true, text, question: question.id, understood: false },
      });
    return { problem: matched.why };
  }
  const before = state.answers.get(question.id);
  if (isSameAnswer(question, before, matched.answer)) return { loaded };
  if (!before) {
    const asked = pipedText(graph, question.text, state.answers, session.language);
    await insertTurn(trx, on.account, session.id, { incoming: false, text: asked, question: question.id });
  }
  const step = answerQuestion(graph, state, question, matched.answer);
  const disposition = await saveStep(trx, on.account, loaded, step, {
    text: declinedText(matched.answer) ?? answerText(question, matched.answer, session.language, graph.languages),
  });
  const { answers, invalid } = step;
  return { loaded: { graph, session: { ...session, disposition, invalid }, state: { disposition, answers, invalid } } };
}

/** The question of a form: the one that is due, or one that was answered on the way. */
export function askedQuestion({ graph, state }: LoadedSession, id: number): SurveyQuestion | undefined {
  const { path, next } = questionPath(graph, state.answers);
  return [...path, ...(next ? [next] : [])].find((one) => isAsked(one) && one.id === id);
}

/** Whether the same was answered before. */
export function isSameAnswer(
  question: SurveyQuestion,
  before: SurveyAnswer | undefined,
  answer: SurveyAnswer,
): boolean {
  if (before?.kind !== answer.kind || typedAnswer(question, before) !== typedAnswer(question, answer)) return false;
  return declinedText(before) === declinedText(answer);
}

/** What was chosen or typed in a form, or why there is no answer. */
export function readAnswer(
  question: SurveyQuestion,
  { text, choices, declined }: Omit<TypedAnswer, "question">,
): MatchedReply {
  if (declined)
    return mayDecline(question)
      ? { ok: true, answer: { kind: "skipped", why: declined } }
      : { ok: false, why: "empty" };
  const none = !choices.some((id) => id > 0);
  // An order may be typed too.
  const listed = question.type === "rank" && !(none && text.trim() !== "");
  if ((listed || question.type === "matrix") && none && !question.required)
    return { ok: true, answer: { kind: "skipped" } };
  if (listed)
    return orderOfChoices(
      question.choices.map(({ id }) => id),
      choices,
    );
  if (question.type === "matrix") {
    const answer = rowsAnswer(question, choices);
    return answer ? { ok: true, answer } : { ok: false, why: "rows" };
  }
  if (!hasChoices(question.type)) return matchReply(question, text, mobileAbroad);
  const chosen = question.choices.flatMap(({ id }) => (choices.includes(id) ? [id] : []));
  if (chosen.length === 0 && !question.required) return { ok: true, answer: { kind: "skipped" } };
  if (question.type === "single" && chosen.length !== 1) return { ok: false, why: "choice" };
  if (chosen.length === 0) return { ok: false, why: "choices" };
  return chosenTogether(question, chosen);
}

export function asWebSession(on: AskedSurvey, { session, graph, state }: LoadedSession, at?: number): WebSession {
  const { language } = session;
  const piped = (text: LocalText) => pipedText(graph, text, state.answers, language);
  const { path, next } = questionPath(graph, state.answers);
  const asked = path.filter(isAsked);
  const again = isOpen(session.disposition) ? asked.find(({ id }) => id === at) : undefined;
  const question = isOpen(session.disposition) ? (again ?? next) : null;
  const start = question && sectionStart(graph, question);
  const before = question && again ? asked[asked.indexOf(again) - 1] : question ? asked.at(-1) : undefined;
  const answer = question ? state.answers.get(question.id) : undefined;
  const statements = again ? [] : statementsBefore(graph, state.answers).map(({ text }) => piped(text));
  return {
    ...{ title: on.title, languages: graph.languages, open: on.open, language },
    statements: question ? statements.filter((text) => text !== "") : [],
    question: question && inOneLanguage(question, graph, language, piped(question.text)),
    section: start ? { title: piped(start.section.title), text: piped(start.section.text) } : null,
    answered: question && answer ? typedAnswer(question, answer) : "",
    place: question ? (again ? asked.indexOf(again) : asked.length) + 1 : asked.length,
    total: graph.questions.filter(isAsked).length,
    previous: before?.id ?? null,
    ending: question ? "" : endingOf(graph, { session, state }, language),
  };
}

/** Whoever answers sees the words of one language, and nothing of names, aliases, conditions and other people's words. */
export function inOneLanguage(question: SurveyQuestion, graph: SurveyGraph, language: SurveyLanguage, text: string) {
  const [main = "en"] = graph.languages;
  const choices = question.choices.map((choice) => ({
    ...{ id: choice.id, aliases: [], role: choice.role },
    text: { [main]: textIn(choice.text, language, graph.languages) },
  }));
  const section = { title: {}, text: {} };
  const shown = {
    ...question,
    name: "",
    interviewer_note: "",
    section,
    text: { [main]: text },
    choices,
    conditions: [],
  };
  return asQuestion(shown, graph.questions.indexOf(question));
}

/** An answer as a form has it: ids of choices between commas, or what was typed. */
export function typedAnswer(question: SurveyQuestion, answer: SurveyAnswer): string {
  switch (answer.kind) {
    case "choices":
      return answer.choices.join(",");
    case "ranking":
      return answer.order.join(",");
    case "rows":
      return chosenByRow(question, answer).join(",");
    case "yes":
      return answer.yes ? "yes" : "no";
    case "number":
      return String(answer.number);
    case "text":
    case "phone":
      return answer.text;
    case "place":
      return placeText(answer);
    case "date":
      return answer.date;
    case "skipped":
      return "";
  }
}

function endingOf(graph: SurveyGraph, { session, state }: Pick<LoadedSession, "session" | "state">, language: string) {
  const { disposition } = session;
  if (disposition === "rejected" || disposition === "ineligible")
    return endText(graph, disposition, state.answers, language);
  return nextMessage(graph, state.answers, language);
}
