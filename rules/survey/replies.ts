import { type Abroad, normalisePhone } from "../phone";
import { numberIn } from "./conditions";
import { comparesChoices, numberBounds, type SurveyAnswer, type SurveyQuestion } from "./graph";
import { matchRows } from "./matrix";
import { numberWord } from "./number-words";
import { placeIn } from "./places";
import { matchRanking } from "./ranking";

/** A reply as it was understood, or why it was not, as a key of the fixed texts (`rules/survey/messages.ts`). */
export type MatchedReply = { ok: true; answer: SurveyAnswer } | { ok: false; why: ReplyProblem };
export type ReplyProblem =
  | "choice"
  | "choices"
  | "alone"
  | "yes_no"
  | "number"
  | "bounds"
  | "date"
  | "phone"
  | "place"
  | "coordinates"
  | "rank"
  | "rank_missing"
  | "rank_double"
  | "rows"
  | "empty"
  | "long"
  | "file";

export const maxAnswerLength = 2_000;

const yesWords = new Set(
  "yes y yeah yep yea sure ok okay agree accept ndio ndiyo ndyo eeh ee naam sawa nakubali kweli".split(" "),
);
const noWords = new Set("no n nope nah not disagree decline hapana la sio siyo sikubali apana".split(" "));
const skipWords = new Set("skip pass ruka".split(" "));

