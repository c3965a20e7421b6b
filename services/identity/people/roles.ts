import { sql } from "kysely";
import { z } from "zod";
import type { ActionOn } from "../../../rules/audit";
import { type ListSort, listOrders } from "../../../rules/list-orders";
import { hasUnseen, textSkeleton } from "../../../rules/look-alike";
import { permissionById, permissionNamed } from "../../../rules/permission-table";
import { roleRank, systemRoles } from "../../../rules/system-roles";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows, NameRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { Role } from "../contract.roles";
import { beginChange, type Changer, type MemberContext, mustHoldAll, mustNotStandBelow } from "./member-record";
import { listed, named } from "./messages";

const Row = Role.extend({
  permissions: z.array(z.string()),
  created_at: z.date(),
});
type Row = z.infer<typeof Row>;

const rolesOf = (account: string) => sql`
    (select r.id, r.name, r.system, r.permissions, r.created_at, (select count(*) from identity.users u
        where u.customer_account = ${account} and u.role_id = r.id and u.active) as members
      from identity.roles r where r.customer_account = ${account}) r`;

function shown(row: Row): Role {
  const permissions = row.permissions.flatMap((name) => {
    const known = permissionNamed(name);
    return known ? [{ id: known.id, name }] : [];
  });
  return { ...row, permissions: permissions.sort((a, b) => a.id - b.id), created_at: row.created_at.toISOString() };
}

type RoleQuery = PageQuery & { q: string; kind?: "own" | "system" | undefined; sort: ListSort<"roles"> };

const byName = keyColumn("text", sql`lower(r.name)`);
const power = systemRoles.map(({ name }) => name);
/** The system's roles by their power, then the account's own. */
const rank = sql`case when r.system then coalesce(array_position(${power}::text[], r.name), 99) else 100 end`;
const orderOf = namedOrders<ListSort<"roles">>(
  {
    rank: [keyColumn("bigint", rank), byName],
    name: byName,
    members: [keyColumn("bigint", "r.members"), byName],
    created: keyColumn("timestamptz", "r.created_at"),
  },
  keyColumn("bigint", "r.id"),
);

/** A page of the account's roles (R144). */
export async function rolePage(trx: Trx, account: string, asked: RoleQuery) {
  const page = await pageOfRows(trx, asked, {
    schema: Row,
    select: sql`r.*`,
    from: sql`${rolesOf(account)} where (${asked.q} = '' or strpos(lower(r.name), lower(${asked.q})) > 0)
      and (${asked.kind ?? null}::text is null or r.system = (${asked.kind ?? null} = 'system'))`,
    order: orderOf(asked.sort),
  });
  const link = (page: number) => {
    const query = new URLSearchParams({ page: String(page), per_page: String(asked.per_page) });
    if (asked.q) query.set("q", asked.q);
    if (asked.kind) query.set("kind", asked.kind);
    if (asked.sort !== listOrders.roles[0]) query.set("sort", asked.sort);
    return `/${account}/custom-roles?${query}`;
  };
  return {
    ...page,
    data: page.data.map(shown),
    next_page_url: page.next === null ? null : link(page.current_page + 1),
    prev_page_url: page.previous === null ? null : link(page.current_page - 1),
  };
}

export async function loadRole(trx: Trx, account: string, id: number): Promise<Role | undefined> {
  const found = await checkedRow(trx, Row, sql`select r.* from ${rolesOf(account)} where r.id = ${id}`);
  return found && shown(found);
}

/** @throws HttpError 404 */
export async function roleFor(trx: Trx, account: string, id: number): Promise<Role> {
  const role = await loadRole(trx, account, id);
  if (!role) throw new HttpError(404, "There is no such role in this account.");
  return role;
}

/** The names of permissions by id. @throws HttpError 422 on `permissions` when one is unknown */
export function permissionNames(ids: readonly number[]): string[] {
  const names = new Set<string>();
  for (const id of ids) {
    const known = permissionById(id);
    if (!known)
      throw new HttpError(422, `There is no permission ${id}.`, { permissions: [`There is no permission ${id}.`] });
    names.add(known.name);
  }
  return [...names];
}

/** Whoever assigns a role hands on all it holds; an owner is made by owners only. @throws HttpError 403 on `role_id` */
export function mustMayAssign(changer: Changer, role: Role): void {
  if (roleRank(role.name) > roleRank(changer.role)) {
    const words =
      role.name === "Owner"
        ? "Only an owner can make another person an owner."
        : "Only an owner or a Super Admin can give this role.";
    throw new HttpError(403, words, { role_id: [words] });
  }
  mustHoldAll(
    changer,
    role.permissions.map(({ name }) => name),
    "role_id",
  );
}

