import { type Database, inAccount } from "../kit/database";
import { type Handlers, type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { channelHandlers } from "./channel-handlers";
import { social } from "./contract";
import { deliveryHandlers } from "./delivery-handlers";
import type { SocialContext, SocialDeps } from "./deps";
import { mailboxHandlers } from "./email/mailbox-handlers";
import { forgetCustomers, forgetMails } from "./forget";
import { replyHandlers } from "./reply-handlers";
import { whatsappHandlers } from "./whatsapp/handlers";

/** The embedded social service: channels on networks outside, and what goes out on them. */
export function socialService(
  { db }: Database,
  deps: SocialDeps,
  options: ServeOptions,
): ServedCalls<typeof social.calls> {
  const service: SocialContext = { db, deps };

  const handlers: Handlers<typeof social.calls> = {
    ...channelHandlers(service),
    ...replyHandlers(service),
    ...deliveryHandlers(service),
    ...mailboxHandlers(service),
    ...whatsappHandlers(service),
    async forgetCustomers({ body }, { account }) {
      return {
        status: 200,
        body: { removed: await inAccount(db, account, (trx) => forgetCustomers(trx, account, body)) },
      };
    },
    async forgetMails({ body }, { account }) {
      return { status: 200, body: { removed: await inAccount(db, account, (trx) => forgetMails(trx, account, body)) } };
    },
  };
  return serve(social, handlers, options);
}
