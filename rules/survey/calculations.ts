import type { CalculatedValue, SurveyAnswer, SurveyAnswers, SurveyGraph, SurveyQuestion } from "./graph";
import {
  type Calculation,
  type CalculationFault,
  type CalculationOperator,
  parseCalculation,
} from "./parse-calculation";

/** The question or the calculated value that a name means: a question by its name or its id, a value by its name. */
export function namedPart(
  { questions, calculated }: Pick<SurveyGraph, "questions" | "calculated">,
  name: string,
): { question: SurveyQuestion; value?: undefined } | { value: CalculatedValue; question?: undefined } | undefined {
  const folded = name.toLowerCase();
  const question = questions.find((one) => one.name === folded || String(one.id) === folded);
  if (question) return { question };
  const value = calculated.find((one) => one.name === folded);
  return value && { value };
}

/** What a calculation comes to; undefined where an answer is missing, after a division by zero, and for what is too large. */
export function calculatedNumber(graph: SurveyGraph, id: number, answers: SurveyAnswers): number | undefined {
  const at = graph.calculated.findIndex((one) => one.id === id);
  const value = graph.calculated[at];
  const parsed = value && parseCalculation(value.expression);
  if (!parsed?.ok) return undefined;
  return bounded(result({ ...graph, calculated: graph.calculated.slice(0, at) }, parsed.calculation, answers));
}

/** The values of a session, by their ids; those without a value are not there. */
export function calculatedNumbers(graph: SurveyGraph, answers: SurveyAnswers): Map<number, number> {
  return new Map(
    graph.calculated.flatMap(({ id }) => {
      const number = calculatedNumber(graph, id, answers);
      return number === undefined ? [] : [[id, number] as const];
    }),
  );
}

/** Numbers are kept with six decimals, so that 0.1 + 0.2 equals 0.3. */
function bounded(number: number | undefined): number | undefined {
  if (number === undefined || !Number.isFinite(number) || Math.abs(number) > 1e15) return undefined;
  return Number(number.toFixed(6)) + 0;
}

function result(graph: SurveyGraph, calculation: Calculation, answers: SurveyAnswers): number | undefined {
  switch (calculation.kind) {
    case "number":
      return calculation.number;
    case "reference":
      return referred(graph, calculation.name, answers);
    case "negative": {
      const number = result(graph, calculation.of, answers);
      return number === undefined ? undefined : -number;
    }
    case "operation": {
      const left = result(graph, calculation.left, answers);
      const right = result(graph, calculation.right, answers);
      return left === undefined || right === undefined ? undefined : operated(calculation.operator, left, right);
    }
    case "function": {
      const { name, of } = calculation;
      if (name === "count") return total(of.map((one) => countOf(graph, one, answers)));
      const numbers = of.flatMap((one) => result(graph, one, answers) ?? []);
      if (numbers.length < of.length) return undefined;
      if (name === "min" || name === "max") return Math[name](...numbers);
      const sum = total(numbers) ?? 0;
      return name === "sum" ? sum : sum / numbers.length;
    }
  }
}

function operated(operator: CalculationOperator, left: number, right: number): number | undefined {
  if (operator === "+") return left + right;
  if (operator === "-") return left - right;
  if (operator === "*") return left * right;
  return right === 0 ? undefined : left / right;
}

function total(numbers: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const number of numbers) {
    if (number === undefined) return undefined;
    sum += number;
  }
  return sum;
}

function referred(graph: SurveyGraph, name: string, answers: SurveyAnswers): number | undefined {
  const part = namedPart(graph, name);
  if (part?.value) return calculatedNumber(graph, part.value.id, answers);
  const answer = part && answers.get(part.question.id);
  return answer?.kind === "number" ? answer.number : undefined;
}

function countOf(graph: SurveyGraph, calculation: Calculation, answers: SurveyAnswers): number | undefined {
  if (calculation.kind !== "reference") return undefined;
  const part = namedPart(graph, calculation.name);
  const answer: SurveyAnswer | undefined = part?.question && answers.get(part.question.id);
  return answer?.kind === "choices" ? answer.choices.length : undefined;
}

