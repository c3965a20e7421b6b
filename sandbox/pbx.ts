import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isLoopback } from "../services/kit/address";
import { fetchOutside, type OutsidePolicy } from "../services/kit/outside";
import type { BeginFlow } from "../services/voice/flows/driver";
import type { DiallingDriver } from "../services/voice/robocalls/driver";
import type { CustomerCall } from "./pbx-behaviour";
import { type Customers, openCustomers } from "./pbx-customers";
import { type DialledCall, type FlowCaller, type FlowExchangeParts, flowExchange, type PlayedFile } from "./pbx-flows";
import { startSipProxy } from "./sip-proxy";

/** What the PBX asks of the call centre and tells it (services/voice/queue/pbx.ts). */
export type PbxDirectory = {
  findPassword(exten: string): Promise<string | undefined>;
  enqueue(call: { number: string; from: string; reference: string }): Promise<boolean>;
  claim(
    call: { number: string; reference: string },
    isReachable: (exten: string) => boolean,
  ): Promise<string | undefined>;
  release(call: { number: string; reference: string }): Promise<void>;
  abandon(call: { number: string; reference: string }): Promise<void>;
  /** Takes a call whose number has a flow. */
  beginFlow?: BeginFlow;
};

/** A customer who calls one of the account's numbers. */
export type QueueCall = {
  reference: string;
  from: string;
  number: string;
  since: number;
  state: "waiting" | "answered" | "gone";
  /** The extension that is rung, or that answered. */
  exten: string;
  /** What they hear and press, while a flow has their call. */
  flow?: FlowCaller | undefined;
};

export type SandboxPbx = {
  /** ws://127.0.0.1:<port>/ws */
  url: string;
  customers: Customers;
  /** Who knows extensions and numbers; until it is set nobody can register. */
  directory: PbxDirectory | undefined;
  /** Where the links of sounds lead that name no host. */
  soundsFrom: string;
  isRegistered(exten: string): boolean;
  /** Places calls to simulated customers who hear a sound. */
  dialling: DiallingDriver;
  /** A customer calls one of our numbers and waits until an agent answers; digits or E.164. */
  callQueue(from: string, number: string): Promise<QueueCall | undefined>;
  /** A customer calls an extension directly. */
  callAgent(from: string, exten: string): string;
  /** The customer hangs up, waiting or talking. */
  hangUp(reference: string): void;
  /** The customer presses a key in a flow. */
  press(reference: string, key: string): void;
  /** The customer leaves a message of so many seconds, where one is recorded. */
  speak(reference: string, seconds: number): void;
  /** Customers whom the exchange called, the last one first. */
  placedCalls(): readonly DialledCall[];
  /** Customers who called in: those who wait or talk, and the last who have gone. */
  queueCalls(): QueueCall[];
  close(): Promise<void>;
};

/** Milliseconds: how long one agent is rung, and between two looks for one. */
const ringMs = 20_000;
const lookMs = 1_000;
/** Calls that ended and are still shown. */
const kept = 30;

/** Rings an extension for somebody whom the exchange called, and says when their talk is over. */
function ringerForDialled(customers: Customers, legs: Map<string, string>): FlowExchangeParts["ringForDialled"] {
  return async ({ reference, number }, exten, headers, ms, gone) => {
    const leg = customers.call(phoneDigits(number), exten, headers);
    legs.set(reference, leg);
    const rung = await customers.until(leg, ({ state }) => state !== "ringing", ms);
    if (rung?.state !== "answered") {
      customers.hangUp(leg);
      legs.delete(reference);
      return false;
    }
    void customers
      .until(leg, ({ state }) => state === "ended", 24 * 3_600_000)
      .then(() => {
        legs.delete(reference);
        gone();
      });
    return true;
  };
}

/**
 * The PBX of the demo: browsers register at it, calls to customers reach simulated ones in a process of their own, and
 * customers who call in ring the agent who has been idle for longest.
 * @param program the bundled sandbox/pbx-customers-process.ts
 */
