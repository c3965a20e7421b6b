import { sql } from "kysely";
import type { ActionOn } from "../../../rules/audit";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { Member } from "../contract.people";
import { endTokens } from "../tokens";
import { mustBeTeam } from "./invitation";
import {
  beginChange,
  type Changer,
  difference,
  type MemberContext,
  type MemberRecord,
  memberFor,
  mustBeSomebodyElse,
  mustHoldAll,
  mustLeaveAnOwner,
  mustNotStandBelow,
  powers,
} from "./member-record";
import { memberNow } from "./members";
import { named, oneLine } from "./messages";
import { mustMayAssign, roleFor } from "./roles";

type Change = {
  name?: string | undefined;
  phone?: string | undefined;
  role_id?: number | null | undefined;
  user_group?: number | undefined;
};

/** Changes a person's name, phone, team or role. @throws HttpError 403, 404, 409, 422 */
export async function updateMember(trx: Trx, context: MemberContext, id: number, form: Change): Promise<Member> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Edit user");
  const person = await memberFor(trx, account, { id });
  mustNotStandBelow(changer, person.role);
  const said: string[] = [];
  const set: { name?: string; phone?: string; user_group?: string; role_id?: number | null } = {};
  if (form.name !== undefined) {
    set.name = named(form.name, "name", "Enter the person's name.");
    if (set.name !== person.name) said.push(`the name ${set.name}`);
  }
  if (form.phone !== undefined) {
    set.phone = oneLine(form.phone);
    if (set.phone !== person.phone) said.push(set.phone === "" ? "no phone number" : `the phone number ${set.phone}`);
  }
  if (form.user_group !== undefined) {
    const team = await mustBeTeam(trx, account, form.user_group);
    set.user_group = String(form.user_group);
    if (set.user_group !== person.user_group) said.push(`the team ${team}`);
  }
  if (form.role_id !== undefined && form.role_id !== person.role_id) {
    set.role_id = form.role_id;
    await changeRole(trx, account, changer, person, form.role_id);
  }
  if (Object.keys(set).length > 0) await store(trx, account, id, set);
  if (said.length > 0)
    await note(trx, account, changer, id, "Person changed", `${person.name} has ${said.join(", ")} now.`);
  return memberNow(trx, account, id);
}

async function changeRole(trx: Trx, account: string, changer: Changer, person: MemberRecord, roleId: number | null) {
  mustBeSomebodyElse(changer, person, "You can't change your own role. Ask another administrator.");
  const role = roleId === null ? undefined : await roleOfAccount(trx, account, roleId);
  if (role) mustMayAssign(changer, role);
  const after = { ...person, role: role?.name, role_permissions: role?.permissions.map(({ name }) => name) ?? [] };
  mustHoldAll(changer, difference(powers(person), powers(after)), "role_id");
  if (role?.name !== "Owner") await mustLeaveAnOwner(trx, account, person, "get another role");
  const words = `${person.name} is ${role?.name ?? "without a role"} now, and was ${person.role ?? "without a role"}.`;
  await note(trx, account, changer, person.id, "Role of a person changed", words);
}

async function roleOfAccount(trx: Trx, account: string, id: number) {
  return roleFor(trx, account, id).catch((error: unknown) => {
    const words = "Choose a role of this account.";
    throw error instanceof HttpError ? new HttpError(422, words, { role_id: [words] }) : error;
  });
}

/** Ends a person's access at once; their history stays and nothing of theirs is given to others. @throws HttpError */
export async function removeMember(trx: Trx, context: MemberContext, id: number): Promise<Member> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Remove user");
  const person = await memberFor(trx, account, { id });
  mustNotStandBelow(changer, person.role);
  mustBeSomebodyElse(changer, person, "You can't remove yourself. Ask another administrator.");
  if (person.state === "removed") return memberNow(trx, account, id);
  await mustLeaveAnOwner(trx, account, person, "be removed");
  await store(trx, account, id, { active: false, removed_at: sql`now()` });
  await trx.deleteFrom("identity.sessions").where("customer_account", "=", account).where("user_id", "=", id).execute();
  await endTokens(trx, account, id);
  await note(trx, account, changer, id, "Person removed", `${person.name} (${person.email}) was removed.`);
  return memberNow(trx, account, id);
}

/** Brings a removed person back with the role they had, which is giving it anew. @throws HttpError 403, 404 */
export async function restoreMember(trx: Trx, context: MemberContext, id: number): Promise<Member> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Remove user");
  const person = await memberFor(trx, account, { id });
  mustNotStandBelow(changer, person.role);
  if (person.state !== "removed") return memberNow(trx, account, id);
  mustHoldAll(changer, powers(person), "role_id");
  await store(trx, account, id, { active: true, removed_at: null });
  await note(trx, account, changer, id, "Person restored", `${person.name} (${person.email}) is back.`);
  return memberNow(trx, account, id);
}

/**
 * Sets a person's own permissions to what `to` makes of them. What they hold already by their role is not noted again.
 * @throws HttpError 403, 404
 */
export async function changePermissions(
  trx: Trx,
  context: MemberContext,
  key: { uuid: string } | { email: string },
  to: (own: string[]) => string[],
): Promise<Member> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Edit user");
  const person = await memberFor(trx, account, key);
  mustNotStandBelow(changer, person.role);
  mustBeSomebodyElse(changer, person, "You can't change your own permissions. Ask another administrator.");
  const byRole = new Set(person.role_permissions);
  const after = [...new Set(to(person.permissions))].filter(
    (name) => person.permissions.includes(name) || !byRole.has(name),
  );
  const changed = difference(new Set(person.permissions), new Set(after));
  mustHoldAll(changer, changed, "permissions");
  if (changed.length > 0) {
    await store(trx, account, person.id, { permissions: after });
    const added = after.filter((name) => !person.permissions.includes(name));
    const taken = person.permissions.filter((name) => !after.includes(name));
    const said = [
      added.length > 0 ? `given: ${added.join(", ")}` : "",
      taken.length > 0 ? `taken: ${taken.join(", ")}` : "",
    ].filter(Boolean);
    await note(trx, account, changer, person.id, "Permissions changed", `${person.name}, ${said.join("; ")}.`);
  }
  return memberNow(trx, account, person.id);
}

type StoredChange = Change & { permissions?: string[]; modules_off?: string[]; active?: boolean };

/** Writes these columns of one person. */
export async function store(
  trx: Trx,
  account: string,
  id: number,
  set: Omit<StoredChange, "user_group"> & { user_group?: string; removed_at?: ReturnType<typeof sql> | null },
): Promise<void> {
  await trx
    .updateTable("identity.users")
    .set(set as Record<string, never>)
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .execute();
}

export function note(
  trx: Trx,
  account: string,
  { by }: Changer,
  id: number,
  action: ActionOn<"user">,
  description: string,
) {
  return recordActivity(trx, account, by, { action, description, subject: "user", subject_id: String(id) });
}
