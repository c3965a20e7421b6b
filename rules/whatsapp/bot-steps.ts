import { answerReply, anyone, type BotGraph, type BotHandOver, type BotReply, botTarget, findAnswer } from "./bot";
import { asksForPerson, keywordAnswer, tappedChoice, typedChoice } from "./bot-words";

/** Where a conversation with the bot stands, between two messages of the customer. */
export type BotState = {
  /** The answer whose choices are open. */
  answer: string;
  /** It was asked a second time already. */
  asked_again: boolean;
  away_said: boolean;
};

/** What the customer wrote or tapped. `open`: within business hours. */
export type BotInput = { text: string; payload: string; open: boolean };

type BotOutcome =
  | { kind: "waiting"; state: BotState }
  | ({ kind: "person"; why: "chosen" | "not understood" | "nothing to ask" } & BotHandOver)
  | { kind: "end" };

/** What the bot says to one message, and what becomes of the conversation. */
export type BotStep = { replies: BotReply[]; outcome: BotOutcome; understood: boolean };

/** Answers that may follow one message without a choice between them. */
export const maxAnswersInRow = 4;

/** Messages to one of the customer's: the greeting, the answers, and two when a person is asked for. */
export const maxReplies = maxAnswersInRow + 3;

/** The first message of a conversation: the greeting, then what a keyword asks for, else the answer to begin with. */
export function beginBot(graph: BotGraph, input: BotInput): BotStep {
  const away_said = !input.open && graph.away !== "";
  const first = away_said ? graph.away : graph.greeting;
  const said: ReplyDraft = { replies: first === "" ? [] : [{ text: first }], away_said, input };
  if (asksForPerson(input.text)) return toPerson(graph, said, anyone, "chosen");
  const answer = keywordAnswer(graph, input.text)?.id ?? graph.start;
  return answer === "" ? toPerson(graph, said, anyone, "nothing to ask") : follow(graph, said, `answer:${answer}`);
}

/** A later message: a choice, a keyword, or something that is asked for once more and then given to a person. */
export function continueBot(graph: BotGraph, state: BotState, input: BotInput): BotStep {
  const said: ReplyDraft = { replies: [], away_said: state.away_said, input };
  const answer = findAnswer(graph, state.answer);
  // Its answer is gone: the conversation begins again.
  if (!answer) return beginBot({ ...graph, greeting: "", away: state.away_said ? "" : graph.away }, input);
  const choice = tappedChoice(graph, input.payload, input.text) ?? typedChoice(answer, input.text);
  if (choice) return follow(graph, said, choice.leads_to);
  const asked = keywordAnswer(graph, input.text);
  if (asked) return follow(graph, said, `answer:${asked.id}`);
  if (asksForPerson(input.text)) return toPerson(graph, said, anyone, "chosen");
  const again = [
    ...(graph.retry === "" ? [] : [{ text: graph.retry }]),
    ...(answer.choices.length > 0 ? [answerReply(graph, answer)] : []),
  ];
  if (state.asked_again || again.length === 0)
    return { ...toPerson(graph, said, anyone, "not understood"), understood: false };
  return { replies: again, outcome: { kind: "waiting", state: { ...state, asked_again: true } }, understood: false };
}

type ReplyDraft = { replies: BotReply[]; away_said: boolean; input: BotInput };

/** Says the answers from here on until one asks something. */
function follow(graph: BotGraph, said: ReplyDraft, leads_to: string): BotStep {
  let target = botTarget(leads_to);
  let at = "";
  for (let n = 0; n < maxAnswersInRow; n++) {
    if (target?.to !== "answer") break;
    const answer = findAnswer(graph, target.answer);
    if (!answer) break;
    said.replies.push(answerReply(graph, answer));
    at = answer.id;
    if (answer.choices.length > 0) return waiting(said, at);
    target = botTarget(answer.leads_to);
  }
  if (target?.to === "end") return { replies: said.replies, outcome: { kind: "end" }, understood: true };
  if (target?.to === "wait") return waiting(said, at);
  if (target?.to === "person") return toPerson(graph, said, target, "chosen");
  return toPerson(graph, said, anyone, "nothing to ask");
}

function waiting({ replies, away_said }: ReplyDraft, answer: string): BotStep {
  return { replies, outcome: { kind: "waiting", state: { answer, asked_again: false, away_said } }, understood: true };
}

type PersonOutcome = Extract<BotOutcome, { kind: "person" }>;

function toPerson(graph: BotGraph, said: ReplyDraft, { team, skill }: BotHandOver, why: PersonOutcome["why"]): BotStep {
  const replies = [...said.replies];
  if (graph.hand_over !== "") replies.push({ text: graph.hand_over });
  if (!said.input.open && !said.away_said && graph.away !== "") replies.push({ text: graph.away });
  return { replies, outcome: { kind: "person", team, skill, why }, understood: true };
}
