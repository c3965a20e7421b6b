import type { SearchPlace } from "./places";

/** One record that was found. */
export type Hit = {
  to: string;
  label: string;
  /** What tells it from others of that name: the number, the customer, the state. */
  detail: string;
  /** The very number or id that was typed. */
  exact?: boolean;
};

/** What one part of the product found. */
export type FoundPart = {
  /** "Tickets" */
  name: string;
  icon: string;
  hits: Hit[];
  /** The list with the same search. */
  all?: { to: string; label: string };
  /** There are more, and no list of all of them. */
  more?: boolean;
  /** It could not be asked, or took too long. */
  failed?: boolean;
};

/** What `/search/results` answers: all pages without a search; with one, what the parts found. */
export type SearchResults = { places: SearchPlace[]; parts: FoundPart[] };

/** A search of fewer characters finds pages only. */
export const shortest = 2;
/** As many pages, and as many records of a part. */
export const maxPlaces = 6;
export const maxHits = 5;

/** The very thing that was typed comes first, and not again below. */
export function withExactFirst(parts: readonly FoundPart[]): FoundPart[] {
  const exact = parts.flatMap(({ hits }) => hits.filter((hit) => hit.exact));
  if (exact.length === 0) return [...parts];
  const others = parts.map((part) => ({ ...part, hits: part.hits.filter((hit) => !hit.exact) }));
  return [{ name: "Exact match", icon: "circle", hits: exact }, ...others];
}

/** The parts that could not be searched, as a sentence; empty when all could. */
export function failedWords(parts: readonly FoundPart[]): string {
  const names = parts.filter(({ failed }) => failed).map(({ name }) => name);
  if (names.length === 0) return "";
  const said = names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${said} could not be searched just now. Try again in a moment.`;
}

/** "7 results" */
export function resultCount(count: number): string {
  if (count === 0) return "No results";
  return count === 1 ? "1 result" : `${count} results`;
}
