import type { Database } from "../../kit/database";
import type { Carrier, CarrierHooks } from "../connectors/carrier";
import { healthCounter } from "../connectors/health";
import { linkReporter } from "../connectors/links";
import { insertUnmatched } from "../connectors/unmatched";
import type { SendingDeps } from "./deps";
import { type DispatchOptions, dispatcher } from "./dispatch";
import { messageReceiver } from "./inbound-groups";
import { recorder } from "./record";

/** One carrier with all that sends through it and hears from it. */
export type Lane = ReturnType<typeof openLane>;

type LaneOptions = Omit<DispatchOptions, "count" | "takesFree"> & {
  takesFree(lane: Lane): boolean;
  onChange(changed: readonly { account: string; blast: number }[]): void;
};

export function openLane(
  database: Database,
  deps: SendingDeps,
  start: (hooks: CarrierHooks) => Carrier,
  options: LaneOptions,
) {
  const { window, onError, onChange, name } = options;
  const receive = messageReceiver(database, deps);
  const carrier = start({
    onReceipt: (receipt) => records.receipt(receipt),
    async onMessage(message) {
      const account = await receive(message);
      if (account) return;
      await insertUnmatched(database, carrier.name, message);
      deps.countUnmatched?.("message", 1);
    },
  });
  const health = healthCounter(database, carrier.name);
  const records = recorder(database, {
    connector: carrier.name,
    batch: Math.max(100, Math.ceil(window / 2)),
    onError,
    onUnmatched: (receipts) => deps.countUnmatched?.("receipt", receipts),
    onHealth: health.add,
    onChange,
  });
  const { count } = deps;
  const work = dispatcher(database, carrier, records, {
    ...options,
    takesFree: () => options.takesFree(lane),
    ...(count ? { count: (result, parts) => count(result, parts, carrier.name) } : {}),
  });
  const links = linkReporter(database, carrier, name);
  const lane = {
    ...{ carrier, records, work, links, health },
    /** When its link was last seen up, ms of the monotonic clock; at the start it has the benefit of the doubt. */
    readyAt: performance.now(),
    async stop(): Promise<void> {
      const ended = work.stop();
      // A link that is down gives no answers; cutting it gives every message under way its result.
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1_500))]);
      await carrier.stop();
      await ended;
      await records.stop();
    },
  };
  return lane;
}

/**
 * Which carrier takes what: the first whose link is up, or was a moment ago. What the others have not sent when it
 * comes back they give back.
 */
export function carrierOrder(lanes: readonly Lane[], failoverMs: number) {
  const rank = (lane: Lane) => [lane.carrier.priority?.() ?? 1, lanes.indexOf(lane)] as const;
  const isBetter = (one: Lane, other: Lane) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
  };
  function isUp(lane: Lane): boolean {
    if (lane.carrier.ready()) lane.readyAt = performance.now();
    return performance.now() - lane.readyAt < failoverMs;
  }
  return {
    takesFree: (lane: Lane) => !lanes.some((other) => other !== lane && isBetter(other, lane) && isUp(other)),
    /** Has what waits behind a link that is down given back, where another one can take it. */
    handOver(): void {
      for (const lane of lanes)
        if (!isUp(lane) && lanes.some((other) => other.carrier.ready()) && lane.work.runs().length > 0)
          lane.work.drop(() => true);
    },
  };
}
