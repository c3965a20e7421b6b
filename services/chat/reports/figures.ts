import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Figures } from "../contract.statistics";
import { isOpenAt, localSeconds, openBefore, placeInWeek, stretchAt } from "./hours";
import { answeredAt, chatsWhere, handleSeconds, isHandled, type ReportQuery } from "./where";

/**
 * The conversations under the filters with what is counted of them, as `f`. Each level stands behind `offset 0`, so
 * that what a level works out is worked out once for each conversation.
 */
export function facts(reportQuery: ReportQuery): RawBuilder<unknown> {
  const { zone, spans } = reportQuery;
  const told = sql`
    select c.contact_id, c.inbox_id, c.team_id, c.participant_id, c.person_id, c.disposition_type_id, c.disposition_item_id,
      c.disposition_label, c.created_at, c.opened, c.ended, c.waiting_since, c.rating, c.rating_note <> '' as commented, c.first_customer_at,
      ${isHandled} as handled,
      case when ${isHandled} then ${handleSeconds} end as handle, case when ${isHandled} then c.held_seconds end as held,
      ${answeredAt} as answered_at
    from chat.contacts c where ${chatsWhere(reportQuery)} offset 0`;
  const answer = sql`date_part('epoch', a.answered_at - a.first_customer_at)`;
  if (spans === null)
    return sql`(select a.*, true as in_hours, ${answer} as answer, ${answer} as business from (${told}) a offset 0) f`;
  const local = sql`
    select a.*, ${answer} as answer, ${localSeconds(sql`coalesce(a.first_customer_at, a.created_at)`, zone)} as l1,
      case when a.answered_at is not null then ${localSeconds(sql`a.answered_at`, zone)} end as l2 from (${told}) a offset 0`;
  const placed = sql`
    select b.*, ${placeInWeek(sql`b.l1`)} as p1, ${placeInWeek(sql`b.l2`)} as p2 from (${local}) b offset 0`;
  const found = sql`
    select g.*, ${stretchAt(sql`g.p1`, spans)} as k1, ${stretchAt(sql`g.p2`, spans)} as k2 from (${placed}) g offset 0`;
  const open = sql`${openBefore(sql`d.l2`, sql`d.p2`, sql`d.k2`, spans)} - ${openBefore(sql`d.l1`, sql`d.p1`, sql`d.k1`, spans)}`;
  // A clock that moved in between never makes more business time than time.
  return sql`(select d.*, ${isOpenAt(sql`d.p1`, sql`d.k1`, spans)} as in_hours,
    case when d.answer is not null then greatest(0, least(d.answer, ${open})) end as business from (${found}) d offset 0) f`;
}

/** What `counted` brings of each group. */
export const CountedFigures = z.object({
  chats: z.number(),
  bot: z.number(),
  waiting: z.number(),
  open: z.number(),
  ended: z.number(),
  answered: z.number(),
  in_hours: z.number(),
  handled: z.number(),
  rated: z.number(),
  satisfied: z.number(),
  comments: z.number(),
  answer: z.number().nullable(),
  business: z.number().nullable(),
  handle: z.number().nullable(),
  /** Of `handle`, what agents before the last had. */
  held: z.number().nullable(),
  stars: z.number().nullable(),
});
export type CountedFigures = z.infer<typeof CountedFigures>;

/** Sums over `f`. */
export const counted = sql`count(*) as chats, count(*) filter (where not f.opened and not f.ended and f.waiting_since is null) as bot,
  count(*) filter (where not f.opened and not f.ended and f.waiting_since is not null) as waiting,
  count(*) filter (where f.opened) as open, count(*) filter (where f.ended) as ended, count(f.answered_at) as answered,
  count(*) filter (where f.in_hours) as in_hours, count(*) filter (where f.handled) as handled, count(f.rating) as rated,
  count(*) filter (where f.rating >= 4) as satisfied, count(*) filter (where f.rating is not null and f.commented) as comments,
  sum(f.answer)::float8 as answer, sum(f.business)::float8 as business, sum(f.handle)::float8 as handle,
  sum(f.held)::float8 as held,
  sum(f.rating)::float8 as stars`;

export const nothing: CountedFigures = {
  ...{ chats: 0, bot: 0, waiting: 0, open: 0, ended: 0, answered: 0, in_hours: 0, handled: 0, rated: 0, satisfied: 0 },
  ...{ comments: 0, answer: 0, business: 0, handle: 0, held: 0, stars: 0 },
};

/** A mean of nothing is 0 (statement M48). */
const mean = (sum: number | null, of: number) => (of === 0 ? 0 : (sum ?? 0) / of);

export function reportFigures(given: CountedFigures | undefined): Figures {
  const { chats, bot, waiting, open, ended, answered, in_hours, handled, rated, satisfied, comments, ...sums } =
    given ?? nothing;
  const first = Math.round(mean(sums.answer, answered));
  const business = Math.round(mean(sums.business, answered));
  return {
    ...{ chats, bot, waiting, open, ended, answered, in_hours, handled, rated, satisfied, comments },
    unanswered: chats - answered,
    outside_hours: chats - in_hours,
    first_response_seconds: first,
    first_response_business_seconds: Math.min(first, business),
    first_response_outside_seconds: first - Math.min(first, business),
    handle_seconds: Math.round(mean(sums.handle, handled)),
    rating: Math.round(mean(sums.stars, rated) * 100) / 100,
  };
}
