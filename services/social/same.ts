import { timingSafeEqual } from "node:crypto";

/** Compares in constant time; another length is another secret. */
export function same(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  const equal = timingSafeEqual(one, one.length === other.length ? other : Buffer.alloc(one.length));
  return equal && one.length === other.length;
}
