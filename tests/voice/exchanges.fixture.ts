import { expect, vi } from "vitest";
import { startAsterisk } from "../../sandbox/asterisk";
import { flowExchange } from "../../sandbox/pbx-flows";
import { openAsterisk } from "../../services/voice/asterisk/exchange";
import type { BeginFlow, CallDriver, CallerEvent, IncomingCall } from "../../services/voice/flows/driver";
import type { DiallingDriver } from "../../services/voice/robocalls/driver";

export const soon = { timeout: 8_000, interval: 20 };

/** A telephone exchange with a driver, and people who use it. */
export type TestExchange = {
  /** A caller whose number has a flow; answers its reference, its driver, and what was told of it. */
  call(): Promise<{ reference: string; driver: CallDriver; told: string[] }>;
  press(reference: string, key: string): void;
  hangUp(reference: string): void;
  speak(reference: string, seconds: number): void;
  /** The phone of 1001 is there, and is picked up or left to ring. */
  pickUp(): void;
  /** Whether the caller's line is open. */
  isUp(reference: string): boolean;
  close(): Promise<void>;
};

const told = (log: string[]) => (event: CallerEvent) => void log.push(event.type === "key" ? event.key : event.type);

/** The sandbox's PBX. */
export async function openSandboxExchange(): Promise<TestExchange> {
  const ringing = new Map<string, (answered: boolean) => void>();
  const up = new Set<string>();
  const exchange = flowExchange({
    fetchSound: async () => undefined,
    ringExtension: (call) => new Promise((resolve) => ringing.set(call, resolve)),
    ringForDialled: async () => false,
    stopRinging(call) {
      ringing.get(call)?.(false);
      ringing.delete(call);
    },
    isReachable: (exten) => exten === "1001",
    connected: () => undefined,
    over: (call) => void up.delete(call),
  });
  return {
    async call() {
      const reference = crypto.randomUUID();
      const log: string[] = [];
      exchange.begin(reference, told(log));
      up.add(reference);
      return { reference, driver: exchange.driver, told: log };
    },
    press: exchange.press,
    hangUp(reference) {
      exchange.leave(reference);
      up.delete(reference);
    },
    speak: exchange.speak,
    pickUp() {
      for (const answer of ringing.values()) answer(true);
      ringing.clear();
    },
    isUp: (reference) => up.has(reference),
    close: async () => undefined,
  };
}

export const number = "+254709000100";
const account = { user: "jibu", password: "s3cret of Asterisk", app: "jibu" };

/** Asterisk, with what its tests need besides. */
export async function openAsteriskExchange(begin?: BeginFlow) {
  const asterisk = await startAsterisk(account);
  const errors: unknown[] = [];
  const placing: { driver: DiallingDriver | undefined } = { driver: undefined };
  const calls = new Map<string, { driver: CallDriver; told: string[]; call: IncomingCall }>();
  const parts = {
    address: { url: asterisk.url, ...account },
    ...{ trunk: "carrier", amdContext: "jibu-amd", publicUrl: () => "https://jibu.example" },
    onError: (error: unknown) => void errors.push(error),
    onDialling: (driver: DiallingDriver | undefined) => void Object.assign(placing, { driver }),
    begin:
      begin ??
      (async (call: IncomingCall, driver: CallDriver) => {
        if (call.number !== number) return undefined;
        const log: string[] = [];
        calls.set(call.reference, { driver, told: log, call });
        return { tell: told(log) };
      }),
  };
  asterisk.setEndpoint("1001", "online");
  let exchange = openAsterisk(parts);
  const isReady = () => vi.waitFor(() => expect(asterisk.requests).toContain("GET /bridges"), soon);
  await isReady();
  return {
    ...{ asterisk, errors, calls, placing },
    /** Another process takes over. */
    async restart(): Promise<void> {
      exchange.stop();
      await vi.waitFor(() => expect(asterisk.state.isListening()).toBe(false), soon);
      asterisk.requests.length = 0;
      exchange = openAsterisk(parts);
      await isReady();
    },
    async call(called = number) {
      const reference = asterisk.call("254711000111", called);
      await vi.waitFor(() => expect(calls.has(reference)).toBe(true), soon);
      const { driver, told: log } = calls.get(reference) as { driver: CallDriver; told: string[] };
      await driver.answer(reference);
      return { reference, driver, told: log };
    },
    press: asterisk.press,
    hangUp: asterisk.hangUp,
    speak: asterisk.speak,
    pickUp: () => void asterisk.pickUp("PJSIP/1001"),
    isUp: (reference: string) => asterisk.state.legs.has(reference),
    async close() {
      exchange.stop();
      await asterisk.close();
    },
  } satisfies TestExchange & Record<string, unknown>;
}
