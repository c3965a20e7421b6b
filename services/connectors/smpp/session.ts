import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import { systemClock, type TimerClock } from "./clock";
import { type Link, speakSmpp } from "./link";
import { type Body, type MessagePdu, type Pdu, type SubmitSm, status } from "./pdu";
import { type Result, submitWindow, type WindowOptions } from "./window";

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

/** All times are milliseconds; the defaults are those that carriers expect. */
type Timings = WindowOptions & {
  /** Connecting and binding together. */
  connectMs: number;
  enquireMs: number;
  enquireAnswerMs: number;
  reconnectMs: number;
  reconnectMaxMs: number;
  /** How long `stop` waits for answers that are still out. */
  stopMs: number;
  /** Most deliver_sm being stored at once; beyond it the carrier is told to try again later. */
  deliverWindow: number;
};

const defaults: Timings = {
  window: 10,
  urgentShare: 0.1,
  tps: 0,
  backoffMs: 1000,
  backoffMaxMs: 30_000,
  responseMs: 30_000,
  queueMs: 30_000,
  connectMs: 10_000,
  enquireMs: 30_000,
  enquireAnswerMs: 10_000,
  reconnectMs: 1000,
  reconnectMaxMs: 30_000,
  stopMs: 3000,
  deliverWindow: 5000,
};

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

export type SmppSession = ReturnType<typeof connectSmpp>;

/**
 * Binds to a message centre and stays bound: reconnects after 1, 2, 4 … 30 s, asks enquire_link, and gives up a link
 * that is silent or makes no sense. Every submit gets a result, whatever happens to the link.
 */
