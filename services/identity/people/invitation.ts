import { sql } from "kysely";
import { brand } from "../../../rules/brand";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { emailTemplate } from "../../kit/email-template";
import { mailLater } from "../../kit/mail";
import { greeting, isPlain, isPlainCompany } from "../../kit/plain-name";
import { HttpError } from "../../kit/serve";
import type { Member } from "../contract.people";
import { endTokens, makeToken } from "../tokens";
import { beginChange, findMemberRecord, type MemberContext, memberFor, mustNotStandBelow } from "./member-record";
import { memberNow } from "./members";
import { named, oneLine } from "./messages";
import { mustMayAssign, roleFor } from "./roles";
import { teamNamed } from "./teams";

export type Invite = { name: string; email: string; phone: string; role_id: number; user_group: number };

/** Seconds between two mails of one invitation. */
const mailEvery = 60;

/**
 * Adds the person and mails them an invitation. An address that signs in to another account gets a mail that says so,
 * and whoever invites is told the same as ever. @throws HttpError 403, 422
 */
export async function invite(trx: Trx, context: MemberContext, form: Invite): Promise<Member> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Create user");
  const name = named(form.name, "name", "Enter the person's name.");
  const before = await findMemberRecord(trx, account, { email: form.email });
  if (before) {
    const words =
      before.state === "removed"
        ? `${before.name} was in this account with this address. Restore them instead.`
        : `${before.name} is in this account with this address already.`;
    throw new HttpError(422, words, { email: [words] });
  }
  const role = await roleFor(trx, account, form.role_id).catch((error: unknown) => {
    const words = "Choose a role of this account.";
    throw error instanceof HttpError ? new HttpError(422, words, { role_id: [words] }) : error;
  });
  mustMayAssign(changer, role);
  await mustBeTeam(trx, account, form.user_group);
  const { id } = await trx
    .insertInto("identity.users")
    .values({
      customer_account: account,
      name,
      email: form.email,
      phone: oneLine(form.phone),
      role_id: role.id,
      user_group: String(form.user_group),
      invited_at: sql`now()`,
      invited_by: changer.name,
      invited_by_id: changer.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await mailInvitation(trx, account, { id, name, email: form.email, role: role.name, by: changer.name });
  await recordActivity(trx, account, changer.by, {
    action: "Person invited",
    description: `${name} (${form.email}) was invited as ${role.name}.`,
    subject: "user",
    subject_id: String(id),
  });
  return memberNow(trx, account, id);
}

/** The mail again, with a new link; the link before is worth nothing then. @throws HttpError 403, 404, 409, 429 */
export async function inviteAgain(trx: Trx, context: MemberContext, id: number): Promise<string> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Create user");
  const person = await memberFor(trx, account, { id });
  mustNotStandBelow(changer, person.role);
  if (person.state !== "invited") throw new HttpError(409, `${person.name} has no open invitation.`);
  const waited = (Date.now() - (person.invited_at?.getTime() ?? 0)) / 1000;
  if (waited < mailEvery)
    throw new HttpError(429, "An invitation went out just now. Wait a minute before the next one.");
  await trx
    .updateTable("identity.users")
    .set({ invited_at: sql`now()`, invited_by: changer.name, invited_by_id: changer.id })
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .execute();
  await mailInvitation(trx, account, { ...person, role: person.role ?? "a member", by: changer.name });
  await recordActivity(trx, account, changer.by, {
    action: "Invitation sent again",
    description: `${person.name} (${person.email}) was sent another invitation.`,
    subject: "user",
    subject_id: String(id),
  });
  return person.email;
}

type Invited = { id: number; name: string; email: string; role: string; by: string };

/** Whoever invites chooses every name in it: what is not plain is left out of a mail that goes out in our name. */
async function mailInvitation(trx: Trx, account: string, invited: Invited): Promise<void> {
  const { id, name, email } = invited;
  const { name: company } = await trx
    .selectFrom("identity.accounts")
    .select("name")
    .where("customer_account", "=", account)
    .executeTakeFirstOrThrow();
  await endTokens(trx, account, id, ["invitation"]);
  const by = isPlain(invited.by) ? invited.by : "Someone";
  const where = isPlainCompany(company) ? company : `a company's ${brand.name} account`;
  const work = isPlainCompany(invited.role) ? `work in ${where} as ${invited.role}` : `work in ${where}`;
  const subject = `${by} invites you to ${where}`;
  const elsewhere = await trx
    .selectFrom("identity.logins")
    .select("customer_account")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (elsewhere) {
    const words = emailTemplate({
      subject,
      lines: [
        greeting(name),
        `${by} invited you to ${work}. This address signs in to another account already, and an address signs in to one account only.`,
        `If you want to join, ask to be invited at another address of yours. Nothing has changed in your account.`,
      ],
    });
    await mailLater(trx, account, { to: email, ...words });
    return;
  }
  const token = await makeToken(trx, { account, user: id, kind: "invitation" });
  const words = emailTemplate({
    subject,
    lines: [greeting(name), `${by} invited you to ${work}. Choose a password to begin.`],
    button: { label: "Accept the invitation", path: `/auth/password/${token}` },
    after: [
      "The link works once and for three days. If it has ended, ask for another one.",
      "If you do not know what this is about, do nothing: without you no account is opened in your name.",
    ],
  });
  await mailLater(trx, account, { to: email, ...words });
}

/** @throws HttpError 422 on `user_group` */
export async function mustBeTeam(trx: Trx, account: string, id: number): Promise<string> {
  const team = await teamNamed(trx, account, id);
  if (team) return team.name;
  const words = "Choose a team of this account.";
  throw new HttpError(422, words, { user_group: [words] });
}
