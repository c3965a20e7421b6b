import { pageByNumber } from "../../kit/paging";
import type { Handlers } from "../../kit/serve";
import type { chat } from "../contract";
import type { reportCalls } from "../contract.reports";
import type { Bench } from "../desk/bench";
import { chatPage } from "./chats";
import { choicesOf, starsOf } from "./choices";
import { dashboard } from "./dashboard";
import { byAgent, byInbox, byPerson } from "./lines";
import { lookingOf, sinceOf } from "./looking";
import { ticketPage, ticketsSince } from "./tickets";
import { addTimes, noTime, timeByAgent, timeByDay } from "./times";
import { transcriptMessages, transcriptOf } from "./transcript";
import { chatsWhere } from "./where";

/** The reports, and the conversations behind their figures. */
export function reportHandlers(bench: Bench): Pick<Handlers<typeof chat.calls>, keyof typeof reportCalls> {
  const { read, deps, now } = bench;

  return {
    async reportChoices(_, { account }) {
      const [own, teams] = await Promise.all([
        read(account, (trx) => choicesOf(trx, account)),
        deps.askAs(account).identity.teams({}),
      ]);
      const known = teams.status === 200 ? teams.body.data.map(({ id, name }) => ({ id, name })) : [];
      return { status: 200, body: { ...own, teams: known } };
    },

    async reportDashboard({ query }, asking) {
      const looking = await lookingOf(bench, asking, query);
      const found = await read(asking.account, (trx) => dashboard(trx, looking));
      return { status: 200, body: { period: looking.period, ...found } };
    },

    async reportAgents({ query }, asking) {
      const looking = await lookingOf(bench, asking, query);
      const [{ total, data }, times] = await read(asking.account, (trx) =>
        Promise.all([byAgent(trx, looking, true), timeByAgent(trx, looking)]),
      );
      const all = { id: "all", name: "Total", note: "", channel: null, filter: {} };
      return {
        status: 200,
        body: {
          period: looking.period,
          total: { ...total, ...all, time: addTimes(data.map(({ id }) => times.get(id) ?? noTime)) },
          data: data.map((line) => ({ ...line, time: times.get(line.id) ?? noTime })),
        },
      };
    },

    async reportAgentDays({ query }, asking) {
      const looking = await lookingOf(bench, asking, query);
      const all = await read(asking.account, (trx) => timeByDay(trx, looking));
      const { offset, about } = pageByNumber(query, all.length);
      return {
        status: 200,
        body: {
          period: looking.period,
          sum: addTimes(all.map(({ time }) => time)),
          data: all.slice(offset, offset + query.per_page),
          ...about,
        },
      };
    },

    async reportChannels({ query }, asking) {
      const looking = await lookingOf(bench, asking, query);
      const found = await read(asking.account, (trx) => byInbox(trx, looking));
      return { status: 200, body: { period: looking.period, ...found } };
    },

    async reportCustomers({ query }, asking) {
      const looking = await lookingOf(bench, asking, query);
      const found = await read(asking.account, (trx) => byPerson(trx, looking, query));
      return { status: 200, body: { period: looking.period, ...found } };
    },

    async reportSurvey({ query }, asking) {
      const looking = await lookingOf(bench, asking, query);
      const [{ total, data }, stars] = await read(asking.account, (trx) =>
        Promise.all([byAgent(trx, looking, false), starsOf(trx, chatsWhere(looking))]),
      );
      return { status: 200, body: { period: looking.period, total, stars, agents: data } };
    },

    async reportTickets({ query }, asking) {
      const looking = await lookingOf(bench, asking, query);
      const all = await ticketsSince(deps.askAs(asking.account), sinceOf(looking));
      const found = await read(asking.account, (trx) => ticketPage(trx, looking, all, query));
      return { status: 200, body: { period: looking.period, ...found } };
    },

    async reportChats({ query }, asking) {
      const looking = await lookingOf(bench, asking, query);
      const found = await read(asking.account, (trx) => chatPage(trx, looking, query));
      return { status: 200, body: { period: looking.period, ...found } };
    },

    async transcript({ params }, { account }) {
      return { status: 200, body: await read(account, (trx) => transcriptOf(trx, account, params.id)) };
    },

    async transcriptMessages({ params, query }, { account }) {
      const from = { account, secret: deps.secret, now: now() };
      return { status: 200, body: await read(account, (trx) => transcriptMessages(trx, from, params.id, query)) };
    },
  };
}
