import { sql } from "kysely";
import { returnPath } from "../../../rules/return-path";
import { problem } from "../../kit/contract";
import type { Database } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { signUpCalls } from "../contract.signup";
import type { IdentityDeps } from "../deps";
import { checkPassword, hashPassword } from "../passwords";
import { startSession } from "../sessions";
import { providerName } from "../social/providers";
import { newSecret, secretHash } from "../tokens";
import { mailResetLater, mailSignUpLater } from "./jobs";
import { overLimit } from "./limits";
import { passwordLink, setPassword } from "./new-password";
import { openAccount } from "./open-account";
import { addSignUp, changeSignUp, loadSignUp, lockSignUp, type SignUpRow, signUpByLink } from "./store";
import { ended, missingProof, verifyCode, verifyLink } from "./verify";

/** Mails of one sign-up, and the seconds between two. */
const maxMails = 5;
const mailEvery = 60;

const noMail = "This installation has no mail host yet, so nothing can be confirmed. Ask the person who runs it.";
const firstMail = { mails: 1, mailed_at: sql<Date>`now()` };

/** Signing up, and new passwords: everything that a mail proves. */
export function signUpHandlers(database: Database, deps: IdentityDeps): Handlers<typeof signUpCalls> {
  const { db } = database;
  const canMail = deps.canMail ?? true;

  return {
    async signUp({ body }, { address }) {
      const over = await overLimit(db, "signup", address);
      if (over) return over;
      if (!canMail) return problem(503, noMail);
      const { password, company_name: company, return_to, ...row } = body;
      const why = await checkPassword(password, { email: row.email, name: row.name, company });
      if (why) return problem(422, "Please correct the marked fields.", { password: [why] });
      const handle = newSecret();
      const password_hash = await hashPassword(password);
      await db.transaction().execute(async (trx) => {
        await addSignUp(trx, { ...row, handle, kind: "new", company, password_hash, return_to: returnPath(return_to) });
        await changeSignUp(trx, secretHash(handle), firstMail);
        await mailSignUpLater(trx, secretHash(handle));
      });
      return { status: 201, body: { signup: handle, message: "We sent you an email with a code." } };
    },

    async signUpState({ body }) {
      const row = await loadSignUp(db, body.signup);
      return row ? { status: 200, body: stateOf(row, deps) } : problem(404, ended);
    },

    async signUpEmail({ body }, { address }) {
      const over = await overLimit(db, "signup", address);
      if (over) return over;
      if (!canMail) return problem(503, noMail);
      return db.transaction().execute(async (trx) => {
        const row = await lockSignUp(trx, secretHash(body.signup));
        if (!row) return problem(404, ended);
        if (row.email) return problem(409, "The address is known already.");
        await changeSignUp(trx, row.handle_hash, { email: body.email, ...firstMail });
        await mailSignUpLater(trx, row.handle_hash);
        return { status: 200 as const, body: { status: 200, message: "We sent you an email with a code." } };
      });
    },

    async resendCode({ body }, { address }) {
      const over = await overLimit(db, "code", address);
      if (over) return over;
      return db.transaction().execute(async (trx) => {
        const row = await lockSignUp(trx, secretHash(body.signup));
        if (!row) return problem(404, ended);
        if (row.verified_at || !row.email) return problem(409, "There is nothing to send.");
        const wait = waitOf(row);
        if (wait > 0) return problem(429, `An email is on its way. You can ask for another in ${wait} s.`);
        if (row.mails >= maxMails)
          return problem(429, "That was the last email. Check your spam folder, or start again.");
        // Without a code the job makes a new one, and the old one is worth nothing from this moment.
        const next = { mails: row.mails + 1, mailed_at: sql<Date>`now()`, code_hash: null };
        await changeSignUp(trx, row.handle_hash, next);
        await mailSignUpLater(trx, row.handle_hash);
        return { status: 200 as const, body: { status: 200, message: "We sent another email." } };
      });
    },

    verifyCode: ({ body }, { address }) => verifyCode(database, deps, { ...body, address }),

    async linkState({ body }, { address }) {
      const over = await overLimit(db, "link", address);
      if (over) return over;
      const row = await signUpByLink(db, body.link);
      if (!row) return problem(404, "This link was used or has ended. Sign in, or sign up again.");
      return { status: 200, body: { email: row.email, needs: missingProof(row, body.signup) } };
    },

    verifyLink: ({ body }, { address }) => verifyLink(database, { ...body, address }),

    async companyDetails({ body }, { address }) {
      const { signup, ...details } = body;
      const row = await loadSignUp(db, signup);
      if (!row) return problem(404, ended);
      if (!row.verified_at || row.kind !== "new") return problem(409, "Confirm your address first.");
      const opened = await openAccount(db, row, details, address);
      if (!opened) return problem(404, ended);
      if (opened === "taken") return problem(409, "This address has an account by now. Sign in with it.");
      // Should billing be away, the job behind it opens the wallet later.
      await deps.openWallet?.(opened.account, opened.owner).catch(() => undefined);
      const session = await startSession(db, { ...opened, address });
      if (!session) return problem(404, ended);
      return { status: 201, body: { customer_account: opened.account, return_to: row.return_to, session } };
    },

    async forgotPassword({ body }, { address }) {
      const over = await overLimit(db, "forgot", address);
      if (over) return over;
      if (!canMail) return problem(503, noMail);
      await db.transaction().execute((trx) => mailResetLater(trx, body.email));
      const message = "If this address has an account, an email with a link is on its way to it.";
      return { status: 200, body: { status: 200, message } };
    },

    passwordLink: ({ body }, { address }) => passwordLink(database, body.token, address),
    setPassword: ({ body }, { address }) => setPassword(database, body.token, body.password, address),
  };
}

function stateOf(row: SignUpRow, deps: IdentityDeps) {
  const step = row.verified_at ? ("details" as const) : row.email ? ("verify" as const) : ("email" as const);
  return {
    step,
    email: row.email,
    name: row.name,
    phone: row.phone,
    company_name: row.company,
    provider: row.provider === null ? "" : providerName(deps, row.provider).name,
    return_to: row.return_to,
    resend_in: waitOf(row),
    mails_left: Math.max(0, maxMails - row.mails),
  };
}

/** Seconds until the next mail may be asked for. */
function waitOf({ mailed_at }: SignUpRow): number {
  return mailed_at ? Math.max(0, Math.ceil(mailEvery - (Date.now() - mailed_at.getTime()) / 1000)) : 0;
}
