import { fifo } from "./fifo";

type LaneItem = { urgent: boolean; at: number };

/** What waits for its turn: urgent ones before the others, each lane in the order of time. */
export type Lanes<T> = ReturnType<typeof lanes<T & LaneItem>>;

export function lanes<T extends LaneItem>() {
  const urgent = fifo<T>();
  const ordinary = fifo<T>();
  return {
    size: () => urgent.size() + ordinary.size(),
    push: (entry: T): void => (entry.urgent ? urgent : ordinary).push(entry),
    /** The lane whose turn it is, if any has something that may go. */
    next(ordinaryMayGo: boolean) {
      if (urgent.size() > 0) return urgent;
      return ordinaryMayGo && ordinary.size() > 0 ? ordinary : null;
    },
    /** Since when the one that has waited longest waits. */
    oldestAt: () =>
      Math.min(urgent.peek()?.at ?? Number.POSITIVE_INFINITY, ordinary.peek()?.at ?? Number.POSITIVE_INFINITY),
    /** Takes out what has waited since a moment or longer. */
    *takeSince(moment: number): Generator<T> {
      for (const lane of [urgent, ordinary])
        for (let entry = lane.peek(); entry && entry.at <= moment; entry = lane.peek()) {
          lane.shift();
          yield entry;
        }
    },
    *takeAll(): Generator<T> {
      for (const lane of [urgent, ordinary]) for (let entry = lane.shift(); entry; entry = lane.shift()) yield entry;
    },
  };
}
