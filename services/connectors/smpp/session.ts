import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import { systemClock, type TimerClock } from "./clock";
import { receivePdu } from "./commands";
import { type Deliveries, deliveries } from "./deliveries";
import { idleWait } from "./idle-wait";
import { keepAlive } from "./keep-alive";
import { type Link, speakSmpp } from "./link";
import { namedTimers } from "./named-timers";
import { type Body, type MessagePdu, type QueryFields, type SubmitSm, status } from "./pdu";
import { type QueryResult, queries } from "./queries";
import { defaultTimings, type Timings } from "./session-timing";
import { type Result, type SubmitWindow, submitWindow } from "./window";

export type SmppOptions = {
  host: string;
  port: number;
  tls?: boolean;
  systemId: string;
  password: string;
  systemType?: string;
  bind?: "transceiver" | "transmitter" | "receiver";
  clock?: TimerClock;
} & Partial<Timings>;

export type SmppState =
  | { state: "connecting" }
  | { state: "bound" }
  | { state: "refused"; code: number }
  | { state: "down"; reason: string; againMs: number }
  | { state: "stopped" };

export type SmppEvents = {
  /** A receipt or a message. deliver_sm_resp is written when this resolves; a rejection asks for it again later. */
  onDeliver(pdu: MessagePdu): Promise<void>;
  onState?(state: SmppState): void;
};

export type SmppSession = {
  submit(pdu: SubmitSm, urgent?: boolean): Promise<Result>;
  /** What became of a message; undefined when the message centre does not say. */
  query(asked: QueryFields): Promise<QueryResult | undefined>;
  ready(): boolean;
  stats(): ReturnType<SubmitWindow["stats"]> & ReturnType<Deliveries["stats"]> & { bound: boolean; reconnects: number };
  /** Waits for what is in flight, unbinds, and leaves no socket and no timer behind. */
  stop(): Promise<void>;
};

/**
 * Binds to a message centre and stays bound: reconnects after 1, 2, 4 … 30 s, asks enquire_link, and gives up a link
 * that is silent or makes no sense. Every submit gets a result, whatever happens to the link.
 */
export function connectSmpp(options: SmppOptions, on: SmppEvents): SmppSession {
  const timing: Timings = { ...defaultTimings, ...options };
  const clock = options.clock ?? systemClock;
  const bindCommand = `bind_${options.bind ?? "transceiver"}` as const;
  const timers = namedTimers<"bind" | "reconnect">(clock);
  const idle = idleWait(clock);
  const incoming = deliveries(timing.deliverWindow, (pdu) => on.onDeliver(pdu));
  let link: Link | null = null;
  let bound = false;
  let stopping = false;
  let failures = 0;
  let reconnects = 0;
  let sequence = 0;
  let stopped: Promise<void> | null = null;

  const window = submitWindow(
    timing,
    clock,
    (pdu) => request(pdu),
    () => link?.destroy("a submit_sm had no answer in time"),
  );
  const alive = keepAlive(
    {
      ...timing,
      enquire: () => request({ command: "enquire_link" }),
      silent: () => link?.destroy("enquire_link had no answer in time"),
    },
    clock,
  );
  const asked = queries(clock, timing.responseMs);
  const commands = {
    isBound: () => bound,
    bindAnswered,
    queryAnswered: asked.answer,
    submitAnswered(answered: number, code: number, messageId: string): void {
      window.answer(answered, code, messageId);
      if (stopping && window.inFlight() === 0) idle.check();
    },
    async deliver(pdu: MessagePdu, from: Link): Promise<void> {
      from.write({ command: "deliver_sm_resp" }, pdu.sequence, await incoming.take(pdu));
      if (stopping && incoming.storing() === 0) idle.check();
    },
    alive: alive.answered,
  };

  function request(body: Body): number {
    sequence = sequence === 0x7fffffff ? 1 : sequence + 1; // SMPP 3.4, 3.2
    link?.write(body, sequence);
    return sequence;
  }

  function open(): void {
    on.onState?.({ state: "connecting" });
    const { host, port } = options;
    const socket = options.tls ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
    const mine = speakSmpp(socket, { pdu: (pdu) => receivePdu(pdu, mine, commands), down });
    link = mine;
    timers.after("bind", timing.connectMs, () => mine.destroy("the message centre did not answer the bind in time"));
    socket.once(options.tls ? "secureConnect" : "connect", () => {
      const { systemId, password, systemType } = options;
      request({ command: bindCommand, systemId, password, systemType });
    });
  }

  function down(reason: string): void {
    link = null;
    bound = false;
    timers.cancel("bind");
    alive.stop();
    window.drop(reason);
    asked.drop();
    idle.check();
    if (stopping) return;
    const againMs = Math.min(timing.reconnectMs * 2 ** failures, timing.reconnectMaxMs);
    failures++;
    reconnects++;
    timers.after("reconnect", againMs, open);
    on.onState?.({ state: "down", reason, againMs });
  }

  function bindAnswered(code: number, from: Link): void {
    if (code !== status.ok) {
      on.onState?.({ state: "refused", code });
      from.destroy(`the bind was refused with code ${code}`);
      return;
    }
    timers.cancel("bind");
    bound = true;
    failures = 0;
    alive.start();
    on.onState?.({ state: "bound" });
    window.open();
  }

  async function windDown(): Promise<void> {
    stopping = true;
    timers.cancel("reconnect");
    alive.stop();
    window.close("stopping");
    await idle.until(() => link !== null && (window.inFlight() > 0 || incoming.storing() > 0), timing.stopMs);
    if (bound) {
      request({ command: "unbind" });
      await idle.until(() => link !== null, Math.min(1000, timing.stopMs));
    }
    link?.destroy("stopped");
    timers.cancel("bind");
    on.onState?.({ state: "stopped" });
  }

  open();
  return {
    submit: (pdu, urgent = false) => window.push(pdu, urgent),
    query: async (fields) => (bound && !stopping ? asked.ask(request({ command: "query_sm", ...fields })) : undefined),
    ready: () => bound && !stopping,
    stats: () => ({ ...window.stats(), ...incoming.stats(), bound, reconnects }),
    stop: () => (stopped ??= windDown()),
  };
}
