import { randomInt } from "node:crypto";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { keyedHash } from "../../kit/encryption";
import { sendLater, type Tasks } from "../../kit/jobs";
import type { IdentityDeps } from "../deps";
import { providerName } from "../social/providers";
import { activeEmail, loadLogin } from "../store";
import { endTokens, makeToken, newSecret, secretHash } from "../tokens";
import { mayMail } from "./limits";
import { mailCode, mailKnown, mailReset, mailSocialLink } from "./mails";
import { walletTask } from "./open-account";
import { signInLinkTasks } from "./sign-in-link";
import { changeSignUp, lockSignUp, type SignUpRow } from "./store";

/*
 * Whether an address has an account is looked up here, out of sight: the pages queue the same job for every address
 * and answer at once, so neither words nor time tell.
 */
const signUpTask = "identity.signup-mail";
const forgotTask = "identity.forgot-mail";

/** What the stored code is worth nothing without: the service secret, and the sign-up it was made for. */
export function codeHash(secret: string, handleHash: Buffer, code: string): Buffer {
  return keyedHash(secret, "sign-up codes", `${handleHash.toString("hex")} ${code}`);
}

/** Queues the mail of this sign-up's present round. */
export function mailSignUpLater(trx: Trx, hash: Buffer): Promise<void> {
  return sendLater(trx, signUpTask, { signup: hash.toString("hex") });
}

export function mailResetLater(trx: Trx, email: string): Promise<void> {
  return sendLater(trx, forgotTask, { email });
}

export type SignUpJobDeps = Pick<IdentityDeps, "serviceSecret" | "providers" | "facebook" | "openWallet">;

const Wallet = z.object({ account: z.string(), name: z.string(), email: z.string(), phone: z.string() });

export function signUpTasks(database: Database, deps: SignUpJobDeps): Tasks {
  const { db } = database;
  return {
    ...signInLinkTasks(database),

    async [walletTask](payload) {
      const { account, ...owner } = Wallet.parse(payload);
      if (!deps.openWallet) throw new Error("billing can't be asked for a wallet");
      await deps.openWallet(account, owner);
    },

    async [signUpTask](payload) {
      const hash = Buffer.from(z.object({ signup: z.string() }).parse(payload).signup, "hex");
      await db.transaction().execute(async (trx) => {
        const row = await lockSignUp(trx, hash);
        // Made already (this job runs twice), proven, or over.
        if (!row?.email || row.code_hash || row.verified_at) return;
        await prepare(trx, row, deps);
      });
    },

    async [forgotTask](payload) {
      const { email } = z.object({ email: z.string() }).parse(payload);
      const login = await loadLogin(db, email);
      if (!login || !(await mayMail(db, "reset", email))) return;
      const { customer_account: account, user_id: user } = login;
      await inAccount(db, account, async (trx) => {
        const to = await activeEmail(trx, account, user);
        if (to === undefined) return;
        await endTokens(trx, account, user, ["reset"]);
        const token = await makeToken(trx, { account, user, kind: "reset" });
        await mailReset(trx, account, to, token);
      });
    },
  };
}

async function prepare(trx: Trx, row: SignUpRow, deps: SignUpJobDeps) {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const link = newSecret();
  const login = await loadLogin(trx, row.email);
  const right = { code_hash: codeHash(deps.serviceSecret, row.handle_hash, code), link_hash: secretHash(link) };
  const byProvider = row.provider !== null;
  // With an account: a provider's identity may be linked to it; a sign-up can only be told so, and its code is nobody's.
  if ((login || row.kind === "known") && !byProvider) {
    const nobodys = { code_hash: secretHash(newSecret()), link_hash: null, password_hash: null };
    await changeSignUp(trx, row.handle_hash, { kind: "known", tries: 0, ...nobodys });
    if (login && (await mayMail(trx, "signup", row.email))) await mailKnown(trx, login.customer_account, row.email);
    return;
  }
  if (login) {
    await changeSignUp(trx, row.handle_hash, { kind: "link", tries: 0, ...right, link_hash: null });
    const { name: provider } = providerName(deps, row.provider ?? "");
    if (await mayMail(trx, "link", row.email))
      await mailSocialLink(trx, login.customer_account, { to: row.email, provider, as: row.name, code });
    return;
  }
  await changeSignUp(trx, row.handle_hash, { kind: "new", tries: 0, ...right });
  if (await mayMail(trx, "signup", row.email)) await mailCode(trx, { to: row.email, name: row.name, code, link });
}
