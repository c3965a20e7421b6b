import { sql } from "kysely";
import { z } from "zod";
import type { Permission } from "../../../rules/access";
import { memberStates } from "../../../rules/member-states";
import { grantedPermissions } from "../../../rules/permission-table";
import { roleRank } from "../../../rules/system-roles";
import type { ActivityActor } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";

/** Somebody of the account with what they may do, read from the live rows. */
const MemberRecord = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  user_group: z.string(),
  role_id: z.number().nullable(),
  role: z.string().optional(),
  role_permissions: z.array(z.string()),
  /** Their own, beside the role's. */
  permissions: z.array(z.string()),
  modules_off: z.array(z.string()),
  state: z.enum(memberStates),
  invited_at: z.date().nullable(),
});
export type MemberRecord = z.infer<typeof MemberRecord>;

type Key = { id: number } | { uuid: string } | { email: string };

/** Invited: was asked to come and can't sign in yet, neither by password nor elsewhere. */
export const memberState = sql<MemberRecord["state"]>`case
  when not u.active then 'removed'
  when u.invited_at is not null
    and not exists (select from identity.logins l where l.customer_account = u.customer_account and l.user_id = u.id)
    and not exists (select from identity.social_identities s where s.customer_account = u.customer_account and s.user_id = u.id)
  then 'invited' else 'active' end`;

const MemberRecordRow = MemberRecord.extend({ role: z.string().nullable() });

export async function findMemberRecord(trx: Trx, account: string, key: Key): Promise<MemberRecord | undefined> {
  const which =
    "id" in key
      ? sql`u.id = ${key.id}`
      : "uuid" in key
        ? sql`u.uuid = ${key.uuid}`
        : sql`lower(u.email) = lower(${key.email})`;
  const row = await checkedRow(
    trx,
    MemberRecordRow,
    sql`
    select u.id, u.uuid, u.name, u.email, u.phone, u.user_group, u.role_id, r.name as role, u.permissions, u.modules_off,
      coalesce(r.permissions, '{}') as role_permissions, u.invited_at, ${memberState} as state
    from identity.users u
    left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
    where u.customer_account = ${account} and ${which}`,
  );
  return row && { ...row, role: row.role ?? undefined };
}

/** The same, or 404. */
export async function memberFor(trx: Trx, account: string, key: Key): Promise<MemberRecord> {
  const found = await findMemberRecord(trx, account, key);
  if (!found) throw new HttpError(404, "There is no such person in this account.");
  return found;
}

export function powers(of: Pick<MemberRecord, "role" | "role_permissions" | "permissions">): Set<string> {
  return grantedPermissions({
    roles: of.role === undefined ? [] : [{ name: of.role }],
    permissions: [...of.role_permissions, ...of.permissions],
  });
}

/** Who changes something, as they stand now, under the account's lock. */
export type Changer = MemberRecord & { by: ActivityActor };

/** What a handler knows of its caller. */
export type MemberContext = { account: string; who: Person | Service; address: string };

/**
 * Begins a change of people or roles: one at a time in an account, and by somebody who may still do it now, whatever
 * they could when the call came in. @throws HttpError 403
 */
export async function beginChange(
  trx: Trx,
  { account, who, address }: MemberContext,
  need: Permission,
): Promise<Changer> {
  if (who.kind === "service") throw new HttpError(403, "This is for people to do.");
  await lockPeople(trx, account);
  const changer = await findMemberRecord(trx, account, { id: Number(who.id) });
  if (changer?.state !== "active") throw new HttpError(403, "You are not in this account any more.");
  if (!powers(changer).has(need)) throw new HttpError(403, `You need the permission ${need}.`);
  return { ...changer, by: { id: who.id, name: who.name, address } };
}

/** Rights of one account change one after the other; foreign keys to the account don't wait for this. */
export async function lockPeople(trx: Trx, account: string): Promise<void> {
  await sql`select 1 from identity.accounts where customer_account = ${account} for no key update`.execute(trx);
}

/** @throws HttpError 403 when the other stands higher by role */
export function mustNotStandBelow(changer: MemberRecord, other: string | undefined): void {
  if (roleRank(changer.role) >= roleRank(other)) return;
  const words =
    other === "Owner"
      ? "Only an owner can change an owner."
      : "Only an owner or a Super Admin can change a Super Admin.";
  throw new HttpError(403, words);
}

export function mustBeSomebodyElse(changer: MemberRecord, target: MemberRecord, words: string): void {
  if (changer.id === target.id) throw new HttpError(403, words);
}

/** Nobody gives or takes what they don't hold themselves. @throws HttpError 403 naming what is missing, on `field` */
export function mustHoldAll(changer: MemberRecord, changed: Iterable<string>, field: string): void {
  const own = powers(changer);
  const lacking = [...new Set(changed)].filter((name) => !own.has(name));
  if (lacking.length === 0) return;
  const some = lacking.slice(0, 3).join(", ") + (lacking.length > 3 ? ` and ${lacking.length - 3} more` : "");
  const words = `You can only give or take permissions you have. You do not have ${some}.`;
  throw new HttpError(403, words, { [field]: [words] });
}

/** What is in one and not in the other. */
export function difference(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...[...one].filter((name) => !other.has(name)), ...[...other].filter((name) => !one.has(name))];
}

const OwnersRow = z.object({ owners: z.number() });

/** Active owners besides this person. */
export async function otherOwners(trx: Trx, account: string, but: number): Promise<number> {
  const row = await checkedRow(
    trx,
    OwnersRow,
    sql`
    select count(*) as owners from (
      select ${memberState} as state from identity.users u
      join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id and r.name = 'Owner'
      where u.customer_account = ${account} and u.id <> ${but} and u.active) o
    where state = 'active'`,
  );
  return row?.owners ?? 0;
}

/** @throws HttpError 409 when the account would be left without an owner who can sign in */
export async function mustLeaveAnOwner(trx: Trx, account: string, target: MemberRecord, what: string): Promise<void> {
  if (target.role !== "Owner" || target.state === "removed") return;
  if ((await otherOwners(trx, account, target.id)) > 0) return;
  throw new HttpError(409, `${target.name} is the only owner and can't ${what}. Make another person an owner first.`);
}
