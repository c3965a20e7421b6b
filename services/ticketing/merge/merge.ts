import { sql } from "kysely";
import { z } from "zod";
import { checkedRow, checkedRows, IdRow, UserIdRow } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { recalculateClocks } from "../clocks/recalculate";
import { remember } from "../records/history";
import { lockTicket, touch } from "../records/lock";
import type { TicketRow } from "../records/tickets";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** Why a merge is refused (406 with words); nothing was changed. */
export class MergeRefused extends Error {}

/** Locks tickets in the order of their ids, whoever merges what into what: nobody waits for ever. */
async function lockInOrder(unit: UnitOfWork, ids: readonly number[]): Promise<Map<number, TicketRow>> {
  const locked = new Map<number, TicketRow>();
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) locked.set(id, await lockTicket(unit, id, { gone: true }));
  return locked;
}

/**
 * Merges tickets into another. What was written on them goes along and keeps its origin; people and groups are united;
 * their clocks stand still. Plain update rules do not hear of it. @throws MergeRefused, HttpError 404
 */
export async function mergeTickets(unit: UnitOfWork, target: number, sources: readonly number[]): Promise<void> {
  const tickets = await lockInOrder(unit, [target, ...sources]);
  const into = tickets.get(target);
  if (sources.includes(target)) throw new MergeRefused("A ticket cannot be merged into itself.");
  if (into?.merged_into)
    throw new MergeRefused(`#${target} was merged into #${into.merged_into} itself. Merge into that one.`);
  if (into?.deleted_at) throw new MergeRefused(`#${target} was deleted.`);
  if (into?.status === "closed") throw new MergeRefused(`#${target} is closed. Open it again to merge into it.`);
  for (const id of sources) {
    const source = tickets.get(id);
    if (!source) continue;
    if (source.merged_into) throw new MergeRefused(`#${id} was merged into #${source.merged_into} already.`);
    if (source.deleted_at) throw new MergeRefused(`#${id} was deleted.`);
    if (source.status === "closed") throw new MergeRefused(`#${id} is closed. Open it again to merge it.`);
    await mergeOne(unit, source, target);
  }
  await recount(unit, target);
}

const GroupIdRow = z.object({ group_id: z.number() });

async function mergeOne(unit: UnitOfWork, source: TicketRow, target: number): Promise<void> {
  const { trx, account, now, by } = unit;
  const { id } = source;
  for (const table of ["comments", "files"])
    await sql`
      update ${sql.table(`ticketing.${table}`)} set ticket_id = ${target}
      where customer_account = ${account} and ticket_id = ${id}`.execute(trx);
  const members = await checkedRows(
    trx,
    UserIdRow,
    sql`
    insert into ticketing.ticket_members (customer_account, ticket_id, user_id, watches, at)
    select customer_account, ${target}, user_id, watches, ${now} from ticketing.ticket_members
    where customer_account = ${account} and ticket_id = ${id}
    on conflict do nothing returning user_id`,
  );
  const groups = await checkedRows(
    trx,
    GroupIdRow,
    sql`
    insert into ticketing.ticket_groups (customer_account, ticket_id, group_id)
    select customer_account, ${target}, group_id from ticketing.ticket_groups
    where customer_account = ${account} and ticket_id = ${id}
    on conflict do nothing returning group_id`,
  );
  await sql`
    insert into ticketing.merges (customer_account, source_id, target_id, at, by, added_members, added_groups)
    values (${account}, ${id}, ${target}, ${now}, ${by.name}, ${texts(members.map((one) => one.user_id))},
      ${bigints(groups.map((one) => one.group_id))})`.execute(trx);
  await bringQuestion(unit, id, target);
  await sql`
    update ticketing.tickets set merged_into = ${target} where customer_account = ${account} and id = ${id}`.execute(
    trx,
  );
  await remember(unit, id, await touch(unit, id), [{ action: "merged", words: `Merged into #${target}` }]);
  await remember(unit, target, await touch(unit, target), [
    { action: "merged", words: `#${id} was merged into this: ${source.subject}` },
  ]);
  await recount(unit, id);
  await recalculateClocks(trx, account, id, now);
}

/**
 * A question that waits on the source waits on the target: since it was asked, or since the target's own if that is
 * older. On a target that nobody has answered yet it is the first response that the customer waits for.
 */
async function bringQuestion({ trx, account }: UnitOfWork, source: number, target: number): Promise<void> {
  await sql`
    with brought as (
      select t.id, t.asked_at as asked_before, t.waiting_since as waiting_before,
        case when q.at is not null and t.first_response_at is null and not t.from_customer then least(t.asked_at, q.at) end as asked_at,
        case when q.at is not null and t.first_response_at is not null then least(t.waiting_since, q.at) end as waiting_since
      from ticketing.tickets t, (
        select case when status in ('resolved', 'closed') then null
          when first_response_at is null and from_customer then created_at
          when first_response_at is null then coalesce(asked_at, waiting_since)
          else waiting_since end as at
        from ticketing.tickets where customer_account = ${account} and id = ${source}) q
      where t.customer_account = ${account} and t.id = ${target}
    ), kept as (
      update ticketing.merges m set asked_at = b.asked_at, asked_before = b.asked_before,
        waiting_since = b.waiting_since, waiting_before = b.waiting_before
      from brought b where m.customer_account = ${account} and m.source_id = ${source} and m.undone_at is null)
    update ticketing.tickets t set asked_at = coalesce(b.asked_at, t.asked_at),
      waiting_since = coalesce(b.waiting_since, t.waiting_since)
    from brought b where t.customer_account = ${account} and t.id = b.id`.execute(trx);
}

