import type { Hono } from "hono";
import type { GateEnv } from "../front/proxies";
import { sandboxPages } from "./pages";
import { type Smsc, startSmsc } from "./smsc";

export type World = {
  /** The message centre's address for the SMPP connector. */
  carrier: string;
  smsc: Smsc;
  pages: Hono<GateEnv>;
  close(): Promise<void>;
};

/** Starts the outside world of the demo in this process, on the providers' real wire. */
export async function startWorld(): Promise<World> {
  const accounts = { jibu: "sandbox" };
  const outcomes = { delivered: 0.97, failed: 0.02, expired: 0.01 };
  const smsc = await startSmsc({ accounts, latencyMs: 20, receiptDelayMs: 1_500, outcomes });
  return {
    carrier: `smpp://jibu:sandbox@127.0.0.1:${smsc.port}`,
    smsc,
    pages: sandboxPages(smsc),
    close: () => smsc.close(),
  };
}
