/** Whether PostgreSQL, JSON and UTF-8 can all hold the text: no U+0000, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}

/** The text without what nothing can hold. */
export function storable(text: string): string {
  return isStorable(text) ? text : text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\ufffd");
}

export const unstorableWords = "This has a character that cannot be kept. Delete it and type it again.";
