import { createHmac, randomInt } from "node:crypto";
import { linkSigns, recipientSigns } from "../../../rules/short-links";

const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Bits behind the place of the message: 1 of 262,144 guesses is right. */
const proofSpan = 2 ** 18;

/** A new code of a link. */
export function randomLinkCode(): string {
  return Array.from({ length: linkSigns }, () => signs[randomInt(signs.length)]).join("");
}

/** What a recipient's own link ends with: the place of their message, and a proof that nobody else can make. */
export function recipientCode(key: Buffer, seq: number): string {
  // Never 0: that is nobody.
  let left = (seq + 1) * proofSpan + proofFor(key, seq);
  let code = "";
  for (let i = 0; i < recipientSigns; i++) {
    code = signs.charAt(left % signs.length) + code;
    left = Math.floor(left / signs.length);
  }
  return code;
}

/** The place of the message to which a code belongs; undefined when it is nobody's. */
export function seqOfCode(key: Buffer, code: string): number | undefined {
  let value = 0;
  for (const sign of code) value = value * signs.length + signs.indexOf(sign);
  const seq = Math.floor(value / proofSpan) - 1;
  return seq >= 0 && recipientCode(key, seq) === code ? seq : undefined;
}

function proofFor(key: Buffer, seq: number): number {
  return createHmac("sha256", key).update(String(seq)).digest().readUInt32BE(0) % proofSpan;
}
