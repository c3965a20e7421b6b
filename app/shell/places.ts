/** A page or an action of the product, as the search knows it. */
export type SearchPlace = {
  to: string;
  label: string;
  /** Where it is in the menu: "Ticketing, Settings". */
  trail: string;
  /** What else people call it. */
  words?: string;
};

/** The words of a text, lower case and without accents. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How well one typed word fits: best where the label says it, least where only the trail does. */
function rateOf(word: string, { label, words, trail }: { [part in "label" | "words" | "trail"]: string[] }): number {
  const begins = (one: string) => one.startsWith(word);
  if (label[0] !== undefined && begins(label[0])) return 4;
  if (label.some(begins)) return 3;
  if (words.some(begins)) return 2;
  return trail.some(begins) ? 1 : 0;
}

/** The pages that every typed word fits, the best first; without words none. */
export function findPlaces<P extends SearchPlace>(q: string, places: readonly P[], most: number): P[] {
  const sought = wordsOf(q.slice(0, 100));
  if (sought.length === 0) return [];
  const whole = sought.join(" ");
  const rated = places.flatMap((place) => {
    const parts = { label: wordsOf(place.label), words: wordsOf(place.words ?? ""), trail: wordsOf(place.trail) };
    const fits = sought.map((word) => rateOf(word, parts));
    if (fits.includes(0)) return [];
    const exact = parts.label.join(" ") === whole ? 5 : 0;
    return [{ place, rate: fits.reduce((sum, one) => sum + one, 0) / fits.length + exact }];
  });
  return rated
    .sort((one, other) => other.rate - one.rate)
    .slice(0, most)
    .map(({ place }) => place);
}
