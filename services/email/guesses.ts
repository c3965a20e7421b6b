import { clientKey } from "../kit/address";
import { tokenBucket } from "../kit/limits";
import { HttpError } from "../kit/serve";
import type { MailPlace } from "./codes";

/** Reads the codes of links that guests bring. Whoever guesses codes is slowed down. */
export function guardedCodes(refused: string) {
  const guesses = tokenBucket({ burst: 30, perSecond: 1 });
  /** @throws HttpError 404 for a code that is not ours, 429 for too many of them */
  return (place: MailPlace | undefined, address: string): MailPlace => {
    if (place) return place;
    const decision = guesses.take(clientKey(address));
    throw decision.allowed
      ? new HttpError(404, refused)
      : new HttpError(429, `Too many wrong links. Wait ${decision.retryAfter} s.`);
  };
}
