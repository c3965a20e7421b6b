import { sql } from "kysely";
import { whisper } from "../../kit/live";
import { type Handlers, Refused } from "../../kit/serve";
import type { chat } from "../contract";
import type { insideCalls } from "../contract.inside";
import type { Inbox } from "../contract.shapes";
import { type By, json, row } from "../desk/act";
import type { Bench } from "../desk/bench";
import { moved, moved406, Unmoved } from "../desk/unmoved";
import { amend, takeStatus } from "../messages/changes";
import { takeFile } from "../messages/files";
import { greet, receive } from "../messages/receive";
import { writeFor } from "../messages/send";
import { customerChanged } from "../people/changed";
import { remember, tellContact } from "../records/contact-events";
import { contactRow, mustHave, shownContact } from "../records/contacts";
import { tellMessage } from "../records/message-events";
import { messageRow, messageRows, shownMessage } from "../records/messages";
import { end } from "../routing/moves";
import { joinVisitor } from "./join";
import { conversationFor, thread } from "./thread";

type Served = Handlers<typeof chat.calls>;

const customer = (name: string): By => ({ id: null, name: name || "The customer", kind: "customer" });
const system: By = { id: null, name: "Jibu", kind: "system" };

/** The calls between services: how messages come in and go out. */
export function insideHandlers(bench: Bench): Pick<Served, keyof typeof insideCalls> {
  const { read, write, deps, now, database } = bench;
  const done = (message: string) => ({ status: 201 as const, body: { status: 201, message } });
  const from = (account: string) => ({ account, secret: deps.secret, now: now() });

  return {
    async saveInbox({ body }, asking) {
      const inbox = await write(asking, (act) =>
        row<Inbox>(
          act.trx,
          sql`
          insert into chat.inboxes (customer_account, channel, ref, name, active)
          values (${act.account}, ${body.channel}, ${body.ref}, ${body.name}, ${body.active})
          on conflict (customer_account, channel, ref) do update set name = excluded.name, active = excluded.active
          returning id, channel, ref, name, active`,
        ),
      );
      if (!inbox) throw new Error("the inbox was not saved");
      return { status: 201, body: inbox };
    },

    async receive({ body }, asking) {
      const { message: given, ...arrival } = body;
      return moved406(
        write(
          asking,
          async (act) => {
            const { contact, message, fresh } = await receive(act, arrival, given);
            const shown = shownContact(await mustHave(act.trx, act.account, contact));
            return { status: 201 as const, body: { contact: shown, message, fresh } };
          },
          customer(arrival.sender.name),
        ),
      );
    },

    async greet({ body }, asking) {
      return moved406(
        write(
          asking,
          async (act) => {
            const id = await greet(act, { recipient: "", ...body });
            return { status: 201 as const, body: { contact: shownContact(await mustHave(act.trx, act.account, id)) } };
          },
          customer(body.sender.name),
        ),
      );
    },

    async status({ body }, asking) {
      const answer = await write(asking, (act) => takeStatus(act, body.inbox_id, body.items), system);
      return { status: 201, body: answer };
    },

    async change({ body }, asking) {
      const { inbox_id, ...given } = body;
      await write(asking, (act) => amend(act, inbox_id, given), customer(""));
      return done("Taken.");
    },

    async takeFile({ body }, asking) {
      const wanted = await write(asking, (act) => takeFile(act, body), system);
      return { status: 201, body: { wanted } };
    },

    async customerChanged({ body }, asking) {
      await write(asking, (act) => customerChanged(act, body), system);
      return done("Kept.");
    },

    async thread({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => thread(trx, from(account), query)) };
    },

    async visitorTyping({ body }, { account }) {
      const found = await read(account, (trx) => conversationFor(trx, account, body));
      if (found && !found.ended) {
        const who = { key: `visitor ${body.external_id}`, id: "visitor", name: found.name || "The customer" };
        const doing = body.on ? "writing" : "gone";
        await whisper(database.db, account, "presence.chat", { place: `chat/${found.contact_id}`, ...who, doing });
      }
      return done("Done.");
    },

    async introduce({ body }, asking) {
      const { inbox_id, external_id, name } = body;
      await write(asking, async (act) => {
        const { trx, account } = act;
        await sql`
          update chat.people p set name = ${name} from chat.identities d
          where p.customer_account = ${account} and p.name = '' and d.customer_account = p.customer_account
            and d.person_id = p.id and d.inbox_id = ${inbox_id} and d.external_id = ${external_id}`.execute(trx);
        const found = await conversationFor(trx, account, body);
        if (found?.name !== "") return;
        await sql`
          update chat.contacts set name = ${name}, updated_at = ${act.now}
          where customer_account = ${account} and contact_id = ${found.contact_id}`.execute(trx);
        await tellContact(act, found.contact_id, "changed");
      });
      return done("Kept.");
    },

    async writeFor({ body }, asking) {
      const by: By = { ...body.author, kind: "agent" };
      return moved(
        write(asking, async (act) => ({ status: 201 as const, body: { message_id: await writeFor(act, body) } }), by),
      );
    },

    async joinVisitor({ body }, asking) {
      const by = customer(body.sender.name);
      return { status: 201, body: { joined: await write(asking, (act) => joinVisitor(act, body), by) } };
    },

    async visitorRead({ body }, asking) {
      await write(asking, async (act) => {
        const found = await conversationFor(act.trx, act.account, body);
        if (!found) return;
        const where = sql`m.contact_id = ${found.contact_id} and m.id <= ${body.upto} and m.is_admin and m.type <> 'note'
          and m.status in ('sent', 'delivered')`;
        const unread = await messageRows(act.trx, act.account, where, sql`m.id desc`, 50);
        for (const message of unread) {
          await sql`
            update chat.messages set status = 'read', status_at = ${act.now}
            where customer_account = ${act.account} and id = ${message.id}`.execute(act.trx);
          await tellMessage(act, { ...message, status: "read" }, "status");
        }
      });
      return done("Read.");
    },

    async visitorEnd({ body }, asking) {
      await write(
        asking,
        async (act) => {
          const found = await conversationFor(act.trx, act.account, body);
          if (found && !found.ended) await end(act, found.contact_id);
        },
        customer(""),
      );
      return done("The conversation has ended.");
    },

    async rate({ body }, asking) {
      return moved406(
        write(asking, async (act) => {
          const { trx, account } = act;
          const found = await contactRow(trx, account, body.contact_id);
          const theirs = await conversationFor(trx, account, body);
          if (!found || found.inbox_id !== body.inbox_id || theirs?.person_id !== found.person_id)
            throw new Refused(404, "There is no such conversation.");
          if (!found.ended) throw new Unmoved(406, "The conversation has not ended yet.");
          // One rating for each ended conversation; the same request again is the same answer (M45).
          if (found.rating !== null) return done("Thank you.");
          await sql`
            update chat.contacts set rating = ${body.stars}, rating_note = ${body.note}, rated_at = ${act.now}, postchat = true,
              form = form || ${json(body.answers)}, updated_at = ${act.now}
            where customer_account = ${account} and contact_id = ${found.contact_id} and rating is null`.execute(trx);
          await remember(act, found.contact_id, "rated", `The customer gave ${body.stars} of 5`);
          await tellContact(act, found.contact_id, "rated");
          return done("Thank you.");
        }),
      );
    },

    async outgoing({ params }, { account }) {
      const body = await read(account, async (trx) => {
        const message = await messageRow(trx, account, sql`m.id = ${params.id}`);
        if (!message) throw new Refused(404, "There is no such message.");
        const contact = await mustHave(trx, account, message.contact_id);
        return {
          message: shownMessage(message, from(account)),
          contact: shownContact(contact),
          external_id: contact.user_id,
          file_id: message.file_id,
        };
      });
      return { status: 200, body };
    },
  };
}
