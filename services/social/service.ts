import { sql } from "kysely";
import { type ActivityActor, recordActivity } from "../kit/activities";
import { type Database, inAccount, readAccount } from "../kit/database";
import type { Person, Service } from "../kit/principal";
import { type Handlers, HttpError, type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { type ChannelRow, channelRows, mustHave } from "./channels";
import { connectTelegram, connectWhatsapp } from "./connect";
import { connectMessenger } from "./connect.messenger";
import { type SocialChannel, social } from "./contract";
import { deliver, recall } from "./deliver";
import type { SocialContext, SocialDeps } from "./deps";
import { connectEmail } from "./email/connect";
import { mailAnswer } from "./email/mail-answer";
import { mailTicket } from "./email/mail-ticket";
import { connectMailbox, disconnectMailbox, listMailboxes, setMailbox, testMailbox } from "./email/mailboxes";
import { addressOf } from "./email/unproven";
import { fetchAgain } from "./files";
import { forgetCustomers, forgetMails } from "./forget";
import { shownChannel } from "./health";
import { rehearse } from "./rehearsal";
import { or406, tellChat } from "./save";
import { syncConversation } from "./sync";
import { disconnect, testChannel } from "./upkeep";
import { cameSince } from "./webhooks";

type Caller = { account: string; who: Person | Service; address: string };
type CallContext = { account: string; token: string; requestId: string; address: string };

/** A reply goes the way of every reply, by the caller: the same limits, the same order, once for each request. */
async function sendReply(
  deps: SocialDeps,
  channel: SocialChannel,
  asked: CallContext,
  given: { contact: number; message: string; request_id: string; file_ids?: string[] },
) {
  const { chat } = deps.clientsFor(asked);
  const found = await chat.contact({ params: { id: given.contact } });
  if (found.status !== 200) throw new HttpError(found.status as 404, found.body.message);
  if (found.body.contact.channel !== channel)
    return { status: 406 as const, body: { status: 406, message: "This conversation is on another channel." } };
  const { message, request_id, file_ids = [] } = given;
  const answer = await chat.sendMessage({
    params: { id: given.contact },
    body: { request_id, type: "text", message, file_ids },
  });
  if (answer.status !== 201) return answer as { status: 406; body: { status: number; message: string } };
  const [first] = answer.body.messages;
  return {
    status: 201 as const,
    body: { status: 201 as const, message: "Sent.", message_id: first?.message_id ?? "" },
  };
}

/** The embedded social service: channels on networks outside, and what goes out on them. */
export function socialService(
  { db }: Database,
  deps: SocialDeps,
  options: ServeOptions,
): ServedCalls<typeof social.calls> {
  const service: SocialContext = { db, deps };
  const shown = (account: string, row: ChannelRow) => shownChannel(deps, account, row);

  const synced = (account: string, contact: number) =>
    or406(
      syncConversation(service, account, contact).then(() => ({
        status: 201 as const,
        body: { status: 201 as const, message: "Conversation synced successfully" },
      })),
    );

  const handlers: Handlers<typeof social.calls> = {
    async channels({ query }, { account }) {
      const where = query.channel ? sql`c.channel = ${query.channel}` : sql`true`;
      const rows = await readAccount(db, account, (trx) => channelRows(trx, account, where, true));
      return { status: 200, body: { data: rows.map((row) => shown(account, row)) } };
    },
    async channel({ params }, { account }) {
      return {
        status: 200,
        body: shown(account, await readAccount(db, account, (trx) => mustHave(trx, account, params.id))),
      };
    },
    async webhooks({ params, query }, { account }) {
      await readAccount(db, account, (trx) => mustHave(trx, account, params.id));
      return { status: 200, body: { data: await cameSince(db, account, params.id, query) } };
    },
    async connectTelegram({ body }, context) {
      return or406(
        connectTelegram(service, context.account, body, { by: actorOf(context) }).then(async ({ id }) => {
          const data = shown(
            context.account,
            await readAccount(db, context.account, (trx) => mustHave(trx, context.account, id)),
          );
          return { status: 201 as const, body: { status: 201 as const, message: `${data.name} is connected.`, data } };
        }),
      );
    },
    async connectWhatsapp({ body }, context) {
      return or406(
        connectWhatsapp(service, context.account, body, { by: actorOf(context) }).then((row) => {
          const data = shown(context.account, row);
          return { status: 201 as const, body: { status: 201 as const, message: `${data.name} is connected.`, data } };
        }),
      );
    },
    async connectMessenger({ body }, context) {
      return or406(
        connectMessenger(service, context.account, body, { by: actorOf(context) }).then((row) => {
          const data = shown(context.account, row);
          return { status: 201 as const, body: { status: 201 as const, message: `${data.name} is connected.`, data } };
        }),
      );
    },
    async connectEmail({ body }, context) {
      return or406(
        connectEmail(service, context.account, body, { by: actorOf(context) }).then((row) => {
          const data = shown(context.account, row);
          return { status: 201 as const, body: { status: 201 as const, message: `${data.name} is connected.`, data } };
        }),
      );
    },
    async updateChannel({ params, body }, context) {
      const { account } = context;
      const row = await inAccount(db, account, async (trx) => {
        await mustHave(trx, account, params.id);
        await sql`
          update social.channels set name = ${body.name}, active = ${body.active}, updated_at = now()
          where customer_account = ${account} and id = ${params.id}`.execute(trx);
        await recordActivity(trx, account, actorOf(context), {
          action: "Chat channel changed",
          description: `${body.name} was changed; it is ${body.active ? "on" : "off"}.`,
          ...{ subject: "chat channel", subject_id: String(params.id) },
        });
        return mustHave(trx, account, params.id);
      });
      await tellChat(deps, account, row);
      return { status: 201, body: { status: 201, message: `${row.name} was changed.`, data: shown(account, row) } };
    },
    async testChannel({ params }, { account }) {
      return or406(
        testChannel(service, account, params.id).then((row) => {
          const body = {
            status: 201 as const,
            message: `${row.name} answers. The connection works.`,
            data: shown(account, row),
          };
          return { status: 201 as const, body };
        }),
      );
    },
    async rehearse({ params, body }, { account }) {
      const row = await readAccount(db, account, (trx) => mustHave(trx, account, params.id));
      return or406(
        rehearse(service, account, row, body.sample).then((data) => {
          const many = data.length === 1 ? "1 webhook was" : `${data.length} webhooks were`;
          const message = `${many} sent. The inbox has the customer "Rehearsal".`;
          return { status: 201 as const, body: { status: 201 as const, message, data } };
        }),
      );
    },
    async disconnectChannel({ params }, context) {
      const row = await disconnect(service, context.account, params.id, actorOf(context));
      return { status: 201, body: { status: 201, message: `${row.name} was disconnected. Its conversations stay.` } };
    },
    sendResponse: ({ body }, context) => sendReply(deps, "whatsapp", context, body),
    replyTelegram: ({ body }, context) => sendReply(deps, "telegram", context, body),
    sendDmFacebook: ({ body }, context) => sendReply(deps, "facebook", context, body),
    sendFdmImage: ({ body: { file, ...body } }, context) =>
      sendReply(deps, "facebook", context, { ...body, message: "", file_ids: [file] }),
    async emailOutbound({ body }, context) {
      const { reply_to_id: contact, to, from } = body;
      const answer = await deps.clientsFor(context).chat.contact({ params: { id: contact } });
      if (answer.status === 200) {
        const { recipient, user_id } = answer.body.contact;
        const other = (given: string, known: string) => given !== "" && given.toLowerCase() !== known;
        if (other(to, addressOf(user_id)) || other(from, recipient))
          return { status: 406, body: { status: 406, message: "The conversation is between other addresses." } };
      }
      return sendReply(deps, "email", context, { contact, message: body.message, request_id: body.request_id });
    },
    async forgetCustomers({ body }, { account }) {
      return {
        status: 200,
        body: { removed: await inAccount(db, account, (trx) => forgetCustomers(trx, account, body)) },
      };
    },
    async forgetMails({ body }, { account }) {
      return { status: 200, body: { removed: await inAccount(db, account, (trx) => forgetMails(trx, account, body)) } };
    },
    async syncFb({ body }, context) {
      const found = await deps.clientsFor(context).chat.contact({ params: { id: body.contact } });
      if (found.status !== 200) throw new HttpError(found.status as 404, found.body.message);
      return synced(context.account, body.contact);
    },
    sync: ({ body }, { account }) => synced(account, body.contact),
    async deliver({ body }, { account }) {
      return { status: 201, body: await deliver(service, account, body.message) };
    },
    async mailAnswer({ body }, { account }) {
      return { status: 201, body: await mailAnswer(service, account, body) };
    },
    async mailTicket({ body }, { account }) {
      return { status: 201, body: await mailTicket(service, account, body) };
    },
    mailboxes: async (_, { account }) => ({ status: 200, body: { data: await listMailboxes(db, account) } }),
    async setMailbox({ params, body }, context) {
      const data = await setMailbox(db, context.account, params.id, body.new_mails, callerOf(context));
      const message = `New mails to ${data.address} become ${data.new_mails === "chat" ? "conversations" : "tickets"}.`;
      return { status: 201, body: { status: 201, message, data } };
    },
    async connectMailbox({ body }, context) {
      return or406(
        connectMailbox(service, context.account, body, callerOf(context)).then((data) => {
          const message = `${data.address} is connected. New emails to it become tickets.`;
          return { status: 201 as const, body: { status: 201 as const, message, data } };
        }),
      );
    },
    async testMailbox({ params }, { account }) {
      return or406(
        testMailbox(service, account, params.id).then((data) => {
          const message = `${data.address} answers. The connection works.`;
          return { status: 201 as const, body: { status: 201 as const, message, data } };
        }),
      );
    },
    async disconnectMailbox({ params }, context) {
      const row = await disconnectMailbox(service, context.account, params.id, callerOf(context));
      const message = `${row.external_id} was disconnected. Its tickets stay.`;
      return { status: 201, body: { status: 201, message } };
    },
    async unsend({ body }, { account }) {
      await recall(service, account, body.message);
      return { status: 201, body: { status: 201, message: "Taken back where that can be done." } };
    },
    async fetchFile({ body: { message } }, { account }) {
      if (!(await fetchAgain(service, account, message))) {
        const reason = "The network keeps this file no longer. Ask the customer to send it again.";
        await deps.clientsOfAccount(account).chat.takeFile({ body: { message_id: message, reason, refused: true } });
      }
      return { status: 201, body: { status: 201, message: "The file is fetched." } };
    },
  };
  return serve(social, handlers, options);
}

function actorOf({ who, address }: Caller): ActivityActor {
  return who.kind === "person" ? { id: who.id, name: who.name, address } : "system";
}

const callerOf = (asked: Caller) => ({ who: asked.who, actor: actorOf(asked) });
