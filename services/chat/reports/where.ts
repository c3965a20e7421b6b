import { type RawBuilder, type SqlBool, sql } from "kysely";
import { startOfDay } from "../../kit/local-day";
import { likePattern } from "../../kit/paging";
import { bigints, texts } from "../../kit/rows";
import type { ReportFilters } from "../contract.reports";
import type { StatisticsPeriod } from "../contract.statistics";
import { labelledWith } from "../records/contacts";
import { isOpenAt, localSeconds, placeInWeek, type Spans, stretchAt } from "./hours";

/** What a report is asked with, and what had to be asked elsewhere for it first. */
export type ReportQuery = {
  account: string;
  now: Date;
  zone: string;
  spans: Spans;
  period: StatisticsPeriod;
  asked: ReportFilters;
  /** The members of the team that was asked for. */
  members?: readonly string[] | undefined;
  /** The conversations whose tickets were asked for. */
  ticketed?: readonly number[] | undefined;
  /** Only these: the lines of one page. */
  within?: RawBuilder<unknown>;
};

type Bool = RawBuilder<SqlBool>;

/** When the conversation came: the customer's first message, else its beginning. */
const came = sql`coalesce(c.first_customer_at, c.created_at)`;

/** A reply of a person that others than colleagues read. What was written on a phone of ours has no writer we know. */
const reply = sql`m.customer_account = c.customer_account and m.contact_id = c.contact_id and m.author = 'agent'
  and m.author_id is not null and m.type in ('text', 'file', 'form') and m.at >= c.first_customer_at`;

/**
 * When a person first answered the customer's first message (statement M48). The conversation knows its first reply;
 * only where the agent wrote before the customer did, the messages are asked.
 */
export const answeredAt = sql<Date | null>`case when c.first_reply_at >= c.first_customer_at then c.first_reply_at
  when c.first_reply_at < c.first_customer_at then (select min(m.at) from chat.messages m where ${reply}) end`;

export const isAnswered = sql<SqlBool>`(${answeredAt}) is not null`;
export const isHandled = sql<SqlBool>`(c.ended and c.participant_id is not null and c.assigned is not null and c.ended_at is not null)`;
/** Seconds for which agents had it, one after the other; not those for which it was snoozed. */
export const handleSeconds = sql<number>`(c.held_seconds + greatest(0, date_part('epoch', c.ended_at - c.assigned) - c.snoozed_seconds))`;
export const conversationState = sql<
  "bot" | "waiting" | "open" | "ended"
>`case when c.ended then 'ended' when c.opened then 'open' when c.waiting_since is null then 'bot' else 'waiting' end`;

const unlabelled = sql<SqlBool>`not exists (select from chat.contact_labels x where x.customer_account = c.customer_account
  and x.contact_id = c.contact_id)`;
/** An agent had it after it was given to its team, and how many seconds after. */
export const isTaken = sql<SqlBool>`(c.team_id is not null and c.team_taken_at is not null)`;
export const teamWaitSeconds = sql<number>`greatest(0, date_part('epoch', c.team_taken_at - c.team_given_at))`;
/** Another agent had it before the last. */
export const isTransferred = sql<SqlBool>`exists (select from chat.earlier_agents e
  where e.customer_account = c.customer_account and e.contact_id = c.contact_id)`;

/** Whether it came in business hours; the clock of the zone is asked once for each conversation. */
function inHours({ zone, spans }: Pick<ReportQuery, "zone" | "spans">): RawBuilder<boolean> {
  if (spans === null) return sql<boolean>`true`;
  const place = sql`select ${placeInWeek(sql`y.l`)} as p from (select ${localSeconds(came, zone)} as l offset 0) y offset 0`;
  const found = sql`select z.p, ${stretchAt(sql`z.p`, spans)} as k from (${place}) z offset 0`;
  return sql<boolean>`(select ${isOpenAt(sql`w.p`, sql`w.k`, spans)} from (${found}) w)`;
}

/**
 * The condition of the filters on a conversation `c`. Every figure and every list take it from here, so the list behind
 * a figure has as many conversations as the figure says.
 */
