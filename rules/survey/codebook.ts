import {
  type CalculatedValue,
  isAsked,
  matrixRows,
  type QuestionType,
  type SurveyAnswer,
  type SurveyLanguage,
  type SurveyQuestion,
  scaleChoices,
  textIn,
} from "./graph";
import { declineNames } from "./interviews";
import { placeText } from "./places";

/** What a column has of an answer: the answer itself, 1 or 0 for a choice, what a row got, the place of a choice. */
type VariablePart =
  | { kind: "value" | "text" | "date" | "given" | "latitude" | "longitude" }
  | { kind: "choice" | "place"; choice: number }
  | { kind: "row"; row: number };

type CodeLabel = { value: number; label: string };

/** One column of responses with codes in place of words. */
export type CodebookVariable = {
  /** Valid in SPSS: letters, digits and underscores, at most 64, unlike any other without regard to case. */
  name: string;
  label: string;
  type: "number" | "text" | "date";
  /** The most bytes of a text. */
  width: number;
  decimals: number;
  /** What its numbers mean. */
  values: CodeLabel[];
  /** The numbers that stand for no answer, the lowest first. */
  missing: CodeLabel[];
};

/** A column of answers, with what it has of them. */
export type AnswerVariable = CodebookVariable & { question: SurveyQuestion; part: VariablePart };

type MissingKind = "not asked" | "left out" | "refused" | "unknown";

/** The order counts: the codes are these places from the lowest on. */
const missingLabels: Record<MissingKind, string> = {
  "not asked": "Not asked",
  "left out": "Left out",
  ...declineNames,
};
const missingKinds = Object.keys(missingLabels) as MissingKind[];

/** The lowest code of a missing answer: -9, or lower than any number that can be answered. */
function lowestMissing({ type, min }: SurveyQuestion): number {
  return type === "number" && (min === null || min < 0) ? -1_000_000_000_000_009 : -9;
}

function missingOf(question: SurveyQuestion): CodeLabel[] {
  return missingKinds.map((kind, at) => ({ value: lowestMissing(question) + at, label: missingLabels[kind] }));
}

/** A text has up to 2,000 characters of up to 4 bytes. */
const textWidth = 8_000;

const text = (name: string, label: string, width: number): CodebookVariable => ({
  ...{ name, label, type: "text", width, decimals: 0, values: [], missing: [] },
});
const number = (name: string, label: string): CodebookVariable => ({
  ...{ name, label, type: "number", width: 0, decimals: 0, values: [], missing: [] },
});

/** The columns in front of the answers: what is known of the response. */
export const sessionVariables = [
  number("response", "Response"),
  text("begun", "Begun", 20),
  text("ended", "Ended", 20),
  text("channel", "Channel", 40),
  text("interviewers", "Interviewers", 1_000),
  text("language", "Language", 8),
  number("version", "Version of the survey"),
  text("state", "State", 20),
] as const satisfies readonly CodebookVariable[];

/** The columns of the answers to these questions, in their order. */
export function answerVariables(
  questions: readonly SurveyQuestion[],
  languages: readonly SurveyLanguage[],
): AnswerVariable[] {
  const taken = new Set<string>([...sessionVariables.map(({ name }) => name), ...reservedNames]);
  return questions.filter(isAsked).flatMap((question) =>
    questionVariables(question, languages).map((variable) => {
      const name = freeName(variable.name, `q${question.id}`, taken);
      taken.add(name.toLowerCase());
      return { ...variable, name };
    }),
  );
}

/** A column of a calculated value. */
export type ValueVariable = CodebookVariable & { calculated: number };

/** Lower than any value. It says that an answer is missing that the calculation needs, or that the version has no such value. */
const noValue: CodeLabel = { value: -1_000_000_000_000_009, label: "No value" };

/** The columns of calculated values, behind those of the answers. */
export function valueVariables(
  calculated: readonly CalculatedValue[],
  answers: readonly CodebookVariable[],
): ValueVariable[] {
  const taken = new Set<string>([
    ...[...sessionVariables, ...answers].map(({ name }) => name.toLowerCase()),
    ...reservedNames,
  ]);
  return calculated.map(({ id, name: wanted, expression }) => {
    const name = freeName(wanted, `v${id}`, taken);
    taken.add(name.toLowerCase());
    const label = `Calculated: ${inOneLine(expression)}`;
    return { ...number(name, label), decimals: 6, missing: [noValue], calculated: id };
  });
}

/** What stands in the column of a calculated value. @param values those of the response, by their ids */
export function codedNumber({ calculated }: ValueVariable, values: Readonly<Record<string, number>>): number {
  return values[String(calculated)] ?? noValue.value;
}

/** Words that SPSS takes for something else. */
const reservedNames = "all and by eq ge gt le lt ne not or to with".split(" ");
const maxName = 64;

/** @param own what tells it from all others */
function freeName(wanted: string, own: string, taken: ReadonlySet<string>): string {
  let name = wanted.slice(0, maxName);
  for (let more = 0; taken.has(name.toLowerCase()); more++) {
    const end = more === 0 ? `_${own}` : `_${own}_${more}`;
    name = `${wanted.slice(0, maxName - end.length)}${end}`;
  }
  return name;
}