/** A value as texts show it: with at most two decimals. */
export function calculatedText(number: number): string {
  return String(Number(number.toFixed(2)) + 0);
}

type Reference = { name: string; at: number; counted: boolean };

/** The names in a calculation; `counted`: it is one of count's. */
function references(calculation: Calculation, counted = false): Reference[] {
  switch (calculation.kind) {
    case "number":
      return [];
    case "reference":
      return [{ name: calculation.name, at: calculation.at, counted }];
    case "negative":
      return references(calculation.of);
    case "operation":
      return [...references(calculation.left), ...references(calculation.right)];
    case "function":
      return calculation.of.flatMap((one) => references(one, calculation.name === "count" && one.kind === "reference"));
  }
}

const numeric: readonly SurveyQuestion["type"][] = ["number", "rating", "nps"];
const chosen: readonly SurveyQuestion["type"][] = ["single", "multiple"];

/** What is wrong with a calculated value; undefined: nothing. */
export function calculationFault(graph: SurveyGraph, value: CalculatedValue): CalculationFault | undefined {
  const parsed = parseCalculation(value.expression);
  if (!parsed.ok) return parsed.fault;
  const uncounted = nakedCount(parsed.calculation);
  if (uncounted)
    return { at: 1, why: "count takes only the names of questions with choices, such as count({topics})." };
  for (const { name, at, counted } of references(parsed.calculation)) {
    const why = referenceFault(graph, value, name, counted);
    if (why) return { at, why };
  }
  return undefined;
}

/** Whether count is given something that is no name. */
function nakedCount(calculation: Calculation): boolean {
  if (calculation.kind === "negative") return nakedCount(calculation.of);
  if (calculation.kind === "operation") return nakedCount(calculation.left) || nakedCount(calculation.right);
  if (calculation.kind !== "function") return false;
  return calculation.of.some((one) => (calculation.name === "count" ? one.kind !== "reference" : nakedCount(one)));
}

function referenceFault(
  graph: SurveyGraph,
  value: CalculatedValue,
  name: string,
  counted: boolean,
): string | undefined {
  const part = namedPart(graph, name);
  if (!part) return `{${name}} names no question and no value.`;
  if (part.value) {
    if (counted) return `{${name}} is a number, of which nothing was chosen.`;
    const places = graph.calculated.map(({ id }) => id);
    return places.indexOf(part.value.id) < places.indexOf(value.id)
      ? undefined
      : `{${name}} is not before this value. A value can use only those above it.`;
  }
  const { type } = part.question;
  if (counted) return chosen.includes(type) ? undefined : `{${name}} is a question without choices to count.`;
  if (numeric.includes(type)) return undefined;
  return chosen.includes(type)
    ? `{${name}} is not answered by a number. Write count({${name}}) for how many were chosen.`
    : `{${name}} is not answered by a number.`;
}

/** The questions that a value needs, by itself and by the values that it uses. */
export function neededQuestions(graph: SurveyGraph, id: number): SurveyQuestion[] {
  const at = graph.calculated.findIndex((one) => one.id === id);
  const value = graph.calculated[at];
  const parsed = value && parseCalculation(value.expression);
  if (!parsed?.ok) return [];
  const before = { ...graph, calculated: graph.calculated.slice(0, at) };
  return references(parsed.calculation).flatMap(({ name }) => {
    const part = namedPart(before, name);
    if (part?.value) return neededQuestions(before, part.value.id);
    return part ? [part.question] : [];
  });
}

/** A calculation whose names by id are those of copies. */
export function calculationRenamed(expression: string, copies: ReadonlyMap<number, number>): string {
  return expression.replace(
    /(\{\{?\s*)(\d{1,15})(\s*\}\}?)/g,
    (typed: string, open: string, id: string, close: string) => {
      const copy = copies.get(Number(id));
      return copy === undefined ? typed : `${open}${copy}${close}`;
    },
  );
}
