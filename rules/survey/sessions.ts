import type { Abroad } from "../phone";
import { countedAnswers, isRefusal, questionPath } from "./conditions";
import { endText } from "./end-texts";
import { fixedTexts } from "./fixed-texts";
import { isAsked, type SurveyAnswer, type SurveyAnswers, type SurveyGraph, type SurveyQuestion } from "./graph";
import { nextMessage, questionMessage } from "./messages";
import { type MatchedReply, matchReply, type ReplyProblem } from "./replies";

/** Where a session is. Those of `openDispositions` may still be answered. */
export const dispositions = [
  "registered",
  "queued",
  "contacted",
  "started",
  "interim partial",
  "completed",
  "partial",
  "breakoff",
  "refused",
  "ineligible",
  "rejected",
  "unresponsive",
  "failed",
] as const;
export type Disposition = (typeof dispositions)[number];

export const dispositionNames: Record<Disposition, string> = {
  registered: "Waiting to be sent",
  queued: "On its way",
  contacted: "Asked, no answer yet",
  started: "Started",
  "interim partial": "More than half answered",
  completed: "Completed",
  partial: "Ended after half",
  breakoff: "Ended early",
  refused: "Refused",
  ineligible: "No consent",
  rejected: "Quota full",
  unresponsive: "No answer",
  failed: "Not reached",
};

/** The only moves there are: 23 pairs. */
const moves: Record<Disposition, readonly Disposition[]> = {
  registered: ["queued", "refused", "failed"],
  queued: ["contacted", "started", "refused", "unresponsive", "failed"],
  contacted: ["started", "refused", "rejected", "unresponsive"],
  started: ["interim partial", "completed", "breakoff", "ineligible", "rejected"],
  "interim partial": ["completed", "partial", "ineligible", "rejected"],
  unresponsive: ["started", "refused"],
  completed: [],
  partial: [],
  breakoff: [],
  refused: [],
  ineligible: [],
  rejected: [],
  failed: [],
};

export const openDispositions: readonly Disposition[] = [
  "registered",
  "queued",
  "contacted",
  "started",
  "interim partial",
];

export function mayMove(from: Disposition, to: Disposition): boolean {
  return moves[from].includes(to);
}

/** What a session becomes when the person wants no more of it, or answers no more. */
export function endedBy(from: Disposition, why: "stop" | "silence"): Disposition {
  if (from === "started") return "breakoff";
  if (from === "interim partial") return "partial";
  return why === "stop" ? "refused" : "unresponsive";
}

/** Replies in a row that are not understood; the third ends the session. */
export const maxInvalidReplies = 3;

export type SessionState = {
  disposition: Disposition;
  answers: SurveyAnswers;
  /** Replies in a row that were not understood. */
  invalid: number;
};

/** What a reply led to: another question, a question again, or the end. */
export type SessionStep = SessionState & {
  /** The question that was replied to, and how it was understood. */
  question: SurveyQuestion;
  answer: SurveyAnswer | undefined;
  outcome: "next" | "invalid" | "completed" | "ineligible" | "ended";
  problem?: ReplyProblem;
};

/**
 * Takes a reply to the question that is due; undefined when none is.
 * @param file what a file is called that came with it: an answer in words may be one
 * @param abroad judges telephone numbers of other countries
 */
export function stepSession(
  graph: SurveyGraph,
  state: SessionState,
  typed: string,
  file = "",
  abroad?: Abroad,
): SessionStep | undefined {
  const { next: question } = questionPath(graph, state.answers);
  if (!question) return undefined;
  const matched = matchWithFile(question, typed, file, abroad);
  if (matched.ok) return answerQuestion(graph, state, question, matched.answer);
  const invalid = state.invalid + 1;
  const ended = invalid >= maxInvalidReplies;
  const started = state.disposition === "interim partial" ? state.disposition : "started";
  return {
    ...state,
    invalid,
    disposition: ended ? endedBy(started, "silence") : started,
    ...{ question, answer: undefined, outcome: ended ? "ended" : "invalid", problem: matched.why },
  };
}

/** The words beside a file may be the answer; a file alone is one only where the answer is text. */
function matchWithFile(question: SurveyQuestion, typed: string, file: string, abroad?: Abroad): MatchedReply {
  if (file === "" || typed.trim() !== "") return matchReply(question, typed, abroad);
  return question.type === "text" ? matchReply(question, file) : { ok: false, why: "file" };
}

/** What is said after a reply by SMS: the next question, the question again with how to answer it, or the end. */
export function replyMessage(
  graph: SurveyGraph,
  step: SessionStep,
  disposition: Disposition,
  language: string,
  tapped = false,
): string {
  const words = fixedTexts(language);
  if (disposition === "rejected") return endText(graph, "rejected", step.answers, language);
  if (step.outcome === "invalid")
    return `${words.problems[step.problem ?? "choice"]}\n${questionMessage(graph, step.question, step.answers, language, { tapped })}`;
  if (step.outcome === "ended" || step.outcome === "ineligible")
    return endText(graph, step.outcome, step.answers, language);
  return nextMessage(graph, step.answers, language, tapped);
}

/** Puts an answer in its place. One that was given before may be changed; what it leads to is worked out anew. */
export function answerQuestion(
  graph: SurveyGraph,
  state: SessionState,
  question: SurveyQuestion,
  answer: SurveyAnswer,
): SessionStep {
  const answers = new Map(state.answers).set(question.id, answer);
  const { path, next } = questionPath(graph, answers);
  const refused = path.some((one) => isRefusal(one, answers.get(one.id)));
  const outcome = next ? "next" : refused ? "ineligible" : "completed";
  const half = countedAnswers(graph, answers).size * 2 > graph.questions.filter(isAsked).length;
  const under = half || state.disposition === "interim partial" ? "interim partial" : "started";
  return { disposition: outcome === "next" ? under : outcome, answers, invalid: 0, question, answer, outcome };
}
