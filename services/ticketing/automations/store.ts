import { sql } from "kysely";
import { z } from "zod";
import { isDuplicate, type Trx } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows, IdRow, NameRow } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { Automation, type AutomationForm } from "../contract.automations";
import { wordsFor } from "../records/history";
import { NamedRow, named, ticketSla } from "../records/tickets";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { matches, priorityName } from "./evaluate";
import { actionChange, RuleRow } from "./run";

type Form = z.output<typeof AutomationForm>;

const AutomationRow = Automation.extend({ ...RuleRow.shape, last_run_at: z.date().nullable() });

export async function listAutomations(trx: Trx, account: string): Promise<Automation[]> {
  const found = await checkedRows(
    trx,
    AutomationRow,
    sql`
    select id, name, event, match, conditions, actions, enabled, rank, runs, last_run_at from ticketing.automations
    where customer_account = ${account} order by rank, id`,
  );
  return found.map((rule) => ({ ...rule, last_run_at: rule.last_run_at?.toISOString() ?? null }));
}

export async function saveAutomation({ trx, account }: UnitOfWork, form: Form): Promise<Automation> {
  const values = sql`${form.name}, ${form.event}, ${form.match}, ${json(form.conditions)}, ${json(form.actions)}, ${form.enabled}`;
  const saved = await checkedRow(
    trx,
    IdRow,
    form.id === undefined
      ? sql`insert into ticketing.automations (customer_account, name, event, match, conditions, actions, enabled, rank)
          select ${account}, ${values}, coalesce(max(rank), 0) + 1 from ticketing.automations where customer_account = ${account} returning id`
      : sql`update ticketing.automations set (name, event, match, conditions, actions, enabled) = row(${values})
          where customer_account = ${account} and id = ${form.id} returning id`,
  ).catch((error: unknown) => {
    const words = `There is a rule named ${form.name} already.`;
    throw isDuplicate(error) ? new HttpError(422, words, { name: [words] }) : error;
  });
  const found = (await listAutomations(trx, account)).find(({ id }) => id === saved?.id);
  if (!found) throw new HttpError(404, "There is no such rule.");
  return found;
}

export async function rankAutomations({ trx, account }: UnitOfWork, ids: readonly number[]): Promise<Automation[]> {
  await sql`
    with given as (select id, place from unnest(${bigints(ids)}) with ordinality as g (id, place)), ranked as (
      select a.id, row_number() over (order by g.place nulls last, a.rank, a.id) as rank
      from ticketing.automations a left join given g on g.id = a.id where a.customer_account = ${account})
    update ticketing.automations a set rank = r.rank from ranked r where a.customer_account = ${account} and a.id = r.id`.execute(
    trx,
  );
  return listAutomations(trx, account);
}

/** @throws HttpError 404 */
export async function deleteAutomation({ trx, account }: UnitOfWork, id: number): Promise<string> {
  const gone = await checkedRow(
    trx,
    NameRow,
    sql`delete from ticketing.automations where customer_account = ${account} and id = ${id} returning name`,
  );
  if (!gone) throw new HttpError(404, "There is no such rule.");
  return gone.name;
}

const tried = 200;

/** What a rule would do to the newest tickets as they are now. Nothing is changed. */
export async function dryRun(trx: Trx, account: string, form: Form, now: Date) {
  const newest = sql`
    select * from ticketing.tickets t where t.customer_account = ${account} and t.deleted_at is null and t.merged_into is null
    order by t.id desc limit ${tried}`;
  const tickets = await checkedRows(trx, NamedRow, named(newest, sql`t.id desc`));
  const matched = tickets.filter((ticket) => matches(form, { ticket, sla: ticketSla(ticket, now), comment: "" }));
  const answers = [];
  for (const ticket of matched) {
    const would: string[] = [];
    for (const action of form.actions) would.push(...(await listWarnings(trx, account, action, ticket)));
    answers.push({ id: ticket.id, subject: ticket.subject, would, nothing: would.length === 0 });
  }
  return { examined: tickets.length, matched: matched.length, tickets: answers };
}

async function listWarnings(
  trx: Trx,
  account: string,
  action: Form["actions"][number],
  ticket: NamedRow,
): Promise<string[]> {
  switch (action.kind) {
    case "set": {
      const [entry] = Object.entries(actionChange(action)) as [[keyof NamedRow & "status", unknown]];
      if (!entry || ticket[entry[0]] === entry[1]) return [];
      const name =
        action.field === "priority"
          ? priorityName(action.value)
          : action.field === "status"
            ? action.value
            : await wordsFor(trx, account, `${action.field}_id`, action.value);
      return [name === undefined ? `Refused: no such ${action.field}` : `Set ${action.field} to ${name}`];
    }
    case "assign": {
      const has =
        action.to === "group"
          ? ticket.groups.some(({ id }) => String(id) === action.id)
          : action.to === "member" && ticket.members.some(({ id }) => id === action.id);
      return has
        ? []
        : [
            `Assign to ${action.to === "member" ? "the person" : action.to === "group" ? "the group" : "the least busy of the group"}`,
          ];
    }
    case "notify":
      return [`Tell ${action.to === "person" ? "a person" : `the ${action.to}`}`];
    case "email":
      return action.to === "customer" && !ticket.customer_email
        ? []
        : [`Mail ${action.to === "customer" ? ticket.customer_email : action.address}: ${action.subject}`];
    case "webhook":
      return [`Call ${new URL(action.url).host}`];
    case "note":
      return ["Add a note"];
  }
}

const Run = z.object({
  id: z.number(),
  automation_id: z.number(),
  ticket_id: z.number(),
  subject: z.string(),
  event: z.string(),
  outcome: z.string(),
  at: z.date(),
});

export async function runPage(trx: Trx, account: string, pageQuery: PageQuery & { automation?: number | undefined }) {
  const page = await pageOfRows(trx, pageQuery, {
    schema: Run,
    select: sql`r.id, r.automation_id, r.ticket_id, t.subject, r.event, r.outcome, r.at`,
    from: sql`ticketing.automation_runs r join ticketing.tickets t on t.customer_account = r.customer_account and t.id = r.ticket_id
      where r.customer_account = ${account} and ${pageQuery.automation ? sql`r.automation_id = ${pageQuery.automation}` : sql`true`}`,
    order: byNumber("r.id"),
  });
  return { ...page, data: page.data.map((run) => ({ ...run, at: run.at.toISOString() })) };
}
