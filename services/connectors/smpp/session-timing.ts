import type { WindowOptions } from "./window";

/** All times are milliseconds; the defaults are those that carriers expect. */
export type Timings = WindowOptions & {
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

export const defaultTimings: Timings = {
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
