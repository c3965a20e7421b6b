import { shorten } from "./format";
import type { Language } from "./webchat";

/** Characters of a message that a notification shows. */
const maxShown = 120;

const texts = {
  en: { message: "New message", file: "New file" },
  sw: { message: "Ujumbe mpya", file: "Faili jipya" },
} as const;

/** What a notification says of a message: with its text only where the account wants that. */
export function pushBody({
  by,
  text,
  file,
  withText,
  language,
}: {
  /** First name of who wrote; empty for the system. */
  by: string;
  text: string;
  file: boolean;
  withText: boolean;
  language: Language;
}): string {
  const words = texts[language];
  if (!withText) return words.message;
  const said = file ? words.file : shorten(text.replace(/\s+/g, " ").trim(), maxShown);
  return by ? `${by}: ${said || words.message}` : said || words.message;
}

/** Seconds before the next attempt, after so many: longer each time, and never less than Google asks for. */
export function pushDelay(tries: number, seconds: number | undefined): number {
  return Math.max(seconds ?? 0, Math.min(3_600, 10 * 2 ** tries));
}

/** Attempts at one message in all. */
export const maxPushTries = 8;
/** Seconds after which a connected app has shown what came, and has said so. */
export const unreadSeconds = 60;
