import { sql } from "kysely";
import { json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import { sendTransientEvent } from "../../kit/transient-events";
import type { chat } from "../contract";
import { greet } from "../messages/receive";
import { remember, tellContact } from "../records/contact-events";
import { contactRow, mustHave, shownContact } from "../records/contacts";
import { tellMessage } from "../records/message-events";
import { messageRows } from "../records/messages";
import { end } from "../routing/moves";
import { asNotAcceptableAnswer, ConflictError } from "../workspace/conflict";
import type { ChatContext } from "../workspace/context";
import { done } from "../workspace/done";
import { customer } from "./actors";
import { joinVisitor } from "./join";
import { conversationFor, thread } from "./thread";

/** The calls of the web chat: what a visitor sees and does in their conversation. */
export function visitorHandlers(
  service: ChatContext,
): Pick<
  Handlers<typeof chat.calls>,
  "greet" | "thread" | "visitorTyping" | "introduce" | "joinVisitor" | "visitorRead" | "visitorEnd" | "rate"
> {
  const { read, write, deps, now, database } = service;
  const from = (account: string) => ({ account, secret: deps.secret, now: now() });

  return {
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
  };
}