export function chatsWhere(reportQuery: ReportQuery): Bool {
  const { account, zone, period, asked } = reportQuery;
  const parts: Bool[] = [
    sql<SqlBool>`c.customer_account = ${account}`,
    sql<SqlBool>`c.created_at >= ${startOfDay(period.from, zone)}`,
    sql<SqlBool>`c.created_at < ${startOfDay(period.to, zone, 1)}`,
  ];
  if (asked.channel) parts.push(sql<SqlBool>`c.channel = ${asked.channel}`);
  if (asked.inbox) parts.push(sql<SqlBool>`c.inbox_id = ${asked.inbox}`);
  if (asked.agent === "none") parts.push(sql<SqlBool>`c.participant_id is null`);
  else if (asked.agent) parts.push(ofAgents([asked.agent], asked.handled));
  if (reportQuery.members) parts.push(ofAgents(reportQuery.members, asked.handled));
  if (asked.disposition === "none") parts.push(sql<SqlBool>`c.disposition_type_id is null`);
  else if (asked.disposition) parts.push(sql<SqlBool>`c.disposition_type_id = ${asked.disposition}`);
  if (asked.item === "none") parts.push(sql<SqlBool>`c.disposition_item_id is null`);
  else if (asked.item) parts.push(sql<SqlBool>`c.disposition_item_id = ${asked.item}`);
  if (asked.state === "waiting") parts.push(sql<SqlBool>`not c.opened and not c.ended and c.waiting_since is not null`);
  else if (asked.state === "bot") parts.push(sql<SqlBool>`not c.opened and not c.ended and c.waiting_since is null`);
  else if (asked.state === "open") parts.push(sql<SqlBool>`c.opened`);
  else if (asked.state === "ended") parts.push(sql<SqlBool>`c.ended`);
  if (asked.answered) parts.push(asked.answered === "yes" ? isAnswered : sql<SqlBool>`not (${isAnswered})`);
  if (asked.handled) parts.push(isHandled);
  if (asked.hours)
    parts.push(
      asked.hours === "in" ? sql<SqlBool>`${inHours(reportQuery)}` : sql<SqlBool>`not ${inHours(reportQuery)}`,
    );
  if (asked.rating) parts.push(ofRating(asked.rating));
  if (asked.person)
    parts.push(
      sql<SqlBool>`c.person_id in (select p.id from chat.people p where p.customer_account = ${account}
        and (p.id = ${asked.person} or p.merged_into = ${asked.person}))`,
    );
  if (asked.ticket) {
    const among = sql<SqlBool>`c.contact_id = any(${bigints(reportQuery.ticketed ?? [])})`;
    parts.push(asked.ticket === "no" ? sql<SqlBool>`not (${among})` : among);
  }
  if (asked.label === "none") parts.push(unlabelled);
  else if (asked.label) parts.push(labelledWith(asked.label));
  if (asked.given_team === "none") parts.push(sql<SqlBool>`c.team_id is null`);
  else if (asked.given_team === "any") parts.push(sql<SqlBool>`c.team_id is not null`);
  else if (asked.given_team) parts.push(sql<SqlBool>`c.team_id = ${asked.given_team}`);
  if (asked.taken) parts.push(isTaken);
  if (asked.transferred) parts.push(isTransferred);
  if (asked.q) parts.push(matching(asked.q));
  if (reportQuery.within) parts.push(sql<SqlBool>`${reportQuery.within}`);
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}

/** Theirs; of those that were handled, also what they had before a transfer. */
function ofAgents(agents: readonly string[], handled: ReportFilters["handled"]): Bool {
  const last = sql<SqlBool>`c.participant_id = any(${texts(agents)})`;
  if (!handled) return last;
  return sql<SqlBool>`(${last} or exists (select from chat.earlier_agents e where e.customer_account = c.customer_account
    and e.contact_id = c.contact_id and e.participant_id = any(${texts(agents)})))`;
}

function ofRating(rating: NonNullable<ReportFilters["rating"]>): Bool {
  if (rating === "any") return sql<SqlBool>`c.rating is not null`;
  if (rating === "none") return sql<SqlBool>`c.rating is null`;
  if (rating === "satisfied") return sql<SqlBool>`c.rating >= 4`;
  if (rating === "comment") return sql<SqlBool>`(c.rating is not null and c.rating_note <> '')`;
  return sql<SqlBool>`c.rating = ${Number(rating)}`;
}

/** A name, a number, an address, or the conversation's own number. */
function matching(q: string): Bool {
  const like = likePattern(q);
  const digits = q.replace(/\D/g, "");
  const number = digits.length >= 6 ? likePattern(digits.replace(/^0/, "")) : like;
  const own = /^#?(\d{1,15})$/.exec(q)?.[1];
  return sql<SqlBool>`(c.name ilike ${like} or c.email ilike ${like} or c.msisdn like ${number}
    ${own ? sql`or c.contact_id = ${Number(own)}` : sql``})`;
}
