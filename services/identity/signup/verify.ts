import { type Kysely, sql } from "kysely";
import { constantTimeEqual } from "../../kit/constant-time";
import { problem } from "../../kit/contract";
import type { Database } from "../../kit/database";
import type { DB } from "../../tables";
import type { IdentityDeps } from "../deps";
import { proves } from "../passwords";
import { linkIdentity } from "../social/link";
import { newSecret, secretHash } from "../tokens";
import { codeHash } from "./jobs";
import { overLimit } from "./limits";
import { changeSignUp, dropSignUp, lockSignUp, type SignUpRow, signUpByLink, signUpSeconds } from "./store";

/** Wrong codes for one mail; the next mail's code has its own. */
const maxTries = 5;
export const ended = "This sign-up has ended. Start again.";
const tooMany = "Too many wrong codes. Ask for a new email.";
const elsewhere = "Open this link in the browser where you began, or type the emailed code there.";

const stillLive = sql<Date>`now() + make_interval(secs => ${signUpSeconds})`;

/** Proves the address with the mailed code, in the browser that holds the sign-up. */
export async function verifyCode(
  { db }: Database,
  deps: IdentityDeps,
  { signup, code, address }: { signup: string; code: string; address: string },
) {
  const over = await overLimit(db, "code", address);
  if (over) return over;
  const judged = await db.transaction().execute(async (trx) => {
    const row = await lockSignUp(trx, secretHash(signup));
    if (!row) return problem(404, ended);
    if (row.verified_at) return row;
    if (row.tries >= maxTries) return problem(429, tooMany);
    const right =
      row.kind !== "known" &&
      row.code_hash !== null &&
      constantTimeEqual(codeHash(deps.serviceSecret, row.handle_hash, code), row.code_hash);
    if (right) return taken(trx, row);
    const left = await countWrong(trx, row);
    const words = left > 0 ? `That code is not right. ${tries(left)} left.` : tooMany;
    return problem(422, words, { code: [words] });
  });
  return "body" in judged ? judged : onward(db, judged, signup, address);
}

/** What a mailed link asks of the browser it is opened in. */
export function missingProof(row: SignUpRow, signup: string | undefined): "nothing" | "password" | "the other browser" {
  if (signup && secretHash(signup).equals(row.handle_hash)) return "nothing";
  // Whoever began chose the password, so only they may go on elsewhere: a stranger's sign-up with this address and its
  // owner's click must not make an account that the stranger can open.
  return row.kind === "new" && row.provider === null && row.password_hash ? "password" : "the other browser";
}

/** Proves the address with the mailed link. */
export async function verifyLink(
  { db }: Database,
  { link, signup, password, address }: { link: string; signup?: string; password?: string; address: string },
) {
  const over = await overLimit(db, "link", address);
  if (over) return over;
  const found = await signUpByLink(db, link);
  if (!found) return problem(404, "This link was used or has ended. Sign in, or sign up again.");
  const needs = missingProof(found, signup);
  if (needs === "the other browser") return problem(409, elsewhere);
  if (needs === "password") {
    // Counted before it is judged, so that tries sent all at once are all counted.
    const counted = await db.transaction().execute(async (trx) => {
      const row = await lockSignUp(trx, found.handle_hash);
      if (!row || row.tries >= maxTries) return false;
      await countWrong(trx, row);
      return true;
    });
    if (!counted) return problem(429, tooMany);
    const right = await proves(found.password_hash ?? undefined, password ?? "");
    if (!right) {
      const words = password ? "That is not the password you chose." : "Enter the password you chose.";
      return problem(422, words, { password: [words] });
    }
  }
  const own = needs === "nothing" && signup ? signup : newSecret();
  const judged = await db.transaction().execute(async (trx) => {
    const row = await lockSignUp(trx, found.handle_hash);
    if (!row) return undefined;
    const proven = await taken(trx, row);
    // The browser that opened the link goes on with a handle of its own; the other one's ends.
    if (needs === "password") await changeSignUp(trx, row.handle_hash, { handle_hash: secretHash(own) });
    return proven;
  });
  if (!judged) return problem(404, ended);
  return onward(db, judged, own, address);
}

async function taken(trx: Kysely<DB>, row: SignUpRow): Promise<SignUpRow> {
  if (row.kind === "link") await dropSignUp(trx, row.handle_hash);
  else
    await changeSignUp(trx, row.handle_hash, { verified_at: sql<Date>`now()`, expires_at: stillLive, code_hash: null });
  return row;
}

function onward(db: Kysely<DB>, row: SignUpRow, signup: string, address: string) {
  if (row.kind === "link") return linkIdentity(db, row, address);
  return { status: 200 as const, body: { step: "details" as const, signup } };
}

async function countWrong(trx: Kysely<DB>, row: SignUpRow): Promise<number> {
  await changeSignUp(trx, row.handle_hash, { tries: row.tries + 1 });
  return maxTries - row.tries - 1;
}

function tries(left: number): string {
  return left === 1 ? "1 try" : `${left} tries`;
}
