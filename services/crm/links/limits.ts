import { clientKey } from "../../kit/address";
import { tokenBucket } from "../../kit/limits";
import { HttpError } from "../../kit/serve";

/**
 * What people without a login may ask for. Whoever guesses is slowed down by their address; an address that is known is
 * not, as many phones stand behind it, but each link can be asked for only so often.
 */
export function guestLimits() {
  const guesses = tokenBucket({ burst: 60, perSecond: 1 });
  const reads = tokenBucket({ burst: 60, perSecond: 0.2 });
  const answers = tokenBucket({ burst: 20, perSecond: 0.02 });
  return {
    /** @throws HttpError 429 */
    takeRead(token: string): void {
      const read = reads.take(token);
      if (!read.allowed) throw new HttpError(429, `This link is opened too often. Wait ${read.retryAfter} s.`);
    },
    /** @throws HttpError 429 */
    takeAnswer(token: string): void {
      const answer = answers.take(token);
      if (!answer.allowed) throw new HttpError(429, `This was sent too often. Wait ${answer.retryAfter} s.`);
    },
    /** What a link that leads nowhere is answered with. */
    unknown(address: string): HttpError {
      const guess = guesses.take(clientKey(address));
      return guess.allowed
        ? new HttpError(404, "There is no such link.")
        : new HttpError(429, `Too many wrong links. Wait ${guess.retryAfter} s.`);
    },
  };
}
export type GuestLimits = ReturnType<typeof guestLimits>;
