import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether two secrets are the same, in a time that tells neither where they differ nor how long the expected one is.
 * An empty expected secret is no secret: nothing equals it.
 */
export function constantTimeEqual(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const digest = (secret: string | Uint8Array) => createHash("sha256").update(secret).digest();
  return timingSafeEqual(digest(given), digest(expected)) && expected.length > 0;
}
