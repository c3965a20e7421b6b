import { isGsm } from "../segments";
import { calculatedNumber, calculatedText, namedPart, neededQuestions } from "./calculations";
import { countedAnswers } from "./conditions";
import { fixedTexts } from "./fixed-texts";
import {
  type CalculatedValue,
  comparesChoices,
  isAsked,
  type LocalText,
  numberBounds,
  type SurveyAnswer,
  type SurveyAnswers,
  type SurveyGraph,
  type SurveyQuestion,
  textIn,
} from "./graph";
import { rowsText } from "./matrix";

/** The most characters of an answer that another text shows: a message has a price, and typed answers may be long. */
export const maxPipedLength = 80;

/** What a question can be called in other texts. It begins with a letter, so that it is never taken for an id. */
export const questionName = /^[a-z][a-z0-9_]{0,29}$/;

const reference = /( ?)\{\{\s*([A-Za-z0-9_]{1,40})\s*\}\}/g;

/** How the answer to a question is written in another text. */
export function referenceTo({ id, name }: Pick<SurveyQuestion, "id" | "name">): string {
  return `{{${name || id}}}`;
}

/** The references of a text as they were typed, without braces. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(reference)].map(([, , name = ""]) => name);
}

/** A text whose references by id name other questions: those of a copy. An id that has no copy stays. */
export function referencesRenamed(text: LocalText, copies: ReadonlyMap<number, number>): LocalText {
  const renamed = (written: string) =>
    written.replace(reference, (typed: string, space: string, name: string) => {
      const copy = copies.get(Number(name));
      return copy === undefined ? typed : `${space}{{${copy}}}`;
    });
  return Object.fromEntries(Object.entries(text).map(([language, written]) => [language, renamed(written)]));
}

/**
 * A text with the answers that it refers to. Only those count that were given on the way to it; where there is none, the
 * reference is left out with the space before it. What names no question stays as it was typed.
 */
export function pipedText(graph: SurveyGraph, text: LocalText, answers: SurveyAnswers, language: string): string {
  const written = textIn(text, language, graph.languages);
  if (!written.includes("{{")) return written;
  const counted = countedAnswers(graph, answers);
  return withReferences(
    graph,
    written,
    (question) => {
      const answer = counted.get(question.id);
      return answer ? pipedAnswer(graph, question, answer, language) : "";
    },
    ({ id }) => {
      const number = calculatedNumber(graph, id, counted);
      return number === undefined ? "" : calculatedText(number);
    },
  );
}

/** The longest that a text can be: each choice that is referred to is its longest. For estimates and checks. */
export function longestText(graph: SurveyGraph, text: LocalText, language: string): string {
  const written = textIn(text, language, graph.languages);
  return withReferences(
    graph,
    written,
    (question) => longestAnswer(graph, question, language),
    () => "9".repeat(15),
  );
}

function withReferences(
  graph: SurveyGraph,
  written: string,
  answerTo: (question: SurveyQuestion) => string,
  numberOf: (value: CalculatedValue) => string,
): string {
  if (!written.includes("{{")) return written;
  return written
    .replace(reference, (typed: string, space: string, name: string) => {
      const part = namedPart(graph, name);
      if (!part) return typed;
      const answer = part.value ? numberOf(part.value) : answerTo(part.question);
      return answer === "" ? "" : `${space}${answer}`;
    })
    .trim();
}

/** An answer as another text shows it: short, on one line, in the language of the session. */
function pipedAnswer(graph: SurveyGraph, question: SurveyQuestion, answer: SurveyAnswer, language: string): string {
  const words = fixedTexts(language);
  switch (answer.kind) {
    case "choices":
      return shortened(
        question.choices
          .flatMap(({ id, text }) => (answer.choices.includes(id) ? [textIn(text, language, graph.languages)] : []))
          .join(", "),
      );
    case "yes":
      return answer.yes ? words.yes : words.no;
    case "number":
      return String(answer.number);
    case "text":
      return shortened(answer.text);
    case "phone":
      return answer.text;
    case "place":
      return shortened(answer.text);
    case "ranking":
      return shortened(
        answer.order
          .flatMap((id) => question.choices.find((choice) => choice.id === id) ?? [])
          .map(({ text }) => textIn(text, language, graph.languages))
          .join(", "),
      );
    case "rows":
      return shortened(rowsText(question, answer, language, graph.languages));
    case "date":
      return dayText(answer.date);
    case "skipped":
      return "";
  }
}

/** Cut with three dots of the GSM alphabet: an ellipsis would make the parts of the whole message shorter. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length > maxPipedLength ? `${characters.slice(0, maxPipedLength - 3).join("")}...` : line;
}

/** A day as the fixed texts ask for it: 15/6/2026. */
function dayText(iso: string): string {
  const [year, month, day] = iso.split("-").map(Number);
  return `${day}/${month}/${year}`;
}

function longestAnswer(graph: SurveyGraph, question: SurveyQuestion, language: string): string {
  const { type } = question;
  if (!isAsked(question)) return "";
  if (comparesChoices(type)) {
    const texts = question.choices.map(({ text }) => textIn(text, language, graph.languages));
    return shortened(type === "single" ? longestOf(texts) : texts.join(", "));
  }
  const words = fixedTexts(language);
  if (type === "yes_no" || type === "consent") return longestOf([words.yes, words.no]);
  if (type === "date") return dayText("2026-12-31");
  if (type === "phone") return `+${"9".repeat(15)}`;
  if (type === "text" || type === "location" || type === "matrix") return "x".repeat(maxPipedLength);
  const [low, high] = numberBounds(question);
  return low === null || high === null ? "9".repeat(15) : longestOf([String(low), String(high)]);
}

/** The one that takes the most room in an SMS: a character outside GSM takes twice as much. */
function longestOf(texts: readonly string[]): string {
  const room = (text: string) => text.length * (isGsm(text) ? 1 : 2);
  return texts.reduce((longest, text) => (room(text) > room(longest) ? text : longest), "");
}

/**
 * What is wrong with the references of a text, in words. @param at the place of its question, from 0; the ending is behind
 * all of them
 */
export function referenceProblems(graph: SurveyGraph, text: LocalText, at: number): string[] {
  const { questions } = graph;
  const names = new Set(Object.values(text).flatMap(referencesIn));
  return [...names].flatMap((name) => {
    const part = namedPart(graph, name);
    if (!part) return [`{{${name}}} names no question.`];
    if (part.value) {
      const later = neededQuestions(graph, part.value.id).map((needed) => questions.indexOf(needed));
      const last = Math.max(-1, ...later);
      return last < at ? [] : [`{{${name}}} needs the answer to question ${last + 1}, which is not given yet.`];
    }
    const { question } = part;
    const place = questions.indexOf(question);
    if (place === at) return [`{{${name}}} is this question itself, which is not answered yet.`];
    if (place > at) return [`{{${name}}} is the answer to question ${place + 1}, which is asked later.`];
    return isAsked(question) ? [] : [`{{${name}}} is question ${place + 1}, a statement, which has no answer.`];
  });
}
