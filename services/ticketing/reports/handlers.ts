import type { Handlers } from "../../kit/serve";
import type { ticketing } from "../contract";
import type { figureCalls } from "../contract.figures";
import type { Asking, Bench } from "../desk/bench";
import { filtersOf } from "../tickets/list";
import { ticketsFromChats } from "./from-chats";
import { type ReportBy, reportBy } from "./report";
import { incidentsSummary, resolutionRate, stagesSummary, ticketsSummary, weeksSummary } from "./summaries";

/** The four reports and the dashboard's figures. */
export function figureHandlers(bench: Bench): Pick<Handlers<typeof ticketing.calls>, keyof typeof figureCalls> {
  const { read, looking } = bench;
  const report =
    (by: ReportBy) =>
    async ({ query, body }: { query: object; body: object }, asking: Asking) => ({
      status: 200 as const,
      body: await read(asking.account, async (trx) =>
        reportBy(trx, await looking(trx, asking, true), by, filtersOf(query, body)),
      ),
    });
  return {
    dispositionTickets: report("disposition"),
    stageTickets: report("stage"),
    statusTickets: report("status"),
    memberTickets: report("member"),

    ticketsFromChats: async ({ query }, { account }) => ({
      status: 200,
      body: await read(account, (trx) => ticketsFromChats(trx, account, query)),
    }),

    stagesSummary: async (_, asking) => ({
      status: 200,
      body: { data: await read(asking.account, async (trx) => stagesSummary(trx, await looking(trx, asking, true))) },
    }),
    incidentsSummary: async (_, asking) => ({
      status: 200,
      body: await read(asking.account, async (trx) => incidentsSummary(trx, await looking(trx, asking, true))),
    }),
    weeksSummary: async (_, asking) => ({
      status: 200,
      body: { data: await read(asking.account, async (trx) => weeksSummary(trx, await looking(trx, asking, true))) },
    }),
    ticketsSummary: async (_, asking) => ({
      status: 200,
      body: await read(asking.account, async (trx) => ticketsSummary(trx, await looking(trx, asking, true))),
    }),
    resolutionRate: async (_, asking) => ({
      status: 200,
      body: await read(asking.account, async (trx) => resolutionRate(trx, await looking(trx, asking, true))),
    }),
  };
}
