import { sql } from "kysely";
import { checkedRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import { offerToBot } from "../bot/answer";
import { lockActiveBot } from "../bot/store";
import type { chat } from "../contract";
import type { internalCalls } from "../contract.internal";
import { Inbox } from "../contract.schemas";
import { amend, takeStatus } from "../messages/changes";
import { takeFile } from "../messages/files";
import { receive } from "../messages/receive";
import { writeFor } from "../messages/send";
import { customerChanged } from "../people/changed";
import { mustHave, shownContact } from "../records/contacts";
import { listMessageStates, messageRow, shownMessage } from "../records/messages";
import { asConflictAnswer, asNotAcceptableAnswer } from "../workspace/conflict";
import type { ChatContext } from "../workspace/context";
import { done } from "../workspace/done";
import type { Actor } from "../workspace/unit-of-work";
import { customer, system } from "./actors";
import type { visitorHandlers } from "./visitor.handlers";

/** The calls of the services that carry messages: how they come in and go out. */
export function internalHandlers(
  service: ChatContext,
): Omit<Pick<Handlers<typeof chat.calls>, keyof typeof internalCalls>, keyof ReturnType<typeof visitorHandlers>> {
  const { read, write, deps, now } = service;

  return {
    async saveInbox({ body }, context) {
      const inbox = await write(context, (unit) =>
        checkedRow(
          unit.trx,
          Inbox,
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
      const { message: given, for_bot, ...arrival } = body;
      return asNotAcceptableAnswer(
        write(
          context,
          async (unit) => {
            const offered = for_bot && !given.echo && !given.quiet;
            const bot = offered ? await lockActiveBot(unit, arrival.inbox_id) : undefined;
            const { contact, message, fresh, made } = await receive(unit, arrival, given, bot !== undefined);
            if (bot && fresh)
              await offerToBot(unit, bot.version, {
                ...{ contact, message: message.id, text: message.data.text, meta: message.data.meta, made },
              });
            const shown = shownContact(await mustHave(unit.trx, unit.account, contact));
            return { status: 201 as const, body: { contact: shown, message, fresh } };
          },
          customer(arrival.sender.name),
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
      const needed = await write(context, (unit) => takeFile(unit, body), system);
      return { status: 201, body: { needed } };
    },

    async customerChanged({ body }, context) {
      await write(context, (unit) => customerChanged(unit, body), system);
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

    async messageStates({ body }, { account }) {
      const data = await read(account, (trx) => listMessageStates(trx, account, body.message_ids));
      return { status: 200, body: { data } };
    },

    async outgoing({ params }, { account }) {
      const body = await read(account, async (trx) => {
        const message = await messageRow(trx, account, sql`m.id = ${params.id}`);
        if (!message) throw new HttpError(404, "There is no such message.");
        const contact = await mustHave(trx, account, message.contact_id);
        return {
          message: shownMessage(message, { account, secret: deps.secret, now: now() }),
          contact: shownContact(contact),
          external_id: contact.user_id,
          file_id: message.file_id,
        };
      });
      return { status: 200, body };
    },
  };
}
