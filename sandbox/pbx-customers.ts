import { type ChildProcess, fork } from "node:child_process";
import type { CustomerCall, CustomerCommand, CustomerMessage } from "./pbx-behaviour";

/** The process in which the simulated customers have their phones; started with the first of them. */
export type Customers = {
  /** Makes a number ready to be called. */
  attend(number: string): Promise<boolean>;
  /** Lets a customer call an extension; answers the call's name. */
  call(number: string, target: string, headers?: readonly string[]): string;
  hangUp(id: string): void;
  /** Calls that run, and the last that ended, newest first. */
  calls(): CustomerCall[];
  /** Waits until a call is in such a state. */
  until(id: string, isSo: (call: CustomerCall) => boolean, timeoutMs: number): Promise<CustomerCall | undefined>;
  close(): Promise<void>;
};

const kept = 50;
/** Milliseconds that a phone may take to register. */
const patience = 5_000;

/** @param program the bundled sandbox/pbx-customers-process.ts */
export function openCustomers(program: string, { url, password }: { url: () => string; password: string }): Customers {
  let child: ChildProcess | undefined;
  let counter = 0;
  const calls = new Map<string, CustomerCall>();
  const listeners = new Set<(message: CustomerMessage) => void>();

  function send(command: CustomerCommand): void {
    if (!child?.connected) {
      child = fork(program, [url(), password], { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv: [] });
      child.on("message", hear);
      child.on("error", () => undefined);
    }
    child.send(command);
  }

  function hear(message: CustomerMessage): void {
    if ("call" in message) {
      calls.delete(message.call.id);
      calls.set(message.call.id, message.call);
      for (const [id, { state }] of calls) {
        if (calls.size <= kept) break;
        if (state === "ended") calls.delete(id);
      }
    }
    for (const listener of listeners) listener(message);
  }

  function waitFor<Found>(find: (message?: CustomerMessage) => Found | undefined, timeoutMs: number) {
    return new Promise<Found | undefined>((resolve) => {
      const done = (found: Found | undefined) => {
        clearTimeout(timer);
        listeners.delete(listener);
        resolve(found);
      };
      const timer = setTimeout(() => done(undefined), timeoutMs);
      const listener = (message?: CustomerMessage) => {
        const found = find(message);
        if (found !== undefined) done(found);
      };
      listeners.add(listener);
      listener();
    });
  }

  return {
    async attend(number) {
      const ready = waitFor(
        (message) => (message && "attending" in message && message.attending === number ? message.ready : undefined),
        patience,
      );
      send({ do: "attend", number });
      return (await ready) ?? false;
    },
    call(number, target, headers = []) {
      const id = `call-${++counter}`;
      send({ do: "call", id, number, target, headers: [...headers] });
      return id;
    },
    hangUp: (id) => send({ do: "hangUp", id }),
    calls: () => [...calls.values()].reverse(),
    until: (id, isSo, timeoutMs) =>
      waitFor(() => {
        const call = calls.get(id);
        return call && isSo(call) ? call : undefined;
      }, timeoutMs),
    async close() {
      const running = child;
      child = undefined;
      if (!running || running.exitCode !== null) return;
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill();
      await ended;
    },
  };
}
