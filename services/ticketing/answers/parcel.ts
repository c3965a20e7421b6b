import { z } from "zod";
import type { Database } from "../../kit/database";
import type { SendMail } from "../../kit/mail";
import { answerChannels } from "../contract.answers";
import type { TicketingUpstreams } from "../deps";

/** A public comment on its way to a customer. */
export const Parcel = z.object({
  comment: z.number(),
  ticket: z.number(),
  channel: z.enum(answerChannels),
  to: z.string(),
  cc: z.array(z.string()),
  /** How often a person asked for it to be sent. */
  round: z.number(),
  asked_at: z.date(),
  ref: z.string(),
  body: z.string(),
  author: z.string(),
  author_id: z.string().nullable(),
  subject: z.string(),
  files: z.array(z.string()),
});
export type Parcel = z.infer<typeof Parcel>;

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
