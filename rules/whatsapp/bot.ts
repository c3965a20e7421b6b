/** The bot of a WhatsApp number: a graph of answers, each a message that may offer choices. */

/** How choices are shown: reply buttons, a list that opens, or numbers in the text that people type. */
export const botStyles = ["buttons", "list", "numbers"] as const;
export type BotStyle = (typeof botStyles)[number];

/** `leads_to` as `botTarget` reads it: `answer:a1`, `person`, `person:12` (a team), `skill:3`, `end`, `wait`, or nothing yet. */
export type BotChoice = { label: string; leads_to: string };

export type BotAnswer = {
  /** a1, a2 and so on; it stays when the answer is renamed. */
  id: string;
  /** What the people who build the bot call it. */
  name: string;
  text: string;
  style: BotStyle;
  choices: BotChoice[];
  /** What follows where there are no choices. */
  leads_to: string;
  /** Words that lead here from anywhere, in any language. */
  keywords: string[];
};

export type BotGraph = {
  /** Said once, when a conversation begins. */
  greeting: string;
  /** Said once outside business hours: in place of the greeting, or when a person is asked for. */
  away: string;
  /** Said when what the customer wrote was not understood. */
  retry: string;
  /** Said when the conversation goes to a person. */
  hand_over: string;
  /** What opens a list of choices. */
  list_button: string;
  /** The answer that a conversation begins with; empty: none. */
  start: string;
  answers: BotAnswer[];
};

export const emptyBot: BotGraph = {
  ...{ greeting: "", away: "", start: "", answers: [] },
  retry: "Sorry, I did not understand that. / Samahani, sijaelewa.",
  hand_over: "A person will answer you here. / Mtu atakujibu hapa.",
  list_button: "Choose / Chagua",
};

/** Most of each part. `body`, `button` and `row` are WhatsApp's own for messages with choices, `plain` for others. */
export const botLimits = {
  ...{ answers: 100, choices: 10, buttons: 3, keywords: 20, keyword: 40, name: 60 },
  ...{ body: 1_024, plain: 4_096, button: 20, row: 24, numbered: 60, text: 1_000 },
} as const;

/** Who is given a conversation: a team, agents with a skill, or whoever answers first. */
export type BotHandOver = { team: number | null; skill: number | null };
export const anyone: BotHandOver = { team: null, skill: null };

export type BotTarget =
  | { to: "answer"; answer: string }
  | ({ to: "person" } & BotHandOver)
  | { to: "end" }
  /** Nothing is said; the next message is looked at for keywords. */
  | { to: "wait" };

/** Where something leads; undefined when that has not been chosen. */
export function botTarget(leads_to: string): BotTarget | undefined {
  if (leads_to === "end" || leads_to === "wait") return { to: leads_to };
  if (leads_to === "person") return { to: "person", ...anyone };
  const [, kind, rest = ""] = /^(answer|person|skill):(.+)$/.exec(leads_to) ?? [];
  if (kind === "answer") return { to: "answer", answer: rest };
  if (kind === undefined || !/^\d{1,15}$/.test(rest)) return undefined;
  return { to: "person", ...anyone, ...(kind === "skill" ? { skill: Number(rest) } : { team: Number(rest) }) };
}

export function findAnswer(graph: BotGraph, id: string): BotAnswer | undefined {
  return graph.answers.find((answer) => answer.id === id);
}

/** The id of the next answer that is made. */
export function nextAnswerId({ answers }: BotGraph): string {
  return `a${Math.max(0, ...answers.map(({ id }) => Number(id.slice(1)) || 0)) + 1}`;
}

/** Choices that WhatsApp shows to be tapped; `id` comes back with the tap. */
export type TapChoices = { kind: "buttons" | "list"; button: string; options: { id: string; title: string }[] };

/** A message of the bot; `choices` where they can be tapped. */
export type BotReply = { text: string; choices?: TapChoices };

/** An answer as the customer gets it. */
export function answerReply(graph: BotGraph, { id, text, style, choices }: BotAnswer): BotReply {
  if (choices.length === 0) return { text };
  if (style === "numbers")
    return { text: `${text}\n\n${choices.map(({ label }, place) => `${place + 1}. ${label}`).join("\n")}` };
  const options = choices.map(({ label }, place) => ({ id: `${id}.${place}`, title: label }));
  return { text, choices: { kind: style, button: graph.list_button, options } };
}
