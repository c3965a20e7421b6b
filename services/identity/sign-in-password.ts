import { setTimeout } from "node:timers/promises";
import { problem } from "../kit/contract";
import type { Database } from "../kit/database";
import type { IdentityDeps } from "./deps";
import { hasSignedIn, readBrowser } from "./known-browser";
import { proves } from "./passwords";
import { askSecondStep } from "./second-step";
import { startSession } from "./sessions";
import { type SignInTry, signInTries } from "./sign-in-tries";
import { mailSignInLater } from "./signup/sign-in-link";
import { loadLogin } from "./store";

/** One answer for an unknown address, a wrong password and a dismissed person: none of them is told apart. */
const neutral = "That email address and password do not match.";

const linkWords =
  "Someone tried many wrong passwords for this address. If yours is right, we sent you an email with a link: open it to sign in.";

/** Milliseconds that an answer takes, right or wrong, while somebody guesses at a name. */
const slowMs = 1_000;

type Credentials = { username: string; password: string; browser?: string | undefined };

/** Signing in with an e-mail address and a password. */
export function passwordSignIn(database: Database, deps: IdentityDeps) {
  const { db } = database;
  const tries = signInTries(db);

  return async ({ username, password, browser: token }: Credentials, address: string) => {
    const email = username.toLowerCase();
    const browser = readBrowser(deps.serviceSecret, token);
    const known = browser && hasSignedIn(deps.serviceSecret, browser, email);
    const attempt: SignInTry = { email, address, browser: known ? browser.id : undefined };
    const verdict = await tries.count(attempt);
    if (verdict.kind === "over") return problem(429, `Too many tries. Wait ${wait(verdict.seconds)}, then try again.`);
    if (verdict.kind === "free") return judge(attempt, password);
    const [answer] = await Promise.all([
      deps.canMail === false ? judge(attempt, password) : judgeByMail(email, password),
      setTimeout(slowMs),
    ]);
    return answer;
  };

  async function judge(attempt: SignInTry, password: string) {
    const { email, address } = attempt;
    const login = await loadLogin(db, email);
    const right = await proves(login?.password_hash, password);
    if (!login || !right) return problem(401, neutral);
    const person = { account: login.customer_account, user: login.user_id, address };
    const next = (await askSecondStep(db, person)) ?? (await begun(person));
    if (next) await tries.forget(attempt);
    return next ?? problem(401, neutral);
  }

  async function begun(person: { account: string; user: number; address: string }) {
    const session = await startSession(db, person);
    return session && { status: 200 as const, body: session };
  }

  /** Right or wrong, the answer is the same: a guesser learns nothing, and the right person reads their mail. */
  async function judgeByMail(email: string, password: string) {
    const login = await loadLogin(db, email);
    if (await proves(login?.password_hash, password)) await mailSignInLater(database, email);
    return {
      status: 202 as const,
      body: { status: 202 as const, message: linkWords, next: "link" as const, handle: "" },
    };
  }
}

function wait(seconds: number): string {
  if (seconds >= 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}
