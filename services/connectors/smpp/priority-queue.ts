import { fifo } from "./fifo";

type QueueItem = { urgent: boolean; at: number };

/** What waits for its turn: urgent ones before the others, each in the order of time. */
export type PriorityQueue<T> = ReturnType<typeof priorityQueue<T & QueueItem>>;

export function priorityQueue<T extends QueueItem>() {
  const urgent = fifo<T>();
  const ordinary = fifo<T>();
  return {
    size: () => urgent.size() + ordinary.size(),
    push: (entry: T): void => (entry.urgent ? urgent : ordinary).push(entry),
    /** The queue whose turn it is, if any has something that may go. */
    next(ordinaryMayGo: boolean) {
      if (urgent.size() > 0) return urgent;
      return ordinaryMayGo && ordinary.size() > 0 ? ordinary : null;
    },
    /** Since when the one that has waited longest waits. */
    oldestAt: () =>
      Math.min(urgent.peek()?.at ?? Number.POSITIVE_INFINITY, ordinary.peek()?.at ?? Number.POSITIVE_INFINITY),
    /** Takes out what has waited since a moment or longer. */
    *takeSince(moment: number): Generator<T> {
      for (const queue of [urgent, ordinary])
        for (let entry = queue.peek(); entry && entry.at <= moment; entry = queue.peek()) {
          queue.shift();
          yield entry;
        }
    },
    *takeAll(): Generator<T> {
      for (const queue of [urgent, ordinary]) for (let entry = queue.shift(); entry; entry = queue.shift()) yield entry;
    },
  };
}