/** A reply without what does not change it: case, outer spaces, brackets and the punctuation at its ends. */
export function foldReply(typed: string): string {
  return typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/^[\s"'([{*#.,:;!?-]+(?=\S)/, (found) => (found.trim() === "-" ? found.trim() : ""))
    .replace(/[\s"')\]}*#.,:;!?]+$/, "")
    .trim();
}

/**
 * A typed reply to a question. Choices are told by their number, in digits or in words, by their text in any language of
 * the survey, or by an alias; a number is matched whole, so "10" is never 1.
 * @param abroad judges telephone numbers of other countries
 */
export function matchReply(question: SurveyQuestion, typed: string, abroad?: Abroad): MatchedReply {
  const text = typed.normalize("NFKC").trim();
  const folded = foldReply(text);
  if (!question.required && (folded === "" || skipWords.has(folded))) return { ok: true, answer: { kind: "skipped" } };
  if (folded === "" && question.type !== "text") return { ok: false, why: "empty" };
  switch (question.type) {
    case "single": {
      const choice = matchChoice(question, folded);
      return choice === undefined
        ? { ok: false, why: "choice" }
        : { ok: true, answer: { kind: "choices", choices: [choice] } };
    }
    case "multiple": {
      const choices = matchChoices(question, folded);
      return choices === undefined ? { ok: false, why: "choices" } : chosenTogether(question, choices);
    }
    case "yes_no":
    case "consent":
      return matchYes(folded);
    case "number":
    case "rating":
    case "nps":
      return matchNumber(question, folded);
    case "date": {
      const date = dateIn(folded);
      return date === undefined ? { ok: false, why: "date" } : { ok: true, answer: { kind: "date", date } };
    }
    case "phone": {
      const phone = normalisePhone(text, abroad);
      return phone.ok ? { ok: true, answer: { kind: "phone", text: phone.e164 } } : { ok: false, why: "phone" };
    }
    case "location":
      return matchPlace(text);
    case "rank": {
      const known = question.choices.map(({ id }) => id);
      return matchRanking(known, folded, (part) => matchChoice(question, part));
    }
    // People are not asked it where answers are typed; whoever tries a survey is.
    case "matrix": {
      const answer = matchRows(question, folded);
      return answer ? { ok: true, answer } : { ok: false, why: "rows" };
    }
    case "text":
    case "statement":
      if (text === "") return { ok: false, why: "empty" };
      if (text.length > maxAnswerLength) return { ok: false, why: "long" };
      return { ok: true, answer: { kind: "text", text } };
  }
}

function matchPlace(text: string): MatchedReply {
  if (text.length > maxAnswerLength) return { ok: false, why: "long" };
  // A number alone names no place; it is more likely the reply to something else.
  if (!/\p{L}/u.test(text) && !/\d.*[,;\s.].*\d/.test(text)) return { ok: false, why: "place" };
  const answer = placeIn(text);
  return answer === "bounds" ? { ok: false, why: "coordinates" } : { ok: true, answer };
}

/** Several choices as an answer: one that is exclusive is chosen alone. */
export function chosenTogether(question: SurveyQuestion, choices: number[]): MatchedReply {
  const alone = question.choices.some(({ id, role }) => role === "exclusive" && choices.includes(id));
  return alone && choices.length > 1 ? { ok: false, why: "alone" } : { ok: true, answer: { kind: "choices", choices } };
}

/** What a choice can be called, folded. */
export function choiceNames({ text, aliases }: SurveyQuestion["choices"][number]): string[] {
  return [...new Set([...Object.values(text), ...aliases].map(foldReply).filter((name) => name !== ""))];
}

function matchChoice({ choices }: SurveyQuestion, folded: string): number | undefined {
  const named = choices.find((choice) => choiceNames(choice).includes(folded));
  if (named) return named.id;
  const bare = folded.replace(/^(?:no|number|option|answer|choice|chaguo|namba|nambari|jibu)[ .]*(?=\S)/, "");
  const place = /^\d{1,3}$/.test(bare) ? Number(bare) : numberWord(bare);
  if (place !== undefined) return choices[place - 1]?.id;
  // "2 Good", "2. good": the number and the text of one choice.
  const [, digits, rest = ""] = /^(\d{1,3})[ .):=-]+(.+)$/.exec(bare) ?? [];
  const numbered = digits === undefined ? undefined : choices[Number(digits) - 1];
  return numbered && choiceNames(numbered).includes(foldReply(rest)) ? numbered.id : undefined;
}

function matchChoices(question: SurveyQuestion, folded: string): number[] | undefined {
  const whole = matchChoice(question, folded);
  if (whole !== undefined) return [whole];
  const separators = [/\s*[,;\n]\s*/, /\s*(?:[,;/&+\n]|\band\b|\bna\b)\s*/, /[^\d]+/];
  const ids = separators
    .filter((_, at) => at < 2 || /^[\d\s,;/&+]+$/.test(folded))
    .map((separator) => folded.split(separator).filter((part) => part !== ""))
    .map((parts) => parts.map((part) => matchChoice(question, part)))
    .find((found) => found.length > 0 && !found.includes(undefined));
  if (!ids) return undefined;
  const chosen = new Set(ids as number[]);
  return question.choices.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
}

/** A yes or a no. @param folded by `foldReply` */
export function matchYes(folded: string): MatchedReply {
  if (folded === "1" || yesWords.has(folded)) return { ok: true, answer: { kind: "yes", yes: true } };
  if (folded === "2" || noWords.has(folded)) return { ok: true, answer: { kind: "yes", yes: false } };
  const [first = "", ...rest] = folded.split(/[\s,.!]+/);
  const agrees = rest.length < 4 && !rest.some((word) => yesWords.has(word) || noWords.has(word));
  if (agrees && first !== "not" && yesWords.has(first)) return { ok: true, answer: { kind: "yes", yes: true } };
  if (agrees && noWords.has(first)) return { ok: true, answer: { kind: "yes", yes: false } };
  return { ok: false, why: "yes_no" };
}

function matchNumber(question: SurveyQuestion, folded: string): MatchedReply {
  const bare = folded.replace(/^(?:ksh|kes|kshs)[ .]*/, "").replace(/\s*(?:\/10|\/5|stars?|nyota|years?|miaka)$/, "");
  const word = numberWord(bare);
  const number = word ?? numberIn(bare);
  if (Number.isNaN(number)) return { ok: false, why: "number" };
  const [low, high] = numberBounds(question);
  const whole = question.type === "number" || Number.isInteger(number);
  if (!whole || (low !== null && number < low) || (high !== null && number > high)) return { ok: false, why: "bounds" };
  return { ok: true, answer: { kind: "number", number } };
}

const months = [
  ["jan", "january", "januari"],
  ["feb", "february", "februari"],
  ["mar", "march", "machi"],
  ["apr", "april", "aprili"],
  ["may", "mei"],
  ["jun", "june", "juni"],
  ["jul", "july", "julai"],
  ["aug", "august", "agosti", "ago"],
  ["sep", "sept", "september", "septemba"],
  ["oct", "october", "oktoba", "okt"],
  ["nov", "november", "novemba"],
  ["dec", "december", "desemba", "des"],
];

/** A day as people write it: 2026-06-15, 15/6/2026, 15.6.26, 15 June 2026. The day comes before the month. */
export function dateIn(folded: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(folded);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(folded);
  if (local) return dayOf(yearOf(local[3] ?? ""), Number(local[2]), Number(local[1]));
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[- ]([a-z]+),?[- ](\d{4}|\d{2})$/.exec(folded);
  const month = months.findIndex((names) => names.includes(named?.[2] ?? ""));
  return named && month >= 0 ? dayOf(yearOf(named[3] ?? ""), month + 1, Number(named[1])) : undefined;
}

function yearOf(digits: string): number {
  return digits.length === 4 ? Number(digits) : 2000 + Number(digits) - (Number(digits) > 50 ? 100 : 0);
}

function dayOf(year: number, month: number, day: number): string | undefined {
  if (year < 1900 || year > 2199) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.toISOString().slice(0, 10) : undefined;
}

/** Whether a choice's text is a number that could be taken for the place of another choice. */
export function isBareNumber(text: string): boolean {
  return numberWord(foldReply(text)) !== undefined || /^\d+$/.test(foldReply(text));
}

/** Two choices of a question that one reply could mean: the second, and what both are called. */
export function ambiguousName(question: SurveyQuestion): string | undefined {
  if (!comparesChoices(question.type)) return undefined;
  const seen = new Map<string, number>();
  for (const choice of question.choices)
    for (const name of choiceNames(choice)) {
      if (seen.has(name) && seen.get(name) !== choice.id) return name;
      seen.set(name, choice.id);
    }
  return undefined;
}
