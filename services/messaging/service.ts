import { sql } from "kysely";
import { z } from "zod";
import { smpp } from "../connectors/smpp/smpp";
import type { Database } from "../kit/database";
import type { Tasks } from "../kit/jobs";
import { countSms, countUnmatched } from "../kit/metrics";
import { checkedRow } from "../kit/row-schema";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { autoReplyTasks } from "./blasts/auto-reply";
import type { BlastDeps, SendingDeps } from "./blasts/deps";
import { draftTasks } from "./blasts/drafts";
import { startWorker } from "./blasts/sending";
import { blastHandlers } from "./blasts/service";
import { carrierHealthHandlers, connectorHandlers } from "./connectors/service";
import { type LinkDefaults, secondConnector } from "./connectors/settings";
import { noCarrier, smppCarrier } from "./connectors/smpp-carrier";
import { audienceHandlers } from "./contacts/audience-handlers";
import { contactTasks } from "./contacts/jobs";
import { type ContactDeps, contactHandlers } from "./contacts/service";
import { messaging } from "./contract";
import { customerHandlers } from "./customer/handlers";
import { instanceHandlers } from "./instances/handlers";
import { keywordHandlers, keywordReplyHandlers } from "./keywords/service";
import { askingHandlers } from "./messages/asking";
import { messageHandlers } from "./messages/service";
import { textHandlers } from "./messages/text";
import { personHandlers } from "./person/service";
import { recipientHandlers } from "./recipient/service";
import { recurringTasks } from "./recurring/jobs";
import { recurringHandlers } from "./recurring/service";
import { resellerHandlers } from "./reseller/service";
import type { SenderDeps } from "./senders/deps";
import { senderHandlers } from "./senders/service";
import { settingsHandlers } from "./sending-settings/service";
import { type LinkDeps, linkHandlers } from "./short-links/service";
import { templateHandlers } from "./templates/service";

export type MessagingDeps = ContactDeps & BlastDeps & LinkDeps & SenderDeps & { log: SendingDeps["log"] };

export type SendingOptions = Omit<SendingDeps, "carrier" | "window" | "count"> & {
  /** The carrier's address (smpp://systemId:password@host:port); without one nothing leaves, and all else goes on. */
  carrier?: LinkDefaults;
  /** Of the second carrier. */
  second?: LinkDefaults;
};

/** The embedded messaging service: contacts, blasts, inbox and figures. */
export function messagingService(
  database: Database,
  deps: MessagingDeps,
  options: ServeOptions,
): ServedCalls<typeof messaging.calls> {
  const handlers = {
    ...contactHandlers(database, deps),
    ...blastHandlers(database, deps),
    ...messageHandlers(database, deps),
    ...instanceHandlers(),
    ...recipientHandlers(database),
    ...customerHandlers(database),
    ...recurringHandlers(database),
    ...senderHandlers(database, deps),
    ...templateHandlers(database),
    ...personHandlers(database),
    ...resellerHandlers(database),
    ...connectorHandlers(database),
    ...carrierHealthHandlers(database),
    ...keywordHandlers(database),
    ...audienceHandlers(database),
    ...askingHandlers(database, deps),
    ...textHandlers(database, deps),
    ...keywordReplyHandlers(database),
    ...settingsHandlers(database, deps),
    ...linkHandlers(database, deps),
  };
  return serve(messaging, handlers, options);
}

/** The queued jobs of the messaging service. */
export function messagingTasks(database: Database, deps: ContactDeps & BlastDeps): Tasks {
  return {
    ...contactTasks(database, deps),
    ...draftTasks(database),
    ...recurringTasks(database, deps),
    ...autoReplyTasks(database, deps),
  };
}

/** Sends blasts, stores receipts and answers, settles money, until stopped. */
export function startSending(database: Database, options: SendingOptions): Promise<{ stop(): Promise<void> }> {
  const { carrier, second, ...rest } = options;
  return startWorker(database, {
    ...rest,
    window: carrier?.window ?? 1,
    rateLimit: carrier?.tps ?? 0,
    carrier: (hooks) => (carrier ? smppCarrier(database, carrier, hooks) : noCarrier()),
    ...(second ? { secondCarrier: (hooks) => smppCarrier(database, second, hooks, secondConnector) } : {}),
    count: (result, parts, name) => countSms(name, result, parts),
    countUnmatched: (what, times) => countUnmatched(smpp.name, what, times),
  });
}

const MessagesRow = z.object({ messages: z.number() });

/** About: whole chunks, whatever of them has been sent. */
export async function waitingMessages({ db }: Database): Promise<number> {
  const row = await checkedRow(
    db,
    MessagesRow,
    sql`
    select coalesce(sum(last_seq - first_seq + 1), 0)::int as messages from messaging.chunks`,
  );
  return row?.messages ?? 0;
}
