import { sql } from "kysely";
import { z } from "zod";
import { products } from "../../../rules/access";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { emailTemplate } from "../../kit/email-template";
import { mailLater } from "../../kit/mail";
import type { Person, Service } from "../../kit/principal";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { Profile } from "../contract.profile";
import { named } from "../people/messages";
import { factorState, type UserKey } from "./two-factor";

/** Who changes something of themselves, and from where. */
export type Self = UserKey & { name: string; email: string; address: string };

/** Who asks about themselves. Another service of ours has no self. */
export function requestSelf(who: Person | Service, address: string): Self {
  if (who.kind === "service") throw new HttpError(403, "This is for people to do.");
  return { account: who.customer_account, user: Number(who.id), name: who.name, email: who.email, address };
}

export function selfActor({ user, name, address }: Self) {
  return { id: String(user), name, address };
}

const OwnProfile = Profile.omit({ has_password: true, sign_ins: true });
type OwnProfile = z.infer<typeof OwnProfile>;

const ProfileRow = OwnProfile.omit({ factor: true }).extend({
  password_changed_at: z.date().nullable(),
});

export async function findProfile(trx: Trx, whose: UserKey): Promise<OwnProfile | undefined> {
  const found = await checkedRow(
    trx,
    ProfileRow,
    sql`
    select u.name, u.email, u.phone, coalesce(r.name, '') as role, u.profile_url, coalesce(p.time_zone, '') as time_zone,
      a.time_zone as account_time_zone, p.password_changed_at,
      (select count(*) from identity.sessions s
       where s.customer_account = u.customer_account and s.user_id = u.id and s.expires_at > now())::int as sessions
    from identity.users u
    join identity.accounts a on a.customer_account = u.customer_account
    left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
    left join identity.profiles p on p.customer_account = u.customer_account and p.user_id = u.id
    where u.customer_account = ${whose.account} and u.id = ${whose.user}`,
  );
  const row = found;
  if (!row) return undefined;
  const factor = await factorState(trx, whose);
  return { ...row, password_changed_at: row.password_changed_at?.toISOString() ?? null, factor };
}

const SignUpAnswers = z.object({ requested_products: z.array(z.string()), phone: z.string() });

/** What the account was opened for, and the person's phone, or else the account's. */
export async function loadSignUpAnswers(trx: Trx, { account, user }: UserKey) {
  const found = await checkedRow(
    trx,
    SignUpAnswers,
    sql`
    select a.requested_products, coalesce(nullif(u.phone, ''), a.phone) as phone
    from identity.users u join identity.accounts a on a.customer_account = u.customer_account
    where u.customer_account = ${account} and u.id = ${user}`,
    { batched: true },
  );
  return (
    found && {
      phone: found.phone,
      requested_products: products.filter((product) => found.requested_products.includes(product)),
    }
  );
}

/** Changes a person's own name and zone; says in the audit what was changed, and nothing when nothing was. */
export async function updateSelf(trx: Trx, self: Self, form: { name: string; time_zone: string }): Promise<string> {
  const name = named(form.name, "name", "Enter your name.");
  const before = await findProfile(trx, self);
  if (!before) throw new HttpError(404, "You are not in this account any more.");
  const changes: string[] = [];
  if (before.name !== name) changes.push(`the name from ${before.name} to ${name}`);
  if (before.time_zone !== form.time_zone)
    changes.push(`the time zone to ${form.time_zone || `the account's, ${before.account_time_zone}`}`);
  if (changes.length === 0) return "Nothing was changed.";
  await trx
    .updateTable("identity.users")
    .set({ name })
    .where("customer_account", "=", self.account)
    .where("id", "=", self.user)
    .execute();
  await keepProfile(trx, self, { time_zone: form.time_zone || null });
  await recordActivity(trx, self.account, selfActor(self), {
    action: "Profile changed",
    description: `${before.name} changed ${changes.join(" and ")}.`,
    subject: "user",
    subject_id: String(self.user),
  });
  return "Your profile was changed.";
}

type StoredProfile = { time_zone?: string | null; photo_id?: string | null; password_changed_at?: Date };

export async function keepProfile(trx: Trx, { account, user }: UserKey, kept: StoredProfile): Promise<void> {
  await trx
    .insertInto("identity.profiles")
    .values({ customer_account: account, user_id: user, ...kept })
    .onConflict((on) => on.columns(["customer_account", "user_id"]).doUpdateSet(kept))
    .execute();
}

/**
 * The photo's id before, so that its file can go. An empty `url` takes the photo away. The person is written before
 * their profile, as everywhere: two who write both in two orders wait for each other.
 */
export async function keepPhoto(trx: Trx, self: Self, photo: { id: string; url: string } | undefined) {
  await trx
    .updateTable("identity.users")
    .set({ profile_url: photo?.url ?? "" })
    .where("customer_account", "=", self.account)
    .where("id", "=", self.user)
    .execute();
  const row = await trx
    .selectFrom("identity.profiles")
    .select("photo_id")
    .where("customer_account", "=", self.account)
    .where("user_id", "=", self.user)
    .executeTakeFirst();
  await keepProfile(trx, self, { photo_id: photo?.id ?? null });
  await recordActivity(trx, self.account, selfActor(self), {
    action: "Photo changed",
    description: photo ? `${self.name} has a new photo.` : `${self.name} removed their photo.`,
    subject: "user",
    subject_id: String(self.user),
  });
  return row?.photo_id ?? undefined;
}

/** Tells by mail that something about how one signs in was changed, so that a change by somebody else is noticed. */
export async function mailNotice(trx: Trx, self: Self, subject: string, lines: string[]): Promise<void> {
  const mail = emailTemplate({
    subject,
    lines: [...lines, "If it was you, you do not need to do anything."],
    button: { label: "It was not me: choose a new password", path: "/auth/forgot-password" },
  });
  await mailLater(trx, self.account, { to: self.email, ...mail });
}
