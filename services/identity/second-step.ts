import type { Kysely } from "kysely";
import { problem } from "../kit/contract";
import { inAccount } from "../kit/database";
import type { DB } from "../tables";
import { needsSecondFactor, proveSecondFactor } from "./profile/two-factor";
import { startSession } from "./sessions";
import { endTokens, makeToken, readToken, spendToken } from "./tokens";

export type SigningIn = { account: string; user: number; address: string };

const gone = "This sign-in took too long. Start again with your password.";

/** The handle of the second step, for whoever has one; nothing for everybody else. */
export async function findSecondStep(db: Kysely<DB>, { account, user }: SigningIn): Promise<string | undefined> {
  if (!(await needsSecondFactor(db, { account, user }))) return undefined;
  return inAccount(db, account, (trx) => makeToken(trx, { account, user, kind: "second-step" }));
}

/** The answer to a right first step: a code is asked for, or nothing when there is no second factor. */
export async function askSecondStep(db: Kysely<DB>, person: SigningIn) {
  const handle = await findSecondStep(db, person);
  if (!handle) return undefined;
  return {
    status: 202 as const,
    body: { status: 202 as const, message: "Enter the code of your app.", next: "code" as const, handle },
  };
}

/** Judges the code and signs in. The handle outlives wrong codes and dies with the right one, or after 10 minutes. */
export async function secondStep(
  db: Kysely<DB>,
  serviceSecret: string,
  { handle, code, address }: { handle: string; code: string; address: string },
) {
  const whose = await readToken(db, handle, ["second-step"]);
  if (!whose) return problem(401, gone);
  const proof = await proveSecondFactor(db, serviceSecret, whose, code);
  if (proof === "tries") return problem(429, "Too many wrong codes. Wait 15 minutes, then try again.");
  if (proof === "wrong") {
    const words = "That code is not right, or it was used before. Wait for the next one.";
    return problem(422, words, { code: [words] });
  }
  if (!(await spendToken(db, handle, ["second-step"]))) return problem(401, gone);
  await inAccount(db, whose.account, (trx) => endTokens(trx, whose.account, whose.user, ["second-step"]));
  const session = await startSession(db, { account: whose.account, user: whose.user, address });
  return session ? { status: 200 as const, body: session } : problem(401, gone);
}
