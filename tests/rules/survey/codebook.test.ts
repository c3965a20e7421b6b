import { describe, expect, test } from "vitest";
import {
  answerVariables,
  codedNumber,
  codedValue,
  sessionVariables,
  valueVariables,
} from "../../../rules/survey/codebook";
import type { SurveyAnswer, SurveyQuestion } from "../../../rules/survey/graph";
import { spssSyntax } from "../../../rules/survey/spss";
import { questionOf } from "./graph-of";

const row = (text: string) => ({ text, aliases: [], role: "row" as const });
const questions = (
  [
    { type: "single", name: "sex", text: "Sex?", choices: ["Woman", "Man"] },
    { type: "multiple", text: "Likes?", choices: ["Tea", "Milk"] },
    { type: "rank", text: "Order?", choices: ["Price", "Taste"] },
    { type: "matrix", text: "Rate", choices: [row("Price"), "Good", "Poor"] },
    { type: "number", text: "Balance?" },
    { type: "number", text: "Age?", min: 0 },
    { type: "text", text: "Why?" },
    { type: "location", text: "Where?" },
    { type: "yes_no", text: "Again?" },
    { type: "date", text: "When?" },
    { type: "statement", text: "Thanks" },
  ] as const
).map((given, at) => questionOf({ ...given, choices: [...("choices" in given ? given.choices : [])] }, at));
const variables = answerVariables(questions, ["en"]);
const calculated = [
  { id: 7, name: "spent", expression: "{q5} +\n{q6}" },
  { id: 8, name: "state", expression: "1" },
  { id: 9, name: "q9", expression: "2" },
];
const values = valueVariables(calculated, variables);

/** The columns of a question with their values. */
function coded(question: number, answer: SurveyAnswer | undefined) {
  const own = variables.filter((variable) => variable.question.id === question);
  return Object.fromEntries(own.map((variable) => [variable.name, codedValue(variable, answer)]));
}

describe("the columns of answers", () => {
  test("are one for a question, one for each choice, row and place, and one more for what is written", () => {
    expect(variables.map(({ name }) => name)).toEqual([
      ...["sex", "q2_21", "q2_22", "q3_31", "q3_32", "q4_41", "q5", "q6", "q7", "q7_given"],
      ...["q8", "q8_latitude", "q8_longitude", "q8_given", "q9", "q10", "q10_given"],
    ]);
  });

  test("have the ids of choices as codes, 1 and 0 for each of several, and places of a ranking", () => {
    expect(coded(1, { kind: "choices", choices: [12] })).toEqual({ sex: 12 });
    expect(coded(2, { kind: "choices", choices: [22] })).toEqual({ q2_21: 0, q2_22: 1 });
    expect(coded(3, { kind: "ranking", order: [32, 31] })).toEqual({ q3_31: 2, q3_32: 1 });
    expect(coded(4, { kind: "rows", rows: [{ row: 41, choice: 43 }] })).toEqual({ q4_41: 43 });
    expect(coded(5, { kind: "number", number: -9 })).toEqual({ q5: -9 });
    expect(coded(7, { kind: "text", text: "It was\r\nlate\t\u2028again" })).toEqual({
      q7: "It was late again",
      q7_given: 1,
    });
    expect(coded(8, { kind: "place", text: "Nairobi", at: [-1.2864, 36.8172] })).toEqual({
      ...{ q8: "Nairobi", q8_latitude: -1.2864, q8_longitude: 36.8172, q8_given: 1 },
    });
    expect(coded(9, { kind: "yes", yes: false })).toEqual({ q9: 0 });
    expect(coded(10, { kind: "date", date: "2026-06-15" })).toEqual({ q10: "2026-06-15", q10_given: 1 });
  });

  test("say why there is no answer, by codes that no answer can be", () => {
    const skipped = (why?: "refused" | "unknown"): SurveyAnswer => ({ kind: "skipped", ...(why && { why }) });
    const codes = [undefined, skipped(), skipped("refused"), skipped("unknown")].map((answer) => coded(1, answer).sex);
    expect(codes).toEqual([-9, -8, -7, -6]);
    expect(variables[0]?.missing.map(({ label }) => label)).toEqual([
      ...["Not asked", "Left out", "Refused to answer", "Does not know"],
    ]);
    expect(coded(5, undefined)).toEqual({ q5: -1_000_000_000_000_009 });
    expect(coded(6, skipped())).toEqual({ q6: -8 });
    expect(coded(7, skipped())).toEqual({ q7: null, q7_given: -8 });
    expect(coded(8, undefined)).toEqual({ q8: null, q8_latitude: null, q8_longitude: null, q8_given: -9 });
    // A row of an answered matrix that was left out.
    expect(coded(4, { kind: "rows", rows: [{ row: 99, choice: 43 }] })).toEqual({ q4_41: -8 });
    // Answered while the question was of another type.
    expect(coded(1, { kind: "text", text: "Woman" })).toEqual({ sex: null });
  });

  test("have names that SPSS takes, each once", () => {
    const named = (name: string, at: number): SurveyQuestion => questionOf({ type: "yes_no", name }, at);
    const names = answerVariables(
      [named("state", 0), named("by", 1), named("q4", 2), named("", 3), named("channel", 4)],
      ["en"],
    ).map(({ name }) => name);
    expect(names).toEqual(["state_q1", "by_q2", "q4", "q4_q4", "channel_q5"]);
    const long = questionOf({ type: "multiple", name: "a".repeat(30), id: 999_999_999_999_99, choices: ["A", "B"] });
    for (const { name } of [...sessionVariables, ...variables, ...answerVariables([long], ["en"])]) {
      expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]{0,63}$/);
    }
  });
});

