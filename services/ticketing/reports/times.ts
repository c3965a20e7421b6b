import { type RawBuilder, sql } from "kysely";

type Part = RawBuilder<unknown>;

/**
 * What the clocks of tickets `t` took, to be summed: `ms` and `n` with the columns asked for and the clock's kind. The
 * last stopped clock of a kind counts: all are taken, and those that another came after are taken off again. Only a
 * ticket that was opened again has such, so that most clocks are read once and in one go, where a look for the last of
 * each ticket's is a search for every ticket. `from`: what follows `from ticketing.tickets t`.
 */
export function clockTimes(columns: Part, from: Part, where: Part): Part {
  const stopped = (figures: Part) => sql`
    select ${columns}, c.kind, ${figures} from ticketing.tickets t ${from}
    join ticketing.clocks c on c.customer_account = t.customer_account and c.ticket_id = t.id
    where ${where} and c.kind in ('first', 'resolution') and c.stopped_at is not null and c.elapsed_ms is not null`;
  return sql`${stopped(sql`c.elapsed_ms as ms, 1 as n`)}
    union all ${stopped(sql`-c.elapsed_ms, -1`)}
      and t.reopened_at is not null and exists (select from ticketing.clocks later
        where later.customer_account = c.customer_account and later.ticket_id = c.ticket_id and later.kind = c.kind
          and later.id > c.id and later.stopped_at is not null)`;
}

/** Sums of those rows by kind: first_ms, first_n, resolution_ms and resolution_n. */
export const clockSums = sql`
  sum(ms) filter (where kind = 'first') as first_ms, sum(n) filter (where kind = 'first') as first_n,
  sum(ms) filter (where kind = 'resolution') as resolution_ms, sum(n) filter (where kind = 'resolution') as resolution_n`;

/** The averages of those sums in minutes, null where nothing was stopped, and of how many clocks each is. */
export const clockMinutes = sql`
  coalesce(sum(first_n), 0)::int as first_count, coalesce(sum(resolution_n), 0)::int as resolution_count,
  round(sum(first_ms) / nullif(sum(first_n), 0) / 60000, 1)::float8 as first,
  round(sum(resolution_ms) / nullif(sum(resolution_n), 0) / 60000, 1)::float8 as resolution`;
