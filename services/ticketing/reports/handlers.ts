import type { Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { type CallerContext, mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { figureCalls } from "../contract.statistics";
import { parseFilters } from "../tickets/list";
import type { ViewerScope } from "../tickets/where";
import { ticketsFromChats } from "./from-chats";
import { type ReportBy, reportBy } from "./report";
import { incidentsSummary, resolutionRate, stagesSummary, ticketsSummary, weeksSummary } from "./summaries";

type AccountQuery = { account?: string | undefined; customer_account?: string | undefined };

/** The four reports and the dashboard's figures. */
export function figureHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, keyof typeof figureCalls> {
  const { read, looking } = service;
  const report =
    (by: ReportBy) =>
    async ({ query, body }: { query: AccountQuery; body: AccountQuery }, context: CallerContext) => {
      mustBeOwn(context.account, query, body);
      const answer = await read(context.account, async (trx) =>
        reportBy(trx, await looking(trx, context, true), by, parseFilters(query, body)),
      );
      return { status: 200 as const, body: answer };
    };
  const figure =
    <T>(work: (trx: Trx, scope: ViewerScope) => Promise<T>) =>
    async ({ query }: { query: AccountQuery }, context: CallerContext) => {
      mustBeOwn(context.account, query);
      const body = await read(context.account, async (trx) => work(trx, await looking(trx, context, true)));
      return { status: 200 as const, body };
    };
  const inData =
    <T>(work: (trx: Trx, scope: ViewerScope) => Promise<T>) =>
    async (trx: Trx, scope: ViewerScope) => ({ data: await work(trx, scope) });
  return {
    dispositionTickets: report("disposition"),
    stageTickets: report("stage"),
    statusTickets: report("status"),
    memberTickets: report("member"),

    ticketsFromChats: async ({ query }, { account }) => ({
      status: 200,
      body: await read(account, (trx) => ticketsFromChats(trx, account, query)),
    }),

    stagesSummary: figure(inData(stagesSummary)),
    incidentsSummary: figure(incidentsSummary),
    weeksSummary: figure(inData(weeksSummary)),
    ticketsSummary: figure(ticketsSummary),
    resolutionRate: figure(resolutionRate),
  };
}
