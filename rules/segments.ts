/**
 * How a text becomes SMS parts: the one rule behind the live counter, the price and the PDUs that leave.
 * GSM 03.38 default alphabet and its extension table; concatenation as in 3GPP TS 23.040 (a 6-octet header).
 */
export type Encoding = "GSM-7" | "UCS-2";

export type Segments = {
  encoding: Encoding;
  /** Septets (GSM-7) or 16-bit units (UCS-2) of the text itself, without headers. */
  units: number;
  parts: number;
  /** The text of each part; joined they are the whole text. */
  texts: string[];
  /** Room in each part: 160 or 153 septets, 70 or 67 units. */
  perPart: number;
  /** Units still free in the last part. */
  left: number;
};

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extension = "\f^{}\\[~]|€";

/** Septets a UTF-16 unit takes: 1, 2 for the extension table, 0 when GSM-7 has no such character. */
const septets = new Uint8Array(0x10000);
for (const char of basic) septets[char.charCodeAt(0)] = 1;
for (const char of extension) septets[char.charCodeAt(0)] = 2;

const room = { "GSM-7": { single: 160, joined: 153 }, "UCS-2": { single: 70, joined: 67 } } as const;

/** True when every character is in the GSM-7 alphabet, so that the cheaper encoding holds. */
export function isGsm(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (septets[text.charCodeAt(i)] === 0) return false;
  return true;
}

/** How many parts the text needs; the same answer as `segment(text).parts` without making the part texts. */
export function countParts(text: string): number {
  const length = text.length;
  if (length === 0) return 0;
  let units = 0;
  for (let i = 0; i < length; i++) {
    const width = septets[text.charCodeAt(i)] as number;
    if (width === 0) return countUcs2(text);
    units += width;
  }
  if (units <= room["GSM-7"].single) return 1;
  if (units === length) return Math.ceil(units / room["GSM-7"].joined);
  let parts = 1;
  let used = 0;
  for (let i = 0; i < length; i++) {
    const width = septets[text.charCodeAt(i)] as number;
    if (used + width > room["GSM-7"].joined) {
      parts++;
      used = 0;
    }
    used += width;
  }
  return parts;
}

function countUcs2(text: string): number {
  const length = text.length;
  if (length <= room["UCS-2"].single) return 1;
  let parts = 0;
  for (let start = 0; start < length; parts++) start = endOfUcs2Part(text, start);
  return parts;
}

/** Where a joined UCS-2 part that begins at `start` ends: 67 units on, or one less rather than inside a pair. */
function endOfUcs2Part(text: string, start: number): number {
  const end = start + room["UCS-2"].joined;
  if (end >= text.length) return text.length;
  return isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end)) ? end - 1 : end;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** The text as the parts that will be sent. An escape pair or a surrogate pair never straddles two parts. */
export function segment(text: string): Segments {
  return isGsm(text) ? segmentGsm(text) : segmentUcs2(text);
}

function segmentGsm(text: string): Segments {
  let units = 0;
  for (let i = 0; i < text.length; i++) units += septets[text.charCodeAt(i)] as number;
  const { single, joined } = room["GSM-7"];
  if (units <= single) return whole("GSM-7", text, units, single);
  const texts: string[] = [];
  let start = 0;
  let used = 0;
  for (let i = 0; i < text.length; i++) {
    const width = septets[text.charCodeAt(i)] as number;
    if (used + width > joined) {
      texts.push(text.slice(start, i));
      start = i;
      used = 0;
    }
    used += width;
  }
  texts.push(text.slice(start));
  return { encoding: "GSM-7", units, parts: texts.length, texts, perPart: joined, left: joined - used };
}

function segmentUcs2(text: string): Segments {
  const { single, joined } = room["UCS-2"];
  if (text.length <= single) return whole("UCS-2", text, text.length, single);
  const texts: string[] = [];
  let used = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfUcs2Part(text, start);
    texts.push(text.slice(start, end));
    used = end - start;
    start = end;
  }
  return { encoding: "UCS-2", units: text.length, parts: texts.length, texts, perPart: joined, left: joined - used };
}

function whole(encoding: Encoding, text: string, units: number, perPart: number): Segments {
  const texts = text === "" ? [] : [text];
  return { encoding, units, parts: texts.length, texts, perPart, left: perPart - units };
}

/**
 * A message as it is counted and sent: one kind of line end. A form posts CR LF for what the counter saw as LF;
 * without this the price would differ from the preview by one septet a line.
 */
export function messageText(raw: string): string {
  return raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
}

/** Typography that forces UCS-2, and the GSM-7 characters that say the same. Letters of names are left alone. */
const plain = new Map<string, string>();

function spell(chars: string, as: string): void {
  for (const char of chars) plain.set(char, as);
}

spell("\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u00b4\u0060\u2039\u203a\uff07", "'");
spell("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"');
spell("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043", "-");
spell("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t", " ");
spell("\u2028\u2029\u0085", "\n");
spell("\u200b\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", "");
spell("\u2026", "...");
spell("\u2022\u00b7\u25cf\u25e6\u2219", "*");
spell("\u00d7", "x");
spell("\u2044\u2215", "/");
spell("\u00ad", "");

export type SegmentSaving = {
  /** The text after the replacement. */
  text: string;
  /** Each kind of character replaced, in order of first appearance. */
  replaced: { from: string; to: string; times: number }[];
  before: number;
  after: number;
  /** Parts saved; 0 when the replacement would not make the message cheaper. */
  saved: number;
};

/** The text with typographic quotes, dashes and spaces as plain ones. Only ever applied when the author asks. */
export function smarten(text: string): string {
  let out = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const as = plain.get(text[i] as string);
    if (as === undefined) continue;
    out += text.slice(from, i) + as;
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** What `smarten` would change and how many parts it would save, for "remove 2 smart quotes: 3 parts become 1". */
export function saving(text: string): SegmentSaving {
  const times = new Map<string, number>();
  for (const char of text) if (plain.has(char)) times.set(char, (times.get(char) ?? 0) + 1);
  const smart = smarten(text);
  const before = countParts(text);
  const after = countParts(smart);
  const replaced = [...times].map(([from, count]) => ({ from, to: plain.get(from) ?? "", times: count }));
  return { text: smart, replaced, before, after, saved: Math.max(0, before - after) };
}
