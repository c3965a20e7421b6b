import { segment } from "../segments";
import { calculationFault, neededQuestions } from "./calculations";
import { choiceIds, numberIn } from "./conditions";
import { maxMessageLength } from "./cost";
import { longestEndTexts } from "./end-texts";
import {
  comparesChoices,
  endOutcomeNames,
  operandsFor,
  type SurveyComparison,
  type SurveyGraph,
  surveyLanguages,
  textIn,
} from "./graph";
import { referenceProblems } from "./piping";

/** What is wrong with a survey. A fault keeps it from being published; a warning does not. `question`: its id, if of one. */
export type PublishFinding = { level: "fault" | "warning"; question: number | null; text: string };

/** From so many parts on an SMS is worth a warning. */
export const manyParts = 3;

/**
 * Why a comparison can't be made, in words that go on from "a condition"; undefined: it can. @param at the place of the
 * question that was answered last, from 0
 */
export function comparisonProblem(graph: SurveyGraph, comparison: SurveyComparison, at: number): string | undefined {
  const { questions } = graph;
  const { operand, value } = comparison;
  if (comparison.calculated !== null) return calculatedProblem(graph, comparison, comparison.calculated, at);
  const asked = comparison.asked === null ? at : questions.findIndex(({ id }) => id === comparison.asked);
  const subject = questions[asked];
  if (!subject) return "looks at a question that was deleted.";
  if (asked > at) return `looks at question ${asked + 1}, which is asked later.`;
  if (!operandsFor(subject.type).includes(operand)) return `can't compare question ${asked + 1} with “${operand}”.`;
  if (/empty|always/.test(operand)) return undefined;
  const ids = choiceIds(value);
  const known = ids.every((id) => subject.choices.some((choice) => choice.id === id));
  if (comparesChoices(subject.type) && (ids.length === 0 || !known)) return "looks at a choice that was deleted.";
  return value.trim() === "" ? "has nothing to compare with." : undefined;
}

function calculatedProblem(
  graph: SurveyGraph,
  { operand, value }: SurveyComparison,
  calculated: number,
  at: number,
): string | undefined {
  const found = graph.calculated.find(({ id }) => id === calculated);
  if (!found) return "looks at a calculated value that was deleted.";
  const last = Math.max(-1, ...neededQuestions(graph, calculated).map((needed) => graph.questions.indexOf(needed)));
  if (last > at) return `looks at the value ${found.name}, which needs question ${last + 1}, which is asked later.`;
  if (!operandsFor("number").includes(operand)) return `can't compare the value ${found.name} with “${operand}”.`;
  if (/empty|always/.test(operand)) return undefined;
  return Number.isNaN(numberIn(value))
    ? `compares the value ${found.name} with something that is not a number.`
    : undefined;
}

/** What is wrong with the calculated values. */
export function calculationFindings(graph: SurveyGraph): PublishFinding[] {
  return graph.calculated.flatMap((value) => {
    const found = calculationFault(graph, value);
    if (!found) return [];
    return [problem("fault", `The value ${value.name}, at character ${found.at}: ${found.why}`)];
  });
}

/** What is to be said of the texts at the end. */
export function endFindings(graph: SurveyGraph): PublishFinding[] {
  const { questions, end_texts, languages } = graph;
  const [main = "en", ...others] = languages;
  const closing = referenceProblems(graph, graph.ending, questions.length).map((text) =>
    problem("fault", `The text at the end: ${text}`),
  );
  const own = end_texts.flatMap((one, at) => {
    const name = `End text ${at + 1}`;
    const compared = one.operand === "always" ? undefined : comparisonProblem(graph, one, questions.length - 1);
    const before = end_texts
      .slice(0, at)
      .find(({ outcome, operand }) => outcome === one.outcome && operand === "always");
    return [
      ...(textIn(one.text, main) === "" ? [problem("fault", `${name} has no text.`)] : []),
      ...(compared ? [problem("fault", `${name}: its condition ${compared}`)] : []),
      ...(before
        ? [
            problem(
              "warning",
              `${name} is never shown: end text ${end_texts.indexOf(before) + 1} is shown in all cases.`,
            ),
          ]
        : []),
      ...referenceProblems(graph, one.text, questions.length).map((text) => problem("fault", `${name}: ${text}`)),
      ...others.flatMap((language) =>
        textIn(one.text, language) ? [] : [problem("warning", `${name} is not in ${surveyLanguages[language]}.`)],
      ),
    ];
  });
  return [...closing, ...own, ...languages.flatMap((language) => partFindings(graph, language))];
}

function partFindings(graph: SurveyGraph, language: SurveyGraph["languages"][number]): PublishFinding[] {
  const inLanguage = graph.languages.length > 1 ? ` in ${surveyLanguages[language]}` : "";
  return longestEndTexts(graph, language).flatMap(({ outcome, text }) => {
    const { parts } = segment(text);
    const name = `A text at the end (${endOutcomeNames[outcome]})${inLanguage}`;
    if (text.length > maxMessageLength) return [problem("fault", `${name} is too long for an SMS.`)];
    return parts >= manyParts ? [problem("warning", `${name} takes ${parts} SMS.`)] : [];
  });
}

function problem(level: PublishFinding["level"], text: string): PublishFinding {
  return { level, question: null, text };
}
