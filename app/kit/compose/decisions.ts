import { type MissingChoice, missingChoices } from "./compose";

/**
 * The decisions about missing values as one query value, so that a Change link brings them back: a blast keeps the
 * texts it was merged into, not the decisions behind them.
 */
export function writeDecisions(missing: readonly MissingChoice[]): string | undefined {
  if (missing.length === 0) return undefined;
  return JSON.stringify(
    missing.map(({ field, choice, text }) => (choice === "default" ? [field, choice, text] : [field, choice])),
  );
}

/** The decisions of a query value; whatever is odd about it is left out. */
export function readDecisions(written: string | null): MissingChoice[] {
  if (!written || written.length > 20_000) return [];
  let rows: unknown;
  try {
    rows = JSON.parse(written);
  } catch {
    return [];
  }
  if (!Array.isArray(rows)) return [];
  return rows.slice(0, 100).flatMap((row: unknown) => {
    if (!Array.isArray(row)) return [];
    const [field, choice, text] = row as unknown[];
    const known = missingChoices.find((each) => each === choice);
    if (typeof field !== "string" || field.length > 64 || !known) return [];
    return [{ field, choice: known, text: typeof text === "string" ? text.slice(0, 100) : "" }];
  });
}
