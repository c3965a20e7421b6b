import type { chat } from "../chat/contract";
import type { crm } from "../crm/contract";
import type { identity } from "../identity/contract";
import type { CallerHeaders, Client } from "../kit/client";
import type { messaging } from "../messaging/contract";
import type { ticketing } from "../ticketing/contract";
import type { uploads } from "../uploads/contract";

/** The other services, as the call centre asks them. */
export type VoiceUpstreams = {
  identity: Pick<Client<typeof identity.calls>, "allMembers">;
  messaging: Pick<Client<typeof messaging.calls>, "blacklist" | "findContacts">;
  crm: Pick<Client<typeof crm.calls>, "crmContacts" | "leads">;
  ticketing: Pick<Client<typeof ticketing.calls>, "customerTickets">;
  chat: Pick<Client<typeof chat.calls>, "contacts">;
  uploads: Pick<Client<typeof uploads.calls>, "keep" | "link" | "dropFiles">;
};

/** What the call centre needs from outside. */
export type VoiceDeps = {
  clientsFor(caller: CallerHeaders): VoiceUpstreams;
  clientsOfAccount(account: string): VoiceUpstreams;
  /** Seals the passwords of extensions. */
  secret: string;
  /** Where browsers reach the PBX; undefined: nobody can call. */
  pbx: { wssUrl: string | undefined; stunServers: readonly string[] };
  now?(): Date;
};
