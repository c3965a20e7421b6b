import { HttpError } from "../../kit/serve";
import type { ReportFilters } from "../contract.reports";
import { loadRouting } from "../routing/settings";
import type { CallerContext, ChatContext } from "../workspace/context";
import { weekSpans } from "./hours";
import { reportPeriod } from "./period";
import { type FromChat, ticketsSince } from "./tickets";
import type { ReportQuery } from "./where";

/** Everything that a report needs before it asks the database: the account's zone and hours, the team's members, tickets. */
export async function loadReportQuery(
  { read, deps, now }: ChatContext,
  { account }: CallerContext,
  asked: ReportFilters,
): Promise<ReportQuery> {
  const { time_zone: zone, week } = await read(account, (trx) => loadRouting(trx, account));
  const { from, to, days } = reportPeriod(asked, zone, now());
  const upstreams = deps.clientsOfAccount(account);
  const period = { from, to, days, time_zone: zone, has_hours: week !== null };
  const reportQuery: ReportQuery = { account, now: now(), zone, spans: weekSpans(week), period, asked };
  if (asked.team !== undefined) reportQuery.members = await listMembers(upstreams, account, asked.team);
  if (asked.ticket) reportQuery.ticketed = await ticketed(upstreams, reportQuery, asked.ticket);
  return reportQuery;
}

type UpstreamClients = ReturnType<ChatContext["deps"]["clientsOfAccount"]>;

/** @throws HttpError 503 when identity can't say */
async function listMembers({ identity }: UpstreamClients, account: string, team: number): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const answer = await identity.members({ params: { account, group: String(team) }, query: { page, per_page: 500 } });
    // A team that is not there has nobody.
    if (answer.status === 404) return [];
    if (answer.status !== 200) throw new HttpError(503, "The members of this team are not available right now.");
    found.push(...answer.body.data.map(({ id }) => String(id)));
    if (answer.body.data.length < 500) return found;
  }
}

/** Tickets can't be opened from a conversation before it began, whatever the zone. */
export function ticketsFrom({ period }: ReportQuery): string {
  return new Date(Date.parse(`${period.from}T00:00:00Z`) - 86_400_000).toISOString();
}

/** @throws HttpError 503 when ticketing can't say */
async function ticketed(
  others: UpstreamClients,
  reportQuery: ReportQuery,
  ticket: NonNullable<ReportFilters["ticket"]>,
): Promise<number[]> {
  const all = await ticketsSince(others, ticketsFrom(reportQuery));
  if (!all) throw new HttpError(503, "Tickets are not available right now.");
  const counts = ({ status }: FromChat) => ticket === "yes" || ticket === "no" || status === ticket;
  return [...new Set(all.filter(counts).map(({ contact_id }) => contact_id))];
}
