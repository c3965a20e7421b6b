import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import { roleRank } from "../../../rules/system-roles";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { Colleague, Member } from "../contract.people";
import { memberState } from "./member-record";

const Row = Member.extend({
  created_at: z.date(),
  invited_at: z.date().nullable(),
  removed_at: z.date().nullable(),
});
type Row = z.infer<typeof Row>;

const mainTeam = "Main team";

/** A member `m`: whether they have been asked in, how many sessions they have, whether the account has no other owner. */
const columnsOf = (account: string) => sql`
    m.*, (select count(*) from identity.sessions s
        where s.customer_account = ${account} and s.user_id = m.id and s.expires_at > now()) as sessions,
      exists (select from identity.second_factors f
        where f.customer_account = ${account} and f.user_id = m.id and f.confirmed_at is not null) as two_factor,
      m.role = 'Owner' and m.state = 'active' and not exists (
        select from identity.users o join identity.roles r
          on r.customer_account = o.customer_account and r.id = o.role_id and r.name = 'Owner'
        where o.customer_account = ${account} and o.id <> m.id and o.active
          and (o.invited_at is null
            or exists (select from identity.logins l where l.customer_account = o.customer_account and l.user_id = o.id)
            or exists (select from identity.social_identities s where s.customer_account = o.customer_account and s.user_id = o.id))
      ) as last_owner`;

const membersOf = (account: string) => sql`
    (select u.id, u.uuid, u.name, u.email, u.profile_url, u.user_group, u.phone, u.role_id, coalesce(r.name, '') as role,
        coalesce(g.name, case when u.user_group = '1' then ${mainTeam} else 'Team ' || u.user_group end) as group_name,
        ${memberState} as state, u.permissions, u.modules_off, u.created_at, u.invited_at, u.invited_by, u.removed_at
      from identity.users u
      left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
      left join identity.user_groups g on g.customer_account = u.customer_account and g.id::text = u.user_group
      where u.customer_account = ${account}) m`;

function read(trx: Trx, account: string, where: RawBuilder<unknown>, tail: RawBuilder<unknown>): Promise<Row[]> {
  return checkedRows(trx, Row, sql`select ${columnsOf(account)} from ${membersOf(account)} where ${where} ${tail}`);
}

function shown(row: Row): Member {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    invited_at: row.invited_at?.toISOString() ?? null,
    removed_at: row.removed_at?.toISOString() ?? null,
  };
}

export async function loadMember(trx: Trx, account: string, id: number): Promise<Member | undefined> {
  const [found] = await read(trx, account, sql`m.id = ${id}`, sql``);
  return found && shown(found);
}

/** One member, just changed. */
export async function memberNow(trx: Trx, account: string, id: number): Promise<Member> {
  const member = await loadMember(trx, account, id);
  if (!member) throw new HttpError(404, "There is no such person in this account.");
  return member;
}

export type AskedMembers = PageQuery & {
  q: string;
  email: string;
  role?: number | undefined;
  state?: Member["state"] | undefined;
  sort: ListSort<"members">;
};

/** By anything, removed people are last. */
const last = (ascending: boolean) =>
  keyColumn("bigint", ascending ? sql`(m.state = 'removed')::int` : sql`(m.state <> 'removed')::int`);
const by = (text: string) => (ascending: boolean) => [last(ascending), keyColumn("text", sql`lower(${sql.ref(text)})`)];
const orderOf = namedOrders<ListSort<"members">>(
  {
    name: by("m.name"),
    email: by("m.email"),
    role: by("m.role"),
    since: (ascending) => [last(ascending), keyColumn("timestamptz", "m.created_at")],
  },
  keyColumn("bigint", "m.id"),
);

/** A page of the members of a team; undefined is every team. */
export async function memberPage(trx: Trx, account: string, team: string | undefined, asked: AskedMembers) {
  const where = sql`(${team ?? null}::text is null or m.user_group = ${team ?? null})
    and (${asked.email} = '' or lower(m.email) = lower(${asked.email}))
    and (${asked.q} = '' or strpos(lower(m.name), lower(${asked.q})) > 0 or strpos(lower(m.email), lower(${asked.q})) > 0)
    and (${asked.role ?? null}::bigint is null or m.role_id = ${asked.role ?? null})
    and (${asked.state ?? null}::text is null or m.state = ${asked.state ?? null})`;
  const page = await pageOfRows(trx, asked, {
    schema: Row,
    select: columnsOf(account),
    from: sql`${membersOf(account)} where ${where}`,
    order: orderOf(asked.sort),
  });
  return { ...page, data: page.data.map(shown) };
}

/** Everybody of a team who has not been removed, for choosing one. */
export async function colleagues(trx: Trx, account: string, team: string | undefined): Promise<Colleague[]> {
  return checkedRows(
    trx,
    Colleague,
    sql`
    select u.id, u.uuid, u.name, u.email, u.profile_url, u.user_group, coalesce(r.name, '') as role
    from identity.users u left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
    where u.customer_account = ${account} and u.active and (${team ?? null}::text is null or u.user_group = ${team ?? null})
    order by lower(u.name), u.id limit 5000`,
  );
}

/** The account's owners who can sign in, the longest-serving first. */
export async function listOwners(trx: Trx, account: string) {
  const owners = await read(
    trx,
    account,
    sql`m.role = 'Owner' and m.state = 'active'`,
    sql`order by m.created_at, m.id limit 50`,
  );
  return owners.filter(({ role }) => roleRank(role) === 2).map(({ id, name, email }) => ({ id, name, email }));
}
