import { type AnswerFilter, type AnswerGroup, openEnd, rangeText } from "./answer-groups";
import type { PublishFinding } from "./end-findings";
import {
  hasChoices,
  numberBounds,
  type QuestionType,
  type SurveyAnswer,
  type SurveyAnswers,
  type SurveyGraph,
  type SurveyLanguage,
  type SurveyQuestion,
  textIn,
} from "./graph";

/** What an answer must be for a response to belong to a limit. */
export type QuotaCondition = { question: number; group: AnswerGroup };

/** The most conditions of a limit. */
export const maxQuotaConditions = 4;

/** A limit counts the completed responses whose answers match all of its conditions; `limit` is the most it takes. */
export type SurveyQuota = { id: number; conditions: QuotaCondition[]; limit: number; count: number };

/** The limits that a set of answers belongs to. One is decided only when all its questions were answered on the way taken. */
export function matchingQuotas<T extends Pick<SurveyQuota, "conditions">>(
  quotas: readonly T[],
  counted: SurveyAnswers,
): T[] {
  return quotas.filter(({ conditions }) =>
    conditions.every(({ question, group }) => isInGroup(counted.get(question), group)),
  );
}

function isInGroup(answer: SurveyAnswer | undefined, group: AnswerGroup): boolean {
  if (group.kind === "choice") return answer?.kind === "choices" && answer.choices.includes(group.choice);
  if (group.kind === "yes") return answer?.kind === "yes" && answer.yes === group.yes;
  return answer?.kind === "number" && answer.number >= group.from && answer.number < group.to;
}

/** The same as the answers that responses are filtered by. */
export function quotaFilters(conditions: readonly QuotaCondition[]): AnswerFilter[] {
  return conditions.map((condition) => ({ ...condition, row: null }));
}

/** Whether a limit over several questions can be about a question of this type. */
export function canLimit(type: QuestionType): boolean {
  return hasChoices(type) || limitsNumbers(type) || type === "yes_no";
}

export function limitsNumbers(type: QuestionType): boolean {
  return type === "number" || type === "rating" || type === "nps";
}

/**
 * The range from one number to another, both included: an answer between the last one and the next of its kind counts with
 * it, so that 24.5 is in 18 to 24. Nothing: no bound. @example { from: "18", to: "24" } is 18 to under 25
 */
export function typedRange(from: number | null, to: number | null): Extract<AnswerGroup, { kind: "range" }> {
  return { kind: "range", from: from ?? -openEnd, to: to === null ? openEnd : nextNumber(to) };
}

/** 25 after 24, and 2.6 after 2.5. */
function nextNumber(number: number): number {
  const digits = decimals(number);
  return Number((number + 10 ** -digits).toFixed(digits));
}

function decimals(number: number): number {
  return String(number).split(".")[1]?.length ?? 0;
}

/** What a condition asks of the answer, in words; undefined: a choice that was deleted. */
export function groupText(
  question: Pick<SurveyQuestion, "choices">,
  group: AnswerGroup,
  languages: readonly SurveyLanguage[],
): string | undefined {
  if (group.kind === "yes") return group.yes ? "Yes" : "No";
  if (group.kind === "range") return rangeText(group);
  const choice = question.choices.find(({ id }) => id === group.choice);
  return choice && textIn(choice.text, "", languages);
}

/** A condition in words. @example "Age?: 18 to 24" */
export function quotaConditionText(
  { questions, languages }: Pick<SurveyGraph, "questions" | "languages">,
  { question: id, group }: QuotaCondition,
): string {
  const question = questions.find((one) => one.id === id);
  if (!question) return "A deleted question";
  return `${textIn(question.text, "", languages)}: ${groupText(question, group, languages) ?? "a deleted choice"}`;
}

/** Why an answer can't be compared so, in words that go on from "a condition"; undefined: it can. */
export function quotaConditionProblem(
  { questions }: Pick<SurveyGraph, "questions">,
  { question: id, group }: QuotaCondition,
): string | undefined {
  const at = questions.findIndex((one) => one.id === id);
  const question = questions[at];
  if (!question) return "looks at a question that was deleted.";
  const fits = {
    choice: hasChoices(question.type),
    yes: question.type === "yes_no",
    range: limitsNumbers(question.type),
  };
  if (!fits[group.kind]) return `does not fit the type of question ${at + 1}.`;
  if (group.kind === "choice")
    return question.choices.some((choice) => choice.id === group.choice)
      ? undefined
      : `looks at a choice of question ${at + 1} that was deleted.`;
  if (group.kind === "yes") return undefined;
  if (group.from >= group.to) return `has a lowest number above the highest, for question ${at + 1}.`;
  const [low, high] = numberBounds(question);
  const outside = (low !== null && group.to <= low) || (high !== null && group.from > high);
  return outside ? `has numbers that question ${at + 1} does not take.` : undefined;
}

/** Whether no answer to their question can match both. Of several choices an answer may have two. */
export function excludesOther(
  { questions }: Pick<SurveyGraph, "questions">,
  one: QuotaCondition,
  other: QuotaCondition,
): boolean {
  if (one.question !== other.question) return false;
  const [a, b] = [one.group, other.group];
  if (a.kind === "range" && b.kind === "range") return a.from >= b.to || b.from >= a.to;
  if (a.kind === "yes" && b.kind === "yes") return a.yes !== b.yes;
  if (a.kind === "choice" && b.kind === "choice")
    return a.choice !== b.choice && questions.find(({ id }) => id === one.question)?.type !== "multiple";
  return true;
}

/** What is wrong with limits over several questions. */
export function quotaFindings(
  graph: Pick<SurveyGraph, "questions">,
  quotas: readonly { name: string; conditions: QuotaCondition[] }[],
): PublishFinding[] {
  return quotas.flatMap(({ name, conditions }) => {
    const fault = (question: number, text: string): PublishFinding => ({
      level: "fault",
      question: graph.questions.some(({ id }) => id === question) ? question : null,
      text: `The limit “${name}”: ${text}`,
    });
    return conditions.flatMap((condition, at) => {
      const problem = quotaConditionProblem(graph, condition);
      if (problem) return [fault(condition.question, `a condition ${problem}`)];
      const place = graph.questions.findIndex(({ id }) => id === condition.question) + 1;
      return conditions.slice(0, at).some((before) => excludesOther(graph, before, condition))
        ? [fault(condition.question, `no answer to question ${place} matches two of its conditions.`)]
        : [];
    });
  });
}
