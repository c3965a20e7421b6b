import { useSyncExternalStore } from "react";

/** What could not be fetched or sent, and how it is tried again. */
export type Lost = { id: number; text: string; again(): void };

let lost: Lost | undefined;
let count = 0;
const watchers = new Set<() => void>();

function set(next: Lost | undefined): void {
  if (next === lost) return;
  lost = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The one notice about a request that found no server: the newest stands for all. */
export const connection = {
  lose(text: string, again: () => void) {
    count += 1;
    set({
      id: count,
      text,
      again() {
        set(undefined);
        again();
      },
    });
  },
  /** Something came through. */
  back: () => set(undefined),
  lost: () => lost,
};

export function useLost(): Lost | undefined {
  return useSyncExternalStore(watch, connection.lost, () => undefined);
}
