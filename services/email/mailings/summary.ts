import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { Summary } from "../contract.schemas";
import { zone } from "../daily";
import { inForce } from "../suppressions/store";

const usualDays = 30;

const DayRow = z.object({
  day: z.string(),
  sent: z.number(),
  bounced: z.number(),
  complaints: z.number(),
  unsubscribes: z.number(),
});

const CurrentCounts = Summary.pick({
  unknown: true,
  waiting: true,
  suppressed_addresses: true,
  domains: true,
  proved_domains: true,
});

/** The figures of a span of days, and how things are now. */
export async function loadSummary(
  trx: Trx,
  account: string,
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
  now: Date,
): Promise<Summary> {
  const today = sql`(${now}::timestamptz at time zone ${zone})::date`;
  const last = sql`coalesce(${end_date ?? null}::date, ${today})`;
  // A span has at most a year, and as many rows.
  const first = sql`greatest(coalesce(${start_date ?? null}::date, ${last} - ${usualDays - 1}::int), ${last} - 366)`;
  const days = await checkedRows(
    trx,
    DayRow,
    sql`
    select day.day::date::text as day, coalesce(d.sent, 0) as sent, coalesce(d.bounced, 0) as bounced,
      coalesce(d.complaints, 0) as complaints, coalesce(d.unsubscribes, 0) as unsubscribes
    from generate_series(${first}, ${last}, interval '1 day') day
    left join email.daily d on d.customer_account = ${account} and d.day = day.day::date order by 1`,
  );
  const row = await checkedRow(
    trx,
    CurrentCounts,
    sql`
    select coalesce(sum(c.unknown), 0)::int as unknown,
      coalesce(sum(c.queued + c.sending) filter (where m.status in ('scheduled', 'sending', 'paused')), 0)::int as waiting,
      (select count(distinct address)::int from email.suppressions where customer_account = ${account} and ${inForce}) as suppressed_addresses,
      (select count(*)::int from email.domains where customer_account = ${account}) as domains,
      (select count(*)::int from email.domains where customer_account = ${account} and proved) as proved_domains
    from email.mailings m join email.mailing_counts c on c.customer_account = m.customer_account and c.mailing_id = m.id
    where m.customer_account = ${account}`,
  );
  const sum = (name: "sent" | "bounced" | "complaints" | "unsubscribes") =>
    days.reduce((all, day) => all + day[name], 0);
  return {
    ...{ sent: sum("sent"), bounced: sum("bounced"), complaints: sum("complaints"), unsubscribes: sum("unsubscribes") },
    ...{ unknown: 0, waiting: 0, suppressed_addresses: 0, domains: 0, proved_domains: 0, ...row },
    days: days.map(({ day, sent, bounced }) => ({ day, sent, bounced })),
  };
}
