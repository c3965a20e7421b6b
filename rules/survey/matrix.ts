import { matrixRows, type SurveyAnswer, type SurveyGraph, type SurveyQuestion, scaleChoices, textIn } from "./graph";

type RowsAnswer = Extract<SurveyAnswer, { kind: "rows" }>;

/** The most rows of a matrix. */
export const maxRows = 20;

/**
 * What was chosen for the rows of a matrix, in their order, 0 for none; undefined where a row that must be answered is
 * not.
 */
export function rowsAnswer(question: SurveyQuestion, chosen: readonly number[]): RowsAnswer | undefined {
  const known = scaleChoices(question).map(({ id }) => id);
  const rows = matrixRows(question).flatMap(({ id }, at) => {
    const choice = chosen[at] ?? 0;
    return known.includes(choice) ? [{ row: id, choice }] : [];
  });
  if (rows.length === 0 || (question.required && rows.length < matrixRows(question).length)) return undefined;
  return { kind: "rows", rows };
}

/** A choice for each row as it was typed, in the order of the rows: "2,1". @param folded by `foldReply` */
export function matchRows(question: SurveyQuestion, folded: string): RowsAnswer | undefined {
  const scale = scaleChoices(question);
  const parts = folded.split(/[\s,;.]+/).filter((part) => part !== "");
  const chosen = parts.map((part) => (/^\d{1,2}$/.test(part) ? (scale[Number(part) - 1]?.id ?? 0) : 0));
  const whole = parts.length === matrixRows(question).length && !chosen.includes(0);
  return whole ? rowsAnswer(question, chosen) : undefined;
}

/** The chosen ones in the order of the rows, 0 for none. */
export function chosenByRow(question: SurveyQuestion, { rows }: RowsAnswer): number[] {
  return matrixRows(question).map(({ id }) => rows.find(({ row }) => row === id)?.choice ?? 0);
}

/** The places, from 1, of the matrices of a survey. */
export function matrixPlaces({ questions }: Pick<SurveyGraph, "questions">): number[] {
  return questions.flatMap(({ type }, at) => (type === "matrix" ? [at + 1] : []));
}

/** What was chosen for each row, in words: "Price: good, Taste: poor". */
export function rowsText(
  { choices }: Pick<SurveyQuestion, "choices">,
  { rows }: RowsAnswer,
  language: string,
  languages: readonly string[],
): string {
  const named = (id: number, missing: string) => {
    const found = choices.find((choice) => choice.id === id);
    return found ? textIn(found.text, language, languages) : missing;
  };
  return rows
    .map(({ row, choice }) => `${named(row, "(deleted row)")}: ${named(choice, "(deleted choice)")}`)
    .join(", ");
}
