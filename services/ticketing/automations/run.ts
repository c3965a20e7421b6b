import { sql } from "kysely";
import { z } from "zod";
import { sendLater } from "../../kit/jobs";
import { mailLater } from "../../kit/mail";
import { checkedRow, checkedRows, IdRow, jsonColumn, UserIdRow } from "../../kit/row-schema";
import { type Action, Automation } from "../contract.automations";
import { listSupervisors } from "../notices/audience";
import { notify } from "../notices/notify";
import { ticketRow, ticketSla } from "../records/tickets";
import { changeTicket } from "../tickets/change";
import { addComment } from "../tickets/comments";
import { changeGroups, changePeople } from "../tickets/people";
import type { Change } from "../tickets/write";
import { attempt, type EventName, type UnitOfWork } from "../workspace/unit-of-work";
import { matches } from "./evaluate";
import { webhookQueued, webhookTask } from "./webhook";

/** A rule as it is kept; its conditions and actions are those of a form that was read. */
export const RuleRow = Automation.pick({ id: true, name: true, event: true, match: true }).extend({
  conditions: jsonColumn(Automation.shape.conditions),
  actions: jsonColumn(Automation.shape.actions),
});
export type RuleRow = z.infer<typeof RuleRow>;

/** A rule at work, with the number of this run of it. */
type RunningRule = RuleRow & { run: number };

/** A chain of rules that wake each other ends here, whatever they say. */
export const deepest = 10;

/**
 * Runs the rules that listen. A rule runs at most once for a ticket and the event that began the chain, so no rule can
 * wake itself, by whatever way round.
 */
export async function wakeRules(
  unit: UnitOfWork,
  ticket: number,
  events: readonly EventName[],
  comment = "",
): Promise<void> {
  if (unit.depth >= deepest || events.length === 0) return;
  const { trx, account } = unit;
  const rules = await checkedRows(
    trx,
    RuleRow,
    sql`
    select id, name, event, match, conditions, actions from ticketing.automations
    where customer_account = ${account} and enabled and event = any(${[...events]}::text[]) order by rank, id`,
  );
  if (rules.length === 0) return;
  const key = unit.event ?? (await eventKey(unit, ticket, events));
  for (const rule of rules) {
    // What an earlier rule changed counts for the later ones.
    const found = await ticketRow(trx, account, ticket);
    if (!found || found.deleted_at || found.merged_into) return;
    if (!matches(rule, { ticket: found, sla: ticketSla(found, unit.now), comment })) continue;
    const first = await checkedRow(
      trx,
      IdRow,
      sql`
      insert into ticketing.automation_runs (customer_account, automation_id, ticket_id, event_key, event, at)
      values (${account}, ${rule.id}, ${ticket}, ${key}, ${rule.event}, ${unit.now})
      on conflict do nothing returning id`,
    );
    if (!first) continue;
    const own: UnitOfWork = {
      ...unit,
      depth: unit.depth + 1,
      event: key,
      by: { id: null, name: rule.name, kind: "automation" },
    };
    const outcome = await perform(own, ticket, { ...rule, run: first.id });
    await sql`
      update ticketing.automation_runs set outcome = ${outcome.join("; ").slice(0, 500)}
      where customer_account = ${account} and id = ${first.id}`.execute(trx);
    await sql`
      update ticketing.automations set runs = runs + 1, last_run_at = ${unit.now}
      where customer_account = ${account} and id = ${rule.id}`.execute(trx);
  }
}

const LastChange = z.object({ h: z.number().nullable(), c: z.number().nullable() });

/** The event is the change that the ticket's history ends with. */
async function eventKey({ trx, account }: UnitOfWork, ticket: number, events: readonly EventName[]): Promise<string> {
  const last = await checkedRow(
    trx,
    LastChange,
    sql`
    select (select max(id) from ticketing.history where customer_account = ${account} and ticket_id = ${ticket}) as h,
      (select max(id) from ticketing.comments where customer_account = ${account} and ticket_id = ${ticket}) as c`,
  );
  return `${events[0]}:${last?.h ?? 0}:${last?.c ?? 0}`;
}

async function perform(unit: UnitOfWork, ticket: number, rule: RunningRule): Promise<string[]> {
  const outcome: string[] = [];
  for (const [place, action] of rule.actions.entries()) {
    // One action that can't be done does not undo the change that woke the rule.
    const told = await attempt(
      unit,
      () => act1(unit, ticket, rule, action, place),
      ({ message }) => `refused: ${message}`,
    );
    outcome.push(told);
  }
  return outcome;
}

