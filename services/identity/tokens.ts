import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Trx } from "../kit/database";
import type { DB } from "../tables";

/** What a mailed link or a step of a sign-in proves. */
export type TokenKind = "reset" | "invitation" | "second-step" | "unlink" | "sign-in";

/** How long each is good for, in seconds: a new password 1 h, an invitation 72 h, a second step 10 min, an unlink or a sign-in 30 min. */
export const tokenSeconds: Record<TokenKind, number> = {
  reset: 3_600,
  invitation: 72 * 3_600,
  "second-step": 600,
  unlink: 1_800,
  "sign-in": 1_800,
};

/** 256 random bits for a link or a cookie; only `secretHash` of it is ever stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function secretHash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

export type TokenOf = { account: string; user: number; kind: TokenKind };

/** A new single-use token for one person. `seconds` is its life; without it, what its kind is good for. */
export async function makeToken(
  trx: Trx,
  { account, user, kind, seconds = tokenSeconds[kind] }: TokenOf & { seconds?: number },
): Promise<string> {
  const token = newSecret();
  await trx
    .insertInto("identity.tokens")
    .values({
      token_hash: secretHash(token),
      kind,
      customer_account: account,
      user_id: user,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute();
  return token;
}

/** Whom a live token is for, without using it up; nothing when it is unknown, used, expired or of another kind. */
export async function readToken(
  db: Kysely<DB>,
  token: string,
  kinds: readonly TokenKind[],
): Promise<TokenOf | undefined> {
  const row = await db
    .selectFrom("identity.tokens")
    .select(["customer_account", "user_id", "kind"])
    .where("token_hash", "=", secretHash(token))
    .where("kind", "in", kinds)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row && { account: row.customer_account, user: row.user_id, kind: row.kind as TokenKind };
}

/** The same, and uses it up: of two that come at once, one gets it. */
export async function spendToken(
  db: Kysely<DB>,
  token: string,
  kinds: readonly TokenKind[],
): Promise<TokenOf | undefined> {
  const row = await db
    .deleteFrom("identity.tokens")
    .where("token_hash", "=", secretHash(token))
    .where("kind", "in", kinds)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["customer_account", "user_id", "kind"])
    .executeTakeFirst();
  return row && { account: row.customer_account, user: row.user_id, kind: row.kind as TokenKind };
}

/** Ends every token of these kinds that one person has: a newer mail makes the older ones worthless. */
export async function endTokens(
  trx: Trx,
  account: string,
  user: number,
  kinds: readonly TokenKind[] = Object.keys(tokenSeconds) as TokenKind[],
): Promise<void> {
  await trx
    .deleteFrom("identity.tokens")
    .where("customer_account", "=", account)
    .where("user_id", "=", user)
    .where("kind", "in", kinds)
    .execute();
}
