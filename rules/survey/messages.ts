import { segment } from "../segments";
import { questionPath, statementsBefore } from "./conditions";
import { endText } from "./end-texts";
import { fixedTexts } from "./fixed-texts";
import {
  isAsked,
  type LocalText,
  matrixRows,
  needsChoices,
  numberBounds,
  type SurveyAnswers,
  type SurveyChoice,
  type SurveyGraph,
  type SurveyQuestion,
  scaleChoices,
  textIn,
} from "./graph";
import { longestText, pipedText } from "./piping";
import { textsInSections } from "./sections";

/** How to answer a question in a message: its choices with their numbers, or what to type. */
export function replyHint(question: SurveyQuestion, language: string, languages: readonly string[]): string {
  const words = fixedTexts(language);
  const hint = hintOf(question, language, languages);
  if (question.required) return hint;
  return hint === "" ? words.skipText : `${hint} ${words.skip}`;
}

function hintOf(question: SurveyQuestion, language: string, languages: readonly string[]): string {
  const words = fixedTexts(language);
  const { type } = question;
  if (needsChoices(type)) {
    const shown = ({ text }: SurveyChoice) => textIn(text, language, languages);
    const listed = scaleChoices(question).map((choice, at) => `${at + 1} ${shown(choice)}`);
    const sample = (all: readonly unknown[]) => all.map((_, at) => (at < 2 ? 2 - at : at + 1)).join(",");
    if (type === "rank") return `${listed.join("\n")}\n${words.rank(sample(listed))}`;
    const rows = matrixRows(question);
    if (type === "matrix")
      return [...rows.map(shown), ...listed, words.rows(rows.map((_, at) => 2 - (at % 2)).join(","))].join("\n");
    return type === "single" ? `${words.reply}\n${listed.join("\n")}` : `${listed.join("\n")}\n${words.several}`;
  }
  if (type === "yes_no" || type === "consent") return words.yesNo;
  if (type === "rating") return words.scale(question.max_rating);
  if (type === "date") return words.date;
  if (type === "phone") return words.phone;
  if (type === "location") return words.location;
  const [low, high] = numberBounds(question);
  return (type === "number" || type === "nps") && low !== null && high !== null ? words.between(low, high) : "";
}

/** What stands for the answers that a text refers to: those of a session, the longest there can be, or the references. */
export type PipedAnswers = SurveyAnswers | "longest" | "references";

type MessagePlace = {
  first?: boolean;
  before?: readonly SurveyQuestion[];
  after?: SurveyQuestion | null;
  tapped?: boolean;
};

function shownText(graph: SurveyGraph, text: LocalText, answers: PipedAnswers, language: string): string {
  if (answers === "references") return textIn(text, language, graph.languages);
  return answers === "longest" ? longestText(graph, text, language) : pipedText(graph, text, answers, language);
}

/**
 * A question as an SMS. `first`: it begins the survey, and says how to end it. `before`: what is said before it. `after`:
 * the question that was answered last, null for none; the texts of sections that begin since then are said. Without it
 * the question is asked again, and no section begins. `tapped`: its choices stand beside the text, not in it.
 */
export function questionMessage(
  graph: SurveyGraph,
  question: SurveyQuestion,
  answers: PipedAnswers,
  language: string,
  { first = false, before = [], after, tapped = false }: MessagePlace = {},
): string {
  const asked = [...before, question];
  const texts = after === undefined ? asked.map(({ text }) => text) : textsInSections(graph, asked, after);
  const said = texts.map((text) => shownText(graph, text, answers, language));
  const hint = tapped ? "" : replyHint(question, language, graph.languages);
  return [...said, hint, first ? fixedTexts(language).stop : ""].filter((part) => part !== "").join("\n");
}

/**
 * What is said next in a session: the question to ask with the statements before it, or the ending. `tapped`: without
 * the choices of the question.
 */
export function nextMessage(graph: SurveyGraph, answers: SurveyAnswers, language: string, tapped = false): string {
  const { path, next } = questionPath(graph, answers);
  const after = path.findLast(isAsked) ?? null;
  const before = statementsBefore(graph, answers);
  const first = ![...answers.keys()].some((id) => graph.questions.some((one) => one.id === id));
  if (next) return questionMessage(graph, next, answers, language, { first, before, after, tapped });
  const said = textsInSections(graph, before, after).map((text) => pipedText(graph, text, answers, language));
  return [...said.filter((text) => text !== ""), endText(graph, "completed", answers, language)].join("\n");
}

/** What an SMS of a question costs in parts. A question of a survey that begins with it carries how to end it. */
export function questionParts(graph: SurveyGraph, question: SurveyQuestion, language: string) {
  const at = graph.questions.indexOf(question);
  const after = graph.questions[at - 1] ?? null;
  const text = questionMessage(graph, question, "longest", language, { first: at === 0, after });
  return { text, ...segment(text) };
}
