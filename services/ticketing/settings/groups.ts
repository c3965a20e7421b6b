import { sql } from "kysely";
import { z } from "zod";
import { isDuplicate, type Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow, NameRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { recountLater } from "../clocks/recount-later";
import { Group } from "../contract.people";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { inUse } from "./stages";

export async function listGroups(trx: Trx, account: string): Promise<Group[]> {
  return checkedRows(
    trx,
    Group,
    sql`
    select id, name, description,
      coalesce((select jsonb_agg(jsonb_build_object('group_member_id', m.id, 'id', m.user_id, 'name', w.name, 'email', w.email,
          'role', m.role) order by w.name)
        from ticketing.group_members m join ticketing.people w using (customer_account, user_id)
        where m.customer_account = g.customer_account and m.group_id = g.id and w.left_at is null), '[]') as members,
      (select count(*)::int from ticketing.ticket_groups t where t.customer_account = g.customer_account and t.group_id = g.id) as tickets
    from ticketing.groups g where customer_account = ${account} order by lower(name)`,
  );
}

export async function loadGroup(trx: Trx, account: string, id: number): Promise<Group> {
  const group = (await listGroups(trx, account)).find((one) => one.id === id);
  if (!group) throw new HttpError(404, "There is no such group.");
  return group;
}

type Form = { name: string; description: string };

export async function saveGroup(
  unit: UnitOfWork,
  id: number | undefined,
  form: Form,
  members: readonly string[] = [],
): Promise<Group> {
  const { trx, account } = unit;
  const saved = await checkedRow(
    trx,
    IdRow,
    id === undefined
      ? sql`insert into ticketing.groups (customer_account, name, description)
          values (${account}, ${form.name}, ${form.description}) returning id`
      : sql`update ticketing.groups set name = ${form.name}, description = ${form.description}
          where customer_account = ${account} and id = ${id} returning id`,
  ).catch((error: unknown) => {
    const words = `There is a group named ${form.name} already.`;
    throw isDuplicate(error) ? new HttpError(422, words, { name: [words] }) : error;
  });
  if (!saved) throw new HttpError(404, "There is no such group.");
  for (const user of members) await putMember(unit, { group_id: saved.id, member_id: user, role: "agent" });
  return loadGroup(trx, account, saved.id);
}

/** Deletes a group; its open tickets go to the one named in its place. Answers its name. @throws HttpError 404, 409 */
export async function deleteGroup(
  { trx, account }: UnitOfWork,
  id: number,
  replace: number | undefined,
): Promise<string> {
  const group = await checkedRow(
    trx,
    NameRow,
    sql`select name from ticketing.groups where customer_account = ${account} and id = ${id} for update`,
  );
  if (!group) throw new HttpError(404, "There is no such group.");
  const open = await hasRows(
    trx,
    sql`
    select 1 from ticketing.ticket_groups g join ticketing.tickets t on t.customer_account = g.customer_account and t.id = g.ticket_id
    where g.customer_account = ${account} and g.group_id = ${id} and t.status in ('new', 'open', 'pending') and t.deleted_at is null limit 1`,
  );
  if (open) {
    const other = await hasRows(
      trx,
      sql`select 1 from ticketing.groups where customer_account = ${account} and id = ${replace ?? 0} and id <> ${id}`,
    );
    if (!other) throw inUse(`Open tickets are ${group.name}'s. Choose the group that they go to.`);
    await sql`
      insert into ticketing.ticket_groups (customer_account, ticket_id, group_id)
      select customer_account, ticket_id, ${replace ?? 0} from ticketing.ticket_groups
      where customer_account = ${account} and group_id = ${id} on conflict do nothing`.execute(trx);
  }
  await sql`delete from ticketing.ticket_groups where customer_account = ${account} and group_id = ${id}`.execute(trx);
  await sql`
    update ticketing.policies set group_ids = array_remove(group_ids, ${id}::bigint)
    where customer_account = ${account} and ${id}::bigint = any(group_ids)`.execute(trx);
  await sql`delete from ticketing.groups where customer_account = ${account} and id = ${id}`.execute(trx);
  await recountLater(trx, account);
  return group.name;
}

type MemberForm = { group_id: number; member_id: string; role: "agent" | "supervisor" };

/** Puts a person whom ticketing knows into a group. @throws HttpError 404, 422 */
export async function putMember({ trx, account }: UnitOfWork, form: MemberForm): Promise<void> {
  const group = await hasRows(
    trx,
    sql`select 1 from ticketing.groups where customer_account = ${account} and id = ${form.group_id}`,
  );
  if (!group) throw new HttpError(404, "There is no such group.");
  const known = await hasRows(
    trx,
    sql`
    select 1 from ticketing.people
    where customer_account = ${account} and left_at is null and user_id = ${form.member_id}`,
  );
  if (!known)
    throw new HttpError(422, "Choose a person from the list.", { member_id: ["Choose a person from the list."] });
  await sql`
    insert into ticketing.group_members (customer_account, group_id, user_id, role)
    values (${account}, ${form.group_id}, ${form.member_id}, ${form.role})
    on conflict (customer_account, group_id, user_id) do update set role = excluded.role`.execute(trx);
}

const MemberRow = z.object({ group: z.string(), person: z.string() });

/** @throws HttpError 404 */
export async function dropMember({ trx, account }: UnitOfWork, id: number): Promise<{ group: string; person: string }> {
  const gone = await checkedRow(
    trx,
    MemberRow,
    sql`
    delete from ticketing.group_members m using ticketing.groups g, ticketing.people w
    where m.customer_account = ${account} and m.id = ${id} and g.customer_account = m.customer_account and g.id = m.group_id
      and w.customer_account = m.customer_account and w.user_id = m.user_id
    returning g.name as group, w.name as person`,
  );
  if (!gone) throw new HttpError(404, "There is no such member.");
  return gone;
}

const GroupMemberRow = z.object({
  group_member_id: z.number(),
  group_id: z.number(),
  group: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(["agent", "supervisor"]),
});

export function listGroupMembers(trx: Trx, account: string, group: number | undefined) {
  return checkedRows(
    trx,
    GroupMemberRow,
    sql`select m.id as group_member_id, m.group_id, g.name as group, m.user_id as id, w.name, w.email, m.role
      from ticketing.group_members m join ticketing.groups g on g.customer_account = m.customer_account and g.id = m.group_id
        join ticketing.people w on w.customer_account = m.customer_account and w.user_id = m.user_id
      where m.customer_account = ${account} and w.left_at is null and ${group === undefined ? sql`true` : sql`m.group_id = ${group}`}
      order by lower(g.name), lower(w.name)`,
  );
}

const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  groups: z.array(z.object({ id: z.number(), name: z.string(), role: z.enum(["agent", "supervisor"]) })),
  open_tickets: z.number(),
  last_seen_at: z.date().nullable(),
  left: z.boolean(),
});

