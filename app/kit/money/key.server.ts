import { createHash } from "node:crypto";

/**
 * The key of a payment: the page's own and what its form says. The same form sent twice is one payment; one that was
 * changed after Back is another.
 */
export function paymentKey(page: string, said: object): string {
  return `${page}-${createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 24)}`;
}
