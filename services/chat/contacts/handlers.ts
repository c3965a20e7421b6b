import { sql } from "kysely";
import { abilities } from "../../../rules/chat-channels";
import { recordActivity } from "../../kit/activities";
import { cursorOf } from "../../kit/events";
import { whisper } from "../../kit/live";
import type { Handlers } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import type { inboxCalls } from "../contract.inbox";
import type { Contact, Inbox } from "../contract.shapes";
import { type Act, json, rows } from "../desk/act";
import { type Asking, actorOf, type Bench, idOf } from "../desk/bench";
import { moved, moved406 } from "../desk/unmoved";
import type { messageHandlers } from "../messages/handlers";
import type { personHandlers } from "../people/handlers";
import { agentRow, agentRows, shownAgent } from "../records/agents";
import { remember, tellContact } from "../records/contact-events";
import { mustHave, mustLock } from "../records/contacts";
import { rootOf } from "../records/people";
import { drain } from "../routing/drain";
import { end, handOver, readGivenNotice, requeue, start } from "../routing/moves";
import { contactDetail } from "./detail";
import { dispose, dispositionTypes, ignore } from "./dispose";
import { contactPage, countsOf } from "./list";
import { note } from "./note";

type Served = Handlers<typeof chat.calls>;
type Elsewhere = keyof ReturnType<typeof messageHandlers> | keyof ReturnType<typeof personHandlers>;

/** The calls about conversations: lists, one of them, and what an agent does with it. */
export function contactHandlers(bench: Bench): Omit<Pick<Served, keyof typeof inboxCalls>, Elsewhere> {
  const { read, write, deps, now, database } = bench;
  const done = (message: string) => ({ status: 201 as const, body: { status: 201, message } });

  /** Everybody who acts is an agent from then on. */
  const acted = (asking: Asking, message: string, work: (act: Act) => Promise<Contact>) =>
    write(asking, async (act) => {
      if (asking.who.kind === "person") await alive(act, asking.who);
      const contact = await work(act);
      return { status: 201 as const, body: { status: 201 as const, message, contact } };
    });

  return {
    async contacts({ query }, asking) {
      const { account, who } = asking;
      const me = idOf(who);
      const body = await read(account, async (trx) => {
        // Before the rows: whatever happens after it is told again rather than lost.
        const cursor = await cursorOf(trx, account);
        const [page, counts, mine] = await Promise.all([
          contactPage(trx, account, me, query),
          countsOf(trx, account, me),
          limitsOf(trx, account, me),
        ]);
        return { ...page, counts, mine, cursor };
      });
      return { status: 200, body };
    },

    async contact({ params }, { account }) {
      return { status: 200, body: await read(account, (trx) => contactDetail(trx, account, params.id, now())) };
    },

    async startContact({ params }, asking) {
      return moved(acted(asking, "The conversation was started.", (act) => start(act, params.id, idOf(asking.who))));
    },

    async endContact({ params }, asking) {
      return moved406(acted(asking, "The conversation has ended.", (act) => end(act, params.id)));
    },

    async transferContact({ params, body }, asking) {
      const to = body.participant_id;
      const message = to ? "The conversation was handed over." : "The conversation is back in the queue.";
      return moved406(
        acted(asking, message, async (act) => {
          const found = await mustHave(act.trx, act.account, params.id);
          if (body.note) await note(act, found, body.note);
          if (to) return handOver(act, params.id, to);
          const contact = await requeue(act, params.id, `${act.by.name} returned it to the queue`, true);
          await drain(act);
          return contact;
        }),
      );
    },

    async ignoreContact({ params }, asking) {
      return moved406(acted(asking, "It was left without a disposition.", (act) => ignore(act, params.id)));
    },

    async syncContact({ params }, { account }) {
      const found = await read(account, (trx) => mustHave(trx, account, params.id));
      const can = abilities(found.channel).sync && deps.sync !== undefined;
      const synced = can && (await deps.sync?.(account, params.id).catch(() => false));
      if (synced) return done("Conversation synced successfully");
      return { status: 406, body: { status: 406, message: "Conversation failed to synced" } };
    },

    async readContact({ params, body }, asking) {
      await write(asking, async (act) => {
        const found = await mustLock(act, params.id);
        await readGivenNotice(act, act.by.id, params.id);
        const upto = body.upto ?? Number.MAX_SAFE_INTEGER;
        const unread = sql`(select count(*)::int from chat.messages m where m.customer_account = ${act.account}
          and m.contact_id = ${params.id} and not m.is_admin and m.id > ${upto}::bigint)`;
        if (found.unread === 0) return;
        await sql`
          update chat.contacts set unread = least(unread, ${unread})
          where customer_account = ${act.account} and contact_id = ${params.id}`.execute(act.trx);
        await tellContact(act, params.id, "read");
      });
      return done("Read.");
    },

    async typing({ params, body }, { account, who }) {
      await read(account, (trx) => mustHave(trx, account, params.id));
      const name = who.kind === "person" ? who.name : "";
      const told = { contact_id: params.id, who: idOf(who), name, side: "agent", what: body.what };
      await whisper(database.db, account, "chat.typing", told);
      return done("Done.");
    },

    async dispositionTypes({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => dispositionTypes(trx, account, query.contact_id)) };
    },

    async setDisposition({ body }, asking) {
      return moved406(acted(asking, "The disposition was set.", (act) => dispose(act, body)));
    },

    async saveForm({ params, body }, asking) {
      await write(asking, async (act) => {
        const found = await mustLock(act, params.id);
        const changed = Object.entries(body.form).filter(([name, value]) => (found.form[name] ?? "") !== value);
        if (changed.length === 0) return;
        await sql`
          update chat.contacts set form = form || ${json(body.form)}, updated_at = ${act.now}
          where customer_account = ${act.account} and contact_id = ${params.id}`.execute(act.trx);
        await remember(act, params.id, "changed", `${act.by.name} changed the info form`);
        await recordActivity(act.trx, act.account, actorOf(act), {
          action: "Customer's form changed",
          description: `${act.by.name} changed the info form of ${found.name || `conversation ${params.id}`}: ${changed.map(([name]) => name).join(", ")}`,
          subject: "chat customer",
          subject_id: String((await rootOf(act.trx, act.account, found.person_id)).id),
        });
        await tellContact(act, params.id, "changed");
      });
      return done("The form was saved.");
    },

    async inboxes(_, { account }) {
      const data = await read(account, (trx) =>
        rows<Inbox>(
          trx,
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

  async function limitsOf(trx: Act["trx"], account: string, me: string) {
    const agent = await agentRow(trx, account, me);
    if (agent) {
      const { conversations, active_conversations, max_conversation } = agent;
      return { conversations, active_conversations, max_conversation };
    }
    const [routing] = await rows<{ max_conversation: number; active_conversations: number }>(
      trx,
      sql`select max_conversation, active_conversations from chat.routing where customer_account = ${account}`,
    );
    return { conversations: 0, max_conversation: 10, active_conversations: 5, ...routing };
  }
}
