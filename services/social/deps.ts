import type { chat } from "../chat/contract";
import type { ReadMail } from "../connectors/email/run";
import type { CallerHeaders, Client } from "../kit/client";
import type { Database } from "../kit/database";
import type { survey } from "../survey/contract";
import type { ticketing } from "../ticketing/contract";
import type { uploads } from "../uploads/contract";
import type { whatsapp } from "../whatsapp/contract";
import type { InvitationUpstream } from "./email/invitation-answer";

export type SocialUpstreams = {
  chat: Client<typeof chat.calls>;
  uploads: Client<typeof uploads.calls>;
  ticketing: Pick<Client<typeof ticketing.calls>, "takeMail" | "keepMailFiles" | "deliveryState">;
  survey: Pick<Client<typeof survey.calls>, "takeWhatsapp" | "heardWhatsapp">;
  whatsapp: Pick<Client<typeof whatsapp.calls>, "heardNews" | "heardStatuses" | "heardWish">;
  crm: InvitationUpstream;
};

/** A stored file with its bytes; chats take 16 MB at most. */
export type LoadedFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/** What the social calls need from outside. */
export type SocialDeps = {
  clientsFor(caller: CallerHeaders): SocialUpstreams;
  clientsOfAccount(account: string): SocialUpstreams;
  /** Seals the channels' secrets. */
  secret: string;
  /** Where networks reach us: `https://jibu.example`. */
  publicUrl(): string;
  /** The networks' own addresses, or the sandbox's. */
  telegramUrl: string;
  graphUrl: string;
  /** v23.0 */
  graphVersion: string;
  xUrl: string;
  playUrl: string;
  googleTokenUrl: string;
  /** Between two readings of an app's reviews. */
  playPollSeconds: number;
  /** The bytes of a file of an account; undefined when it is gone. */
  load(account: string, file: string): Promise<LoadedFile | undefined>;
  /** Closed addresses that mail hosts may have after all; none when not given. */
  mayDial?(address: string, port: number): boolean;
  /** Reads a raw mail, in a thread of its own. */
  readMail?: ReadMail;
  now?(): Date;
};

export type SocialContext = { db: Database["db"]; deps: SocialDeps };
