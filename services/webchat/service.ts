import { type Database, inAccount, readAccount } from "../kit/database";
import { type Handlers, type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { applicationHandlers } from "./application-handlers";
import { webchat } from "./contract";
import type { WebchatDeps } from "./deps";
import { faqHandlers } from "./faq-handlers";
import { mobileHandlers } from "./mobile/handlers";
import { pushHandlers } from "./mobile/push-handlers";
import { forgetVisitors } from "./visits/forget";
import { visitorsHere } from "./visits/here";

/** The embedded web chat service: applications and FAQs; its visitors come through visits/. */
export function webchatService(
  database: Database,
  deps: WebchatDeps,
  options: ServeOptions,
): ServedCalls<typeof webchat.calls> {
  const { db } = database;

  const handlers: Handlers<typeof webchat.calls> = {
    ...applicationHandlers(database, deps),
    ...faqHandlers(database),
    ...mobileHandlers(database, deps),
    ...pushHandlers(database, deps),

    async visitorsHere({ body }, { account }) {
      return { status: 200, body: { here: await readAccount(db, account, (trx) => visitorsHere(trx, account, body)) } };
    },

    async forgetVisitors({ body }, { account }) {
      const removed = await inAccount(db, account, (trx) => forgetVisitors(trx, account, body));
      return { status: 200, body: { removed } };
    },
  };
  return serve(webchat, handlers, options);
}
