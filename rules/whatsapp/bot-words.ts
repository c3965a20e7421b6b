import { type BotAnswer, type BotChoice, type BotGraph, findAnswer } from "./bot";

/** A text as it is compared: lower-case words without accents, signs and pictures, one space between two. */
export function plainWords(text: string): string {
  const flat = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}|(?<=\p{L})['\u2018\u2019`](?=\p{L})/gu, "");
  return (flat.match(/\p{L}+|\p{N}+/gu) ?? []).join(" ");
}

const numberWords = [
  ["one", "moja"],
  ["two", "mbili"],
  ["three", "tatu"],
  ["four", "nne"],
  ["five", "tano"],
  ["six", "sita"],
  ["seven", "saba"],
  ["eight", "nane"],
  ["nine", "tisa"],
  ["ten", "kumi"],
];

/** What people write around the number of a choice. */
const beforeNumbers = /^(?:(?:option|number|no|choice|chaguo|namba|nambari|the|la|ya) )+/;

/** The number that a message is, from 1 to 10: "2.", "two", "option 2", "namba mbili". */
function typedNumber(words: string): number | undefined {
  const rest = words.replace(beforeNumbers, "");
  if (/^0*(?:[1-9]|10)$/.test(rest)) return Number(rest);
  const place = numberWords.findIndex((names) => names.includes(rest));
  return place < 0 ? undefined : place + 1;
}

/** The choice that a message names, by its number or its label. */
export function typedChoice(answer: BotAnswer, text: string): BotChoice | undefined {
  const words = plainWords(text);
  if (words === "") return undefined;
  const named = answer.choices.find(({ label }) => plainWords(label) === words);
  if (named) return named;
  const number = typedNumber(words);
  return number === undefined ? undefined : answer.choices[number - 1];
}

/** The choice that was tapped, also in an older message. An id of another version is only a choice with its own label. */
export function tappedChoice(graph: BotGraph, payload: string, text: string): BotChoice | undefined {
  const [, id = "", place = ""] = /^(a\d{1,9})\.(\d{1,2})$/.exec(payload) ?? [];
  const choice = findAnswer(graph, id)?.choices[Number(place)];
  return choice && plainWords(choice.label) === plainWords(text) ? choice : undefined;
}

/** Longer messages are not searched for keywords: they are stories that a person reads. */
const longestSearched = 300;

/** The answer that a message asks for by a keyword; of several that it contains, the longest keyword decides. */
export function keywordAnswer(graph: BotGraph, text: string): BotAnswer | undefined {
  if (text.length > longestSearched) return undefined;
  const said = ` ${plainWords(text)} `;
  let best: { answer: BotAnswer; length: number } | undefined;
  for (const answer of graph.answers)
    for (const keyword of answer.keywords) {
      const words = plainWords(keyword);
      if (words !== "" && said.includes(` ${words} `) && words.length > (best?.length ?? 0))
        best = { answer, length: words.length };
    }
  return best?.answer;
}

const personWords = new Set([
  ...["agent", "person", "human", "a person", "a human", "talk to an agent", "talk to a person", "talk to someone"],
  ...["speak to an agent", "speak to a person", "speak to someone", "real person", "customer care"],
  ...["mtu", "mhudumu", "wakala", "nataka kuongea na mtu", "ongea na mtu", "kuongea na mtu", "huduma kwa wateja"],
]);

/** Whether the whole message asks for a person. */
export function asksForPerson(text: string): boolean {
  return personWords.has(plainWords(text));
}