describe("the columns of calculated values", () => {
  test("have names of their own, say how they are worked out, and have six decimals", () => {
    expect(values.map(({ name, label, type, decimals }) => [name, label, type, decimals])).toEqual([
      ["spent", "Calculated: {q5} + {q6}", "number", 6],
      ["state_v8", "Calculated: 1", "number", 6],
      ["q9_v9", "Calculated: 2", "number", 6],
    ]);
  });

  test("have the number, or a code that no value can be", () => {
    const coded = (numbers: Record<string, number>) => values.map((variable) => codedNumber(variable, numbers));
    expect(coded({ 7: -1e15, 8: 0 })).toEqual([-1e15, 0, -1_000_000_000_000_009]);
    for (const { missing } of values) expect(missing).toEqual([{ value: -1_000_000_000_000_009, label: "No value" }]);
  });
});

/** Reads a syntax file as SPSS does: commands end with a point at the end of a line, texts are between single quotes. */
function parse(syntax: string) {
  const commands: string[][] = [];
  const command: string[] = [];
  for (const line of syntax.split("\r\n")) {
    const tokens = [...line.matchAll(/'((?:[^']|'')*)'|[^\s']+/g)].map(([token, text]) =>
      text === undefined ? token : `'${text.replaceAll("''", "'")}`,
    );
    const last = tokens.at(-1) ?? "";
    const ends = last.endsWith(".") && !last.startsWith("'");
    command.push(...tokens.slice(0, -1), ...(ends ? [last.slice(0, -1)] : [last]).filter((token) => token !== ""));
    if (ends) commands.push(command.splice(0));
  }
  expect(command).toEqual([]);
  return (...begin: string[]) => {
    const found = commands.filter((tokens) => begin.every((token, at) => tokens[at] === token));
    return found.map((tokens) => tokens.slice(begin.length));
  };
}

describe("a syntax file of SPSS", () => {
  const odd = questionOf({
    type: "single",
    name: "odd",
    text: "It's \"odd\".\r\nVALUE LABELS sex 1 'x'.\n",
    choices: ["O'Neil's.", "'", "Line\nbreak.", `${"é".repeat(200)}`],
  });
  const all = [...sessionVariables, ...answerVariables([odd, ...questions.slice(1)], ["en"]), ...values];
  const syntax = spssSyntax("responses-O'Neil.csv", all);
  const commands = parse(syntax);

  test("reads the file with a format for each column, in their order", () => {
    const [read = []] = commands("GET", "DATA");
    expect(read).toContain("'responses-O'Neil.csv");
    const columns = read.slice(read.indexOf("/VARIABLES=") + 1).filter((token) => token !== "");
    expect(columns.filter((_, at) => at % 2 === 0)).toEqual(all.map(({ name }) => name));
    for (const format of columns.filter((_, at) => at % 2 === 1)) expect(format).toMatch(/^(F\d+\.\d|A\d+|SDATE10)$/);
  });

  test("has labels that are read back as they are, in one line and not too long", () => {
    const [labels = []] = commands("VARIABLE", "LABELS");
    expect(labels[labels.indexOf("odd") + 1]).toBe("'It's \"odd\". VALUE LABELS sex 1 'x'.");
    const [values = []] = commands("VALUE", "LABELS", "odd");
    expect(values.slice(0, 8)).toEqual([
      "11",
      "'O'Neil's.",
      "12",
      "''",
      "13",
      "'Line break.",
      "14",
      `'${"é".repeat(60)}`,
    ]);
    expect(values.slice(-2)).toEqual(["-6", "'Does not know"]);
  });

  test("says which values are missing", () => {
    expect(commands("MISSING", "VALUES", "odd")).toEqual([["(-9", "THRU", "-6)"]]);
    expect(commands("MISSING", "VALUES", "q5")).toEqual([["(-1000000000000009", "THRU", "-1000000000000006)"]]);
    expect(commands("MISSING", "VALUES", "spent")).toEqual([["(-1000000000000009)"]]);
    expect(commands("MISSING", "VALUES", "q7")).toEqual([]);
    expect(commands("EXECUTE")).toHaveLength(1);
  });
});
