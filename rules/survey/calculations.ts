import type { CalculatedValue, SurveyAnswer, SurveyAnswers, SurveyGraph, SurveyQuestion } from "./graph";

/** The longest calculation that is read. */
export const maxExpressionLength = 300;

/** What a calculation can do with several numbers; `count` says how many choices were chosen. */
export const calculationFunctions = ["sum", "mean", "min", "max", "count"] as const;
type CalculationFunction = (typeof calculationFunctions)[number];

type Operator = "+" | "-" | "*" | "/";

/** A calculation as it was read. `at`: the place of the name in what was typed, from 1. */
export type Calculation =
  | { kind: "number"; number: number }
  | { kind: "reference"; name: string; at: number }
  | { kind: "negative"; of: Calculation }
  | { kind: "operation"; operator: Operator; left: Calculation; right: Calculation }
  | { kind: "function"; name: CalculationFunction; of: Calculation[] };

/** Why a calculation can't be read, and at which character, from 1. */
export type CalculationFault = { at: number; why: string };
type ParsedCalculation = { ok: true; calculation: Calculation } | { ok: false; fault: CalculationFault };

type Token = { kind: "number" | "reference" | "word" | "sign" | "end"; text: string; at: number };

const tokens =
  /\s*(?:(\d{1,12}(?:\.\d{1,6})?)(?![\d.])|\{\{?\s*([A-Za-z0-9_]{1,40})\s*\}\}?|([A-Za-z][A-Za-z0-9_]*)|([-+*/(),]))/y;

class CalculationError extends Error {
  constructor(readonly fault: CalculationFault) {
    super(fault.why);
  }
}

function stop(at: number, why: string): never {
  throw new CalculationError({ at, why });
}

/**
 * Reads a calculation: numbers, answers and values in braces, + - * / and brackets, and sum, mean, min, max and count with
 * their numbers in brackets. Nothing of it is run as code.
 */
export function parseCalculation(expression: string): ParsedCalculation {
  try {
    if (expression.length > maxExpressionLength)
      stop(maxExpressionLength + 1, `A calculation has at most ${maxExpressionLength} characters.`);
    return { ok: true, calculation: readAll(readTokens(expression)) };
  } catch (error) {
    if (error instanceof CalculationError) return { ok: false, fault: error.fault };
    throw error;
  }
}

function readTokens(expression: string): Token[] {
  const found: Token[] = [];
  const end = expression.trimEnd().length;
  tokens.lastIndex = 0;
  while (tokens.lastIndex < end) {
    const from = tokens.lastIndex;
    const match = tokens.exec(expression);
    if (!match) {
      const at = from + (/^\s*/.exec(expression.slice(from))?.[0].length ?? 0);
      const sign = expression[at] ?? "";
      stop(
        at + 1,
        sign === "{" ? "The braces have no name in them, or are not closed." : `“${sign}” can't be read here.`,
      );
    }
    const [all, number, reference, word, sign] = match;
    const at = from + all.length - all.trimStart().length + 1;
    if (number !== undefined) found.push({ kind: "number", text: number, at });
    else if (reference !== undefined) found.push({ kind: "reference", text: reference, at });
    else if (word !== undefined) found.push({ kind: "word", text: word, at });
    else found.push({ kind: "sign", text: sign ?? "", at });
  }
  return [...found, { kind: "end", text: "", at: end + 1 }];
}

function readAll(all: readonly Token[]): Calculation {
  let place = 0;
  const here = (): Token => all[place] ?? { kind: "end", text: "", at: 1 };
  const isSign = (...signs: string[]) => here().kind === "sign" && signs.includes(here().text);
  const take = (): Token => {
    const token = here();
    place += 1;
    return token;
  };
  const close = (opened: Token) => {
    if (!isSign(")")) stop(here().at, `The bracket at character ${opened.at} is not closed here.`);
    place += 1;
  };

  function readSum(): Calculation {
    let left = readProduct();
    while (isSign("+", "-")) {
      const operator = take().text as Operator;
      left = { kind: "operation", operator, left, right: readProduct() };
    }
    return left;
  }

  function readProduct(): Calculation {
    let left = readOne();
    while (isSign("*", "/")) {
      const operator = take().text as Operator;
      left = { kind: "operation", operator, left, right: readOne() };
    }
    return left;
  }

  function readOne(): Calculation {
    const token = take();
    if (token.kind === "number") return { kind: "number", number: Number(token.text) };
    if (token.kind === "reference") return { kind: "reference", name: token.text, at: token.at };
    if (token.kind === "word") return readFunction(token);
    if (token.text === "-") return { kind: "negative", of: readOne() };
    if (token.text === "(") {
      const inside = readSum();
      close(token);
      return inside;
    }
    return stop(token.at, "A number, or a name in braces, is missing here.");
  }

  function readFunction(token: Token): Calculation {
    const name = calculationFunctions.find((one) => one === token.text.toLowerCase());
    if (!name) stop(token.at, `“${token.text}” is none of ${calculationFunctions.join(", ")}. Answers are in braces.`);
    const opened = here();
    if (!isSign("(")) stop(opened.at, `After ${name} a bracket is missing.`);
    place += 1;
    const of = [readSum()];
    while (isSign(",")) {
      place += 1;
      of.push(readSum());
    }
    close(opened);
    return { kind: "function", name, of };
  }

  const calculation = readSum();
  if (here().kind !== "end") stop(here().at, "A sign such as + is missing here.");
  return calculation;
}

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

function operated(operator: Operator, left: number, right: number): number | undefined {
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
