import { sql } from "kysely";
import { z } from "zod";
import { abilities } from "../../../rules/chat-channels";
import { recordActivity } from "../../kit/activities";
import { loadCursor } from "../../kit/events";
import { actorId } from "../../kit/principal";
import { checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import { sendTransientEvent } from "../../kit/transient-events";
import type { chat } from "../contract";
import type { inboxCalls } from "../contract.inbox";
import { Inbox } from "../contract.schemas";
import type { messageHandlers } from "../messages/handlers";
import type { personHandlers } from "../people/handlers";
import { agentRow, agentRows, shownAgent } from "../records/agents";
import { remember, tellContact } from "../records/contact-events";
import { mustHave, mustLock } from "../records/contacts";
import { loadRootPerson } from "../records/people";
import { conversationKinds, readGivenNotice } from "../routing/moves";
import { activityActor, type ChatContext } from "../workspace/context";
import { done } from "../workspace/done";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { contactDetail } from "./detail";
import type { handlingHandlers } from "./handling.handlers";
import { contactPage, countContacts } from "./list";

type Elsewhere =
  | keyof ReturnType<typeof messageHandlers>
  | keyof ReturnType<typeof personHandlers>
  | keyof ReturnType<typeof handlingHandlers>;

const LimitsRow = z.object({ max_conversation: z.number(), active_conversations: z.number() });

/** The calls about conversations: lists, one of them, its form, and who is there. */
export function contactHandlers(
  service: ChatContext,
): Omit<Pick<Handlers<typeof chat.calls>, keyof typeof inboxCalls>, Elsewhere> {
  const { read, write, deps, now, database } = service;

  return {
    async contacts({ query }, context) {
      const { account, who } = context;
      const me = actorId(who);
      const body = await read(account, async (trx) => {
        // Before the rows: whatever happens after it is told again rather than lost.
        const cursor = await loadCursor(trx, account);
        const [page, counts, mine] = await Promise.all([
          contactPage(trx, account, me, query),
          countContacts(trx, account, me),
          loadLimits(trx, account, me),
        ]);
        return { ...page, counts, mine, cursor };
      });
      return { status: 200, body };
    },

    async contact({ params }, { account }) {
      return { status: 200, body: await read(account, (trx) => contactDetail(trx, account, params.id, now())) };
    },

    async syncContact({ params }, { account }) {
      const found = await read(account, (trx) => mustHave(trx, account, params.id));
      const can = abilities(found.channel, found.user_id).sync && deps.sync !== undefined;
      const synced = can && (await deps.sync?.(account, params.id).catch(() => false));
      if (synced) return done("Conversation synced successfully");
      return { status: 406, body: { status: 406, message: "Conversation failed to synced" } };
    },

    async readContact({ params, body }, context) {
      await write(context, async (unit) => {
        const found = await mustLock(unit, params.id);
        await readGivenNotice(unit, unit.by.id, params.id, conversationKinds);
        const upto = body.upto ?? Number.MAX_SAFE_INTEGER;
        const unread = sql`(select count(*)::int from chat.messages m where m.customer_account = ${unit.account}
          and m.contact_id = ${params.id} and not m.is_admin and m.id > ${upto}::bigint)`;
        if (found.unread === 0) return;
        await sql`
          update chat.contacts set unread = least(unread, ${unread})
          where customer_account = ${unit.account} and contact_id = ${params.id}`.execute(unit.trx);
        await tellContact(unit, params.id, "read");
      });
      return done("Read.");
    },

    async typing({ params, body }, { account, who }) {
      await read(account, (trx) => mustHave(trx, account, params.id));
      const name = who.kind === "person" ? who.name : "";
      const told = { contact_id: params.id, who: actorId(who), name, side: "agent", what: body.what };
      await sendTransientEvent(database.db, account, "chat.typing", told);
      return done("Done.");
    },

    async saveForm({ params, body }, context) {
      await write(context, async (unit) => {
        const found = await mustLock(unit, params.id);
        const changed = Object.entries(body.form).filter(([name, value]) => (found.form[name] ?? "") !== value);
        if (changed.length === 0) return;
        await sql`
          update chat.contacts set form = form || ${json(body.form)}, updated_at = ${unit.now}
          where customer_account = ${unit.account} and contact_id = ${params.id}`.execute(unit.trx);
        await remember(unit, params.id, "changed", `${unit.by.name} changed the info form`);
        await recordActivity(unit.trx, unit.account, activityActor(unit), {
          action: "Customer's form changed",
          description: `${unit.by.name} changed the info form of ${found.name || `conversation ${params.id}`}: ${changed.map(([name]) => name).join(", ")}`,
          subject: "chat customer",
          subject_id: String((await loadRootPerson(unit.trx, unit.account, found.person_id)).id),
        });
        await tellContact(unit, params.id, "changed");
      });
      return done("The form was saved.");
    },

    async inboxes(_, { account }) {
      const data = await read(account, (trx) =>
        checkedRows(
          trx,
          Inbox,
          sql`select id, channel, ref, name, active from chat.inboxes where customer_account = ${account} order by channel, id`,
        ),
      );
      return { status: 200, body: { data } };
    },

    async colleagues(_, { account }) {
      const at = now();
      const online = await read(account, (trx) => agentRows(trx, account, sql`p.status = 'online'`));
      const data = online
        .map((agent) => shownAgent(agent, at))
        .filter(({ present }) => present)
        .sort((a, b) => a.conversations - b.conversations);
      return { status: 200, body: { data, at: Math.floor(at.getTime() / 1000) } };
    },
  };

  async function loadLimits(trx: UnitOfWork["trx"], account: string, me: string) {
    const agent = await agentRow(trx, account, me);
    if (agent) {
      const { conversations, active_conversations, max_conversation } = agent;
      return { conversations, active_conversations, max_conversation };
    }
    const [routing] = await checkedRows(
      trx,
      LimitsRow,
      sql`select max_conversation, active_conversations from chat.routing where customer_account = ${account}`,
    );
    return { conversations: 0, max_conversation: 10, active_conversations: 5, ...routing };
  }
}
