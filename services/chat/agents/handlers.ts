import { sql } from "kysely";
import { brand } from "../../../rules/brand";
import { statusUpdated, statusWords } from "../../../rules/chat";
import { recordActivity } from "../../kit/activities";
import { loadCursor } from "../../kit/events";
import { likeOf } from "../../kit/paging";
import { row, seconds } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { chat } from "../contract";
import type { agentCalls } from "../contract.agents";
import { agentPage, agentRow, agentRows, mustLockAgent, shownAgent, tellAgent } from "../records/agents";
import { contactRows, shownContact } from "../records/contacts";
import { assignWaiting } from "../routing/assign-waiting";
import type { settingHandlers } from "../routing/handlers";
import { requeueAll } from "../routing/requeue";
import { activityActor, type CallerContext, type ChatContext } from "../workspace/context";
import { breakPage } from "./breaks";
import { alive, heartbeat, isStale, join, setStatus } from "./status";
import { answering, syncAgents } from "./sync";

type ChatHandlers = Handlers<typeof chat.calls>;

/** Seconds for which who may answer is taken as it was last asked. */
const known = 60;

/** The calls about agents: oneself, everybody, the wall and the records of breaks. */
export function agentHandlers(
  service: ChatContext,
): Omit<Pick<ChatHandlers, keyof typeof agentCalls>, keyof ReturnType<typeof settingHandlers>> {
  const { read, write, deps, now } = service;
  const at = () => seconds(now());

  /** Asks identity who may answer, at most once a minute; what it can't say stays as it was. */
  async function know(context: CallerContext): Promise<void> {
    const { account } = context;
    const settings = await read(account, (trx) =>
      row<{ people_at: Date | null }>(
        trx,
        sql`select people_at from chat.account_state where customer_account = ${account}`,
      ),
    );
    const before = settings?.people_at ? seconds(settings.people_at) : 0;
    if (at() - before < known) return;
    const people = await answering(deps.clientsOfAccount(account), account);
    if (people)
      await write(context, (unit) => syncAgents(unit, people), { id: null, name: brand.name, kind: "system" });
  }

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

    async me(_, context) {
      const { account, who } = context;
      // Asked together, so that both are in the one message of a page's reads; the cursor first, so that it is none too new.
      const [cursor, found] = await read(account, (trx) =>
        Promise.all([loadCursor(trx, account), agentRow(trx, account, who.id)]),
      );
      // A page that they open is a sign of life: a browser without script gives no other.
      if (found && !found.left_at && isStale(found, now())) {
        await write(context, (unit) => alive(unit, who));
        return { status: 200, body: { ...shownAgent({ ...found, seen_at: now() }, now()), cursor } };
      }
      if (found && !found.left_at) return { status: 200, body: { ...shownAgent(found, now()), cursor } };
      const limits = await read(account, (trx) =>
        row<{ max_conversation: number; active_conversations: number }>(
          trx,
          sql`select max_conversation, active_conversations from chat.routing where customer_account = ${account}`,
        ),
      );
      const nobody = {
        status: "offline",
        engaged: false,
        shouldAssign: false,
        conversations: 0,
        idle: 0,
        channels: [],
      } as const;
      const about = { participant_id: who.id, customer_account: account, email: who.email, name: who.name };
      const none = { own_limits: false, present: false, status_since: at(), updated_at: at() };
      const { max_conversation = 10, active_conversations = 5 } = limits ?? {};
      return {
        status: 200,
        body: { ...nobody, ...about, ...none, channels: [], max_conversation, active_conversations, cursor },
      };
    },

    async setStatus({ body }, context) {
      const { who } = context;
      const participant = await write(context, async (unit) => {
        await join(unit, who);
        await sql`
          update chat.participants set seen_at = ${unit.now}, absent_since = null
          where customer_account = ${unit.account} and participant_id = ${who.id}`.execute(unit.trx);
        return setStatus(unit, who.id, body.status);
      });
      return { status: 201, body: { status: 201, message: statusUpdated, participant } };
    },

    async heartbeat(_, context) {
      const { who } = context;
      const participant = await write(context, async (unit) => {
        await join(unit, who);
        return heartbeat(unit, who.id);
      });
      return { status: 201, body: { status: 201, participant } };
    },

    async participants({ query }, context) {
      await know(context);
      const { account } = context;
      const body = await read(account, async (trx) => {
        const like = likeOf(query.q);
        const agents = await agentPage(
          trx,
          account,
          sql`(${query.q} = '' or p.name ilike ${like} or p.email ilike ${like})
            and (${query.email ?? ""} = '' or lower(p.email) = lower(${query.email ?? ""}))
            and (${query.participant_id ?? ""} = '' or p.participant_id = ${query.participant_id ?? ""})`,
          query,
        );
        const queue = await row<{ waiting: number; oldest: Date | null }>(
          trx,
          sql`
          select count(*) as waiting, min(waiting_since) as oldest from chat.contacts
          where customer_account = ${account} and waiting_since is not null`,
        );
        return {
          ...agents,
          data: agents.data.map((agent) => shownAgent(agent, now())),
          waiting: queue?.waiting ?? 0,
          longest_wait: queue?.oldest ? seconds(queue.oldest) : null,
          at: at(),
        };
      });
      return { status: 200, body };
    },

    async saveParticipant({ params, body }, context) {
      await know(context);
      const id = params.participant_id;
      const participant = await write(context, async (unit) => {
        const before = await mustLockAgent(unit, id);
        const max = body.max_conversation === undefined ? before.own_max : body.max_conversation;
        const active = body.active_conversations === undefined ? before.own_active : body.active_conversations;
        const most = max ?? (before.own_max === null ? before.max_conversation : undefined);
        if (most !== undefined && active !== null && active > most)
          throw new HttpError(422, "Please correct the marked fields.", {
            active_conversations: [`At most ${most}: no one is given more than they may have.`],
          });
        const channels = body.channels ?? before.channels;
        await sql`
          update chat.participants set max_conversation = ${max}, active_conversations = ${active},
            channels = ${[...channels]}::text[], updated_at = ${unit.now}
          where customer_account = ${unit.account} and participant_id = ${id}`.execute(unit.trx);
        if (body.status !== undefined) await setStatus(unit, id, body.status);
        const status = body.status && body.status !== before.status ? `, now ${statusWords[body.status]}` : "";
        await recordActivity(unit.trx, unit.account, activityActor(unit), {
          action: "Chat agent changed",
          description: `${unit.by.name} changed ${before.name}'s limits and channels${status}`,
          subject: "chat agent",
          subject_id: id,
        });
        await assignWaiting(unit);
        return tellAgent(unit, id);
      });
      return { status: 201, body: { status: 201, participant } };
    },

    async requeueOf({ params }, context) {
      const id = params.participant_id;
      const moved = await write(context, async (unit) => {
        await mustLockAgent(unit, id);
        const count = await requeueAll(unit, id, `${unit.by.name} returned it to the queue`);
        await assignWaiting(unit);
        return count;
      });
      const message =
        moved === 1 ? "One conversation is back in the queue." : `${moved} conversations are back in the queue.`;
      return { status: 201, body: { status: 201, message, moved } };
    },

    async wall(_, context) {
      await know(context);
      const { account } = context;
      const body = await read(account, async (trx) => {
        const agents = await agentRows(trx, account);
        const open = await contactRows(trx, account, sql`c.opened`, sql`c.assigned, c.contact_id`, 2_000);
        const order = sql`c.again desc, c.waiting_since, c.contact_id`;
        const waiting = await contactRows(trx, account, sql`c.waiting_since is not null`, order, 200);
        return {
          agents: agents.map((agent) => ({
            ...shownAgent(agent, now()),
            open: open.filter((one) => one.participant_id === agent.participant_id).map(shownContact),
          })),
          waiting: waiting.map(shownContact),
          at: at(),
        };
      });
      return { status: 200, body };
    },

    async breaks({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => breakPage(trx, account, query)) };
    },
  };
}
