/** What was written and has no answer yet, in the order in which it was written. */
export type InFlight<T> = ReturnType<typeof inFlightSubmits<T & { urgent: boolean }>>;

export function inFlightSubmits<T extends { urgent: boolean }>() {
  const inFlight = new Map<number, T>();
  let urgent = 0;
  return {
    size: () => inFlight.size,
    /** How many of them are not urgent. */
    ordinary: () => inFlight.size - urgent,
    oldest: (): T | undefined => inFlight.values().next().value,
    add(sequence: number, entry: T): void {
      inFlight.set(sequence, entry);
      if (entry.urgent) urgent++;
    },
    /** Takes out the one with this sequence number; undefined when nothing waits for it. */
    take(sequence: number): T | undefined {
      const entry = inFlight.get(sequence);
      if (!entry) return undefined;
      inFlight.delete(sequence);
      if (entry.urgent) urgent--;
      return entry;
    },
    takeAll(): T[] {
      const all = [...inFlight.values()];
      inFlight.clear();
      urgent = 0;
      return all;
    },
  };
}
