import type { BotGraph, BotReply } from "../../../rules/whatsapp/bot";
import { type BotState, beginBot, continueBot } from "../../../rules/whatsapp/bot-steps";

/** Messages that a conversation in the tester may have, and letters of one. */
export const testLimits = { messages: 20, letters: 120 } as const;

export type TestLine = { from: "customer" | "bot" } & BotReply;

/** A typed conversation with a draft. `over`: how it ended, empty while the bot waits for more. */
export type TestedConversation = { lines: TestLine[]; over: string };

/** What the draft says to these messages, one after the other. */
export function replayBot(graph: BotGraph, messages: readonly string[], open: boolean): TestedConversation {
  const lines: TestLine[] = [];
  let state: BotState | undefined;
  for (const text of messages.slice(0, testLimits.messages)) {
    lines.push({ from: "customer", text });
    const input = { text, payload: "", open };
    const { replies, outcome } = state ? continueBot(graph, state, input) : beginBot(graph, input);
    lines.push(...replies.map((reply) => ({ from: "bot" as const, ...reply })));
    if (outcome.kind === "end") return { lines, over: "The bot ended the conversation." };
    if (outcome.kind === "person") return { lines, over: "The conversation waits for a person now." };
    state = outcome.state;
  }
  const full = messages.length >= testLimits.messages;
  return { lines, over: full ? "That is as long as a test gets." : "" };
}

/** The messages of a test as the page's address has them. */
export function readTest(url: URL): { messages: string[]; open: boolean } {
  const said = url.searchParams.getAll("said").map((text) => text.trim().slice(0, testLimits.letters));
  const messages = said.filter((text) => text !== "").slice(0, testLimits.messages);
  return { messages, open: !url.searchParams.has("closed") };
}
