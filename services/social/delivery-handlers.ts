import { type Handlers, HttpError } from "../kit/serve";
import type { SocialChannel, social } from "./contract";
import { deliver, recall } from "./deliver";
import type { SocialContext } from "./deps";
import { mailAnswer } from "./email/mail-answer";
import { mailTicket } from "./email/mail-ticket";
import { fetchAgain } from "./files";
import { or406 } from "./save";
import { syncConversation } from "./sync";

/** The calls of our own services: what goes out on a network, and what is fetched from it again. */
export function deliveryHandlers(
  service: SocialContext,
): Pick<
  Handlers<typeof social.calls>,
  "deliver" | "mailAnswer" | "mailTicket" | "unsend" | "fetchFile" | "syncFb" | "syncDm" | "sync"
> {
  const { deps } = service;

  const synced = (account: string, contact: number) =>
    or406(
      syncConversation(service, account, contact).then(() => ({
        status: 201 as const,
        body: { status: 201 as const, message: "Conversation synced successfully" },
      })),
    );

  async function syncFor(
    asked: Parameters<typeof deps.clientsFor>[0] & { account: string },
    contact: number,
    channel: SocialChannel,
  ) {
    const found = await deps.clientsFor(asked).chat.contact({ params: { id: contact } });
    if (found.status !== 200) throw new HttpError(found.status as 404, found.body.message);
    if (found.body.contact.channel === channel) return synced(asked.account, contact);
    return { status: 406 as const, body: { status: 406, message: "This conversation is on another channel." } };
  }

  return {
    async deliver({ body }, { account }) {
      return { status: 201, body: await deliver(service, account, body.message) };
    },

    async mailAnswer({ body }, { account }) {
      return { status: 201, body: await mailAnswer(service, account, body) };
    },

    async mailTicket({ body }, { account }) {
      return { status: 201, body: await mailTicket(service, account, body) };
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

    syncFb: ({ body }, context) => syncFor(context, body.contact, "facebook"),

    syncDm: ({ body }, context) => syncFor(context, body.contact, "twitter"),

    sync: ({ body }, { account }) => synced(account, body.contact),
  };
}