/** @throws HttpError 403, 422 */
export async function createRole(
  trx: Trx,
  context: MemberContext,
  form: { name: string; permissions: number[] },
): Promise<Role> {
  const changer = await beginChange(trx, context, "Create user");
  const name = named(form.name, "name", "Give the role a name.");
  const permissions = permissionNames(form.permissions);
  mustHoldAll(changer, permissions, "permissions");
  await freeName(trx, context.account, name);
  const { id } = await trx
    .insertInto("identity.roles")
    .values({ customer_account: context.account, name, permissions, system: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  await note(
    trx,
    context,
    changer,
    id,
    "Role created",
    `The role ${name} was created with ${count(permissions.length)}.`,
  );
  return roleFor(trx, context.account, id);
}

/** Renames a role of the account's own, and sets what it holds. @throws HttpError 403, 404, 422 */
export async function updateRole(
  trx: Trx,
  context: MemberContext,
  id: number,
  form: { name?: string | undefined; permissions?: number[] | undefined },
): Promise<Role> {
  const { changer, role } = await beginRoleChange(trx, context, id);
  const name = form.name === undefined ? role.name : named(form.name, "name", "Give the role a name.");
  const before = role.permissions.map((held) => held.name);
  const after = form.permissions === undefined ? before : permissionNames(form.permissions);
  mustHoldAll(changer, after, "permissions");
  if (name !== role.name) await freeName(trx, context.account, name, id);
  await store(trx, context.account, id, { name, permissions: after });
  if (name !== role.name)
    await note(trx, context, changer, id, "Role renamed", `The role ${role.name} is named ${name} now.`);
  await noteRights(trx, context, changer, { ...role, name }, before, after);
  return roleFor(trx, context.account, id);
}

/** Adds permissions to a role, or takes them out. @throws HttpError 403, 404, 422 */
export async function changeRole(
  trx: Trx,
  context: MemberContext,
  id: number,
  change: { add?: number[]; remove?: number },
): Promise<Role> {
  const { changer, role } = await beginRoleChange(trx, context, id);
  const before = role.permissions.map((held) => held.name);
  const added = permissionNames(change.add ?? []);
  const taken = change.remove === undefined ? [] : [permissionById(change.remove)?.name ?? ""];
  if (taken.some((name) => !before.includes(name)))
    throw new HttpError(404, `${role.name} does not have this permission.`);
  mustHoldAll(changer, added, "permissions");
  const after = [...new Set([...before, ...added])].filter((name) => !taken.includes(name));
  await store(trx, context.account, id, { permissions: after });
  await noteRights(trx, context, changer, role, before, after);
  return roleFor(trx, context.account, id);
}

const RoleRow = z.object({ name: z.string(), active: z.boolean() });

/** Deletes a role that nobody has. Answers its name. @throws HttpError 403, 404, 409 */
export async function deleteRole(trx: Trx, context: MemberContext, id: number): Promise<string> {
  const changer = await beginChange(trx, context, "Remove user");
  const role = await ownRole(trx, context.account, changer, id);
  const rows = await checkedRows(
    trx,
    RoleRow,
    sql`
    select name, active from identity.users where customer_account = ${context.account} and role_id = ${id}
    order by active desc, name limit 4`,
  );
  if (rows.some(({ active }) => active)) {
    const names = rows.filter(({ active }) => active).map((row) => row.name);
    const some = names.length > 3 ? [...names.slice(0, 3), "others"] : names;
    throw new HttpError(
      409,
      `${listed(some)} ${names.length === 1 ? "has" : "have"} this role. Give them another one first.`,
    );
  }
  // People who were removed keep their history, and come back without a role.
  await sql`update identity.users set role_id = null where customer_account = ${context.account} and role_id = ${id}`.execute(
    trx,
  );
  await sql`delete from identity.roles where customer_account = ${context.account} and id = ${id}`.execute(trx);
  await note(trx, context, changer, id, "Role deleted", `The role ${role.name} was deleted.`);
  return role.name;
}

async function beginRoleChange(
  trx: Trx,
  context: MemberContext,
  id: number,
): Promise<{ changer: Changer; role: Role }> {
  const changer = await beginChange(trx, context, "Edit user");
  return { changer, role: await ownRole(trx, context.account, changer, id) };
}

/** A role of the account's own that holds no more than the changer does. */
async function ownRole(trx: Trx, account: string, changer: Changer, id: number): Promise<Role> {
  const role = await roleFor(trx, account, id);
  if (role.system)
    throw new HttpError(403, `${role.name} is a system role: it is the same for everyone and can't be changed.`);
  mustNotStandBelow(changer, role.name);
  mustHoldAll(
    changer,
    role.permissions.map((held) => held.name),
    "permissions",
  );
  return role;
}

async function freeName(trx: Trx, account: string, name: string, but = 0): Promise<void> {
  const same = (other: string) => other.normalize("NFKC").toLowerCase() === name.normalize("NFKC").toLowerCase();
  const rows = await checkedRows(
    trx,
    NameRow,
    sql`
    select name from identity.roles where customer_account = ${account} and id <> ${but}`,
  );
  if (hasUnseen(name)) {
    const words = "The name has characters that no one can see. Type it again.";
    throw new HttpError(422, words, { name: [words] });
  }
  const reserved = systemRoles.some((role) => textSkeleton(role.name) === textSkeleton(name));
  if (!reserved && !rows.some((row) => same(row.name))) return;
  const words = `There is a role named ${name} already.`;
  throw new HttpError(422, words, { name: [words] });
}

async function store(trx: Trx, account: string, id: number, said: { name?: string; permissions: string[] }) {
  await trx
    .updateTable("identity.roles")
    .set(said)
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .execute();
}

function count(permissions: number): string {
  return permissions === 1 ? "1 permission" : `${permissions} permissions`;
}

async function noteRights(
  trx: Trx,
  context: MemberContext,
  changer: Changer,
  role: Role,
  before: string[],
  after: string[],
) {
  const added = after.filter((name) => !before.includes(name));
  const taken = before.filter((name) => !after.includes(name));
  const said = [
    added.length > 0 ? `may now ${listed(added)}` : "",
    taken.length > 0 ? `may no longer ${listed(taken)}` : "",
  ].filter(Boolean);
  if (said.length === 0) return;
  await note(trx, context, changer, role.id, "Role changed", `The role ${role.name}: ${said.join("; ")}.`);
}

function note(
  trx: Trx,
  { account }: MemberContext,
  { by }: Changer,
  id: number,
  action: ActionOn<"role">,
  description: string,
) {
  return recordActivity(trx, account, by, { action, description, subject: "role", subject_id: String(id) });
}
