/** What was written and has no answer yet, in the order in which it was written. */
export type Flights<T> = ReturnType<typeof flights<T & { urgent: boolean }>>;

export function flights<T extends { urgent: boolean }>() {
  const flying = new Map<number, T>();
  let urgent = 0;
  return {
    size: () => flying.size,
    /** How many of them are not urgent. */
    ordinary: () => flying.size - urgent,
    oldest: (): T | undefined => flying.values().next().value,
    add(sequence: number, entry: T): void {
      flying.set(sequence, entry);
      if (entry.urgent) urgent++;
    },
    /** Takes out the one with this sequence number; undefined when nothing waits for it. */
    take(sequence: number): T | undefined {
      const entry = flying.get(sequence);
      if (!entry) return undefined;
      flying.delete(sequence);
      if (entry.urgent) urgent--;
      return entry;
    },
    takeAll(): T[] {
      const all = [...flying.values()];
      flying.clear();
      urgent = 0;
      return all;
    },
  };
}
