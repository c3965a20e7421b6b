import { pageByNumber } from "../../kit/paging";
import type { Handlers } from "../../kit/serve";
import type { chat } from "../contract";
import type { reportCalls } from "../contract.reports";
import type { ChatContext } from "../workspace/context";
import { chatPage } from "./chats";
import { countStars, loadChoices } from "./choices";
import { dashboard } from "./dashboard";
import { byLabel, byTeam } from "./label-and-team-lines";
import { byAgent, byInbox, byPerson } from "./lines";
import { loadReportQuery, ticketsFrom } from "./report-query";
import { ticketPage, ticketsSince } from "./tickets";
import { addTimes, noTime, timeByAgent, timeByDay } from "./times";
import { loadTranscript, transcriptMessages } from "./transcript";
import { chatsWhere } from "./where";

/** The reports, and the conversations behind their figures. */
export function reportHandlers(service: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof reportCalls> {
  const { read, deps, now } = service;

  return {
    async reportChoices(_, { account }) {
      const [own, teams] = await Promise.all([
        read(account, (trx) => loadChoices(trx, account)),
        deps.clientsOfAccount(account).identity.teams({}),
      ]);
      const known = teams.status === 200 ? teams.body.data.map(({ id, name }) => ({ id, name })) : [];
      return { status: 200, body: { ...own, teams: known } };
    },

    async reportDashboard({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const found = await read(context.account, (trx) => dashboard(trx, reportQuery));
      return { status: 200, body: { period: reportQuery.period, ...found } };
    },

    async reportAgents({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const [{ total, data }, times] = await read(context.account, (trx) =>
        Promise.all([byAgent(trx, reportQuery, true), timeByAgent(trx, reportQuery)]),
      );
      const all = { id: "all", name: "Total", note: "", channel: null, filter: {} };
      return {
        status: 200,
        body: {
          period: reportQuery.period,
          total: { ...total, ...all, time: addTimes(data.map(({ id }) => times.get(id) ?? noTime)) },
          data: data.map((line) => ({ ...line, time: times.get(line.id) ?? noTime })),
        },
      };
    },

    async reportAgentDays({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const all = await read(context.account, (trx) => timeByDay(trx, reportQuery));
      const { offset, about } = pageByNumber(query, all.length);
      return {
        status: 200,
        body: {
          period: reportQuery.period,
          sum: addTimes(all.map(({ time }) => time)),
          data: all.slice(offset, offset + query.per_page),
          ...about,
        },
      };
    },

    async reportChannels({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const found = await read(context.account, (trx) => byInbox(trx, reportQuery));
      return { status: 200, body: { period: reportQuery.period, ...found } };
    },

    async reportLabels({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const found = await read(context.account, (trx) => byLabel(trx, reportQuery));
      return { status: 200, body: { period: reportQuery.period, ...found } };
    },

    async reportTeams({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const found = await read(context.account, (trx) => byTeam(trx, reportQuery));
      return { status: 200, body: { period: reportQuery.period, ...found } };
    },

    async reportCustomers({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const found = await read(context.account, (trx) => byPerson(trx, reportQuery, query));
      return { status: 200, body: { period: reportQuery.period, ...found } };
    },

    async reportSurvey({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const [{ total, data }, stars] = await read(context.account, (trx) =>
        Promise.all([byAgent(trx, reportQuery, false), countStars(trx, chatsWhere(reportQuery))]),
      );
      return { status: 200, body: { period: reportQuery.period, total, stars, agents: data } };
    },

    async reportTickets({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const all = await ticketsSince(deps.clientsOfAccount(context.account), ticketsFrom(reportQuery));
      const found = await read(context.account, (trx) => ticketPage(trx, reportQuery, all, query));
      return { status: 200, body: { period: reportQuery.period, ...found } };
    },

    async reportChats({ query }, context) {
      const reportQuery = await loadReportQuery(service, context, query);
      const found = await read(context.account, (trx) => chatPage(trx, reportQuery, query));
      return { status: 200, body: { period: reportQuery.period, ...found } };
    },

    async transcript({ params }, { account }) {
      return { status: 200, body: await read(account, (trx) => loadTranscript(trx, account, params.id)) };
    },

    async transcriptMessages({ params, query }, { account }) {
      const from = { account, secret: deps.secret, now: now() };
      return { status: 200, body: await read(account, (trx) => transcriptMessages(trx, from, params.id, query)) };
    },
  };
}
