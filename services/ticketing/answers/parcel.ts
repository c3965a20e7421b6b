import type { Database } from "../../kit/database";
import type { SendMail } from "../../kit/mail";
import type { AnswerChannel } from "../contract.answers";
import type { TicketingUpstreams } from "../deps";

/** A public comment on its way to a customer. */
export type Parcel = {
  comment: number;
  ticket: number;
  channel: AnswerChannel;
  to: string;
  cc: string[];
  /** How often a person asked for it to be sent. */
  round: number;
  asked_at: Date;
  ref: string;
  body: string;
  author: string;
  author_id: string | null;
  subject: string;
  files: string[];
};

/** What became of it; `later` may be tried again, `unknown` never by itself (statement M18). */
export type DeliveryOutcome =
  | { state: "sent" | "failed" | "unknown"; reason?: string; ref?: string }
  | { state: "later"; seconds?: number };

/** What the job that delivers comments works with. */
export type DeliveryDeps = {
  database: Database;
  clientsOfAccount(account: string): TicketingUpstreams;
  /** The product's own way out, for accounts without a mailbox. */
  sendMail: SendMail | undefined;
  /** The bytes of a file of an account; undefined when it is gone. */
  load(account: string, file: string): Promise<{ name: string; type: string; bytes: Uint8Array } | undefined>;
  secret: string;
};
