/** A reply that was written once for many. `shortcut` without its stroke: "hours" for /hours. */
export type Canned = {
  id: number;
  title: string;
  shortcut: string;
  text: string;
  files: { id: string; name: string; bytes: number }[];
};

/** The word after a stroke that the writing ends in at the cursor: "Asante /ho" is "ho". */
export function shortcutAt(text: string, cursor: number): { word: string; from: number } | undefined {
  const found = /(?:^|\s)\/([\w-]*)$/.exec(text.slice(0, cursor));
  return found ? { word: found[1] ?? "", from: cursor - (found[1] ?? "").length - 1 } : undefined;
}

/** Canned replies for what was typed: those whose shortcut begins so first, then those that have it in the title. */
export function cannedFor(canned: readonly Canned[], word: string): Canned[] {
  const sought = word.toLowerCase();
  const first = canned.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(sought));
  const rest = canned.filter((one) => !first.includes(one) && one.title.toLowerCase().includes(sought));
  return [...first, ...rest].slice(0, 8);
}

/** The text with a canned reply in the place of a stretch of it, and where the cursor stands then. */
export function inserted(text: string, from: number, to: number, words: string): { text: string; cursor: number } {
  return { text: text.slice(0, from) + words + text.slice(to), cursor: from + words.length };
}
