import { questionPath } from "../../../rules/survey/conditions";
import type { SurveyAnswers, SurveyGraph, SurveyQuestion } from "../../../rules/survey/graph";
import { nextMessage } from "../../../rules/survey/messages";
import { sessionGraph } from "../../../rules/survey/order";
import { replyMessage, type SessionState, stepSession } from "../../../rules/survey/sessions";
import { nextWhatsapp, replyWhatsapp, type WhatsappMessage } from "../../../rules/survey/whatsapp";

export type TestTurn = { incoming: boolean; text: string; form?: WhatsappMessage };
export type TestRun = { turns: TestTurn[]; next: SurveyQuestion | null; answers: SurveyAnswers };

export const testViews = ["sms", "whatsapp", "web"] as const;
export type TestView = (typeof testViews)[number];

/** How many replies a test takes. */
const maxReplies = 60;

/** The order of random choices in a test: the same however often the page is loaded. */
const testSeed = 1;

/** Runs a survey with these replies, as it is now; nothing of it is kept. */
export function testRun(
  written: SurveyGraph,
  language: string,
  replies: readonly string[],
  view: TestView = "sms",
): TestRun {
  const graph = sessionGraph(written, testSeed);
  let state: SessionState = { disposition: "contacted", answers: new Map(), invalid: 0 };
  const says = (text: string, form: WhatsappMessage): TestTurn =>
    view === "whatsapp" ? { incoming: false, text: form.text, form } : { incoming: false, text };
  const turns: TestTurn[] = [
    says(nextMessage(graph, state.answers, language), nextWhatsapp(graph, state.answers, language)),
  ];
  for (const text of replies.slice(0, maxReplies)) {
    const step = stepSession(graph, state, text);
    if (!step) break;
    state = step;
    turns.push({ incoming: true, text });
    const said = replyMessage(graph, step, step.disposition, language);
    turns.push(says(said, replyWhatsapp(graph, step, step.disposition, language)));
    if (step.outcome === "ended" || step.outcome === "ineligible") return { turns, next: null, answers: state.answers };
  }
  return { turns, next: questionPath(graph, state.answers).next, answers: state.answers };
}