export async function startPbx(program: string): Promise<SandboxPbx> {
  // Customers prove with it that they are the network's.
  const trunk = randomBytes(16).toString("hex");
  const calls = new Map<string, QueueCall>();
  const legs = new Map<string, string>();
  let closed = false;
  const proxy = await startSipProxy({
    findPassword: async (user) => (isOutside(user) ? trunk : pbx.directory?.findPassword(user)),
    attend: (user) => (isOutside(user) ? customers.attend(user) : Promise.resolve(false)),
  });
  const url = `ws://127.0.0.1:${proxy.port}/ws`;
  const customers = openCustomers(program, { url: () => url, password: trunk });

  /** Rings one agent after another until one answers or the customer has gone. */
  async function distribute(call: QueueCall): Promise<void> {
    while (call.state === "waiting" && !closed) {
      const exten = await pbx.directory?.claim(call, proxy.isRegistered);
      const rings = exten !== undefined && call.state === "waiting";
      const answered = rings && (await ring(call, exten, queueHeaders(call), ringMs));
      if (exten && !answered) await pbx.directory?.release(call);
      if (call.state === "waiting") await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  /** Whether the extension answered. */
  async function ring(call: QueueCall, exten: string, headers: readonly string[], ms: number): Promise<boolean> {
    call.exten = exten;
    const leg = customers.call(phoneDigits(call.from), exten, headers);
    legs.set(call.reference, leg);
    const rung = await customers.until(leg, ({ state }) => state !== "ringing", ms);
    if (rung?.state === "answered") {
      call.state = "answered";
      flows.release(call.reference);
      void customers.until(leg, ({ state }) => state === "ended", 24 * 3_600_000).then(() => forget(call));
      return true;
    }
    if (!rung) customers.hangUp(leg);
    call.exten = "";
    return false;
  }

  const flows = flowExchange({
    async ringExtension(reference, exten, headers, ms) {
      const call = calls.get(reference);
      return call?.state === "waiting" ? ring(call, exten, headers, ms) : false;
    },
    ringForDialled: ringerForDialled(customers, legs),
    stopRinging(reference) {
      const leg = legs.get(reference);
      const call = calls.get(reference);
      if (leg && (call === undefined || call.state === "waiting")) customers.hangUp(leg);
    },
    isReachable: proxy.isRegistered,
    fetchSound: (url) => fetchSound(url, pbx.soundsFrom),
    connected(reference) {
      const call = calls.get(reference);
      if (call) Object.assign(call, { state: "answered", exten: "an outside number" });
    },
    over(reference) {
      const call = calls.get(reference);
      if (call && call.state !== "answered") forget(call);
    },
  });

  function forget(call: QueueCall): void {
    call.state = "gone";
    legs.delete(call.reference);
    const ended = [...calls.values()].filter(({ state }) => state === "gone");
    for (const { reference } of ended.slice(0, Math.max(0, ended.length - kept))) calls.delete(reference);
  }

  const pbx: SandboxPbx = {
    ...{ url, customers, directory: undefined, isRegistered: proxy.isRegistered, dialling: flows.dialling },
    ...{ soundsFrom: "", placedCalls: flows.placed },
    async callQueue(from, number) {
      const call: QueueCall = {
        ...{ reference: randomUUID(), from: `+${phoneDigits(from)}`, number: `+${phoneDigits(number)}` },
        ...{ since: Date.now(), state: "waiting", exten: "" },
      };
      calls.set(call.reference, call);
      let tell: Parameters<typeof flows.begin>[1] | undefined;
      flows.begin(call.reference, (event) => tell?.(event));
      const flow = await pbx.directory?.beginFlow?.(call, flows.driver);
      tell = flow?.tell;
      if (flow) return call;
      flows.release(call.reference);
      if (!(await pbx.directory?.enqueue(call))) {
        calls.delete(call.reference);
        return undefined;
      }
      void distribute(call).catch(() => forget(call));
      return call;
    },
    callAgent: (from, exten) => customers.call(phoneDigits(from), exten),
    hangUp(reference) {
      const call = calls.get(reference);
      const leg = call ? legs.get(reference) : reference;
      if (leg) customers.hangUp(leg);
      if (call?.state === "answered" && !leg) return forget(call);
      if (call?.state !== "waiting") return;
      const inFlow = flows.leave(reference);
      forget(call);
      if (inFlow) return;
      void pbx.directory?.abandon(call).catch(() => undefined);
    },
    press: flows.press,
    speak: (reference, seconds) => void flows.speak(reference, seconds),
    queueCalls: () => [...calls.values()].map((call) => ({ ...call, flow: flows.caller(call.reference) })),
    async close() {
      closed = true;
      await customers.close();
      await proxy.close();
    },
  };
  return pbx;
}

/** Sounds are on the product's own host, which is this machine. */
const own: OutsidePolicy = { seconds: 10, bytes: 6_000_000, allow: isLoopback };

async function fetchSound(url: string, from: string): Promise<PlayedFile | undefined> {
  if (url === "" || from === "") return undefined;
  try {
    const answer = await fetchOutside(new URL(url, from), {}, own);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.status !== 200) return undefined;
    return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch {
    return undefined;
  }
}

function queueHeaders({ number, reference }: QueueCall): string[] {
  return [`X-Called-Number: ${number}`, `X-Queue-Reference: ${reference}`];
}

/** Extensions have few digits, numbers of the network many. */
function isOutside(user: string): boolean {
  return /^\d{9,15}$/.test(user);
}

export function phoneDigits(number: string): string {
  const digits = number.replace(/\D/g, "");
  return digits.startsWith("0") ? `254${digits.slice(1)}` : digits;
}

/** Calls of customers in words. */
export function callWords({ state, onHold, cause }: CustomerCall): string {
  if (state === "ended") return `ended (${cause})`;
  if (state === "ringing") return "rings";
  return onHold ? "is on hold" : "talks";
}
