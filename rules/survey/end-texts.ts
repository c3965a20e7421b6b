import { comparisonText, countedAnswers, isComparisonTrue } from "./conditions";
import { fixedTexts } from "./fixed-texts";
import { type EndOutcome, type EndText, endOutcomeNames, type SurveyAnswers, type SurveyGraph } from "./graph";
import { longestText, pipedText } from "./piping";

/** What is said at an end where the survey has no text of its own. */
export function fixedEndText(outcome: EndOutcome, language: string): string {
  const words = fixedTexts(language);
  return { completed: words.thanks, rejected: words.full, ineligible: words.declined, ended: words.ended }[outcome];
}

/**
 * What is said at the end of a session: the first text of this outcome whose comparison is true, else the closing text of a
 * completed survey, else the fixed words.
 */
export function endText(graph: SurveyGraph, outcome: EndOutcome, answers: SurveyAnswers, language: string): string {
  const counted = countedAnswers(graph, answers);
  const found = graph.end_texts.find((one) => one.outcome === outcome && isComparisonTrue(graph, one, null, counted));
  const written = found?.text ?? (outcome === "completed" ? graph.ending : {});
  return pipedText(graph, written, answers, language) || fixedEndText(outcome, language);
}

/** Every text that may be said at an end in a language, as long as it can be: for estimates and checks. */
export function longestEndTexts(graph: SurveyGraph, language: string): { outcome: EndOutcome; text: string }[] {
  const own = graph.end_texts.map(({ outcome, text }) => ({ outcome, text: longestText(graph, text, language) }));
  const closing = longestText(graph, graph.ending, language) || fixedEndText("completed", language);
  return [{ outcome: "completed" as const, text: closing }, ...own.filter(({ text }) => text !== "")];
}

/** When an end text is said: "Completed, if answer 2 is at most 6". */
export function endTextSentence(graph: SurveyGraph, one: EndText): string {
  const outcome = endOutcomeNames[one.outcome];
  return one.operand === "always" ? `${outcome}, in all cases` : `${outcome}, if ${comparisonText(graph, one, null)}`;
}
