import { sql } from "kysely";
import { smpp } from "../connectors/smpp/smpp";
import type { Database } from "../kit/database";
import type { Tasks } from "../kit/jobs";
import { countSms, watchQueue } from "../kit/metrics";
import { type Served, type Surroundings, serve } from "../kit/serve";
import type { Carrier, CarrierHooks } from "./blasts/carrier";
import type { BlastDeps, SendingDeps } from "./blasts/deps";
import { durableParts } from "./blasts/inbound-parts";
import { startWorker } from "./blasts/sending";
import { blastHandlers } from "./blasts/service";
import { contactTasks } from "./contacts/jobs";
import { type ContactDeps, contactHandlers } from "./contacts/service";
import { messaging } from "./contract";
import { personHandlers } from "./person/service";
import { resellerHandlers } from "./reseller/service";
import type { SenderDeps } from "./senders/deps";
import { senderHandlers } from "./senders/service";
import { templateHandlers } from "./templates/service";

export type MessagingDeps = ContactDeps & BlastDeps & SenderDeps & { log: SendingDeps["log"] };

export type SendingOptions = Omit<SendingDeps, "carrier" | "window" | "count"> & {
  /** The carrier's address (smpp://systemId:password@host:port); without one nothing leaves, and all else goes on. */
  carrier?: { url: string; window: number; tps: number };
};

/** The embedded messaging service: contacts, blasts, inbox and figures. */
export function messagingService(
  database: Database,
  deps: MessagingDeps,
  around: Surroundings,
): Served<typeof messaging.calls> {
  const handlers = {
    ...contactHandlers(database, deps),
    ...blastHandlers(database, deps),
    ...senderHandlers(database, deps),
    ...templateHandlers(database),
    ...personHandlers(database),
    ...resellerHandlers(database),
  };
  return serve(messaging, handlers, around);
}

/** The queued jobs of the messaging service. */
export function messagingTasks(database: Database, deps: ContactDeps): Tasks {
  return contactTasks(database, deps);
}

/** Sends blasts, stores receipts and answers, settles money, until stopped. */
export function startSending(database: Database, options: SendingOptions): Promise<{ stop(): Promise<void> }> {
  const { carrier, ...rest } = options;
  watchQueue("sms", () => waitingMessages(database));
  const window = carrier ? windowFor(carrier) : 1;
  return startWorker(database, {
    ...rest,
    window,
    rateLimit: carrier?.tps ?? 0,
    carrier: (hooks) => (carrier ? smppCarrier(database, carrier, hooks) : noCarrier()),
    count: (result, parts) => countSms(smpp.name, result, parts),
  });
}

/** With a cap on the link no more is handed over than leaves in a second, so that a pause acts within one. */
function windowFor({ window, tps }: { window: number; tps: number }): number {
  return tps > 0 ? Math.min(window, Math.max(10, tps)) : window;
}

export function smppCarrier(
  database: Database,
  { url, window, tps }: { url: string; window: number; tps: number },
  hooks: CarrierHooks,
): Carrier {
  const link = smpp.start({ url, window, tps }, { ...hooks, parts: durableParts(database) });
  return { name: smpp.name, ...link };
}

/** About: whole chunks, whatever of them has been sent. */
async function waitingMessages({ db }: Database): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select coalesce(sum(last_seq - first_seq + 1), 0)::int as messages from messaging.chunks`.execute(db);
  return rows[0]?.messages ?? 0;
}

function noCarrier(): Carrier {
  const send: Carrier["send"] = async () => ({
    ref: 0,
    parts: [{ n: 1, result: { kind: "unsent", reason: "no carrier" } }],
  });
  return { name: "none", send, ready: () => false, stop: async () => undefined };
}