/** With their open tickets, and of those who left whoever has some. They are read from those, of which there are fewer than all that were ever somebody's. */
export async function listUsers(trx: Trx, account: string, q: string) {
  const found = await checkedRows(
    trx,
    User,
    sql`
    select user_id as id, name, email, last_seen_at, w.left_at is not null as left,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'role', m.role) order by g.name)
        from ticketing.group_members m join ticketing.groups g on g.customer_account = m.customer_account and g.id = m.group_id
        where m.customer_account = w.customer_account and m.user_id = w.user_id), '[]') as groups,
      coalesce(l.tickets, 0) as open_tickets
    from ticketing.people w left join (
      select m.user_id, count(*)::int as tickets
      from ticketing.tickets t join ticketing.ticket_members m on m.customer_account = t.customer_account and m.ticket_id = t.id
      where t.customer_account = ${account} and t.status in ('new', 'open', 'pending') and t.deleted_at is null
        and t.merged_into is null and not m.watches
      group by m.user_id) l using (user_id)
    where customer_account = ${account} and (w.left_at is null or l.tickets > 0)
      and (${q} = '' or strpos(lower(name || ' ' || email), lower(${q})) > 0) order by lower(name) limit 500`,
  );
  return found.map((user) => ({ ...user, last_seen_at: user.last_seen_at?.toISOString() ?? null }));
}
