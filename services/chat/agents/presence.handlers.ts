import { sql } from "kysely";
import { z } from "zod";
import { statusUpdated } from "../../../rules/chat";
import { loadCursor } from "../../kit/events";
import { checkedRow } from "../../kit/row-schema";
import { seconds } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { chat } from "../contract";
import { agentRow, shownAgent } from "../records/agents";
import type { ChatContext } from "../workspace/context";
import { followBreak } from "./follow-break";
import { alive, heartbeat, isStale, join, setStatus } from "./status";
import { refreshAgents } from "./sync";

const LimitsRow = z.object({ max_conversation: z.number(), active_conversations: z.number() });

/** The calls by which agents say that they are there, and see how they stand themselves. */
export function presenceHandlers(
  service: ChatContext,
): Pick<Handlers<typeof chat.calls>, "me" | "setStatus" | "heartbeat" | "followBreak"> {
  const { read, write, now } = service;

  return {
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
        checkedRow(
          trx,
          LimitsRow,
          sql`select max_conversation, active_conversations from chat.routing where customer_account = ${account}`,
        ),
      );
      const at = seconds(now());
      const nobody = {
        status: "offline",
        engaged: false,
        shouldAssign: false,
        conversations: 0,
        idle: 0,
        channels: [],
      } as const;
      const about = { participant_id: who.id, customer_account: account, email: who.email, name: who.name };
      const none = { own_limits: false, present: false, status_since: at, updated_at: at };
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

    async followBreak({ body }, context) {
      return { status: 200, body: { followed: await write(context, (unit) => followBreak(unit, body)) } };
    },

    async heartbeat(_, context) {
      const { who } = context;
      await refreshAgents(service, context);
      const participant = await write(context, async (unit) => {
        await join(unit, who);
        return heartbeat(unit, who.id);
      });
      return { status: 201, body: { status: 201, participant } };
    },
  };
}
