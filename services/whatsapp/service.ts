import type { Database } from "../kit/database";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { broadcastHandlers } from "./broadcasts/handlers";
import { whatsapp } from "./contract";
import { customerHandlers } from "./customer/handlers";
import type { WhatsappDeps } from "./deps";
import { hearingHandlers } from "./hear";
import { numberHandlers } from "./numbers/handlers";
import { personHandlers } from "./person/handlers";
import { questionHandlers } from "./questions/handlers";
import { singleHandlers } from "./single/handlers";
import { templateHandlers } from "./templates/handlers";
import { templateSender } from "./templates/send";

/** WhatsApp for a business: templates, numbers and broadcasts. Conversations are the chat service's. */
export function whatsappService(
  database: Database,
  deps: WhatsappDeps,
  options: ServeOptions,
): ServedCalls<typeof whatsapp.calls> {
  const handlers = {
    ...numberHandlers(database, deps),
    ...templateHandlers(database, deps),
    sendTemplate: templateSender(database, deps),
    ...broadcastHandlers(database, deps),
    ...hearingHandlers(database, deps),
    ...questionHandlers(database, deps),
    ...singleHandlers(database, deps),
    ...customerHandlers(database),
    ...personHandlers(database),
  };
  return serve(whatsapp, handlers, options);
}
