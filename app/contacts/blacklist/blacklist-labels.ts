import type { ToldRow } from "../../../rules/file-import";
import type { Import } from "../../../services/messaging/contract.imports";

type RefusedNumber = Omit<ToldRow, "kind">;
type Outcome = Pick<Import, "added" | "updated" | "repeated" | "refused">;

/** Reasons written out under the field; the rest is counted. */
const shown = 10;

/** The lines that were refused, to stay in the field, and what is wrong with each. */
export function leftOver(refused: readonly RefusedNumber[]): { text: string; errors: string[] } {
  const errors = refused.slice(0, shown).map(({ cells, reason }) => `${cells[0] ?? ""}: ${reason}.`);
  const more = refused.length - shown;
  if (more > 0) errors.push(`And ${more.toLocaleString("en-KE")} more that cannot be used.`);
  return { text: refused.map(({ cells }) => cells[0] ?? "").join("\n"), errors };
}

/** What became of the good numbers. */
export function addedWords(added: number, already: number, refused = 0): string {
  const words = [
    added > 0 ? `${count(added)} blacklisted` : "No number was added",
    ...(already > 0 ? [`${count(already)} ${already === 1 ? "was" : "were"} on the list already`] : []),
    ...(refused > 0 ? [`${count(refused)} cannot be used`] : []),
  ];
  return words.join("; ");
}

/** What became of a file: "3,412 numbers added, 12 were on it, 3 rows could not be read." */
export function blacklistWords({ added, updated, repeated, refused }: Outcome): string {
  const words = [
    added > 0 ? `${count(added)} added` : "No number was added",
    ...(updated > 0 ? [`${updated.toLocaleString("en-KE")} ${updated === 1 ? "was" : "were"} on it`] : []),
    ...(repeated > 0 ? [`${rows(repeated)} had a number that came before`] : []),
    ...(refused > 0 ? [`${rows(refused)} could not be read`] : []),
  ];
  return `${words.join(", ")}.`;
}

function rows(count: number): string {
  return `${count.toLocaleString("en-KE")} ${count === 1 ? "row" : "rows"}`;
}

function count(numbers: number): string {
  return `${numbers.toLocaleString("en-KE")} ${numbers === 1 ? "number" : "numbers"}`;
}
