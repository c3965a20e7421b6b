import { normalisePhone } from "../phone";
import { calculatedNumber } from "./calculations";
import {
  comparesChoices,
  isAsked,
  type Operand,
  type SurveyAnswer,
  type SurveyAnswers,
  type SurveyComparison,
  type SurveyCondition,
  type SurveyGraph,
  type SurveyQuestion,
  textIn,
} from "./graph";
import { rowsText } from "./matrix";
import { placeText } from "./places";

/** The ids in a condition's value. */
export function choiceIds(value: string): number[] {
  return value.split(",").flatMap((id) => (/^\s*\d{1,15}\s*$/.test(id) ? [Number(id)] : []));
}

/**
 * Whether an answer compares so with a value. A comparison with a missing answer is false, but for "is empty" and "does
 * not equal". Numbers are compared as numbers and dates as days; words without regard to case. Of a ranking its first
 * choice is compared.
 */
export function compares(answer: SurveyAnswer | undefined, operand: Operand, value: string): boolean {
  if (operand === "always") return true;
  const given = answer && comparedAnswer(answer);
  if (operand === "is empty") return given === undefined;
  if (operand === "is not empty") return given !== undefined;
  if (operand === "does not equal") return given === undefined || !equals(given, value);
  if (given === undefined) return false;
  if (operand === "equals") return equals(given, value);
  if (operand === "is one of") {
    if (given.kind !== "choices") return value.split(",").some((one) => equals(given, one));
    const wanted = choiceIds(value);
    return given.choices.some((id) => wanted.includes(id));
  }
  if (operand === "contains")
    return (
      (given.kind === "text" || given.kind === "place") && value.trim() !== "" && fold(given.text).includes(fold(value))
    );
  return isInOrder(given, operand, value);
}

type ActualAnswer = Exclude<SurveyAnswer, { kind: "skipped" | "ranking" }>;

function comparedAnswer(answer: SurveyAnswer): ActualAnswer | undefined {
  if (answer.kind === "skipped") return undefined;
  return answer.kind === "ranking" ? { kind: "choices", choices: answer.order.slice(0, 1) } : answer;
}

function equals(given: ActualAnswer, value: string): boolean {
  switch (given.kind) {
    case "choices": {
      const wanted = choiceIds(value);
      return wanted.length === given.choices.length && wanted.every((id) => given.choices.includes(id));
    }
    case "yes":
      return value.trim() === (given.yes ? "yes" : "no");
    case "number":
      return numberIn(value) === given.number;
    case "date":
      return value.trim() === given.date;
    case "text":
    case "place":
      return fold(given.text) === fold(value);
    case "phone": {
      const wanted = normalisePhone(value);
      return wanted.ok && wanted.e164 === given.text;
    }
    case "rows":
      return false;
  }
}

function isInOrder(given: ActualAnswer, operand: Operand, value: string): boolean {
  const sides =
    given.kind === "number"
      ? [given.number, numberIn(value)]
      : given.kind === "date" && /^\d{4}-\d\d-\d\d$/.test(value.trim())
        ? [Date.parse(given.date), Date.parse(value.trim())]
        : [];
  const [left, right] = sides;
  if (left === undefined || right === undefined || Number.isNaN(left) || Number.isNaN(right)) return false;
  if (operand === "is more than") return left > right;
  if (operand === "is at least") return left >= right;
  if (operand === "is less than") return left < right;
  return operand === "is at most" && left <= right;
}

/** A number as people type it: "1,500.50". */
export function numberIn(value: string): number {
  const plain = value.trim().replace(/,(?=\d{3}\b)/g, "");
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) ? Number(plain) : Number.NaN;
}

function fold(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase().replace(/\s+/g, " ");
}

/**
 * Whether a comparison is true. @param own the question whose answer is compared where none is named
 * @param path the questions whose answers count in a calculated value
 */
export function isComparisonTrue(
  graph: SurveyGraph,
  { asked, calculated, operand, value }: SurveyComparison,
  own: number | null,
  answers: SurveyAnswers,
  path: readonly SurveyQuestion[] = graph.questions,
): boolean {
  if (operand === "always") return true;
  if (calculated === null) return compares(answers.get(asked ?? own ?? 0), operand, value);
  const number = calculatedNumber(graph, calculated, answersOn(path, answers));
  return compares(number === undefined ? undefined : { kind: "number", number }, operand, value);
}

/**
 * The question that follows: the target of the first condition that holds, else the next in order; null: the end.
 * @param path the questions on the way to it, with itself
 */
export function nextQuestion(
  graph: SurveyGraph,
  question: SurveyQuestion,
  answers: SurveyAnswers,
  path: readonly SurveyQuestion[] = graph.questions,
): SurveyQuestion | null {
  const { questions } = graph;
  for (const condition of question.conditions)
    if (isComparisonTrue(graph, condition, question.id, answers, path))
      return condition.target === null ? null : (questions.find(({ id }) => id === condition.target) ?? null);
  return questions[questions.indexOf(question) + 1] ?? null;
}

