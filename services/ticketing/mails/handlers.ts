import type { Handlers } from "../../kit/serve";
import { whyNoChat } from "../answers/by-chat";
import { smsPartPrice } from "../answers/by-sms";
import { settleDelivery } from "../answers/deliver";
import { changeCopies, resendComment } from "../answers/queue";
import { reachedBy, replyChannels } from "../answers/reply-channels";
import { loadMailSettings, saveMailSettings } from "../answers/settings";
import { actorFrom, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { answerCalls, ReplyChannel } from "../contract.answers";
import { TicketForm } from "../contract.forms";
import { createTicket } from "../tickets/create";
import { keepMailFiles, takeMail } from "./receive";

/** The calls about answers to customers and about mails. */
export function answerHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, keyof typeof answerCalls> {
  const { read, write, mustSee, deps } = service;
  const done = (message: string) => ({ status: 201 as const, body: { status: 201, message } });

  return {
    async setCopies({ params, body }, context) {
      const cc = await write(context, async (unit) => {
        await mustSee(unit.trx, context, params.id);
        return changeCopies(unit, params.id, body);
      });
      const message = cc.length === 0 ? "No one is on copy." : `On copy: ${cc.join(", ")}.`;
      return { status: 201, body: { status: 201, message, cc } };
    },

    async replyChannels({ params }, context) {
      const { account } = context;
      const found = await read(account, async (trx) => {
        await mustSee(trx, context, params.id);
        return reachedBy(trx, account, params.id);
      });
      const channels = found ? replyChannels(found) : [];
      const data = await Promise.all(
        channels.map(async ({ channel, to }): Promise<ReplyChannel> => {
          // Whether an SMS can be paid depends on its words: judged when there are some.
          const why = channel === "chat" ? await whyNoChat(deps.clientsOfAccount(account), to, "…") : undefined;
          const part_price = channel === "sms" ? await smsPartPrice(deps.clientsFor(context), to) : null;
          return { channel, to, why: why ?? "", part_price };
        }),
      );
      return { status: 200, body: { data } };
    },

    async resendComment({ params }, context) {
      await write(context, (unit) => resendComment(unit, params.id, (ticket) => mustSee(unit.trx, context, ticket)));
      return done("The comment is sent again.");
    },

    mailSettings: async (_, { account }) => ({
      status: 200,
      body: await read(account, (trx) => loadMailSettings(trx, account)),
    }),

    async saveMailSettings({ body }, context) {
      const data = await write(context, async (unit) => {
        await saveMailSettings(unit.trx, unit.account, body);
        return loadMailSettings(unit.trx, unit.account);
      });
      return { status: 201, body: { status: 201, message: "The email settings were saved.", data } };
    },

    takeMail: async ({ body }, context) => ({
      status: 201,
      body: await write(context, (unit) => takeMail(unit, body)),
    }),

    openTicket: async ({ body }, context) => ({
      status: 201,
      body: await write(context, async (unit) => {
        const own = { ...unit, by: { id: null, name: body.source, kind: "system" as const } };
        const { id } = await createTicket(own, TicketForm.parse(body));
        return { ticket_id: id };
      }),
    }),

    async keepMailFiles({ body }, context) {
      await write(context, (unit) => keepMailFiles({ ...unit, by: actorFrom(context) }, body));
      return done("The files are listed.");
    },

    async deliveryState({ body }, context) {
      const { comment_id, state, reason } = body;
      await write(context, (unit) =>
        state === "delayed"
          ? settleDelivery(unit, comment_id, "sent", `It is late. ${reason}`)
          : settleDelivery(unit, comment_id, state, state === "failed" ? reason : ""),
      );
      return done("The comment says so.");
    },
  };
}