async function act1(
  unit: UnitOfWork,
  ticket: number,
  rule: RunningRule,
  action: Action,
  place: number,
): Promise<string> {
  const { trx, account } = unit;
  switch (action.kind) {
    case "set": {
      const changed = await changeTicket(unit, ticket, actionChange(action));
      return changed.length > 0 ? `set ${action.field}` : `${action.field} was so already`;
    }
    case "assign": {
      const to = action.to === "least busy of group" ? await leastBusy(unit, Number(action.id)) : action.id;
      if (to === undefined) return "no one is in that group";
      const changed =
        action.to === "group"
          ? await changeGroups(unit, ticket, [Number(action.id)], [])
          : await changePeople(unit, ticket, { add: [to] });
      return changed ? "assigned" : "was assigned already";
    }
    case "notify": {
      const about = await ticketRow(trx, account, ticket);
      const users =
        action.to === "person"
          ? [action.id]
          : action.to === "members"
            ? (about?.members.map(({ id }) => id) ?? [])
            : await listSupervisors(trx, account, ticket);
      const words = `${rule.name}: ${action.words || about?.subject || ""} (#${ticket})`;
      const told = await notify(unit, [
        {
          users,
          kind: "automation",
          ticket,
          words,
          key: `rule:${rule.id}:${place}:${unit.event}:${ticket}`,
        },
      ]);
      return `notified ${told}`;
    }
    case "email": {
      const about = await ticketRow(trx, account, ticket);
      const to = action.to === "customer" ? about?.customer_email : action.address;
      if (!to) return "no address";
      const values: Record<string, string> = {
        id: String(ticket),
        subject: about?.subject ?? "",
        status: about?.status ?? "",
        customer: about?.customer_name ?? "",
        comment: await lastPublicComment(unit, ticket),
      };
      const fill = (text: string) =>
        text.replace(/\{\{(id|subject|status|customer|comment)\}\}/g, (_, name: string) => values[name] ?? "");
      await mailLater(trx, account, { to, subject: fill(action.subject), text: fill(action.words) });
      return `mailed ${action.to}`;
    }
    case "webhook":
      await sendLater(trx, webhookTask, {
        account,
        ticket,
        url: action.url,
        event: rule.event,
        rule: rule.name,
        run: rule.run,
        place,
      });
      return webhookQueued(action.url, place);
    case "note":
      await addComment(unit, ticket, {
        body: action.words,
        kind: "internal",
        author_kind: "staff",
        message_id: "",
        version: undefined,
        newest_comment: undefined,
        reply_by: undefined,
        automatic: true,
        file_ids: [],
      });
      return "noted";
  }
}

const BodyRow = z.object({ body: z.string() });

/** What was said last to or by the customer. */
async function lastPublicComment({ trx, account }: UnitOfWork, ticket: number): Promise<string> {
  const found = await checkedRow(
    trx,
    BodyRow,
    sql`
    select body from ticketing.comments where customer_account = ${account} and ticket_id = ${ticket} and kind = 'public'
    order by id desc limit 1`,
  );
  return found?.body ?? "";
}

export function actionChange(action: Extract<Action, { kind: "set" }>): Change {
  if (action.field === "status") return { status: action.value as NonNullable<Change["status"]> };
  return { [`${action.field}_id`]: Number(action.value) };
}

/** Who of a group has the fewest open tickets; of equals the one whose last one is longest ago. */
async function leastBusy({ trx, account }: UnitOfWork, group: number): Promise<string | undefined> {
  const found = await checkedRow(
    trx,
    UserIdRow,
    sql`
    select g.user_id from ticketing.group_members g
    join ticketing.people w on w.customer_account = g.customer_account and w.user_id = g.user_id and w.left_at is null
    left join lateral (
      select count(*) as open, max(m.at) as last from ticketing.ticket_members m join ticketing.tickets t
        on t.customer_account = m.customer_account and t.id = m.ticket_id
      where m.customer_account = g.customer_account and m.user_id = g.user_id and not m.watches
        and t.status in ('new', 'open', 'pending') and t.deleted_at is null and t.merged_into is null) busy on true
    where g.customer_account = ${account} and g.group_id = ${group}
    order by busy.open, busy.last nulls first, g.user_id limit 1`,
  );
  return found?.user_id;
}
