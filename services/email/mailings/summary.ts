import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import type { Summary } from "../contract.schemas";
import { zone } from "../daily";
import { inForce } from "../suppressions/store";

const usualDays = 30;

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
  const days = await sql<{ day: string; sent: number; bounced: number; complaints: number; unsubscribes: number }>`
    select day.day::date::text as day, coalesce(d.sent, 0) as sent, coalesce(d.bounced, 0) as bounced,
      coalesce(d.complaints, 0) as complaints, coalesce(d.unsubscribes, 0) as unsubscribes
    from generate_series(${first}, ${last}, interval '1 day') day
    left join email.daily d on d.customer_account = ${account} and d.day = day.day::date order by 1`.execute(trx);
  const { rows } = await sql<
    Pick<Summary, "unknown" | "waiting" | "suppressed_addresses" | "domains" | "proved_domains">
  >`
    select coalesce(sum(c.unknown), 0)::int as unknown,
      coalesce(sum(c.queued + c.sending) filter (where m.status in ('scheduled', 'sending', 'paused')), 0)::int as waiting,
      (select count(distinct address)::int from email.suppressions where customer_account = ${account} and ${inForce}) as suppressed_addresses,
      (select count(*)::int from email.domains where customer_account = ${account}) as domains,
      (select count(*)::int from email.domains where customer_account = ${account} and proved) as proved_domains
    from email.mailings m join email.mailing_counts c on c.customer_account = m.customer_account and c.mailing_id = m.id
    where m.customer_account = ${account}`.execute(trx);
  const sum = (name: "sent" | "bounced" | "complaints" | "unsubscribes") =>
    days.rows.reduce((all, day) => all + day[name], 0);
  return {
    ...{ sent: sum("sent"), bounced: sum("bounced"), complaints: sum("complaints"), unsubscribes: sum("unsubscribes") },
    ...{ unknown: 0, waiting: 0, suppressed_addresses: 0, domains: 0, proved_domains: 0, ...rows[0] },
    days: days.rows.map(({ day, sent, bounced }) => ({ day, sent, bounced })),
  };
}
