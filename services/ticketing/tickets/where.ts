import { type RawBuilder, type SqlBool, sql } from "kysely";
import { startOfDay } from "../../kit/local-day";
import { bigints } from "../../kit/rows";
import type { TicketFilters } from "../contract.filters";
import { searchTerms } from "./search-terms";

/** Who looks, and when: days are of the account's zone. `all`: not only one's own tickets. `subs`: the sub-dispositions. */
export type ViewerScope = {
  account: string;
  me: string;
  all: boolean;
  now: Date;
  zone: string;
  subs: readonly number[];
};

type Bool = RawBuilder<SqlBool>;

/**
 * The condition of R121's filters on a ticket `t`. Lists, boards and reports all take it from here, so they count the
 * same tickets. Each filter alone is answered by one index; none uses what row-level security keeps from an index.
 */
export function ticketsWhere(scope: ViewerScope, asked: TicketFilters): Bool {
  const { account, now, zone } = scope;
  const parts: Bool[] = [sql<SqlBool>`t.customer_account = ${account}`];
  parts.push(asked.deleted ? sql<SqlBool>`t.deleted_at is not null` : sql<SqlBool>`t.deleted_at is null`);
  parts.push(asked.merged ? sql<SqlBool>`t.merged_into is not null` : sql<SqlBool>`t.merged_into is null`);
  const member = asked.member === "me" ? scope.me : asked.member;
  // What is given to oneself is one's own already: asked twice, it took ten times as long.
  if (!scope.all && member !== scope.me) parts.push(own(scope));
  if (asked.status === "unresolved") parts.push(sql<SqlBool>`t.status in ('new', 'open', 'pending')`);
  else if (asked.status === "done") parts.push(sql<SqlBool>`t.status in ('resolved', 'closed')`);
  else if (asked.status) parts.push(sql<SqlBool>`t.status = ${asked.status}`);
  if (asked.stage) parts.push(sql<SqlBool>`t.stage_id = ${asked.stage}`);
  if (asked.board)
    parts.push(
      sql<SqlBool>`t.stage_id in (select id from ticketing.stages where customer_account = ${account} and board_id = ${asked.board})`,
    );
  if (asked.type) parts.push(sql<SqlBool>`t.type_id = ${asked.type}`);
  if (asked.priority) parts.push(sql<SqlBool>`t.priority_id = ${asked.priority}`);
  if (asked.priority_grid) parts.push(sql<SqlBool>`t.cell = ${asked.priority_grid}`);
  if (asked.policy) parts.push(sql<SqlBool>`t.ruling_policy_id = ${asked.policy}`);
  if (asked.disposition) parts.push(ofDisposition(scope, asked.disposition));
  if (asked.sub_disposition === "none") parts.push(sql<SqlBool>`t.sub_disposition_id is null`);
  if (member) parts.push(ofMember(account, member));
  if (asked.group) parts.push(ofGroup(account, asked.group));
  if (asked.ids) parts.push(sql<SqlBool>`t.id = any(${bigints(asked.ids.split(",").map(Number))})`);
  if (asked.customer) parts.push(ofCustomer(account, asked.customer, Boolean(asked.deleted)));
  parts.push(...dueParts(asked.due, now, zone), ...slaParts(asked.sla, now));
  const date = sql.raw(`t.${asked.date_filter}_at`);
  if (asked.start) parts.push(sql<SqlBool>`${date} >= ${startOfDay(asked.start, zone)}`);
  if (asked.end) parts.push(sql<SqlBool>`${date} < ${startOfDay(asked.end, zone, 1)}`);
  if (asked.q) parts.push(matching(account, asked.q));
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}

/**
 * Looked up by who created, follows or was given them. Asked of each ticket instead, the few of one person among a
 * million took ten times as long.
 */
function own({ account, me }: ViewerScope): Bool {
  return sql<SqlBool>`t.id in (
    select c.id from ticketing.tickets c where c.customer_account = ${account} and c.created_by = ${me}
    union all
    select m.ticket_id from ticketing.ticket_members m where m.customer_account = ${account} and m.user_id = ${me}
    union all
    select tg.ticket_id from ticketing.group_members gm join ticketing.ticket_groups tg
      on tg.customer_account = gm.customer_account and tg.group_id = gm.group_id
    where gm.customer_account = ${account} and gm.user_id = ${me})`;
}

function ofMember(account: string, member: string): Bool {
  if (member === "none")
    return sql<SqlBool>`not exists (select from ticketing.ticket_members m
      where m.customer_account = t.customer_account and m.ticket_id = t.id and not m.watches)`;
  return sql<SqlBool>`t.id in (select ticket_id from ticketing.ticket_members
    where customer_account = ${account} and user_id = ${member} and not watches)`;
}

