import { sql } from "kysely";
import { z } from "zod";
import { brand } from "../../../rules/brand";
import { recordActivity } from "../../kit/activities";
import { type Problem, problem } from "../../kit/contract";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { emailTemplate } from "../../kit/email-template";
import { mailLater } from "../../kit/mail";
import { checkedRows } from "../../kit/row-schema";
import { countTry } from "../attempts";
import type { Profile } from "../contract.profile";
import type { IdentityDeps } from "../deps";
import { providerName } from "../social/providers";
import { endTokens, makeToken, readToken, spendToken, tokenSeconds } from "../tokens";
import { knowsPassword } from "./password";
import { mailNotice, type Self, selfActor } from "./person";
import type { UserKey } from "./two-factor";

type Providers = Pick<IdentityDeps, "providers" | "facebook">;
export type SignInMethods = Pick<Profile, "has_password" | "sign_ins">;

const ChosenRow = z.object({ chosen: z.boolean() });

const SignInRow = z.object({ provider: z.string(), linked_at: z.date() });

/** How a person may sign in: with a password they chose, and at the providers that were linked. */
export async function listSignIns(trx: Trx, deps: Providers, { account, user }: UserKey): Promise<SignInMethods> {
  const login = await checkedRows(
    trx,
    ChosenRow,
    sql`
    select chosen from identity.logins where customer_account = ${account} and user_id = ${user}`,
  );
  const rows = await checkedRows(
    trx,
    SignInRow,
    sql`
    select provider, min(linked_at) as linked_at from identity.social_identities
    where customer_account = ${account} and user_id = ${user} group by provider order by provider`,
  );
  return {
    has_password: login.some(({ chosen }) => chosen),
    sign_ins: rows.map(({ provider, linked_at }) => ({
      provider,
      name: providerName(deps, provider).name,
      usable: isConfigured(deps, provider),
      linked_at: linked_at.toISOString(),
    })),
  };
}

/** A provider that is set up no more lets nobody in. */
function isConfigured({ providers, facebook }: Providers, provider: string): boolean {
  return provider === "facebook" ? facebook !== undefined : (providers ?? []).some(({ id }) => id === provider);
}

/** Why it can't be unlinked, or nothing. */
export function whyKept({ has_password, sign_ins }: SignInMethods, provider: string): string | undefined {
  const one = sign_ins.find((each) => each.provider === provider);
  if (!one || has_password || sign_ins.some((other) => other !== one && other.usable)) return undefined;
  return `${one.name} is your only way to sign in. Choose a password first: a link to do so is emailed to you.`;
}

const notLinked = "This sign-in is not linked to you.";
const over = "This link was used or has ended. Ask for another one.";
const most = { mails: 5, seconds: 3600 } as const;

/** Mails a link that proves that whoever asks reads the person's mail. */
export async function mailUnlink(database: Database, deps: Providers, self: Self, provider: string) {
  const key = `unlink ${self.account}/${self.user}`;
  if ((await countTry(database.db, { key, seconds: most.seconds })) > most.mails)
    return problem(429, "Enough mails for now. Check your spam folder, or try again in an hour.");
  return inAccount(database.db, self.account, async (trx) => {
    const methods = await listSignIns(trx, deps, self);
    const refused = refusal(methods, provider);
    if (refused) return refused;
    const { name } = providerName(deps, provider);
    await endTokens(trx, self.account, self.user, ["unlink"]);
    const token = await makeToken(trx, { account: self.account, user: self.user, kind: "unlink" });
    const mail = emailTemplate({
      subject: `Unlink ${name} from your ${brand.name} account`,
      lines: [
        `You asked to stop signing in with ${name}. Confirm it here within ${tokenSeconds.unlink / 60} minutes; the link works once, where you are signed in.`,
      ],
      button: {
        label: `Unlink ${name}`,
        path: `/user/profile/sign-ins/${encodeURIComponent(provider)}?token=${token}`,
      },
      after: ["If you did not ask for it, change your password: someone is signed in as you."],
    });
    await mailLater(trx, self.account, { to: self.email, ...mail });
    return { status: 200 as const, body: { status: 200, message: `We sent a link to ${self.email}.` } };
  });
}

/** Takes a provider away, proven by the password or by a mailed link; never the last way to sign in. */
export async function unlink(
  database: Database,
  deps: Providers,
  self: Self,
  { provider, password, proof }: { provider: string; password: string; proof: string },
) {
  if (proof === "") {
    const wrong = await knowsPassword(database, self, password, "password");
    if (wrong) return wrong;
  }
  return inAccount(database.db, self.account, async (trx) => {
    // One after the other: two at once would each take the other for the one that is left.
    await sql`select from identity.users where customer_account = ${self.account} and id = ${self.user} for update`.execute(
      trx,
    );
    const refused = refusal(await listSignIns(trx, deps, self), provider);
    if (refused) return refused;
    if (proof !== "") {
      const whose = await readToken(trx, proof, ["unlink"]);
      const own = whose?.account === self.account && whose.user === self.user;
      if (!own || !(await spendToken(trx, proof, ["unlink"]))) return problem(422, over, { proof: [over] });
    }
    const { name } = providerName(deps, provider);
    await sql`
      delete from identity.social_identities
      where customer_account = ${self.account} and user_id = ${self.user} and provider = ${provider}`.execute(trx);
    await recordActivity(trx, self.account, selfActor(self), {
      action: "Sign-in unlinked",
      description: `${self.name} no longer signs in with ${name}.`,
      subject: "user",
      subject_id: String(self.user),
    });
    await mailNotice(trx, self, `${name} was unlinked from your ${brand.name} account`, [
      `No one can open your ${brand.name} account with ${name} any more (address ${self.address || "unknown"}).`,
    ]);
    return {
      status: 200 as const,
      body: { status: 200, message: `${name} was unlinked. We sent you an email about it.` },
    };
  });
}

function refusal(methods: SignInMethods, provider: string): { status: 404 | 409; body: Problem } | undefined {
  if (!methods.sign_ins.some((one) => one.provider === provider)) return problem(404, notLinked);
  const kept = whyKept(methods, provider);
  return kept ? problem(409, kept) : undefined;
}
