import { isWithin } from "./edit-distance";

/** What may be the same record twice. A contact has several deals, so a deal has no duplicates. */
export const duplicateKinds = ["lead", "contact"] as const;
export type DuplicateKind = (typeof duplicateKinds)[number];

/** Why two records may be the same. */
export const duplicateReasons = ["phone", "email", "name", "near name"] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

export const duplicateReasonNames: Record<DuplicateReason, string> = {
  phone: "Same phone number",
  email: "Same email address",
  name: "Same name",
  "near name": "Similar name",
};

/** What of a record is compared. The keys are the words of name and company in small letters, sorted. */
export type ComparedRecord = {
  id: number;
  phone: string;
  email_key: string;
  name_key: string;
  company_key: string;
  /** Its further numbers and addresses, as they are compared. */
  points: readonly string[];
};

const points: Record<DuplicateReason, number> = { phone: 55, email: 50, name: 35, "near name": 20 };

/** How likely two records are the same, from 1 to 100; 0 without a reason. */
export function duplicateScore(reasons: readonly DuplicateReason[]): number {
  return Math.min(
    100,
    reasons.reduce((sum, reason) => sum + points[reason], 0),
  );
}

const isAddress = (point: string) => point.includes("@");
const numbers = ({ phone, points }: ComparedRecord) => [phone, ...points.filter((point) => !isAddress(point))];
const addresses = ({ email_key, points }: ComparedRecord) => [email_key, ...points.filter(isAddress)];
const shared = (some: readonly string[], others: readonly string[]) =>
  some.some((one) => one !== "" && others.includes(one));
const isSame = (one: string, other: string) => one !== "" && one === other;

/**
 * Why two records may be the same: a phone number or an address alone is a reason, a name only in the same organisation or
 * beside another reason. Nothing where there is none.
 */
export function pairReasons(one: ComparedRecord, other: ComparedRecord): DuplicateReason[] {
  const reasons: DuplicateReason[] = [];
  if (shared(numbers(one), numbers(other))) reasons.push("phone");
  if (shared(addresses(one), addresses(other))) reasons.push("email");
  if (reasons.length === 0 && !isSame(one.company_key, other.company_key)) return [];
  if (isSame(one.name_key, other.name_key)) reasons.push("name");
  else if (isNearName(one.name_key, other.name_key)) reasons.push("near name");
  return reasons;
}

/**
 * Whether two names may be one with a slip, a part left out or a part as its initial: "amina hassan" and "amina hasan",
 * "amina hassan wario", "a hassan". One word alone is no part of a longer name.
 */
export function isNearName(one: string, other: string): boolean {
  if (one === "" || other === "" || one === other) return false;
  const length = Math.max(one.length, other.length);
  const slips = length < 5 ? 0 : length < 10 ? 1 : 2;
  return (slips > 0 && isWithin(one, other, slips)) || isPartOf(one.split(" "), other.split(" "));
}

function isPartOf(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  if (few.length < 2) return false;
  const left = [...many];
  let whole = 0;
  // Whole words first, so that an initial does not take the word of another.
  for (const word of [...few].sort((a, b) => b.length - a.length)) {
    const same = left.indexOf(word);
    const at = same >= 0 ? same : left.findIndex((long) => isInitial(word, long) || isInitial(long, word));
    if (at < 0) return false;
    if (same >= 0 && word.length > 1) whole += 1;
    left.splice(at, 1);
  }
  return whole > 0;
}

function isInitial(letter: string, word: string): boolean {
  return letter.length === 1 && word.startsWith(letter);
}
