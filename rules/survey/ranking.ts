import type { SurveyAnswer } from "./graph";

/** An order of all choices as it was understood, or why it was not. */
export type MatchedOrder =
  | { ok: true; answer: Extract<SurveyAnswer, { kind: "ranking" }> }
  | { ok: false; why: "rank" | "rank_missing" | "rank_double" };

/** Choices in an order, 0 for a place that was left empty: each choice has to have one place. */
export function orderOfChoices(known: readonly number[], given: readonly number[]): MatchedOrder {
  const placed = given.filter((id) => id > 0);
  if (placed.some((id) => !known.includes(id))) return { ok: false, why: "rank" };
  if (new Set(placed).size < placed.length) return { ok: false, why: "rank_double" };
  if (placed.length < known.length) return { ok: false, why: "rank_missing" };
  return { ok: true, answer: { kind: "ranking", order: placed } };
}

/** What stands between two choices of a reply: a comma or the like; "then" and "and"; spaces and dashes. */
const separators = [
  /\s*[,;\n>]+\s*/,
  /\s*(?:[,;/&+\n>]|\band then\b|\bthen\b|\band\b|\bkisha\b|\bhalafu\b|\bna\b)+\s*/,
  /[\s,;./&+>-]+/,
];

/**
 * A typed order: "2,1,3", "2 1 3", "2.1.3", with fewer than ten choices "213", or the choices in words between commas.
 * @param folded by `foldReply`
 * @param choiceIn the choice that a part of it means
 */
export function matchRanking(
  known: readonly number[],
  folded: string,
  choiceIn: (part: string) => number | undefined,
): MatchedOrder {
  const readings = separators.map((separator) => folded.split(separator).filter((part) => part !== ""));
  if (known.length < 10 && /^\d{2,}$/.test(folded)) readings.unshift([...folded]);
  let best: MatchedOrder = { ok: false, why: "rank" };
  for (const parts of readings) {
    const ids = parts.map(choiceIn);
    if (ids.includes(undefined)) continue;
    const read = orderOfChoices(
      known,
      ids.flatMap((id) => id ?? []),
    );
    if (read.ok) return read;
    if (best.ok || best.why === "rank") best = read;
  }
  return best;
}
