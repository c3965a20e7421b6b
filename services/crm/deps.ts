import type { chat } from "../chat/contract";
import type { email } from "../email/contract";
import type { identity } from "../identity/contract";
import type { Client } from "../kit/client";
import type { messaging } from "../messaging/contract";
import type { whatsapp } from "../whatsapp/contract";
import type { FileUpstream } from "./quotes/file-upstream";

/** The services that the CRM asks. */
export type CrmUpstreams = {
  identity: Pick<Client<typeof identity.calls>, "allMembers" | "personAccess" | "accountOf">;
  messaging: Pick<Client<typeof messaging.calls>, "questionTerms" | "optedOut" | "sendText" | "heardFrom">;
  email: Pick<Client<typeof email.calls>, "mailTerms" | "sendMail">;
  whatsapp: Pick<Client<typeof whatsapp.calls>, "singleTerms" | "sendSingle" | "marketingOptOuts">;
  chat: Pick<Client<typeof chat.calls>, "heardFrom" | "openConversation" | "writeFor" | "messageStates">;
  uploads: FileUpstream;
};

/** What the CRM needs from outside. */
export type CrmDeps = {
  /** Other services, asked as a service for one account. */
  clientsOfAccount(account: string): CrmUpstreams;
  now?(): Date;
};

export function currentTime(deps: CrmDeps): Date {
  return deps.now?.() ?? new Date();
}
