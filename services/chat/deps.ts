import type { identity } from "../identity/contract";
import type { CallerHeaders, Client } from "../kit/client";
import type { followBreakCall } from "../kit/contract.breaks";
import type { social } from "../social/contract";
import type { ticketing } from "../ticketing/contract";
import type { uploads } from "../uploads/contract";
import type { webchat } from "../webchat/contract";

/** Other services, asked as a service for one account, or for the caller. */
export type ChatUpstreams = {
  identity: Client<typeof identity.calls>;
  uploads: Client<typeof uploads.calls>;
  ticketing: Client<typeof ticketing.calls>;
  webchat: Client<typeof webchat.calls>;
  social: Client<typeof social.calls>;
  voice: Client<{ followBreak: ReturnType<typeof followBreakCall> }>;
};

/**
 * A message on its way to a network, and what became of it. `unknown`: it may have arrived, so it is not sent again.
 * `later`: it did not leave, and comes again after so many seconds (the network's pace).
 */
export type Carrying =
  | { status: "sent" | "failed" | "unknown"; provider_id?: string | undefined; reason?: string | undefined }
  | { status: "later"; seconds: number };

/** Answers to a message that was left, as one mail. `message_id`: of the first of them, which makes it once. */
export type AnswerMail = {
  to: string;
  subject: string;
  text: string;
  contact_id: number;
  message_id: string;
  swahili: boolean;
};
/** `none`: the account has no mailbox that sends. `inbox_id`: the mailbox's, where a reply comes in. */
export type Mailing = {
  status: "sent" | "failed" | "unknown" | "later" | "none";
  inbox_id?: number | undefined;
  reason?: string | undefined;
};

/** A message for the phones of a customer whose app is closed. `tries`: attempts before this one. */
export type PhonePush = {
  inbox_id: number;
  external_id: string;
  contact_id: number;
  message_id: number;
  by: string;
  text: string;
  file: boolean;
  tries: number;
};

/** What carries messages to the networks; the service that speaks to them gives it. */
export type Carrier = {
  /** Sends a queued message, by its number. */
  deliver(account: string, message: number): Promise<Carrying>;
  /** Takes a message back where the network can. */
  unsend(account: string, message: number): Promise<void>;
  /** Sends a mail by the account's mailbox. */
  mail?(account: string, mail: AnswerMail): Promise<Mailing>;
  /** Pushes to phones. Answers the seconds after which it is to be tried again; undefined: it is done. @throws when that can't be asked now */
  push?(account: string, push: PhonePush): Promise<number | undefined>;
  /** Asks the network again for a customer's file, by the message's own id. @throws when that can't be done now */
  fetchFile(account: string, message: string): Promise<void>;
};

/** What the chat calls need from outside. */
export type ChatDeps = {
  clientsFor(caller: CallerHeaders): ChatUpstreams;
  clientsOfAccount(account: string): ChatUpstreams;
  /** Signs links to files. */
  secret: string;
  /** Our own address, for links in archives. */
  site?: string | undefined;
  /** Asks the network for messages of a conversation that are missing. */
  sync?(account: string, contact: number): Promise<boolean>;
  now?(): Date;
};
