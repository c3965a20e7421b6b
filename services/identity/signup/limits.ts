import type { Kysely } from "kysely";
import { clientKey } from "../../kit/address";
import { problem } from "../../kit/contract";
import type { DB } from "../../tables";
import { countTry } from "../attempts";

/**
 * How often one address may ask for each, per `seconds`. Generous, since a mobile network puts a town behind one
 * address: what keeps codes from being guessed is counted by sign-up. The counts survive a restart.
 */
const perClient = {
  signup: { times: 40, seconds: 3_600 },
  forgot: { times: 40, seconds: 3_600 },
  code: { times: 120, seconds: 900 },
  link: { times: 120, seconds: 900 },
} as const;

/** Mails of one kind to one address in a day: above it nothing is sent, and the answer stays the same. */
const mailsADay = 8;
const aDay = 24 * 3_600;

/** Counts one use by this client (IPv6: its /64); the refusal when it is over the limit. */
export async function overLimit(db: Kysely<DB>, what: keyof typeof perClient, address: string) {
  const { times, seconds } = perClient[what];
  const key = `${what} from ${clientKey(address)}`;
  if ((await countTry(db, { key, seconds })) <= times) return undefined;
  return problem(429, `Too many tries. Wait ${Math.ceil(seconds / 60)} minutes, then try again.`);
}

/** Whether one more mail may go to an address; counts it. Nobody's mailbox is flooded by a stranger with our help. */
export async function mayMail(
  db: Kysely<DB>,
  what: "signup" | "reset" | "link" | "sign-in",
  email: string,
): Promise<boolean> {
  const key = `${what} mail ${email.toLowerCase()}`;
  return (await countTry(db, { key, seconds: aDay })) <= mailsADay;
}
