import { questionPath } from "./conditions";
import { messageTexts } from "./cost";
import { fixedTexts } from "./fixed-texts";
import {
  hasChoices,
  isAsked,
  numberBounds,
  type SurveyAnswer,
  type SurveyAnswers,
  type SurveyGraph,
  type SurveyQuestion,
  textIn,
} from "./graph";
import { nextMessage } from "./messages";
import { replyMessage, type SessionStep } from "./sessions";

/** What WhatsApp takes of an interactive message, in characters and in choices. */
export const whatsappLimits = { buttons: 3, button: 20, rows: 10, row: 24, body: 1_024, text: 4_096 } as const;

/** A choice that is tapped. `id` comes back with the tap. */
export type TapChoice = { id: string; title: string };

/** A message of a survey on WhatsApp: its text, and the buttons or the list that it is answered by, where it has some. */
export type WhatsappMessage = { text: string; buttons?: TapChoice[]; list?: { open: string; rows: TapChoice[] } };

/** The choices of a question; undefined where it is answered in words, or by more than one of them. */
function tapChoices(question: SurveyQuestion, language: string, languages: readonly string[]): TapChoice[] | undefined {
  const words = fixedTexts(language);
  const tap = (value: string, title: string): TapChoice => ({ id: `q${question.id}.${value}`, title: title.trim() });
  const { type } = question;
  const chosen =
    type === "yes_no" || type === "consent"
      ? [tap("yes", words.yes), tap("no", words.no)]
      : type === "single"
        ? question.choices.map(({ id, text }) => tap(`c${id}`, textIn(text, language, languages)))
        : type === "rating"
          ? marks(question).map((mark) => tap(`n${mark}`, String(mark)))
          : [];
  if (chosen.length === 0) return undefined;
  return question.required ? chosen : [...chosen, tap("skip", words.skipTap)];
}

function marks(question: SurveyQuestion): number[] {
  const [low, high] = numberBounds(question);
  if (low === null || high === null) return [];
  return Array.from({ length: high - low + 1 }, (_, at) => low + at);
}

/** Buttons where they fit, else a list, else nothing: then the choices are numbered in the text. */
function tapForm(
  choices: TapChoice[] | undefined,
  open: string,
): Pick<WhatsappMessage, "buttons" | "list"> | undefined {
  if (!choices) return undefined;
  // WhatsApp refuses two of the same title.
  const titles = new Set(choices.map(({ title }) => title.toLowerCase()));
  const longest = Math.max(...choices.map(({ title }) => title.length));
  if (titles.size < choices.length || titles.has("")) return undefined;
  if (choices.length <= whatsappLimits.buttons && longest <= whatsappLimits.button) return { buttons: choices };
  return choices.length <= whatsappLimits.rows && longest <= whatsappLimits.row
    ? { list: { open, rows: choices } }
    : undefined;
}

/** @param say the text of the message, with or without its numbered choices */
function formed(
  graph: SurveyGraph,
  question: SurveyQuestion | null,
  language: string,
  say: (tapped: boolean) => string,
): WhatsappMessage {
  const form = question
    ? tapForm(tapChoices(question, language, graph.languages), fixedTexts(language).choose)
    : undefined;
  const text = say(true);
  return form && text.length <= whatsappLimits.body ? { text, ...form } : { text: say(false) };
}

/** What is said next in a session: the question to ask with the statements before it, or the ending. */
export function nextWhatsapp(graph: SurveyGraph, answers: SurveyAnswers, language: string): WhatsappMessage {
  const { next } = questionPath(graph, answers);
  return formed(graph, next, language, (tapped) => nextMessage(graph, answers, language, tapped));
}

/** What is said after a reply. */
export function replyWhatsapp(
  graph: SurveyGraph,
  step: SessionStep,
  disposition: SessionStep["disposition"],
  language: string,
): WhatsappMessage {
  const again = step.outcome === "invalid" && disposition !== "rejected";
  const next = step.outcome === "next" ? questionPath(graph, step.answers).next : null;
  return formed(graph, again ? step.question : disposition === "rejected" ? null : next, language, (tapped) =>
    replyMessage(graph, step, disposition, language, tapped),
  );
}

/** Each question that is asked, in their order; answers that it refers to are references. */
export function whatsappQuestions(graph: SurveyGraph, language: string): WhatsappMessage[] {
  const texts = (tapped: boolean) => messageTexts(graph, language, "references", tapped);
  const [plain, short] = [texts(false), texts(true)];
  return graph.questions
    .filter(isAsked)
    .map((question, at) => formed(graph, question, language, (tapped) => (tapped ? short : plain)[at] ?? ""));
}

/** The places, from 1, of questions that WhatsApp would not take. */
export function tooLongOnWhatsapp(graph: SurveyGraph, language: string): number[] {
  const texts = messageTexts(graph, language);
  return graph.questions.filter(isAsked).flatMap((question, at) => {
    const length = (texts[at] ?? "").length;
    // A question that is asked again has why before it.
    return length > whatsappLimits.text - 100 ? [graph.questions.indexOf(question) + 1] : [];
  });
}

/** A message in plain text, with what can be tapped in brackets: for the transcript. */
export function whatsappText({ text, buttons, list }: WhatsappMessage): string {
  const choices = buttons ?? list?.rows ?? [];
  return [text, choices.map(({ title }) => `[${title}]`).join(" ")].filter((part) => part !== "").join("\n");
}

/** What a tap answers: the question that it belongs to, and the answer; undefined where it is none of a survey's. */
export function tappedAnswer(
  graph: SurveyGraph,
  id: string,
): { question: SurveyQuestion; answer: SurveyAnswer } | undefined {
  const found = /^q(\d{1,15})\.(?:(yes|no|skip)|([cn])(\d{1,15}))$/.exec(id);
  const question = found && graph.questions.find((one) => one.id === Number(found[1]));
  if (!found || !question) return undefined;
  const [, , word, kind, digits] = found;
  if (word === "skip") return question.required ? undefined : { question, answer: { kind: "skipped" } };
  if (word) return { question, answer: { kind: "yes", yes: word === "yes" } };
  const number = Number(digits);
  if (kind === "n") return question.type === "rating" ? { question, answer: { kind: "number", number } } : undefined;
  const known = hasChoices(question.type) && question.choices.some((choice) => choice.id === number);
  return known ? { question, answer: { kind: "choices", choices: [number] } } : undefined;
}