function questionVariables(question: SurveyQuestion, languages: readonly SurveyLanguage[]): AnswerVariable[] {
  const { id, type } = question;
  const base = question.name || `q${id}`;
  const asked = textIn(question.text, "", languages);
  const words = (choice: SurveyQuestion["choices"][number]) => textIn(choice.text, "", languages);
  const coded = (end: string, label: string, part: VariablePart, values: CodeLabel[] = []): AnswerVariable => ({
    ...{ ...number(`${base}${end}`, label), values, missing: missingOf(question), question, part },
  });
  const choiceCodes = () => scaleChoices(question).map((choice) => ({ value: choice.id, label: words(choice) }));
  const yesCodes = [
    { value: 1, label: "Yes" },
    { value: 0, label: "No" },
  ];
  switch (type) {
    case "single":
      return [coded("", asked, { kind: "value" }, choiceCodes())];
    case "yes_no":
    case "consent":
      return [coded("", asked, { kind: "value" }, yesCodes)];
    case "rating":
    case "nps":
      return [coded("", asked, { kind: "value" })];
    case "number":
      return [{ ...coded("", asked, { kind: "value" }), decimals: 6 }];
    case "multiple":
      return question.choices.map((choice) =>
        coded(`_${choice.id}`, `${asked}: ${words(choice)}`, { kind: "choice", choice: choice.id }, yesCodes),
      );
    case "matrix":
      return matrixRows(question).map((row) =>
        coded(`_${row.id}`, `${asked}: ${words(row)}`, { kind: "row", row: row.id }, choiceCodes()),
      );
    case "rank":
      return question.choices.map((choice) =>
        coded(`_${choice.id}`, `${asked}: place of ${words(choice)}`, { kind: "place", choice: choice.id }),
      );
    default:
      return [
        ...writtenVariables(question, base, asked),
        coded("_given", `${asked}: answered`, { kind: "given" }, [{ value: 1, label: "Answered" }]),
      ];
  }
}

/** Answers in words, days and places. That they are missing is said by a column of its own. */
function writtenVariables(question: SurveyQuestion, base: string, label: string): AnswerVariable[] {
  const own = { question, values: [], missing: [] };
  if (question.type === "date") return [{ ...text(base, label, 10), ...own, type: "date", part: { kind: "date" } }];
  const width = question.type === "phone" ? 20 : textWidth;
  const written: AnswerVariable = { ...text(base, label, width), ...own, part: { kind: "text" } };
  if (question.type !== "location") return [written];
  const degrees = (end: "latitude" | "longitude"): AnswerVariable => ({
    ...{ ...number(`${base}_${end}`, `${label}: ${end}`), ...own, decimals: 6, part: { kind: end } },
  });
  return [written, degrees("latitude"), degrees("longitude")];
}

/** What stands in a column. @param answer nothing: the question was not asked */
export function codedValue(
  { question, part }: AnswerVariable,
  answer: SurveyAnswer | undefined,
): number | string | null {
  const missing = missingKind(answer, part);
  const written = part.kind === "text" || part.kind === "date";
  if (missing) {
    if (written || part.kind === "latitude" || part.kind === "longitude") return null;
    return lowestMissing(question) + missingKinds.indexOf(missing);
  }
  // What was answered while the question was of another type has no code.
  if (answer === undefined || answer.kind !== answerKinds[question.type]) return null;
  if (part.kind === "given") return 1;
  switch (answer.kind) {
    case "choices":
      return part.kind === "choice" ? Number(answer.choices.includes(part.choice)) : (answer.choices[0] ?? null);
    case "yes":
      return Number(answer.yes);
    case "number":
      return answer.number;
    case "ranking":
      return part.kind === "place" ? answer.order.indexOf(part.choice) + 1 || null : null;
    case "rows":
      return part.kind === "row" ? (answer.rows.find(({ row }) => row === part.row)?.choice ?? null) : null;
    case "place":
      if (part.kind === "latitude") return answer.at?.[0] ?? null;
      if (part.kind === "longitude") return answer.at?.[1] ?? null;
      return inOneLine(answer.text || placeText(answer));
    case "date":
      return answer.date;
    case "text":
    case "phone":
      return inOneLine(answer.text);
    case "skipped":
      return null;
  }
}

const answerKinds: Record<QuestionType, SurveyAnswer["kind"]> = {
  ...{ single: "choices", multiple: "choices", yes_no: "yes", consent: "yes", text: "text", number: "number" },
  ...{ phone: "phone", location: "place", rating: "number", nps: "number", date: "date", rank: "ranking" },
  ...{ matrix: "rows", statement: "skipped" },
};

function missingKind(answer: SurveyAnswer | undefined, part: VariablePart): MissingKind | undefined {
  if (answer === undefined) return "not asked";
  if (answer.kind === "skipped") return answer.why ?? "left out";
  if (part.kind === "row" && answer.kind === "rows" && !answer.rows.some(({ row }) => row === part.row))
    return "left out";
  return undefined;
}

/** Programs for statistics read a record by its line. */
export function inOneLine(written: string): string {
  return written.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
