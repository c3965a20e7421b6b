/** A search over what people typed: whether a text has all its words, and the part of the text around them. */

const apostrophe = /[\u2018\u2019\u02bc]/gu;

/** A letter as it is compared, always as long as it was: small, and with one apostrophe for all kinds of them. */
function folded(letter: string): string {
  const small = letter.toLowerCase().replace(apostrophe, "'");
  return [...small].length === 1 ? small : letter;
}

/** The letters of a text as they are compared; a place is the same in both. */
function foldedLetters(text: string): string[] {
  return [...text].map(folded);
}

/** The words of a search, each once: what is in another of them is found with it. */
export function searchWords(q: string): string[] {
  const words = [...new Set(foldedLetters(q).join("").split(/\s+/u).filter(Boolean))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** Whether a text has every word, in any order; a word may be a part of one. Without words none has. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const letters = foldedLetters(text).join("");
  return words.length > 0 && words.every((word) => letters.includes(word));
}

export type ExcerptPart = { text: string; found: boolean };

/** How much of a text is shown, and how much of that is before the first word that was found. */
const shownLetters = 120;
const lettersBefore = 24;

/** A text shortened to what is around the first of the words, in parts: those that are the words are marked. */
export function excerpt(text: string, words: readonly string[], most = shownLetters): ExcerptPart[] {
  const given = [...text.replace(/\s+/gu, " ").trim()];
  const isFound = foundPlaces(given.map(folded), words);
  const first = Math.max(0, isFound.indexOf(true));
  const from = given.length <= most ? 0 : Math.max(0, Math.min(wordStart(given, first), given.length - most));
  const to = Math.min(given.length, from + most);
  const parts: ExcerptPart[] = from > 0 ? [{ text: "…", found: false }] : [];
  for (let at = from; at < to; at++) {
    const [last, found] = [parts.at(-1), isFound[at] === true];
    if (last?.found === found) last.text += given[at];
    else parts.push({ text: given[at] ?? "", found });
  }
  if (to < given.length) parts.push({ text: "…", found: false });
  return parts;
}

/** Where the part that is shown begins: with a word, where there is one that near. */
function wordStart(letters: readonly string[], first: number): number {
  const from = first - lettersBefore;
  if (from <= 0) return 0;
  const space = letters.indexOf(" ", from - 1);
  return space >= 0 && space < first ? space + 1 : from;
}

/** For each letter whether it belongs to one of the words. */
function foundPlaces(letters: readonly string[], words: readonly string[]): boolean[] {
  const isFound = letters.map(() => false);
  for (const word of words.map((one) => [...one]))
    for (let at = 0; at + word.length <= letters.length; at++)
      if (word.every((letter, offset) => letters[at + offset] === letter)) isFound.fill(true, at, at + word.length);
  return isFound;
}
