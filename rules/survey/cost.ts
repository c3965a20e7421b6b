import { segment } from "../segments";
import { longestEndTexts } from "./end-texts";
import { isAsked, type SurveyGraph } from "./graph";
import { type PipedAnswers, questionMessage } from "./messages";
import { randomBlocks } from "./order";

/** The most characters that an SMS of a survey may have. */
export const maxMessageLength = 1_600;

/** What a survey by SMS costs one person, in parts: where nobody answers, and where every question is asked once. */
export function surveyParts(graph: SurveyGraph, language: string): { least: number; most: number } {
  const texts = messageTexts(graph, language);
  const parts = texts.map((text) => segment(text).parts);
  // Whoever is asked everything comes to one of the ends.
  const ending = Math.max(...longestEndTexts(graph, language).map(({ text }) => segment(text).parts));
  return { least: leastFirst(graph, parts), most: parts.reduce((sum, one) => sum + one, ending) };
}

/** The fewest parts that a first question has: it may be that of another section. */
function leastFirst(graph: SurveyGraph, parts: readonly number[]): number {
  const [block] = randomBlocks(graph);
  const asked = graph.questions.filter(isAsked);
  if (block?.[0]?.from !== 0) return parts[0] ?? 0;
  const firsts = block.flatMap(({ from, to }) => graph.questions.slice(from, to).find(isAsked) ?? []);
  const least = firsts.flatMap((question) => parts[asked.indexOf(question)] ?? []);
  return least.length === 0 ? 0 : Math.min(...least);
}

/** The places, from 1, of questions whose SMS would be too long to be sent. */
export function tooLongQuestions(graph: SurveyGraph, language: string): number[] {
  const texts = messageTexts(graph, language);
  return graph.questions.filter(isAsked).flatMap((question, at) => {
    const place = graph.questions.indexOf(question) + 1;
    return (texts[at] ?? "").length > maxMessageLength - 200 ? [place] : [];
  });
}

/**
 * The SMS of each question, with the statements before it.
 * @param answers what stands for those that it refers to @param tapped without choices: they stand beside the text
 */
export function messageTexts(
  graph: SurveyGraph,
  language: string,
  answers: PipedAnswers = "longest",
  tapped = false,
): string[] {
  const asked = graph.questions.filter(isAsked);
  return asked.map((question, at) => {
    const from = at === 0 ? 0 : graph.questions.indexOf(asked[at - 1] ?? question) + 1;
    const before = graph.questions.slice(from, graph.questions.indexOf(question));
    return questionMessage(graph, question, answers, language, {
      first: at === 0,
      before,
      after: asked[at - 1] ?? null,
      tapped,
    });
  });
}

/** Cents of KES, rounded up. @param partPrice in 1/10,000 KES */
export function partsCost(parts: number, partPrice: number): number {
  return Math.ceil((parts * partPrice) / 100);
}
