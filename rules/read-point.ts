import type { PointKind } from "./contact-points";
import { parsePhone } from "./phone.foreign";

/** A number in E.164 or an address as it was typed, or why it is neither. */
export type ReadPoint = { kind: PointKind; value: string } | { reason: string };

/** Reads a number in any spelling or an email address. */
export function readPoint(typed: string): ReadPoint {
  const text = typed.trim();
  if (text === "") return { reason: "Enter a phone number or an email address." };
  if (text.includes("@")) {
    if (text.length > 254) return { reason: "An email address has at most 254 characters." };
    return /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(text)
      ? { kind: "email", value: text }
      : { reason: "Enter an email address such as name@example.com." };
  }
  const phone = text.length > 40 ? undefined : parsePhone(text);
  if (phone === undefined) return { reason: "This is too long for a phone number." };
  return phone.ok ? { kind: "phone", value: phone.e164 } : { reason: `This number can't be used: ${phone.reason}.` };
}
