import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";

const Audience = z.object({
  members: z.array(z.string()),
  supervisors: z.array(z.string()),
  group: z.array(z.string()),
});
type Audience = z.infer<typeof Audience>;

const AudienceRow = Audience.extend({ id: z.number() });

/**
 * Whose each ticket is: its members, its supervisors (those of its groups; without a group, those of every group), and
 * everybody in its groups.
 */
export async function loadAudiences(
  trx: Trx,
  account: string,
  tickets: readonly number[],
): Promise<(ticket: number) => Audience> {
  const found = await checkedRows(
    trx,
    AudienceRow,
    sql`
    with asked as (select unnest(${bigints(tickets)}) as id),
      theirs as (select a.id, g.group_id from asked a join ticketing.ticket_groups g
        on g.customer_account = ${account} and g.ticket_id = a.id),
      everywhere as (select array_agg(distinct user_id) as users from ticketing.group_members
        where customer_account = ${account} and role = 'supervisor')
    select a.id,
      to_jsonb(array(select user_id from ticketing.ticket_members m
        where m.customer_account = ${account} and m.ticket_id = a.id and not m.watches)) as members,
      to_jsonb(case when exists (select from theirs where theirs.id = a.id)
        then array(select distinct m.user_id from theirs join ticketing.group_members m
          on m.customer_account = ${account} and m.group_id = theirs.group_id
          where theirs.id = a.id and m.role = 'supervisor')
        else coalesce((select users from everywhere), '{}') end) as supervisors,
      to_jsonb(array(select distinct m.user_id from theirs join ticketing.group_members m
        on m.customer_account = ${account} and m.group_id = theirs.group_id where theirs.id = a.id)) as "group"
    from asked a`,
  );
  const by = new Map(found.map(({ id, ...audience }) => [id, audience]));
  return (ticket) => by.get(ticket) ?? { members: [], supervisors: [], group: [] };
}

export async function listSupervisors(trx: Trx, account: string, ticket: number): Promise<string[]> {
  return (await loadAudiences(trx, account, [ticket]))(ticket).supervisors;
}

const SupervisorRow = z.object({ user_id: z.string(), supervises: z.boolean() });

/** Who hears of what is nobody's: every supervisor, or where there is none the account's owners and super admins. */
export async function lastResort(trx: Trx, account: string): Promise<string[]> {
  const found = await checkedRows(
    trx,
    SupervisorRow,
    sql`
    select user_id, exists (select from ticketing.group_members m where m.customer_account = w.customer_account
      and m.user_id = w.user_id and m.role = 'supervisor') as supervises, admin
    from ticketing.people w where customer_account = ${account} and left_at is null and (admin or user_id in (
      select user_id from ticketing.group_members where customer_account = ${account} and role = 'supervisor'))`,
  );
  const supervisors = found.filter(({ supervises }) => supervises);
  return (supervisors.length > 0 ? supervisors : found).map(({ user_id }) => user_id);
}
