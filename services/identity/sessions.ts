import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../tables";
import type { SignInSession } from "./contract.sign-in";
import { addSession, endSession, findPerson } from "./store";

/** A session lives a week. */
const sessionSeconds = 7 * 24 * 3600;

/** The only thing kept of a token. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * A new session with an opaque 256-bit token, or nothing for a dismissed person.
 * @param address where they sign in from
 */
export async function startSession(
  db: Kysely<DB>,
  person: { account: string; user: number; address: string },
): Promise<SignInSession | undefined> {
  const token = randomBytes(32).toString("base64url");
  const token_hash = tokenHash(token);
  const { account: customer_account, user: user_id, address } = person;
  const expires_at = new Date(Date.now() + sessionSeconds * 1000);
  await addSession(db, { token_hash, customer_account, user_id, expires_at, address });
  if (await findPerson(db, token_hash))
    return { access_token: token, token_type: "bearer", expires_in: sessionSeconds };
  await endSession(db, token_hash);
  return undefined;
}
