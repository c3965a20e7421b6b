import { segment } from "../../../rules/segments";

// GSM 03.38 default alphabet, one character per septet value; 0x1B (escape) is a gap.
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extension: Record<number, string> = {
  10: "\f",
  20: "^",
  40: "{",
  41: "}",
  47: "\\",
  60: "[",
  61: "~",
  62: "]",
  64: "|",
  101: "€",
};
const escapeCode = 0x1b;
const question = 0x3f;

// One entry per UTF-16 unit: the septet, the septet + 0x100 for the extension table, or none.
const none = 0xffff;
const septets = new Uint16Array(65_536).fill(none);
for (let i = 0; i < basic.length; i++) if (i !== escapeCode) septets[basic.charCodeAt(i)] = i;
for (const [code, char] of Object.entries(extension)) septets[char.charCodeAt(0)] = Number(code) + 0x100;

export const dataCodings = { gsm: 0x00, latin1: 0x03, ucs2: 0x08 } as const;

/** GSM 03.38, one septet per octet (unpacked, as SMPP carries it). What the alphabet lacks becomes `?`. */
export function toGsm(text: string): Buffer {
  const octets = Buffer.allocUnsafe(text.length * 2);
  let size = 0;
  for (let i = 0; i < text.length; i++) {
    const septet = septets[text.charCodeAt(i)] ?? none;
    if (septet === none) octets[size++] = question;
    else if (septet < 0x100) octets[size++] = septet;
    else {
      octets[size++] = escapeCode;
      octets[size++] = septet - 0x100;
    }
  }
  return octets.subarray(0, size);
}

/** An escape before an unknown code shows the plain character, before nothing a space (3GPP TS 23.038, 6.2.1.1). */
export function fromGsm(octets: Uint8Array): string {
  let text = "";
  for (let i = 0; i < octets.length; i++) {
    const code = (octets[i] ?? 0) & 0x7f;
    if (code !== escapeCode) {
      text += basic[code] ?? "";
      continue;
    }
    const next = octets[++i];
    if (next === undefined || next === escapeCode) text += " ";
    else text += extension[next & 0x7f] ?? basic[next & 0x7f] ?? "";
  }
  return text;
}

export function toUcs2(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

/** A last odd octet is dropped. Surrogate pairs survive, because a pair is two units in both. */
export function fromUcs2(octets: Uint8Array): string {
  const even = Buffer.from(octets.subarray(0, octets.length & ~1));
  return even.swap16().toString("utf16le");
}

type Alphabet = "gsm" | "latin1" | "ucs2";

/** SMPP 3.4, 5.2.19: the plain values, and the GSM data coding groups that carry a message class. */
function alphabetOf(dataCoding: number): Alphabet {
  if (dataCoding >= 0xf0) return dataCoding & 0x04 ? "latin1" : "gsm";
  if (dataCoding >= 0x10 && dataCoding < 0x40) {
    const bits = dataCoding & 0x0c;
    return bits === 0x08 ? "ucs2" : bits === 0x04 ? "latin1" : "gsm";
  }
  if (dataCoding === 0) return "gsm";
  return dataCoding === dataCodings.ucs2 ? "ucs2" : "latin1";
}

/** The text of received octets. U+0000 is taken out: PostgreSQL cannot store it. */
export function decodeText(octets: Uint8Array, dataCoding: number): string {
  const alphabet = alphabetOf(dataCoding);
  const text =
    alphabet === "gsm"
      ? fromGsm(octets)
      : alphabet === "ucs2"
        ? fromUcs2(octets)
        : Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString("latin1");
  return text.includes("\u0000") ? text.replaceAll("\u0000", "") : text;
}

export type MessagePart = { n: number; total: number; esmClass: number; dataCoding: number; octets: Buffer };

/** User data header: concatenation with an 8-bit reference (3GPP TS 23.040, 9.2.3.24.1). */
export function concatenationHeader(ref: number, total: number, n: number): Buffer {
  return Buffer.from([0x05, 0x00, 0x03, ref & 0xff, total, n]);
}

/**
 * The octets of every part of a text, in order, each with its user data header when there is more than one.
 * `ref` (0-255) is the same in all parts and new for each message to that destination.
 */
export function messageParts(text: string, ref: number): MessagePart[] {
  const { encoding, texts } = segment(text);
  const gsm = encoding === "GSM-7";
  const dataCoding = gsm ? dataCodings.gsm : dataCodings.ucs2;
  const total = texts.length;
  return texts.map((piece, index) => {
    const octets = gsm ? toGsm(piece) : toUcs2(piece);
    if (total === 1) return { n: 1, total, esmClass: 0, dataCoding, octets };
    const header = concatenationHeader(ref, total, index + 1);
    return { n: index + 1, total, esmClass: 0x40, dataCoding, octets: Buffer.concat([header, octets]) };
  });
}
