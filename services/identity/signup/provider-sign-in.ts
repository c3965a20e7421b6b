import { sql } from "kysely";
import type { z } from "zod";
import { returnPath } from "../../../rules/return-path";
import { problem } from "../../kit/contract";
import type { Database } from "../../kit/database";
import type { AuthDetails } from "../contract.sign-in";
import { letIn, personBehind } from "../social/link";
import { AccessDenied, awayWords, type Identity, isAway, type Provider } from "../social/providers";
import { newSecret, secretHash } from "../tokens";
import { mailSignUpLater } from "./jobs";
import { overLimit } from "./limits";
import { addSignUp, changeSignUp } from "./store";

/**
 * A sign-in at a provider. An identity we know signs in. One we don't is mailed a code at the address it names, whether
 * or not that address has an account: the provider's word alone neither links nor opens one, and tells nobody which.
 */
export async function socialSignIn(
  { db }: Database,
  providers: readonly Provider[],
  details: z.output<typeof AuthDetails>,
  address: string,
) {
  const provider = providers.find(({ id }) => id === details.provider);
  if (!provider) return problem(404, "There is no such provider.");
  const over = await overLimit(db, "code", address);
  if (over) return over;
  let identity: Identity;
  try {
    identity = await provider.finish(details);
  } catch (error) {
    if (error instanceof AccessDenied) return problem(401, `You came back from ${provider.name} without signing in.`);
    return isAway(error)
      ? problem(503, awayWords(provider.name))
      : problem(401, `Signing in with ${provider.name} did not work. Try again, or use your password.`);
  }
  const person = await personBehind(db, provider.id, identity.subject);
  if (person) {
    const entered = await letIn(db, { ...person, address });
    if (!entered) return problem(401, `No one can sign in here with this ${provider.name} identity.`);
    if ("session" in entered && entered.session) return { status: 200 as const, body: entered.session };
    return next("code", "Enter the code of your app.", entered.handle ?? "");
  }
  const handle = newSecret();
  const email = addressOf(identity.email);
  const hash = secretHash(handle);
  await db.transaction().execute(async (trx) => {
    const { subject } = identity;
    const return_to = returnPath(details.return_to);
    const name = nameOf(identity, email);
    await addSignUp(trx, { handle, kind: "new", email, name, provider: provider.id, subject, return_to });
    if (!email) return;
    await changeSignUp(trx, hash, { mails: 1, mailed_at: sql<Date>`now()` });
    await mailSignUpLater(trx, hash);
  });
  return next("verify", email ? "We sent you an email with a code." : "Which email address is yours?", handle);
}

function next(step: "code" | "verify", message: string, handle: string) {
  return { status: 202 as const, body: { status: 202 as const, message, next: step, handle } };
}

/** The address as we keep it, or none: what a provider says is not what a form has checked. */
function addressOf(text: string): string {
  const email = text.trim().toLowerCase();
  return email.length <= 254 &&
    /^[^\s\p{Cc}@"(),:;<>[\]\\]{1,64}@[^\s\p{Cc}@"(),:;<>[\]\\]+\.[^\s\p{Cc}@"(),:;<>[\]\\.]{2,}$/u.test(email)
    ? email
    : "";
}

function nameOf({ name }: Identity, email: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 100);
  return plain || email.split("@")[0] || "Owner";
}
