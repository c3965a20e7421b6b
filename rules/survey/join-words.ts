import { keywords, parseWish } from "../keywords";
import { fixedTexts } from "./fixed-texts";
import { foldReply, matchYes } from "./replies";

/** Letters and digits of a keyword. */
export const joinWordLength = { min: 2, max: 20 } as const;

/** A message or a keyword as they are compared: capitals, without spaces and signs. Empty for what is too long for one. */
export function foldJoinWord(text: string): string {
  if (text.length > 80) return "";
  const folded = text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "")
    .toUpperCase();
  return folded.length > joinWordLength.max ? "" : folded;
}

/**
 * Why a word can't be a keyword; undefined: it can. A word that means START may be one: who writes it wants to be written
 * to.
 */
export function joinWordFault(word: string): string | undefined {
  const folded = foldJoinWord(word);
  if (folded.length < joinWordLength.min)
    return `A keyword has ${joinWordLength.min} to ${joinWordLength.max} letters and digits.`;
  if (!/\p{L}/u.test(folded)) return "A number is an answer to a question. Use at least one letter.";
  const wish = parseWish(word)?.wish ?? parseWish(folded)?.wish;
  const fixed = keywords.stop.includes(folded) ? "stop" : keywords.help.includes(folded) ? "help" : wish;
  if (fixed === "stop") return `${folded} means that someone wants no more messages.`;
  if (fixed === "help") return `${folded} asks for help, which has its own answer.`;
  if (matchYes(foldReply(folded)).ok || /^(SKIP|RUKA)$/.test(folded)) return `${folded} is an answer to a question.`;
  return undefined;
}

/** What a keyword can lead to, where it begins no survey at once. */
export type JoinOutcome = "early" | "over" | "done" | "full" | "later" | "waits";

/** The short answer to a keyword. @param hours when people are asked */
export function joinText(
  outcome: JoinOutcome,
  language: string,
  { from, until }: { from: string; until: string },
): string {
  const words = fixedTexts(language).join;
  return outcome === "later" ? words.later(from, until) : words[outcome];
}
