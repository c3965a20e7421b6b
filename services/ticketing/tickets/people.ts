import { sql } from "kysely";
import { z } from "zod";
import { checkedRows, IdNameRow, UserIdRow } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { recalculateClocks } from "../clocks/recalculate";
import { notify } from "../notices/notify";
import { type Line, remember } from "../records/history";
import { lockTicket, touch } from "../records/lock";
import type { TicketRow } from "../records/tickets";
import type { UnitOfWork } from "../workspace/unit-of-work";

const Names = z.object({ id: z.string(), name: z.string() });
type Names = z.infer<typeof Names>;

async function listNames({ trx, account }: UnitOfWork, users: readonly string[]): Promise<Names[]> {
  const found = await checkedRows(
    trx,
    Names,
    sql`
    select user_id as id, name from ticketing.people
    where customer_account = ${account} and left_at is null and user_id = any(${texts(users)})`,
  );
  const missing = users.find((user) => !found.some(({ id }) => id === user));
  if (missing !== undefined)
    throw new HttpError(422, "Choose people from the list.", { member_ids: ["Choose people from the list."] });
  return found;
}

type People = {
  add?: readonly string[];
  remove?: readonly string[];
  watch?: readonly string[];
  unwatch?: readonly string[];
};

const PersonRow = z.object({ user_id: z.string(), name: z.string(), watches: z.boolean() });

/** Gives a ticket to people or takes it from them; each new member gets word of it. Answers whether anything changed. */
export async function changePeople(unit: UnitOfWork, id: number, given: People): Promise<boolean> {
  const { trx, account, now } = unit;
  const { add = [], remove = [], watch = [], unwatch = [] } = given;
  const ticket = await lockTicket(unit, id);
  const known = await listNames(unit, [...new Set([...add, ...watch])]);
  const agentName = (user: string) => known.find((one) => one.id === user)?.name ?? user;
  const added = await checkedRows(
    trx,
    UserIdRow,
    sql`
    insert into ticketing.ticket_members as m (customer_account, ticket_id, user_id, watches, at)
    select ${account}, ${id}, u, false, ${now} from unnest(${texts(add)}) u
    on conflict (customer_account, ticket_id, user_id) do update set watches = false where m.watches
    returning user_id`,
  );
  const watching = await checkedRows(
    trx,
    UserIdRow,
    sql`
    insert into ticketing.ticket_members (customer_account, ticket_id, user_id, watches, at)
    select ${account}, ${id}, u, true, ${now} from unnest(${texts(watch)}) u
    on conflict do nothing returning user_id`,
  );
  const gone = await checkedRows(
    trx,
    PersonRow,
    sql`
    delete from ticketing.ticket_members m using ticketing.people w
    where m.customer_account = ${account} and m.ticket_id = ${id}
      and ((m.user_id = any(${texts(remove)}) and not m.watches) or (m.user_id = any(${texts(unwatch)}) and m.watches))
      and w.customer_account = m.customer_account and w.user_id = m.user_id
    returning m.user_id, w.name, m.watches`,
  );
  const lines = [
    ...added.map(({ user_id }): Line => ({ action: "assigned", words: `Given to ${agentName(user_id)}` })),
    ...watching.map(({ user_id }): Line => ({ action: "watched", words: `${agentName(user_id)} watches` })),
    ...gone.map(
      ({ name, watches }): Line => ({
        action: watches ? "unwatched" : "unassigned",
        words: watches ? `${name} no longer watches` : `Taken from ${name}`,
      }),
    ),
  ];
  if (lines.length === 0) return false;
  const version = await touch(unit, id);
  await remember(unit, id, version, lines);
  for (const { user_id } of added)
    if (user_id !== unit.by.id)
      await notify(unit, [
        {
          users: [user_id],
          kind: "assigned",
          ticket: id,
          words: `${unit.by.name} gave you #${id}: ${ticket.subject}`,
          key: `assigned:${id}:${version}`,
        },
      ]);
  if (added.length > 0) await unit.wake(unit, id, ["assigned", "updated"]);
  else if (gone.some(({ watches }) => !watches)) await unit.wake(unit, id, ["updated"]);
  return true;
}

const GroupIdRow = z.object({ group_id: z.number() });

/** Gives a ticket to groups or takes it from them; another policy may come into force. */
export async function changeGroups(
  unit: UnitOfWork,
  id: number,
  add: readonly number[],
  remove: readonly number[],
): Promise<boolean> {
  const { trx, account, now } = unit;
  const ticket = await lockTicket(unit, id);
  const known = await checkedRows(
    trx,
    IdNameRow,
    sql`select id, name from ticketing.groups where customer_account = ${account} and id = any(${bigints([...add, ...remove])})`,
  );
  const name = (group: number) => known.find((one) => one.id === group)?.name ?? "";
  if (add.some((group) => name(group) === ""))
    throw new HttpError(422, "Choose groups from the list.", { group_ids: ["Choose groups from the list."] });
  const added = await checkedRows(
    trx,
    GroupIdRow,
    sql`
    insert into ticketing.ticket_groups (customer_account, ticket_id, group_id)
    select ${account}, ${id}, g from unnest(${bigints(add)}) g on conflict do nothing returning group_id`,
  );
  const gone = await checkedRows(
    trx,
    GroupIdRow,
    sql`
    delete from ticketing.ticket_groups where customer_account = ${account} and ticket_id = ${id}
      and group_id = any(${bigints(remove)}) returning group_id`,
  );
  const lines = [
    ...added.map(({ group_id }): Line => ({ action: "assigned", words: `Assigned to the group ${name(group_id)}` })),
    ...gone.map(({ group_id }): Line => ({ action: "unassigned", words: `Taken from the group ${name(group_id)}` })),
  ];
  if (lines.length === 0) return false;
  const version = await touch(unit, id);
  await remember(unit, id, version, lines);
  await recalculateClocks(trx, account, id, now);
  const groups = added.map(({ group_id }) => ({ id: group_id, name: name(group_id) }));
  await tellGroups(unit, ticket, groups, `group:${id}:${version}`);
  await unit.wake(unit, id, added.length > 0 ? ["assigned", "updated"] : ["updated"]);
  return true;
}

const GroupRow = z.object({ group_id: z.number(), user_id: z.string() });

/** The members of a group hear of a ticket that comes to it. */
async function tellGroups(
  unit: UnitOfWork,
  ticket: TicketRow,
  groups: readonly { id: number; name: string }[],
  key: string,
) {
  const members = await checkedRows(
    unit.trx,
    GroupRow,
    sql`
    select group_id, user_id from ticketing.group_members where customer_account = ${unit.account}
      and group_id = any(${bigints(groups.map(({ id }) => id))}) and user_id is distinct from ${unit.by.id}`,
  );
  const told = groups.map((group) => ({
    users: members.filter(({ group_id }) => group_id === group.id).map(({ user_id }) => user_id),
    kind: "new in group" as const,
    ticket: ticket.id,
    words: `#${ticket.id} came to ${group.name}: ${ticket.subject}`,
    key,
  }));
  await notify(unit, told);
}
