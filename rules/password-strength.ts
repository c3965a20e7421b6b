import { type PasswordOwner, passwordLength, refusedShape } from "./password";

export type Strength = { score: 0 | 1 | 2 | 3; word: "Too short" | "Weak" | "Fair" | "Strong"; advice: string };

/**
 * A hint, no verdict: about how many different characters a guesser must get right, with words, years and repeats
 * counted as little as they are worth.
 */
export function strength(password: string, about: PasswordOwner = {}): Strength {
  const missing = passwordLength.least - [...password].length;
  if (missing > 0)
    return { score: 0, word: "Too short", advice: `${missing} more ${missing === 1 ? "character" : "characters"}.` };
  const refused = refusedShape(password, about);
  if (refused) return { score: 1, word: "Weak", advice: refused };
  const bits = estimate(password);
  if (bits < 32)
    return { score: 1, word: "Weak", advice: "Three or four words that do not belong together are better." };
  if (bits < 45) return { score: 2, word: "Fair", advice: "One more word makes it strong." };
  return { score: 3, word: "Strong", advice: "Keep it in a password manager." };
}

/** Bits, roughly: a run of letters counts as a word, a year as a year, a repeated piece once. */
function estimate(password: string): number {
  const pieces = password.slice(0, 100).match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? [];
  const seen = new Set<string>();
  let bits = 0;
  for (const piece of pieces) {
    const small = piece.toLowerCase();
    if (seen.has(small)) {
      bits += 1;
      continue;
    }
    seen.add(small);
    const kinds = new Set(small).size;
    if (/^\p{L}+$/u.test(piece)) {
      const mixed = piece === small || /^\p{Lu}\p{Ll}*$/u.test(piece) ? 0 : 3;
      // A word of the language is worth about 13 bits however long it is; letters without sense more, so the middle.
      bits += Math.min(4.2 * kinds, 13 + Math.max(0, piece.length - 6) * 1.2) + mixed;
    } else if (/^(?:19|20)\d{2}$/.test(piece)) bits += 6;
    else if (/^\d+$/.test(piece)) bits += Math.min(3.3 * kinds, 20);
    else bits += Math.min(3 * kinds, 12);
  }
  return bits;
}
