import { Refused } from "../../kit/serve";
import type { ReportFilters } from "../contract.reports";
import type { Asking, Bench } from "../desk/bench";
import { routingOf } from "../routing/settings";
import { spansOf } from "./hours";
import { periodOf } from "./period";
import { type FromChat, ticketsSince } from "./tickets";
import type { Looking } from "./where";

/** Everything that a report needs before it asks the database: the desk's zone and hours, the team's members, tickets. */
export async function lookingOf(
  { read, deps, now }: Bench,
  { account }: Asking,
  asked: ReportFilters,
): Promise<Looking> {
  const { time_zone: zone, week } = await read(account, (trx) => routingOf(trx, account));
  const { from, to, days } = periodOf(asked, zone, now());
  const others = deps.askAs(account);
  const period = { from, to, days, time_zone: zone, has_hours: week !== null };
  const looking: Looking = { account, now: now(), zone, spans: spansOf(week), period, asked };
  if (asked.team !== undefined) looking.members = await membersOf(others, account, asked.team);
  if (asked.ticket) looking.ticketed = await ticketed(others, looking, asked.ticket);
  return looking;
}

type Other = ReturnType<Bench["deps"]["askAs"]>;

/** @throws Refused 503 when identity can't say */
async function membersOf({ identity }: Other, account: string, team: number): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const answer = await identity.members({ params: { account, group: String(team) }, query: { page, per_page: 500 } });
    // A team that is not there has nobody.
    if (answer.status === 404) return [];
    if (answer.status !== 200) throw new Refused(503, "The members of this team are not available right now.");
    found.push(...answer.body.data.map(({ id }) => String(id)));
    if (answer.body.data.length < 500) return found;
  }
}

/** Tickets can't be opened from a conversation before it began, whatever the zone. */
export function sinceOf({ period }: Looking): string {
  return new Date(Date.parse(`${period.from}T00:00:00Z`) - 86_400_000).toISOString();
}

/** @throws Refused 503 when ticketing can't say */
async function ticketed(
  others: Other,
  looking: Looking,
  ticket: NonNullable<ReportFilters["ticket"]>,
): Promise<number[]> {
  const all = await ticketsSince(others, sinceOf(looking));
  if (!all) throw new Refused(503, "Tickets are not available right now.");
  const counts = ({ status }: FromChat) => ticket === "yes" || ticket === "no" || status === ticket;
  return [...new Set(all.filter(counts).map(({ contact_id }) => contact_id))];
}
