import { sql } from "kysely";
import { type Activity, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { checkPassword, hashPassword } from "../passwords";
import { startSession } from "../sessions";
import { forgetTriesFrom } from "../sign-in-tries";
import { endTokens, readToken, spendToken, type TokenOf } from "../tokens";
import { overLimit } from "./limits";
import { mailPasswordChanged } from "./mails";

const kinds = ["reset", "invitation"] as const;
const unusable = "This link was used or has ended. Ask for another one.";

type TokenOwner = TokenOf & { kind: (typeof kinds)[number]; email: string; name: string; company: string };

/** Whom the link is for, while it is good and they may still come in. */
async function whoseLink({ db }: Database, token: string): Promise<TokenOwner | undefined> {
  const found = await readToken(db, token, kinds);
  if (!found) return undefined;
  return readAccount(db, found.account, async (trx) => {
    const row = await trx
      .selectFrom("identity.users as u")
      .innerJoin("identity.accounts as a", "a.customer_account", "u.customer_account")
      .select(["u.email", "u.name", "a.name as company"])
      .where("u.customer_account", "=", found.account)
      .where("u.id", "=", found.user)
      .where("u.active", "=", true)
      .executeTakeFirst();
    return row && { ...found, kind: found.kind as TokenOwner["kind"], ...row };
  });
}

export async function passwordLink(database: Database, token: string, address: string) {
  const over = await overLimit(database.db, "link", address);
  if (over) return over;
  const whose = await whoseLink(database, token);
  if (!whose) return problem(404, unusable);
  const { kind, email, name, company: company_name } = whose;
  return { status: 200 as const, body: { kind, email, name, company_name } };
}

/**
 * Sets the password with a link that works once: every session of the person ends, and every other link of theirs.
 * Somebody invited is signed in; somebody who forgot signs in with the new password (and their second step).
 */
export async function setPassword(database: Database, token: string, password: string, address: string) {
  const { db } = database;
  const over = await overLimit(db, "link", address);
  if (over) return over;
  const whose = await whoseLink(database, token);
  if (!whose) return problem(404, unusable);
  const why = await checkPassword(password, whose);
  if (why) return problem(422, why, { password: [why] });
  const password_hash = await hashPassword(password);
  const { account, user, kind } = whose;
  const outcome = await inAccount(db, account, async (trx) => {
    if (!(await spendToken(trx, token, kinds))) return "used";
    if (!(await storePassword(trx, whose, password_hash))) return "elsewhere";
    await trx
      .deleteFrom("identity.sessions")
      .where("customer_account", "=", account)
      .where("user_id", "=", user)
      .execute();
    await endTokens(trx, account, user);
    await recordActivity(trx, account, { id: String(user), name: whose.name, address }, activityOf(whose));
    if (kind === "invitation") await tellInviter(trx, whose);
    if (kind === "reset") await mailPasswordChanged(trx, account, whose.email, "with a mailed link");
    return "set";
  });
  if (outcome === "used") return problem(404, unusable);
  if (outcome === "elsewhere")
    return problem(409, "This address signs in to another account by now. Ask for an invitation to another address.");
  await forgetTriesFrom(db, whose.email, address);
  const session = kind === "invitation" ? ((await startSession(db, { account, user, address })) ?? null) : null;
  return { status: 200 as const, body: { kind, session } };
}

/** Whoever sent the invitation last hears that it was accepted. */
async function tellInviter(trx: Trx, { account, user, name }: TokenOwner): Promise<void> {
  const row = await trx
    .selectFrom("identity.users")
    .select("invited_by_id")
    .where("customer_account", "=", account)
    .where("id", "=", user)
    .executeTakeFirst();
  if (!row?.invited_by_id) return;
  const words = `${name} accepted your invitation.`;
  const about = { kind: "invitation accepted", subject: user, key: `invitation:${user}` } as const;
  await publishNotices(trx, account, [{ ...about, users: [String(row.invited_by_id)], words }]);
}

/** False when the address signs in to another account. */
async function storePassword(trx: Trx, { account, user, email }: TokenOwner, password_hash: string): Promise<boolean> {
  const written = await trx
    .insertInto("identity.logins")
    .values({ email: email.toLowerCase(), customer_account: account, user_id: user, password_hash })
    .onConflict((on) =>
      on
        .column("email")
        .doUpdateSet({ password_hash, chosen: true })
        .where("identity.logins.customer_account", "=", account)
        .where("identity.logins.user_id", "=", user),
    )
    .returning("email")
    .executeTakeFirst();
  if (!written) return false;
  await trx
    .insertInto("identity.profiles")
    .values({ customer_account: account, user_id: user, password_changed_at: sql<Date>`now()` })
    .onConflict((on) =>
      on.columns(["customer_account", "user_id"]).doUpdateSet({ password_changed_at: sql<Date>`now()` }),
    )
    .execute();
  return true;
}

function activityOf({ kind, name, user }: TokenOwner): Activity {
  const about = { subject: "user", subject_id: String(user) } as const;
  return kind === "invitation"
    ? { action: "Invitation accepted", description: `${name} accepted the invitation.`, ...about }
    : { action: "Password changed", description: `${name} set a new password with a mailed link.`, ...about };
}
