import { questionPath } from "../../../rules/survey/conditions";
import type { SurveyAnswers, SurveyGraph, SurveyQuestion } from "../../../rules/survey/graph";
import { nextMessage } from "../../../rules/survey/messages";
import { sessionGraph } from "../../../rules/survey/order";
import { replyMessage, type SessionState, stepSession } from "../../../rules/survey/sessions";

export type TestTurn = { incoming: boolean; text: string };
export type TestRun = { turns: TestTurn[]; next: SurveyQuestion | null; answers: SurveyAnswers };

/** How many replies a test takes. */
const maxReplies = 60;

/** The order of random choices in a test: the same however often the page is loaded. */
const testSeed = 1;

/** Runs a survey with these replies, as it is now; nothing of it is kept. */
export function testRun(written: SurveyGraph, language: string, replies: readonly string[]): TestRun {
  const graph = sessionGraph(written, testSeed);
  let state: SessionState = { disposition: "contacted", answers: new Map(), invalid: 0 };
  const turns: TestTurn[] = [{ incoming: false, text: nextMessage(graph, state.answers, language) }];
  for (const text of replies.slice(0, maxReplies)) {
    const step = stepSession(graph, state, text);
    if (!step) break;
    state = step;
    turns.push({ incoming: true, text });
    const said = replyMessage(graph, step, step.disposition, language);
    turns.push({ incoming: false, text: said });
    if (step.outcome === "ended" || step.outcome === "ineligible") return { turns, next: null, answers: state.answers };
  }
  return { turns, next: questionPath(graph, state.answers).next, answers: state.answers };
}
