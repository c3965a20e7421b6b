/** The longest calculation that is read. */
export const maxExpressionLength = 300;

/** What a calculation can do with several numbers; `count` says how many choices were chosen. */
export const calculationFunctions = ["sum", "mean", "min", "max", "count"] as const;
type CalculationFunction = (typeof calculationFunctions)[number];

export type CalculationOperator = "+" | "-" | "*" | "/";

/** A calculation as it was read. `at`: the place of the name in what was typed, from 1. */
export type Calculation =
  | { kind: "number"; number: number }
  | { kind: "reference"; name: string; at: number }
  | { kind: "negative"; of: Calculation }
  | { kind: "operation"; operator: CalculationOperator; left: Calculation; right: Calculation }
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
      const operator = take().text as CalculationOperator;
      left = { kind: "operation", operator, left, right: readProduct() };
    }
    return left;
  }

  function readProduct(): Calculation {
    let left = readOne();
    while (isSign("*", "/")) {
      const operator = take().text as CalculationOperator;
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