/** Takes back what a merge brought to its target's clocks, unless it was answered or overtaken since. */
async function takeBackQuestion({ trx, account }: UnitOfWork, merge: number): Promise<void> {
  await sql`
    update ticketing.tickets t set
      asked_at = case when t.asked_at = m.asked_at then m.asked_before else t.asked_at end,
      waiting_since = case when t.waiting_since = m.waiting_since then m.waiting_before else t.waiting_since end
    from ticketing.merges m
    where m.customer_account = ${account} and m.id = ${merge} and t.customer_account = ${account} and t.id = m.target_id`.execute(
    trx,
  );
}

/** Counts a ticket's comments and files, and recalculates its clocks. */
async function recount({ trx, account, now }: UnitOfWork, id: number): Promise<void> {
  await sql`
    update ticketing.tickets t set
      comments = (select count(*) from ticketing.comments c where c.customer_account = t.customer_account and c.ticket_id = t.id),
      files_count = (select count(*) from ticketing.files f where f.customer_account = t.customer_account and f.ticket_id = t.id)
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await recalculateClocks(trx, account, id, now);
}

/** The driver gives a bigint[] as texts. */
const Merge = z.object({
  id: z.number(),
  target_id: z.number(),
  added_members: z.array(z.string()),
  added_groups: z.array(z.number()),
});

/**
 * Takes a merged ticket out again: what came from it goes back with it, and what had been merged into it before. Its
 * clocks go on; the merged time was a pause. @throws MergeRefused, HttpError 404
 */
export async function unmergeTicket(unit: UnitOfWork, id: number): Promise<number> {
  const { trx, account, now } = unit;
  const merge = await checkedRow(
    trx,
    Merge,
    sql`
    select id, target_id, added_members, added_groups from ticketing.merges
    where customer_account = ${account} and source_id = ${id} and undone_at is null`,
  );
  if (!merge) {
    await lockTicket(unit, id, { gone: true });
    throw new MergeRefused(`#${id} is not merged into another ticket.`);
  }
  const target = merge.target_id;
  const locked = await lockInOrder(unit, [id, target]);
  // Somebody else may have been first while we waited for the lock.
  if (locked.get(id)?.merged_into !== target) throw new MergeRefused(`#${id} is not merged into another ticket.`);
  const origins = await below(unit, id);
  // Its messages may have gone further with a later merge of the target.
  for (const table of ["comments", "files"])
    await sql`
      update ${sql.table(`ticketing.${table}`)} set ticket_id = ${id}
      where customer_account = ${account} and origin_id = any(${bigints(origins)})`.execute(trx);
  await sql`
    update ticketing.tickets set merged_into = null where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`
    update ticketing.merges set undone_at = ${now} where customer_account = ${account} and id = ${merge.id}`.execute(
    trx,
  );
  await takeBackQuestion(unit, merge.id);
  await sql`
    delete from ticketing.ticket_members where customer_account = ${account} and ticket_id = ${target}
      and user_id = any(${texts(merge.added_members)})`.execute(trx);
  await sql`
    delete from ticketing.ticket_groups where customer_account = ${account} and ticket_id = ${target}
      and group_id = any(${bigints(merge.added_groups)})`.execute(trx);
  await remember(unit, id, await touch(unit, id), [
    { action: "un-merged", words: `The merge into #${target} was undone` },
  ]);
  await remember(unit, target, await touch(unit, target), [
    { action: "un-merged", words: `The merge of #${id} was undone` },
  ]);
  for (const ticket of [id, ...(await chain(unit, target))]) await recount(unit, ticket);
  return target;
}

/** The ticket and every one whose messages came to it by merges. */
async function below({ trx, account }: UnitOfWork, id: number): Promise<number[]> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`
    with recursive origins (id, depth) as (
      select ${id}::bigint, 0
      union
      select t.id, o.depth + 1 from origins o join ticketing.tickets t
        on t.customer_account = ${account} and t.merged_into = o.id where o.depth < 10
    ) select distinct id from origins`,
  );
  return found.map((one) => one.id);
}

/** A ticket and those it was merged into, up to the last. */
async function chain({ trx, account }: UnitOfWork, id: number): Promise<number[]> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`
    with recursive up (id, depth) as (
      select ${id}::bigint, 0
      union
      select t.merged_into, u.depth + 1 from up u join ticketing.tickets t
        on t.customer_account = ${account} and t.id = u.id where t.merged_into is not null and u.depth < 10
    ) select distinct id from up`,
  );
  return found.map((one) => one.id);
}
