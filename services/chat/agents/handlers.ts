import { sql } from "kysely";
import { z } from "zod";
import { likePattern } from "../../kit/paging";
import { checkedRow } from "../../kit/row-schema";
import { seconds } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { chat } from "../contract";
import type { agentCalls } from "../contract.agents";
import { agentPage, mustLockAgent, shownAgent } from "../records/agents";
import { assignWaiting } from "../routing/assign-waiting";
import type { settingHandlers } from "../routing/handlers";
import { requeueAll } from "../routing/requeue";
import type { ChatContext } from "../workspace/context";
import { breakPage } from "./breaks";
import { changeAgent } from "./limits";
import type { presenceHandlers } from "./presence.handlers";
import { answering, refreshAgents } from "./sync";
import { loadWall } from "./wall";

type Elsewhere = keyof ReturnType<typeof settingHandlers> | keyof ReturnType<typeof presenceHandlers>;

const WaitingCount = z.object({ waiting: z.number(), oldest: z.date().nullable() });

/** The calls about all agents: who may answer, their limits, the wall and the records of breaks. */
export function agentHandlers(
  service: ChatContext,
): Omit<Pick<Handlers<typeof chat.calls>, keyof typeof agentCalls>, Elsewhere> {
  const { read, write, deps, now } = service;

  return {
    async agents({ params }, context) {
      const { account } = context;
      // Another account's number leads nowhere.
      if (params.customer_account !== account && params.customer_account !== "own")
        return { status: 200, body: { data: [] } };
      const people = (await answering(deps.clientsOfAccount(account), account)) ?? [];
      const team = params.user_group;
      const data = people
        .filter(({ user_group }) => team === "all" || user_group === team)
        .map(({ id, email, user_group }) => ({ id, customer_account: account, user_group, email }));
      return { status: 200, body: { data } };
    },

    async participants({ query }, context) {
      await refreshAgents(service, context);
      const { account } = context;
      const body = await read(account, async (trx) => {
        const like = likePattern(query.q);
        const agents = await agentPage(
          trx,
          account,
          sql`(${query.q} = '' or p.name ilike ${like} or p.email ilike ${like})
            and (${query.email ?? ""} = '' or lower(p.email) = lower(${query.email ?? ""}))
            and (${query.participant_id ?? ""} = '' or p.participant_id = ${query.participant_id ?? ""})`,
          query,
        );
        const queue = await checkedRow(
          trx,
          WaitingCount,
          sql`
          select count(*) as waiting, min(waiting_since) as oldest from chat.contacts
          where customer_account = ${account} and waiting_since is not null`,
        );
        return {
          ...agents,
          data: agents.data.map((agent) => shownAgent(agent, now())),
          waiting: queue?.waiting ?? 0,
          longest_wait: queue?.oldest ? seconds(queue.oldest) : null,
          at: seconds(now()),
        };
      });
      return { status: 200, body };
    },

    async saveParticipant({ params, body }, context) {
      await refreshAgents(service, context);
      const id = params.participant_id;
      const participant = await write(context, (unit) => changeAgent(unit, id, body));
      return { status: 201, body: { status: 201, participant } };
    },

    async requeueOf({ params }, context) {
      const id = params.participant_id;
      const moved = await write(context, async (unit) => {
        await mustLockAgent(unit, id);
        const count = await requeueAll(unit, id, `${unit.by.name} returned it to the queue`, true);
        await assignWaiting(unit);
        return count;
      });
      const message =
        moved === 1 ? "One conversation is back in the queue." : `${moved} conversations are back in the queue.`;
      return { status: 201, body: { status: 201, message, moved } };
    },

    async wall(_, context) {
      await refreshAgents(service, context);
      const { account } = context;
      const body = await read(account, (trx) => loadWall(trx, account, now()));
      return { status: 200, body };
    },

    async breaks({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => breakPage(trx, account, query)) };
    },
  };
}
