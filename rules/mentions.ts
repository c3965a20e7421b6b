/** A colleague who can be mentioned in a note: `@` and the name, or the address. */
export type MentionableColleague = {
  id: string;
  name: string;
  email: string;
  /** They may not see what the note is about. */
  barred?: boolean;
};
/** A mention as it was written, with its `@`. */
export type Mention = { id: string; words: string };

/** An `@` at the beginning of a word. */
const sign = /(?<![\p{L}\p{N}._%+@-])@(?=[\p{L}\p{N}])/gu;
/** The word goes on: "@Joy" does not stand in "@Joyce", "@Anne" not in "@Anne-Marie". */
const goesOn = /^(?:[\p{L}\p{N}\p{M}@_]|[.'’-][\p{L}\p{N}])/u;
/** "@Joy's" is a mention of Joy. */
const possessive = /^['’]s(?![\p{L}\p{N}])/u;
const isWhole = (after: string) => possessive.test(after) || !goesOn.test(after);
/** Each rings a bell: a note is not a way to write to everyone. */
export const maxMentions = 20;
/** `@` signs that are looked at in one note. */
const maxSigns = 200;

type Handles = Map<string, MentionableColleague[]>;

/** What each colleague may be called by: the name, the first name and the address, in lower case. */
function handlesFor(colleagues: readonly MentionableColleague[]): Handles {
  const handles: Handles = new Map();
  for (const one of colleagues) {
    const name = one.name.trim().toLowerCase();
    for (const handle of new Set([name, name.split(/\s+/)[0] ?? "", one.email.trim().toLowerCase()]))
      if (handle !== "") handles.set(handle, [...(handles.get(handle) ?? []), one]);
  }
  return handles;
}

/** The handles by their first letter, the longest first. */
function handlesByLetter(colleagues: readonly MentionableColleague[]): Map<string, [string, MentionableColleague[]][]> {
  const byLetter = new Map<string, [string, MentionableColleague[]][]>();
  for (const entry of [...handlesFor(colleagues)].sort(([a], [b]) => b.length - a.length)) {
    const letter = entry[0].slice(0, 1);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), entry]);
  }
  return byLetter;
}

export type FoundMentions = {
  mentions: Mention[];
  /** Written as it stands for several colleagues. */
  ambiguous: { words: string; count: number }[];
  /** Of colleagues who may not see it. */
  barred: { words: string; name: string }[];
  /** An `@` that names none of these colleagues. */
  unknown: boolean;
};

/** Who is mentioned in a note. Of what fits, the longest counts: "@Joy Achieng" is not Joy. */
export function findMentions(text: string, colleagues: readonly MentionableColleague[]): FoundMentions {
  const found: FoundMentions = { mentions: [], ambiguous: [], barred: [], unknown: false };
  if (!text.includes("@")) return found;
  const handles = handlesByLetter(colleagues);
  for (const { index } of [...text.matchAll(sign)].slice(0, maxSigns)) {
    const rest = text.slice(index + 1, index + 400);
    const lower = rest.toLowerCase();
    const fit = handles
      .get(lower.slice(0, 1))
      ?.find(([handle]) => lower.startsWith(handle) && isWhole(rest.slice(handle.length)));
    if (!fit) {
      found.unknown = true;
      continue;
    }
    const [handle, people] = fit;
    const words = text.slice(index, index + 1 + handle.length);
    const able = people.filter(({ barred }) => !barred);
    const [one] = able;
    if (able.length > 1) found.ambiguous.push({ words, count: able.length });
    else if (!one) found.barred.push({ words, name: people[0]?.name ?? words });
    else if (!found.mentions.some((had) => had.id === one.id && had.words === words))
      found.mentions.push({ id: one.id, words });
  }
  return found;
}

/** Why a note can't be kept with these mentions, in words; undefined: it can. @param place "the inbox" */
export function mentionFault(
  { mentions, ambiguous, barred }: Pick<FoundMentions, "mentions" | "ambiguous" | "barred">,
  place: string,
): string | undefined {
  const [unclear] = ambiguous;
  if (unclear)
    return `${unclear.words} is the name of ${unclear.count} people. Write the full name or the email address after the @.`;
  const [closed] = barred;
  if (closed)
    return `${closed.name} can't open ${place}, so a mention would not reach them. Mention someone else, or remove the @.`;
  const people = new Set(mentions.map(({ id }) => id)).size;
  return people > maxMentions ? `A note mentions at most ${maxMentions} people.` : undefined;
}

/** The colleagues with what is written after the `@` to mean each alone: the name, or the address where it is shared. */
export function withHandles<T extends MentionableColleague>(colleagues: readonly T[]): (T & { handle: string })[] {
  const handles = handlesFor(colleagues);
  return colleagues.map((one) => {
    const name = one.name.trim();
    return { ...one, handle: handles.get(name.toLowerCase())?.length === 1 ? name : one.email };
  });
}

/** The mentions that are kept with a note; what is none is left out. */
export function keptMentions(given: unknown): Mention[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((one: unknown) => {
    const { id, words } = (typeof one === "object" && one !== null ? one : {}) as Partial<Mention>;
    return typeof id === "string" && typeof words === "string" && words.startsWith("@") ? [{ id, words }] : [];
  });
}

/** The text cut into plain pieces and mentions. Joined they are the text. */
export function mentionPieces(
  text: string,
  mentions: readonly Pick<Mention, "words">[],
): { text: string; mention?: true }[] {
  const words = [...new Set(mentions.map((one) => one.words))].sort((a, b) => b.length - a.length);
  const pieces: { text: string; mention?: true }[] = [];
  let end = 0;
  for (const { index } of words.length > 0 ? text.matchAll(sign) : []) {
    const one = words.find(
      (some) => text.startsWith(some, index) && isWhole(text.slice(index + some.length, index + some.length + 4)),
    );
    if (!one || index < end) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: one, mention: true });
    end = index + one.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** The beginning of a name that the writing ends in at the cursor: "Ask @Ami" is "Ami". */
export function mentionAt(text: string, cursor: number): { word: string; from: number } | undefined {
  const word = /(?:^|[\s(])@([\p{L}\p{N}][^@\n]{0,60})?$/u.exec(text.slice(0, cursor));
  return word ? { word: word[1] ?? "", from: cursor - (word[1] ?? "").length - 1 } : undefined;
}

type Choice = { name: string; handle: string };

/** Those whose name, or a later part of it, begins so; whose whole name stands there already is not offered. */
export function mentionChoices<T extends Choice>(colleagues: readonly T[], word: string): T[] {
  const sought = word.toLowerCase();
  if (/\s$/.test(word) && colleagues.some(({ handle }) => handle.toLowerCase() === sought.trimEnd())) return [];
  const begins = ({ name, handle }: Choice) => [name, handle].some((one) => one.toLowerCase().startsWith(sought));
  const later = ({ name }: Choice) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((part) => part.startsWith(sought));
  const first = colleagues.filter(begins);
  return [...first, ...colleagues.filter((one) => !first.includes(one) && later(one))].slice(0, 8);
}
