import { plainWords } from "./bot-words";

/** At most so many automatic messages to one customer in so many minutes. */
export const botPace = { replies: 20, minutes: 10 } as const;

/** The same words so often in a row are a machine's. */
const sameInRow = 3;

/** Shorter texts are what people do repeat: "2", "yes", "hello". */
const shortest = 12;

const automatic =
  /\b(auto(?:mated|matic)? ?(?:reply|replies|response|message|answer)|automatically generated|do not reply|out of office|away from the office|ujumbe wa otomatiki|jibu la otomatiki|usijibu ujumbe huu)\b/;

/**
 * Whether a machine seems to have written a message: it says so, it repeats what the bot said, or it says the same for the
 * third time in a row. @param ours what the bot said lately @param theirs what the sender said before, newest first
 */
export function seemsAutomatic(text: string, ours: readonly string[], theirs: readonly string[]): boolean {
  const words = plainWords(text);
  if (automatic.test(words)) return true;
  if (words.length < shortest) return false;
  if (ours.some((said) => plainWords(said) === words)) return true;
  const before = theirs.slice(0, sameInRow - 1);
  return before.length === sameInRow - 1 && before.every((said) => plainWords(said) === words);
}