function answersOn(path: readonly SurveyQuestion[], answers: SurveyAnswers): Map<number, SurveyAnswer> {
  return new Map(
    path.flatMap(({ id }) => {
      const answer = answers.get(id);
      return answer ? [[id, answer] as const] : [];
    }),
  );
}

/**
 * The way through a survey with these answers: the questions that were answered on it, in order, and the one to ask
 * now; null when it is done. Statements are on the way and wait for no answer. A `no` to a consent ends it.
 */
export function questionPath(
  graph: SurveyGraph,
  answers: SurveyAnswers,
): { path: SurveyQuestion[]; next: SurveyQuestion | null } {
  const path: SurveyQuestion[] = [];
  let at = graph.questions[0] ?? null;
  while (at !== null && !path.includes(at)) {
    if (isAsked(at) && !answers.has(at.id)) return { path, next: at };
    path.push(at);
    at = isRefusal(at, answers.get(at.id)) ? null : nextQuestion(graph, at, answers, path);
  }
  return { path, next: null };
}

/** A person who does not consent is asked nothing else. */
export function isRefusal({ type }: SurveyQuestion, answer: SurveyAnswer | undefined): boolean {
  return type === "consent" && answer?.kind === "yes" && !answer.yes;
}

/** The answers that count: those of questions on the way that was taken. The others are kept, and left out of results. */
export function countedAnswers(graph: SurveyGraph, answers: SurveyAnswers): Map<number, SurveyAnswer> {
  return answersOn(questionPath(graph, answers).path, answers);
}

/** The statements between the last answer and the question to ask, or the end. */
export function statementsBefore(graph: SurveyGraph, answers: SurveyAnswers): SurveyQuestion[] {
  const { path } = questionPath(graph, answers);
  const last = path.findLastIndex(isAsked);
  return path.slice(last + 1);
}

/** An answer in words. */
export function answerText(
  question: SurveyQuestion,
  answer: SurveyAnswer,
  language: string,
  languages: readonly string[],
): string {
  switch (answer.kind) {
    case "choices":
      return answer.choices.map((id) => choiceText(question, id, language, languages)).join(", ");
    case "yes":
      return answer.yes ? "Yes" : "No";
    case "number":
      return String(answer.number);
    case "text":
    case "phone":
      return answer.text;
    case "date":
      return answer.date;
    case "ranking":
      return answer.order.map((id, at) => `${at + 1}. ${choiceText(question, id, language, languages)}`).join(", ");
    case "rows":
      return rowsText(question, answer, language, languages);
    case "place":
      return placeText(answer);
    case "skipped":
      return "";
  }
}

function choiceText({ choices }: SurveyQuestion, id: number, language: string, languages: readonly string[]): string {
  const found = choices.find((choice) => choice.id === id);
  return found ? textIn(found.text, language, languages) : "(deleted choice)";
}

/** A condition as a sentence: "If this answer equals Poor, go to question 3." */
export function conditionSentence(graph: SurveyGraph, question: SurveyQuestion, condition: SurveyCondition): string {
  const { operand, target } = condition;
  const place = target === null ? 0 : graph.questions.findIndex(({ id }) => id === target) + 1;
  const to = target === null ? "end the survey" : place === 0 ? "go to a deleted question" : `go to question ${place}`;
  if (operand === "always") return `In all other cases ${to}.`;
  return `If ${comparisonText(graph, condition, question.id)}, ${to}.`;
}

/** A comparison in words: "answer 2 equals Poor". @param own the question whose answer is "this answer" */
export function comparisonText(
  graph: SurveyGraph,
  { asked, calculated, operand, value }: SurveyComparison,
  own: number | null,
): string {
  const subject = calculated === null ? graph.questions.find(({ id }) => id === (asked ?? own)) : undefined;
  const place = subject ? graph.questions.indexOf(subject) + 1 : 0;
  const answer =
    calculated !== null
      ? (graph.calculated.find(({ id }) => id === calculated)?.name ?? "a deleted value")
      : asked === null || asked === own
        ? "this answer"
        : subject
          ? `answer ${place}`
          : "a deleted answer";
  const whose = subject?.type === "rank" && !/empty/.test(operand) ? `the first choice of ${answer}` : answer;
  if (operand === "is empty" || operand === "is not empty") return `${whose} ${operand}`;
  const compared =
    subject && comparesChoices(subject.type)
      ? choiceIds(value)
          .map((id) => choiceText(subject, id, "", graph.languages))
          .join(" or ")
      : value;
  return `${whose} ${operand} ${compared}`;
}
