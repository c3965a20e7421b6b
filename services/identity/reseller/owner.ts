import { sql } from "kysely";
import { brand } from "../../../rules/brand";
import type { Trx } from "../../kit/database";
import { emailTemplate } from "../../kit/email-template";
import { mailLater } from "../../kit/mail";
import { greeting, isPlain, isPlainCompany } from "../../kit/plain-name";
import { HttpError } from "../../kit/serve";
import { findMemberRecord } from "../people/member-record";
import { named } from "../people/messages";
import { endTokens, makeToken } from "../tokens";

export type OwnerToCome = { name: string; email: string };
/** Who asks them: a person of the parent, and the parent's and the child's names. */
type Invitation = { by: string; parent: string; company: string };

/** Seconds between two mails of one invitation. */
const mailEvery = 60;

/** Adds the owner of a new account and mails the invitation. Runs in the child's account. */
export async function addOwnerToCome(
  trx: Trx,
  child: string,
  role: number | undefined,
  owner: OwnerToCome,
  by: Invitation,
): Promise<void> {
  const name = named(owner.name, "owner_name", "Enter the owner's name.");
  const { id } = await trx
    .insertInto("identity.users")
    .values({
      customer_account: child,
      name,
      email: owner.email,
      role_id: role ?? null,
      invited_at: sql`now()`,
      invited_by: by.by,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await mail(trx, child, { id, name, email: owner.email }, by);
}

/**
 * The mail again, or to another address: then whoever was asked before has no way in any more. Runs in the child's
 * account, while no owner has joined. @throws HttpError 422, 429
 */
export async function inviteOwnerAgain(trx: Trx, child: string, owner: OwnerToCome, by: Invitation): Promise<void> {
  const role = await trx
    .selectFrom("identity.roles")
    .select("id")
    .where("customer_account", "=", child)
    .where("name", "=", "Owner")
    .where("system", "=", true)
    .executeTakeFirst();
  const known = await findMemberRecord(trx, child, { email: owner.email });
  const waited = (Date.now() - (known?.invited_at?.getTime() ?? 0)) / 1000;
  if (known?.state === "invited" && waited < mailEvery)
    throw new HttpError(429, "An invitation went out just now. Wait a minute before the next one.");
  await closeOthers(trx, child, role?.id, known?.id);
  if (!known) return addOwnerToCome(trx, child, role?.id, owner, by);
  const name = named(owner.name, "name", "Enter the owner's name.");
  await trx
    .updateTable("identity.users")
    .set({
      name,
      role_id: role?.id ?? null,
      active: true,
      removed_at: null,
      invited_at: sql`now()`,
      invited_by: by.by,
    })
    .where("customer_account", "=", child)
    .where("id", "=", known.id)
    .execute();
  await mail(trx, child, { id: known.id, name, email: owner.email }, by);
}

/** An address that was wrong opens nothing. */
async function closeOthers(trx: Trx, child: string, role: number | undefined, but: number | undefined): Promise<void> {
  const others = await trx
    .selectFrom("identity.users")
    .select("id")
    .where("customer_account", "=", child)
    .where("role_id", "=", role ?? 0)
    .where("id", "<>", but ?? 0)
    .execute();
  for (const { id } of others) {
    await endTokens(trx, child, id, ["invitation"]);
    await trx
      .updateTable("identity.users")
      .set({ active: false, removed_at: sql`now()` })
      .where("customer_account", "=", child)
      .where("id", "=", id)
      .execute();
  }
}

async function mail(trx: Trx, child: string, to: OwnerToCome & { id: number }, by: Invitation): Promise<void> {
  await endTokens(trx, child, to.id, ["invitation"]);
  // Whoever invites chooses the names: what is not plain is left out of a mail that goes out in our name.
  const parent = isPlainCompany(by.parent) ? by.parent : "A reseller";
  const who = isPlain(by.by) ? `${by.by} of ${parent}` : parent;
  const account = isPlainCompany(by.company) ? `the account ${by.company}` : `a ${brand.name} account`;
  const subject = `${parent} opened ${account} for you`;
  const hello = greeting(to.name);
  const opened = `${who} opened ${account} (${child}) and made you its owner.`;
  const elsewhere = await trx
    .selectFrom("identity.logins")
    .select("customer_account")
    .where("email", "=", to.email.toLowerCase())
    .executeTakeFirst();
  const words = elsewhere
    ? emailTemplate({
        subject,
        lines: [
          hello,
          `${opened} This address signs in to another account already, and an address signs in to one account only.`,
          `Ask ${isPlainCompany(by.parent) ? parent : "them"} to send the invitation to another address of yours. Nothing has changed in your account.`,
        ],
      })
    : emailTemplate({
        subject,
        lines: [hello, `${opened} Choose a password to begin.`],
        button: {
          label: "Accept the invitation",
          path: `/auth/password/${await makeToken(trx, { account: child, user: to.id, kind: "invitation" })}`,
        },
        after: [
          "The link works once and for three days. If it has ended, ask for another one.",
          "If you do not know what this is about, do nothing.",
        ],
      });
  await mailLater(trx, child, { to: to.email, ...words });
}