export function connectSmpp(options: SmppOptions, on: SmppEvents) {
  const timing: Timings = { ...defaults, ...options };
  const clock = options.clock ?? systemClock;
  const bindCommand = `bind_${options.bind ?? "transceiver"}` as const;
  const timers = new Map<"bind" | "enquire" | "watchdog" | "reconnect" | "stop", () => void>();
  let link: Link | null = null;
  let bound = false;
  let stopping = false;
  let failures = 0;
  let reconnects = 0;
  let delivering = 0;
  let delivered = 0;
  let sequence = 0;
  let quiet: (() => void) | null = null;
  let stopped: Promise<void> | null = null;

  const window = submitWindow(
    timing,
    clock,
    (pdu) => request(pdu),
    () => link?.destroy("a submit_sm had no answer in time"),
  );

  function after(name: Parameters<typeof timers.set>[0], ms: number, run: () => void): void {
    timers.get(name)?.();
    timers.set(name, clock.after(ms, run));
  }

  function cancel(...names: Parameters<typeof timers.set>[0][]): void {
    for (const name of names) {
      timers.get(name)?.();
      timers.delete(name);
    }
  }

  function request(body: Body): number {
    // SMPP 3.4, 3.2: 1 to 0x7FFFFFFF.
    sequence = sequence === 0x7fffffff ? 1 : sequence + 1;
    link?.write(body, sequence);
    return sequence;
  }

  function open(): void {
    on.onState?.({ state: "connecting" });
    const to = { host: options.host, port: options.port };
    const socket = options.tls ? connectTls({ ...to, servername: options.host }) : connectTcp(to);
    const mine = speakSmpp(socket, { pdu: (pdu) => receive(pdu, mine), down });
    link = mine;
    after("bind", timing.connectMs, () => mine.destroy("the message centre did not answer the bind in time"));
    socket.once(options.tls ? "secureConnect" : "connect", () => {
      const { systemId, password, systemType } = options;
      request({ command: bindCommand, systemId, password, systemType });
    });
  }

  function down(reason: string): void {
    link = null;
    bound = false;
    cancel("bind", "enquire", "watchdog");
    window.drop(reason);
    quiet?.();
    if (stopping) return;
    const againMs = Math.min(timing.reconnectMs * 2 ** failures, timing.reconnectMaxMs);
    failures++;
    reconnects++;
    after("reconnect", againMs, open);
    on.onState?.({ state: "down", reason, againMs });
  }

  function bindAnswered(code: number, from: Link): void {
    if (code !== status.ok) {
      on.onState?.({ state: "refused", code });
      from.destroy(`the bind was refused with code ${code}`);
      return;
    }
    cancel("bind");
    bound = true;
    failures = 0;
    enquireLater();
    on.onState?.({ state: "bound" });
    window.open();
  }

  function enquireLater(): void {
    after("enquire", timing.enquireMs, () => {
      request({ command: "enquire_link" });
      // One that is already running is for an earlier question, and must not be put off by this one.
      if (!timers.has("watchdog")) {
        after("watchdog", timing.enquireAnswerMs, () => link?.destroy("enquire_link had no answer in time"));
      }
      enquireLater();
    });
  }

  function receive(pdu: Pdu, from: Link): void {
    switch (pdu.command) {
      case "submit_sm_resp":
        if (pdu.status === status.notBound) from.destroy("the message centre says that we are not bound");
        else settled(pdu.sequence, pdu.status, pdu.messageId);
        return;
      case "deliver_sm":
        void deliver(pdu, from);
        return;
      case "enquire_link":
        from.write({ command: "enquire_link_resp" }, pdu.sequence);
        return;
      case "enquire_link_resp":
        cancel("watchdog");
        return;
      case "bind_transceiver_resp":
      case "bind_transmitter_resp":
      case "bind_receiver_resp":
        if (!bound) bindAnswered(pdu.status, from);
        return;
      case "unbind":
        from.write({ command: "unbind_resp" }, pdu.sequence);
        from.end("the message centre ended the session");
        return;
      case "unbind_resp":
        from.end("unbound");
        return;
      case "generic_nack":
        // Even a centre that knows no enquire_link has shown that it is there.
        cancel("watchdog");
        if (!bound) bindAnswered(pdu.status || status.bindFailed, from);
        else settled(pdu.sequence, pdu.status || status.systemError, "");
        return;
      case "deliver_sm_resp":
        return;
      default:
        from.write({ command: "generic_nack" }, pdu.sequence, status.invalidCommand);
    }
  }

  function settled(answered: number, code: number, messageId: string): void {
    window.answer(answered, code, messageId);
    if (stopping && window.inFlight() === 0) quiet?.();
  }

  async function deliver(pdu: MessagePdu, from: Link): Promise<void> {
    let code: number = status.temporaryReceiverError;
    if (delivering < timing.deliverWindow) {
      delivering++;
      try {
        await on.onDeliver(pdu);
        code = status.ok;
        delivered++;
      } catch {
        // Not stored, so not acknowledged: the carrier keeps it and comes again.
      }
      delivering--;
    }
    from.write({ command: "deliver_sm_resp" }, pdu.sequence, code);
    if (stopping && delivering === 0) quiet?.();
  }

  /** Resolves when `busy` says no, the link is down, or the time is over. */
  async function untilQuiet(busy: () => boolean, ms: number): Promise<void> {
    let over = false;
    while (link && busy() && !over) {
      await new Promise<void>((resolve) => {
        quiet = resolve;
        after("stop", ms, () => {
          over = true;
          resolve();
        });
      });
    }
    quiet = null;
    cancel("stop");
  }

  async function windDown(): Promise<void> {
    stopping = true;
    cancel("reconnect", "enquire", "watchdog");
    window.close("stopping");
    await untilQuiet(() => window.inFlight() > 0 || delivering > 0, timing.stopMs);
    if (bound) {
      request({ command: "unbind" });
      await untilQuiet(() => true, Math.min(1000, timing.stopMs));
    }
    link?.destroy("stopped");
    cancel("bind");
    on.onState?.({ state: "stopped" });
  }

  /** Waits for what is in flight, unbinds, and leaves no socket and no timer behind. */
  function stop(): Promise<void> {
    stopped ??= windDown();
    return stopped;
  }

  open();
  return {
    submit: (pdu: SubmitSm, urgent = false): Promise<Result> => window.push(pdu, urgent),
    ready: () => bound && !stopping,
    stats: () => ({ ...window.stats(), bound, delivered, delivering, reconnects }),
    stop,
  };
}
