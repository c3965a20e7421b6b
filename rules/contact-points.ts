import { parsePhone } from "./phone.foreign";

/** How somebody can be reached. */
export const pointKinds = ["phone", "email"] as const;
export type PointKind = (typeof pointKinds)[number];

export const pointKindNames: Record<PointKind, string> = { phone: "phone number", email: "email address" };

/** Which of their numbers or addresses one is. */
export const pointLabels = ["Mobile", "Work", "Home", "Other"] as const;
export type PointLabel = (typeof pointLabels)[number];

/** The kinds of records that have further numbers and addresses; a deal has those of its contact. */
export const pointRecordKinds = ["lead", "contact"] as const;

/** Further numbers and addresses of one record. A merge may bring more: it leaves none out. */
export const maxPoints = 20;

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

/** What a number or an address is compared and found by. */
export function pointKey(value: string): string {
  return value.toLowerCase();
}
