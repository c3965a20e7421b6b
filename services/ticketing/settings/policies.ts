import { sql } from "kysely";
import { z } from "zod";
import { gridCell, impactLevels, priorities, urgencyLevels } from "../../../rules/ticket-labels";
import { isDuplicate, type Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow, NameRow, UserIdRow } from "../../kit/row-schema";
import { bigints, hasRows, json, texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { unmatched } from "../clocks/recount";
import { recountLater } from "../clocks/recount-later";
import { loadRules, type PolicyRow } from "../clocks/rules";
import { DispositionSetup, Policy, type PolicyInput } from "../contract.sla";
import { idsWhere, writeTickets } from "../tickets/write";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { inUse } from "./stages";

type Form = z.output<typeof PolicyInput>;

export function listPolicies(trx: Trx, account: string): Promise<Policy[]> {
  return checkedRows(
    trx,
    Policy,
    sql`
    select p.id, p.name, description, enabled, rank, to_jsonb(priority_ids) as priority_ids,
      to_jsonb(type_ids) as type_ids, to_jsonb(group_ids) as group_ids, to_jsonb(disposition_ids) as disposition_ids,
      customer_ids, first_minutes, next_minutes, resolution_minutes, hours_id as operational_hours_id, warn_minutes, on_reopen,
      case when hours_id = 0 then 'Around the clock' else coalesce(c.name, 'Business hours') end as operational_hours,
      (select count(*)::int from ticketing.tickets t where t.customer_account = p.customer_account and t.ruling_policy_id = p.id
        and t.status in ('new', 'open', 'pending') and t.deleted_at is null and t.merged_into is null) as open_tickets
    from ticketing.policies p left join ticketing.calendars c on c.customer_account = p.customer_account
      and (c.id = p.hours_id or (p.hours_id is null and c.is_default))
    where p.customer_account = ${account} order by rank, p.id`,
  );
}

const policyRefs = [
  ["type_ids", "types"],
  ["group_ids", "groups"],
  ["disposition_ids", "dispositions"],
] as const;
const fieldNames = { type_ids: "type", group_ids: "group", disposition_ids: "disposition" } as const;

/** Whether all of these ids are the account's own. */
async function areKnown(trx: Trx, account: string, table: string, ids: readonly number[]): Promise<boolean> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select id from ${sql.table(`ticketing.${table}`)} where customer_account = ${account} and id = any(${bigints(ids)})`,
  );
  return found.length === new Set(ids).size;
}

/** The policy that a form would make. @throws HttpError 404, and 422 when it names what is not there */
export async function supposedPolicy(trx: Trx, account: string, form: Form): Promise<PolicyRow> {
  const known = await listPolicies(trx, account);
  const old = form.id === undefined ? undefined : known.find(({ id }) => id === form.id);
  if (form.id !== undefined && !old) throw new HttpError(404, "There is no such policy.");
  const hours_id = form.operational_hours_id;
  if (hours_id) {
    const calendar = await hasRows(
      trx,
      sql`select 1 from ticketing.calendars where customer_account = ${account} and id = ${hours_id}`,
    );
    const words = "Choose a calendar from the list.";
    if (!calendar) throw new HttpError(422, words, { operational_hours_id: [words] });
  }
  for (const [field, table] of policyRefs) {
    const words = `Choose from the list: there is no such ${fieldNames[field]}.`;
    if (!(await areKnown(trx, account, table, form[field]))) throw new HttpError(422, words, { [field]: [words] });
  }
  const { operational_hours_id: _, description: __, ...rest } = form;
  return { ...rest, id: old?.id ?? -1, hours_id, rank: form.rank ?? old?.rank ?? (known.at(-1)?.rank ?? 0) + 1 };
}

export async function savePolicy(unit: UnitOfWork, form: Form): Promise<Policy> {
  const { trx, account } = unit;
  const policy = await supposedPolicy(trx, account, form);
  const values = sql`${policy.name}, ${form.description}, ${policy.enabled}, ${policy.rank}, ${bigints(policy.priority_ids)},
    ${bigints(policy.type_ids)}, ${bigints(policy.group_ids)}, ${bigints(policy.disposition_ids)}, ${texts(policy.customer_ids)},
    ${policy.first_minutes}::int, ${policy.next_minutes}::int, ${policy.resolution_minutes}::int, ${policy.hours_id}::bigint,
    ${policy.warn_minutes}::int, ${policy.on_reopen}`;
  const names =
    sql.raw(`name, description, enabled, rank, priority_ids, type_ids, group_ids, disposition_ids, customer_ids,
    first_minutes, next_minutes, resolution_minutes, hours_id, warn_minutes, on_reopen`);
  const saved = await checkedRow(
    trx,
    IdRow,
    policy.id === -1
      ? sql`insert into ticketing.policies (customer_account, ${names}) values (${account}, ${values}) returning id`
      : sql`update ticketing.policies set (${names}) = row(${values}) where customer_account = ${account} and id = ${policy.id} returning id`,
  ).catch((error: unknown) => {
    const words = `There is a policy named ${form.name} already.`;
    throw isDuplicate(error) ? new HttpError(422, words, { name: [words] }) : error;
  });
  await recountLater(trx, account);
  const found = (await listPolicies(trx, account)).find(({ id }) => id === saved?.id);
  if (!found) throw new Error("a policy vanished");
  return found;
}

const isOpen = sql`status in ('new', 'open', 'pending')`;

/**
 * Deletes a policy. The one named in its place takes the tickets that were given it by hand, and those that no other
 * policy would match; whose policy followed from the rules, it follows from them again. @throws HttpError 404, 409
 */
export async function deletePolicy(unit: UnitOfWork, id: number, replace: number | undefined): Promise<string> {
  const { trx, account } = unit;
  const policy = await checkedRow(
    trx,
    NameRow,
    sql`select name from ticketing.policies where customer_account = ${account} and id = ${id} for update`,
  );
  if (!policy) throw new HttpError(404, "There is no such policy.");
  const byHand = await idsWhere(unit, sql`policy_id = ${id}`);
  const byRules = await idsWhere(unit, sql`policy_id is null and ruling_policy_id = ${id} and ${isOpen}`);
  const openByHand = await idsWhere(unit, sql`policy_id = ${id} and ${isOpen}`);
  const other = replace
    ? await checkedRow(
        trx,
        IdRow,
        sql`select id from ticketing.policies where customer_account = ${account} and id = ${replace} and id <> ${id}`,
      )
    : undefined;
  if (byRules.length + openByHand.length > 0 && !other)
    throw inUse(`Open tickets are under ${policy.name}. Choose the policy that they get.`);
  const policy_id = other?.id ?? null;
  await sql`
    update ticketing.dispositions set policy_id = ${policy_id}::bigint
    where customer_account = ${account} and policy_id = ${id}`.execute(trx);
  const because = `the policy ${policy.name} was deleted`;
  const rules = await loadRules(trx, account);
  const left = { ...rules, policies: rules.policies.filter((one) => one.id !== id) };
  await writeTickets(unit, byHand, { policy_id }, { because, rules: left });
  const orphans = await unmatched(trx, account, byRules, left);
  await writeTickets(unit, orphans, { policy_id }, { because, rules: left });
  await sql`delete from ticketing.policies where customer_account = ${account} and id = ${id}`.execute(trx);
  await recountLater(trx, account);
  return policy.name;
}

const GridCell = z.object({ cell: z.number(), priority_id: z.number() });

export async function loadPriorityGrid(trx: Trx, account: string) {
  const cells = await checkedRows(
    trx,
    GridCell,
    sql`select cell, priority_id from ticketing.priority_grid where customer_account = ${account}`,
    { batched: true },
  );
  return urgencyLevels.flatMap((urgency) =>
    impactLevels.map((impact) => {
      const id = gridCell(urgency.id, impact.id);
      const priority_id = cells.find(({ cell }) => cell === id)?.priority_id ?? 3;
      const priority = priorities.find((one) => one.id === priority_id)?.name ?? "";
      return {
        id,
        urgency_id: urgency.id,
        urgency: urgency.name,
        impact_id: impact.id,
        impact: impact.name,
        priority_id,
        priority,
      };
    }),
  );
}

export async function saveGrid(
  { trx, account }: UnitOfWork,
  cells: readonly { urgency_id: number; impact_id: number; priority_id: number }[],
): Promise<void> {
  for (const { urgency_id, impact_id, priority_id } of cells)
    await sql`
      insert into ticketing.priority_grid (customer_account, cell, priority_id)
      values (${account}, ${gridCell(urgency_id, impact_id)}, ${priority_id})
      on conflict (customer_account, cell) do update set priority_id = excluded.priority_id`.execute(trx);
}

export function listSetups(trx: Trx, account: string): Promise<DispositionSetup[]> {
  return checkedRows(
    trx,
    DispositionSetup,
    sql`
    select d.id as disposition_id, d.parent_id, d.name as disposition, d.policy_id, p.name as policy, d.priority_id, d.contacts,
      coalesce((select jsonb_agg(jsonb_build_object('id', w.user_id, 'name', w.name, 'email', w.email) order by w.name)
        from ticketing.people w where w.customer_account = d.customer_account and w.left_at is null
          and w.user_id = any(d.member_ids)), '[]') as members
    from ticketing.dispositions d left join ticketing.policies p on p.customer_account = d.customer_account and p.id = d.policy_id
    where d.customer_account = ${account} order by coalesce(d.parent_id, d.id), d.parent_id nulls first, lower(d.name)`,
  );
}

type Setting =
  | { policy_id: number | null }
  | { priority_id: number | null }
  | { contacts: { name: string; email: string }[] }
  | { member_ids: string[] };

/** What a disposition brings with it; members must be people that ticketing knows. @throws HttpError 404, 422 */
export async function setUpDisposition(
  { trx, account }: UnitOfWork,
  id: number,
  set: Setting,
): Promise<DispositionSetup> {
  if ("policy_id" in set && set.policy_id) {
    const policy = await hasRows(
      trx,
      sql`select 1 from ticketing.policies where customer_account = ${account} and id = ${set.policy_id}`,
    );
    const words = "Choose a policy from the list.";
    if (!policy) throw new HttpError(422, words, { policy_id: [words] });
  }
  if ("member_ids" in set && set.member_ids.length > 0) {
    const known = await checkedRows(
      trx,
      UserIdRow,
      sql`
      select user_id from ticketing.people
      where customer_account = ${account} and left_at is null and user_id = any(${texts(set.member_ids)})`,
    );
    const words = "Choose people from the list.";
    if (known.length < new Set(set.member_ids).size) throw new HttpError(422, words, { member_ids: [words] });
  }
  const what =
    "policy_id" in set
      ? sql`policy_id = ${set.policy_id}::bigint`
      : "priority_id" in set
        ? sql`priority_id = ${set.priority_id}::int`
        : "contacts" in set
          ? sql`contacts = ${json(set.contacts)}`
          : sql`member_ids = ${texts(set.member_ids)}`;
  await sql`update ticketing.dispositions set ${what} where customer_account = ${account} and id = ${id}`.execute(trx);
  const found = (await listSetups(trx, account)).find(({ disposition_id }) => disposition_id === id);
  if (!found) throw new HttpError(404, "There is no such disposition.");
  if ("policy_id" in set) await recountLater(trx, account);
  return found;
}
