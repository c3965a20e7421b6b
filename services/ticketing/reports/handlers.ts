import type { Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { type Asking, type Bench, mustBeOwn } from "../bench";
import type { ticketing } from "../contract";
import type { figureCalls } from "../contract.figures";
import { filtersOf } from "../tickets/list";
import type { Looking } from "../tickets/where";
import { ticketsFromChats } from "./from-chats";
import { type ReportBy, reportBy } from "./report";
import { incidentsSummary, resolutionRate, stagesSummary, ticketsSummary, weeksSummary } from "./summaries";

type Named = { account?: string | undefined; customer_account?: string | undefined };

/** The four reports and the dashboard's figures. */
export function figureHandlers(bench: Bench): Pick<Handlers<typeof ticketing.calls>, keyof typeof figureCalls> {
  const { read, looking } = bench;
  const report =
    (by: ReportBy) =>
    async ({ query, body }: { query: Named; body: Named }, asking: Asking) => {
      mustBeOwn(asking.account, query, body);
      const answer = await read(asking.account, async (trx) =>
        reportBy(trx, await looking(trx, asking, true), by, filtersOf(query, body)),
      );
      return { status: 200 as const, body: answer };
    };
  const figure =
    <T>(work: (trx: Trx, looking: Looking) => Promise<T>) =>
    async ({ query }: { query: Named }, asking: Asking) => {
      mustBeOwn(asking.account, query);
      const body = await read(asking.account, async (trx) => work(trx, await looking(trx, asking, true)));
      return { status: 200 as const, body };
    };
  const inData =
    <T>(work: (trx: Trx, looking: Looking) => Promise<T>) =>
    async (trx: Trx, looking: Looking) => ({ data: await work(trx, looking) });
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
