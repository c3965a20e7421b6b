import { type SmppConnector, type SmppSettings, smpp } from "../../connectors/smpp/smpp";
import type { Database } from "../../kit/database";
import type { Carrier, CarrierHooks } from "./carrier";
import { durableParts } from "./inbound-parts";
import { findConnector, type LinkDefaults } from "./settings";

/** How often the settings are looked at, ms. */
const lookMs = 2_000;

type Settings = Awaited<ReturnType<typeof findConnector>>["settings"];
/** A session that sends, and for a carrier that wants two sessions one that receives. */
type Session = { sender: SmppConnector; receiver?: SmppConnector; window: number };

/**
 * The SMPP connector with the settings that the platform has given it. They are read before it binds; when they change,
 * what is in flight is answered, then it binds again with the new ones.
 */
export function smppCarrier(
  database: Database,
  defaults: LinkDefaults,
  hooks: CarrierHooks,
  name: string = smpp.name,
): Carrier {
  // A wrong address stops the start, not the first look.
  smpp.settings.parse(defaults);
  const parts = durableParts(database);
  let session: Session | undefined;
  let known = "";
  let priority = 1;
  let reason = "It has not connected yet.";
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = look();

  function open(settings: Settings): Session {
    const window = settings.max_unanswered ?? defaults.window;
    const tps = settings.tps ?? defaults.tps;
    const common: SmppSettings = {
      ...{ url: defaults.url, window, tps, systemType: settings.system_type, reference: settings.reference },
      ...{ answerId: settings.answer_id, receiptId: settings.receipt_id, longMessages: settings.long_messages },
    };
    const bind = (mode: "transceiver" | "transmitter" | "receiver") =>
      smpp.start(
        { ...common, bind: mode },
        {
          ...hooks,
          parts,
          onState(state) {
            if (state.state === "down") reason = state.reason;
          },
        },
      );
    const pair = settings.bind === "pair";
    const sender = bind(settings.bind === "transceiver" ? "transceiver" : "transmitter");
    return { sender, ...(pair ? { receiver: bind("receiver") } : {}), window: windowFor(window, tps) };
  }

  async function close(): Promise<void> {
    const last = session;
    await Promise.all([last?.sender.stop(), last?.receiver?.stop()]);
  }

  async function look(): Promise<void> {
    try {
      const { settings } = await findConnector(database, name);
      priority = settings.priority;
      // Another place in the order needs no new session.
      const wanted = JSON.stringify({ ...settings, priority: 0 });
      if (wanted !== known && !stopped) {
        await close();
        if (!stopped) session = open(settings);
        known = wanted;
      }
    } catch (error) {
      if (!session) reason = error instanceof Error ? error.message : String(error);
    }
    if (!stopped) timer = setTimeout(() => (looking = look()), lookMs);
  }

  return {
    name,
    priority: () => priority,
    async send(sms) {
      return session
        ? session.sender.send(sms)
        : { ref: 0, parts: [{ n: 1, result: { kind: "unsent", reason: "it has not connected yet" } }] };
    },
    query: async (providerId, from) => session?.sender.query(providerId, from),
    ready: () => session?.sender.ready() ?? false,
    window: () => session?.window ?? windowFor(defaults.window, defaults.tps),
    link() {
      const up = (session?.sender.ready() ?? false) && (session?.receiver?.ready() ?? true);
      return { up, reason: up ? "" : reason };
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await close();
    },
  };
}

/** With a cap on the link no more is handed over than leaves in a second, so that a pause acts within one. */
function windowFor(window: number, tps: number): number {
  return tps > 0 ? Math.min(window, Math.max(10, tps)) : window;
}

/** Without a message centre nothing leaves, and all else goes on. */
export function noCarrier(): Carrier {
  const send: Carrier["send"] = async () => ({
    ref: 0,
    parts: [{ n: 1, result: { kind: "unsent", reason: "no carrier" } }],
  });
  const link = { up: false, reason: "No message centre is set up (SMPP_URL)." };
  return { name: "none", send, ready: () => false, link: () => link, stop: async () => undefined };
}
