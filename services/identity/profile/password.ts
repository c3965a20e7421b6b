import { brand } from "../../../rules/brand";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount } from "../../kit/database";
import { countTry, forgive } from "../attempts";
import { checkPassword, hashPassword, proves } from "../passwords";
import { endTokens } from "../tokens";
import { keepProfile, mailNotice, type Self, selfActor } from "./person";
import { endOthers } from "./sessions";

const most = { tries: 10, seconds: 15 * 60 } as const;

/**
 * Whether somebody who is signed in knows their password: whoever found an open browser doesn't. Wrong tries are
 * limited. @returns nothing when it is right, else the refusal on `field`
 */
export async function knowsPassword(database: Database, self: Self, password: string, field: string) {
  const { db } = database;
  const key = `password ${self.account}/${self.user}`;
  if ((await countTry(db, { key, seconds: most.seconds })) > most.tries)
    return problem(429, "Too many tries. Wait 15 minutes, then try again.");
  const login = await db
    .selectFrom("identity.logins")
    .select("password_hash")
    .where("customer_account", "=", self.account)
    .where("user_id", "=", self.user)
    .executeTakeFirst();
  if (!(await proves(login?.password_hash, password))) {
    const words = "This is not your current password.";
    return problem(422, words, { [field]: [words] });
  }
  await forgive(db, key);
  return undefined;
}

/** A new password for somebody who knows the old one: every session but this one ends, and a mail tells of it. */
export async function changePassword(
  database: Database,
  self: Self & { company: string },
  form: { old_password: string; password: string },
  session: Buffer,
) {
  const refused = await knowsPassword(database, self, form.old_password, "old_password");
  if (refused) return refused;
  const { email, name, company } = self;
  const why =
    form.password === form.old_password
      ? "This is the password you have. Choose another one."
      : await checkPassword(form.password, { email, name, company });
  if (why) return problem(422, why, { password: [why] });
  const password_hash = await hashPassword(form.password);
  const ended = await inAccount(database.db, self.account, async (trx) => {
    await trx
      .updateTable("identity.logins")
      .set({ password_hash, chosen: true })
      .where("customer_account", "=", self.account)
      .where("user_id", "=", self.user)
      .execute();
    await keepProfile(trx, self, { password_changed_at: new Date() });
    await endTokens(trx, self.account, self.user);
    const others = await endOthers(trx, self, session);
    await recordActivity(trx, self.account, selfActor(self), {
      action: "Password changed",
      description: `${self.name} changed their password; ${others} other ${others === 1 ? "session" : "sessions"} ended.`,
      subject: "user",
      subject_id: String(self.user),
    });
    await mailNotice(trx, self, `Your ${brand.name} password was changed`, [
      `The password of this address was changed from the profile page (address ${self.address || "unknown"}). Everyone else who was signed in with it was signed out.`,
    ]);
    return others;
  });
  const words = ended === 0 ? "" : ` ${ended} other ${ended === 1 ? "session was" : "sessions were"} signed out.`;
  return { status: 200 as const, body: { status: 200, message: `Your password was changed.${words}`, ended } };
}
