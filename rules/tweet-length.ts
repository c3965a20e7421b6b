// How X counts a post: https://docs.x.com/fundamentals/counting-characters

/** Characters of a post. */
export const tweetCharacters = 280;
/** Whatever a link is long: X puts its own short one there. */
const linkLength = 23;

const link =
  /\bhttps?:\/\/[^\s<>"]+|(?<![\w@.-])[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)*\.(?:com|org|net|info|app|africa|ke|tz|ug|rw|io|co|me)\b(?:\/[^\s<>"]*)?/giu;
/** One each: Latin, Greek, Cyrillic, Arabic and their neighbours, and what sets words apart. All others are two. */
const light = [
  [0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;
const pictured = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20e3}/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The length of a post as X counts it: a link 23, an emoji 2, most letters 1. */
export function tweetLength(text: string): number {
  let length = 0;
  const words = text.normalize("NFC").replace(link, () => {
    length += linkLength;
    return "";
  });
  for (const { segment } of graphemes.segment(words))
    if (pictured.test(segment)) length += 2;
    else for (const one of segment) length += isLight(one.codePointAt(0) ?? 0) ? 1 : 2;
  return length;
}

function isLight(code: number): boolean {
  return light.some(([from, to]) => code >= from && code <= to);
}
