import { type LocalText, type SurveyLanguage, surveyLanguages } from "../graph";

export type DifferenceKind = "added" | "removed" | "moved" | "changed";

/** What of a survey is different: the parts in the order in which they are told. */
export const differenceParts = ["setting", "question", "section", "value", "end text"] as const;
export type DifferencePart = (typeof differenceParts)[number];

/** One difference between two versions, in words. Of what was added nothing is before, of what was removed nothing after. */
export type VersionDifference = {
  part: DifferencePart;
  kind: DifferenceKind;
  /** "Question 3: text changed" */
  words: string;
  before: string;
  after: string;
};

/** Tells one difference of a part. @param what "text"; empty: the part itself */
export type DifferenceTeller = (kind: DifferenceKind, what: string, before: string, after: string) => VersionDifference;

export function teller(part: DifferencePart, name: string): DifferenceTeller {
  return (kind, what, before, after) => ({
    ...{ part, kind, before, after },
    words: what === "" ? `${name}: ${kind}` : `${name}: ${what} ${kind}`,
  });
}

/** A difference of one thing that both versions have; none where it is the same. */
export function changed(tell: DifferenceTeller, what: string, before: string, after: string): VersionDifference[] {
  return before === after ? [] : [tell("changed", what, before, after)];
}

/** The differences of a text, language by language. @param languages those of both versions */
export function textDifferences(
  tell: DifferenceTeller,
  what: string,
  [before, after]: readonly [LocalText, LocalText],
  languages: readonly SurveyLanguage[],
): VersionDifference[] {
  return languages.flatMap((language) => {
    const name = languages.length > 1 ? `${what} in ${surveyLanguages[language]}` : what;
    const [old, now] = [before[language]?.trim() ?? "", after[language]?.trim() ?? ""];
    if (old === now) return [];
    return [tell(old === "" ? "added" : now === "" ? "removed" : "changed", name, old, now)];
  });
}

type Identified = { id: number };

/** What two lists have in common, by ids, with what is in one of them alone. */
export function matched<T extends Identified>(before: readonly T[], after: readonly T[]) {
  const old = new Map(before.map((one) => [one.id, one]));
  const now = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !now.has(id)),
    both: after.flatMap((one) => {
      const earlier = old.get(one.id);
      return earlier ? [[earlier, one] as const] : [];
    }),
  };
}

/**
 * The fewest ids that have to move to make one order of the other. What comes to another place only because something was
 * added or removed before it has not moved.
 */
export function movedIds(before: readonly Identified[], after: readonly Identified[]): Set<number> {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const common = after.filter(({ id }) => places.has(id));
  // For each one the longest row of those before it that kept their order.
  const rows: { length: number; previous: number }[] = [];
  for (const [at, { id }] of common.entries()) {
    let best = { length: 1, previous: -1 };
    for (const [earlier, row] of rows.entries())
      if ((places.get(common[earlier]?.id ?? 0) ?? 0) < (places.get(id) ?? 0) && row.length >= best.length)
        best = { length: row.length + 1, previous: earlier };
    rows[at] = best;
  }
  const longest = Math.max(0, ...rows.map(({ length }) => length));
  const moved = new Set(common.map(({ id }) => id));
  for (let at = rows.findIndex(({ length }) => length === longest); at >= 0; at = rows[at]?.previous ?? -1)
    moved.delete(common[at]?.id ?? 0);
  return moved;
}
