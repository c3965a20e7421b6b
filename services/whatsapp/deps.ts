import type { billing } from "../billing/contract";
import type { chat } from "../chat/contract";
import type { Client } from "../kit/client";
import type { messaging } from "../messaging/contract";
import type { social } from "../social/contract";
import type { uploads } from "../uploads/contract";

export type WhatsappUpstreams = {
  billing: Pick<Client<typeof billing.calls>, "hold" | "settle" | "refund">;
  chat: Pick<Client<typeof chat.calls>, "contact" | "writeFor" | "messageStates">;
  messaging: Pick<Client<typeof messaging.calls>, "audience" | "optedOut">;
  social: Pick<
    Client<typeof social.calls>,
    | "whatsappNumbers"
    | "whatsappHealth"
    | "whatsappTemplates"
    | "createWhatsappTemplate"
    | "deleteWhatsappTemplate"
    | "keepWhatsappMedia"
    | "sendWhatsappTemplate"
    | "sendWhatsappQuestion"
    | "openReplyWindows"
  >;
  uploads: Pick<Client<typeof uploads.calls>, "file" | "attach" | "dropFiles">;
};

export type WhatsappDeps = {
  /** The other services, asked as a service for one account. */
  clientsOfAccount(account: string): WhatsappUpstreams;
  /** Signs the links of files. */
  secret: string;
  now?(): Date;
};

export function currentTime(deps: WhatsappDeps): Date {
  return deps.now?.() ?? new Date();
}
