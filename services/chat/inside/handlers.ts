import { sql } from "kysely";
import { brand } from "../../../rules/brand";
import { sendTransientEvent } from "../../kit/live";
import { json, row } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { chat } from "../contract";
import type { internalCalls } from "../contract.internal";
import type { Inbox } from "../contract.schemas";
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
import { asConflictAnswer, asNotAcceptableAnswer, ConflictError } from "../workspace/conflict";
import type { ChatContext } from "../workspace/context";
import type { Actor } from "../workspace/unit-of-work";
import { joinVisitor } from "./join";
import { conversationFor, thread } from "./thread";

type ChatHandlers = Handlers<typeof chat.calls>;

const customer = (name: string): Actor => ({ id: null, name: name || "The customer", kind: "customer" });
const system: Actor = { id: null, name: brand.name, kind: "system" };

/** The calls between services: how messages come in and go out. */
export function internalHandlers(service: ChatContext): Pick<ChatHandlers, keyof typeof internalCalls> {
  const { read, write, deps, now, database } = service;
  const done = (message: string) => ({ status: 201 as const, body: { status: 201, message } });
  const from = (account: string) => ({ account, secret: deps.secret, now: now() });

  return {
    async saveInbox({ body }, context) {
      const inbox = await write(context, (unit) =>
        row<Inbox>(
          unit.trx,
          sql`
          insert into chat.inboxes (customer_account, channel, ref, name, active)
          values (${unit.account}, ${body.channel}, ${body.ref}, ${body.name}, ${body.active})
          on conflict (customer_account, channel, ref) do update set name = excluded.name, active = excluded.active
          returning id, channel, ref, name, active`,
        ),
      );
      if (!inbox) throw new Error("the inbox was not saved");
      return { status: 201, body: inbox };
    },

    async receive({ body }, context) {
      const { message: given, ...arrival } = body;
      return asNotAcceptableAnswer(
        write(
          context,
          async (unit) => {
            const { contact, message, fresh } = await receive(unit, arrival, given);
            const shown = shownContact(await mustHave(unit.trx, unit.account, contact));
            return { status: 201 as const, body: { contact: shown, message, fresh } };
          },
          customer(arrival.sender.name),
        ),
      );
    },

    async greet({ body }, context) {
      return asNotAcceptableAnswer(
        write(
          context,
          async (unit) => {
            const id = await greet(unit, { recipient: "", ...body });
            return {
              status: 201 as const,
              body: { contact: shownContact(await mustHave(unit.trx, unit.account, id)) },
            };
          },
          customer(body.sender.name),
        ),
      );
    },

    async status({ body }, context) {
      const answer = await write(context, (unit) => takeStatus(unit, body.inbox_id, body.items), system);
      return { status: 201, body: answer };
    },

    async change({ body }, context) {
      const { inbox_id, ...given } = body;
      await write(context, (unit) => amend(unit, inbox_id, given), customer(""));
      return done("Taken.");
    },

    async takeFile({ body }, context) {
      const wanted = await write(context, (unit) => takeFile(unit, body), system);
      return { status: 201, body: { wanted } };
    },

    async customerChanged({ body }, context) {
      await write(context, (unit) => customerChanged(unit, body), system);
      return done("Kept.");
    },

    async thread({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => thread(trx, from(account), query)) };
    },

    async visitorTyping({ body }, { account }) {
      const found = await read(account, (trx) => conversationFor(trx, account, body));
      if (found && !found.ended) {
        const who = { key: `visitor ${body.external_id}`, id: "visitor", name: found.name || "The customer" };
        const activity = body.on ? "writing" : "gone";
        await sendTransientEvent(database.db, account, "presence.chat", {
          place: `chat/${found.contact_id}`,
          ...who,
          activity,
        });
      }
      return done("Done.");
    },

    async introduce({ body }, context) {
      const { inbox_id, external_id, name } = body;
      await write(context, async (unit) => {
        const { trx, account } = unit;
        await sql`
          update chat.people p set name = ${name} from chat.identities d
          where p.customer_account = ${account} and p.name = '' and d.customer_account = p.customer_account
            and d.person_id = p.id and d.inbox_id = ${inbox_id} and d.external_id = ${external_id}`.execute(trx);
        const found = await conversationFor(trx, account, body);
        if (found?.name !== "") return;
        await sql`
          update chat.contacts set name = ${name}, updated_at = ${unit.now}
          where customer_account = ${account} and contact_id = ${found.contact_id}`.execute(trx);
        await tellContact(unit, found.contact_id, "changed");
      });
      return done("Kept.");
    },

    async writeFor({ body }, context) {
      const by: Actor = { ...body.author, kind: "agent" };
      return asConflictAnswer(
        write(
          context,
          async (unit) => ({ status: 201 as const, body: { message_id: await writeFor(unit, body) } }),
          by,
        ),
      );
    },

    async joinVisitor({ body }, context) {
      const by = customer(body.sender.name);
      return { status: 201, body: { joined: await write(context, (unit) => joinVisitor(unit, body), by) } };
    },

    async visitorRead({ body }, context) {
      await write(context, async (unit) => {
        const found = await conversationFor(unit.trx, unit.account, body);
        if (!found) return;
        const where = sql`m.contact_id = ${found.contact_id} and m.id <= ${body.upto} and m.is_admin and m.type <> 'note'
          and m.status in ('sent', 'delivered')`;
        const unread = await messageRows(unit.trx, unit.account, where, sql`m.id desc`, 50);
        for (const message of unread) {
          await sql`
            update chat.messages set status = 'read', status_at = ${unit.now}
            where customer_account = ${unit.account} and id = ${message.id}`.execute(unit.trx);
          await tellMessage(unit, { ...message, status: "read" }, "status");
        }
      });
      return done("Read.");
    },

    async visitorEnd({ body }, context) {
      await write(
        context,
        async (unit) => {
          const found = await conversationFor(unit.trx, unit.account, body);
          if (found && !found.ended) await end(unit, found.contact_id);
        },
        customer(""),
      );
      return done("The conversation has ended.");
    },

    async rate({ body }, context) {
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          const { trx, account } = unit;
          const found = await contactRow(trx, account, body.contact_id);
          const theirs = await conversationFor(trx, account, body);
          if (!found || found.inbox_id !== body.inbox_id || theirs?.person_id !== found.person_id)
            throw new HttpError(404, "There is no such conversation.");
          if (!found.ended) throw new ConflictError(406, "The conversation has not ended yet.");
          // One rating for each ended conversation; the same request again is the same answer (M45).
          if (found.rating !== null) return done("Thank you.");
          await sql`
            update chat.contacts set rating = ${body.stars}, rating_note = ${body.note}, rated_at = ${unit.now}, postchat = true,
              form = form || ${json(body.answers)}, updated_at = ${unit.now}
            where customer_account = ${account} and contact_id = ${found.contact_id} and rating is null`.execute(trx);
          await remember(unit, found.contact_id, "rated", `The customer gave ${body.stars} of 5`);
          await tellContact(unit, found.contact_id, "rated");
          return done("Thank you.");
        }),
      );
    },

    async outgoing({ params }, { account }) {
      const body = await read(account, async (trx) => {
        const message = await messageRow(trx, account, sql`m.id = ${params.id}`);
        if (!message) throw new HttpError(404, "There is no such message.");
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
