import type { Kysely } from "kysely";
import { clientKey } from "../kit/address";
import { tokenBucket } from "../kit/limits";
import type { DB } from "../tables";
import { countTry, forgive, uncountTry } from "./attempts";

const windowSeconds = 15 * 60;

/**
 * Wrong sign-ins allowed per window: of one known browser for one name, for one name from one address, of different
 * names from one address (a mobile network puts a town behind one), for one name from anywhere.
 */
const limits = { browser: 10, pair: 10, address: 300, name: 200 } as const;

/** `browser`: the id of a browser that this person signed in with before. */
export type SignInTry = { email: string; address: string; browser: string | undefined };
/** "over": refused unjudged. "suspect": so many tried this name that a right password alone proves nothing any more. */
type Verdict = { kind: "free" } | { kind: "suspect" } | { kind: "over"; seconds: number };

/**
 * Counts tries to sign in before the password is judged. A browser that is known has a counter of its own, so nobody
 * who tries elsewhere keeps its person out.
 */
export function signInTries(db: Kysely<DB>) {
  /** The work of judging: an Argon2 hash costs 30 ms of a processor. */
  const burst = tokenBucket({ burst: 60, perSecond: 1 });
  const over: Verdict = { kind: "over", seconds: windowSeconds };

  async function count(one: SignInTry): Promise<Verdict> {
    const decision = burst.take(one.browser === undefined ? clientKey(one.address) : browserKey(one));
    if (!decision.allowed) return { kind: "over", seconds: decision.retryAfter };
    const tries = (key: string, times: 0 | 1 = 1) => countTry(db, { key, seconds: windowSeconds, times });
    if (one.browser !== undefined) return (await tries(browserKey(one))) > limits.browser ? over : { kind: "free" };
    const pair = await tries(pairKey(one));
    if (pair > limits.pair) return over;
    // Only the first try of a name counts for the address: a typing error ten times over is one name.
    if ((await tries(addressKey(one), pair === 1 ? 1 : 0)) > limits.address) return over;
    return (await tries(nameKey(one))) > limits.name ? { kind: "suspect" } : { kind: "free" };
  }

  /** The password was right. */
  async function forget(one: SignInTry): Promise<void> {
    if (one.browser !== undefined) return forgive(db, browserKey(one));
    await forgive(db, pairKey(one));
    await uncountTry(db, addressKey(one));
    await uncountTry(db, nameKey(one));
  }

  return { count, forget };
}

/** A new password was chosen with a mailed link: the wrong tries of whoever forgot the old one no longer count. */
export function forgetTriesFrom(db: Kysely<DB>, email: string, address: string): Promise<void> {
  return forgive(db, pairKey({ email: email.toLowerCase(), address, browser: undefined }));
}

const pairKey = ({ email, address }: SignInTry) => `pair ${email} ${clientKey(address)}`;
const addressKey = ({ address }: SignInTry) => `address ${clientKey(address)}`;
const nameKey = ({ email }: SignInTry) => `name ${email}`;
const browserKey = ({ email, browser }: SignInTry) => `browser ${browser} ${email}`;
