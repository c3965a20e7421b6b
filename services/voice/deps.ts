import type { Speaker } from "../connectors/azure-speech";
import type { crm } from "../crm/contract";
import type { identity } from "../identity/contract";
import type { CallerHeaders, Client } from "../kit/client";
import type { messaging } from "../messaging/contract";
import type { ticketing } from "../ticketing/contract";
import type { uploads } from "../uploads/contract";
import type { CallerUpstreams } from "./caller-upstreams";
import type { RobocallUpstreams } from "./robocall-upstreams";

/** The other services, as the call centre asks them. */
export type VoiceUpstreams = CallerUpstreams &
  RobocallUpstreams & {
    identity: Pick<Client<typeof identity.calls>, "allMembers" | "skills">;
    crm: Pick<Client<typeof crm.calls>, "customer">;
    messaging: Pick<
      Client<typeof messaging.calls>,
      "addToBlacklist" | "audience" | "blacklist" | "findContacts" | "groups" | "optedOut"
    >;
    ticketing: Pick<Client<typeof ticketing.calls>, "keepMailFiles" | "openHours" | "openTicket">;
    uploads: Pick<Client<typeof uploads.calls>, "attach" | "keep" | "link" | "dropFiles">;
  };

/** What the call centre needs from outside. */
export type VoiceDeps = {
  clientsFor(caller: CallerHeaders): VoiceUpstreams;
  clientsOfAccount(account: string): VoiceUpstreams;
  /** Seals the passwords of extensions. */
  secret: string;
  /** Where browsers reach the PBX; undefined: nobody can call. */
  pbx: { wssUrl: string | undefined; stunServers: readonly string[] };
  /** Makes sounds of texts; undefined: no text to speech is set up. */
  speaker?: Speaker | undefined;
  now?(): Date;
};