function ofGroup(account: string, group: number | "none"): Bool {
  if (group === "none")
    return sql<SqlBool>`not exists (select from ticketing.ticket_groups g
      where g.customer_account = t.customer_account and g.ticket_id = t.id)`;
  return sql<SqlBool>`t.id in (select ticket_id from ticketing.ticket_groups
    where customer_account = ${account} and group_id = ${group})`;
}

/** A sub-disposition stands under its disposition, so one column answers for each. */
function ofDisposition({ subs }: ViewerScope, disposition: number | "none"): Bool {
  if (disposition === "none") return sql<SqlBool>`t.disposition_id is null`;
  return subs.includes(disposition)
    ? sql<SqlBool>`t.sub_disposition_id = ${disposition}`
    : sql<SqlBool>`t.disposition_id = ${disposition}`;
}

/**
 * Their id, number or address; a number is found however it is written, beside an id too. Both are looked up first and
 * not one or the other asked of every ticket.
 */
function ofCustomer(account: string, customer: string, deleted: boolean): Bool {
  const digits = /^\+?[\d\s()-]{7,}$/.test(customer) ? customer.replace(/\D/g, "").replace(/^0/, "254") : "";
  const key = customer.toLowerCase();
  if (!digits) return sql<SqlBool>`t.customer_key = ${key}`;
  return sql<SqlBool>`t.id in (
    select k.id from ticketing.tickets k where k.customer_account = ${account} and k.customer_key = ${key}
      and k.deleted_at is ${deleted ? sql`not null` : sql`null`}
    union all
    select ticket_id from ticketing.search_terms where customer_account = ${account} and word = ${digits})`;
}

function dueParts(due: TicketFilters["due"], now: Date, zone: string): Bool[] {
  const today = sql`date_trunc('day', ${now}::timestamptz at time zone ${zone})`;
  const day = (n: number) => sql`(${today} + ${n} * interval '1 day') at time zone ${zone}`;
  const monday = sql`(date_trunc('week', ${now}::timestamptz at time zone ${zone}) + interval '7 days') at time zone ${zone}`;
  const between = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => [
    sql<SqlBool>`t.due_at >= ${from}`,
    sql<SqlBool>`t.due_at < ${to}`,
  ];
  switch (due) {
    case "all":
      return [];
    case "overdue":
      return [sql<SqlBool>`t.due_at <= ${now}`];
    case "today":
      return between(day(0), day(1));
    case "tomorrow":
      return between(day(1), day(2));
    case "week":
      return between(day(0), monday);
    case "later":
      return [sql<SqlBool>`t.due_at >= ${monday}`];
    case "none":
      return [sql<SqlBool>`t.due_at is null`];
  }
}

/** The same as `slaOf` says of a row. */
function slaParts(sla: TicketFilters["sla"], now: Date): Bool[] {
  switch (sla) {
    case "all":
      return [];
    case "breached":
      return [
        sql<SqlBool>`t.sla_state in ('running', 'paused')`,
        sql<SqlBool>`(t.breached_at is not null or t.due_at <= ${now})`,
      ];
    case "near":
      return [
        sql<SqlBool>`t.sla_state = 'running'`,
        sql<SqlBool>`t.breached_at is null`,
        sql<SqlBool>`t.warn_at <= ${now}`,
        sql<SqlBool>`(t.due_at is null or t.due_at > ${now})`,
      ];
    case "on track":
      return [
        sql<SqlBool>`t.sla_state = 'running'`,
        sql<SqlBool>`t.breached_at is null`,
        sql<SqlBool>`(t.warn_at is null or t.warn_at > ${now})`,
        sql<SqlBool>`(t.due_at is null or t.due_at > ${now})`,
      ];
    case "late":
      return [sql<SqlBool>`(t.breached_at is not null or (t.sla_state = 'running' and t.due_at <= ${now}))`];
    case "paused":
      return [sql<SqlBool>`t.sla_state = 'paused'`, sql<SqlBool>`t.breached_at is null`];
    default:
      return [sql<SqlBool>`t.sla_state = ${sla}`];
  }
}

const top = "\u{10ffff}";

/** Every word typed begins a word of the ticket; a number may be the ticket's own. */
function matching(account: string, q: string): Bool {
  const words = searchTerms(q).slice(0, 6);
  const number = /^#?(\d{1,15})$/.exec(q)?.[1];
  const having = (word: string) => sql`select ticket_id from ticketing.search_terms
      where customer_account = ${account} and word >= ${word} and word < ${word + top}`;
  if (number)
    return sql<SqlBool>`t.id in (${sql.join(
      [sql`select ${Number(number)}::bigint`, ...words.map(having)],
      sql` union all `,
    )})`;
  if (words.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`t.id in (${having(word)})`),
    sql` and `,
  )})`;
}
