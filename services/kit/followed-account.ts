import type { Event, Page } from "./events";
import type { TransientEvent } from "./transient-events";

/** Whoever follows an account. What a listener throws is reported and stops nothing. */
export type Listener = {
  /** In order, without gaps, each once. While it catches up the next page waits for the answer; live ones do not. */
  events(events: readonly Event[]): void | Promise<void>;
  /** What followed its cursor is no longer kept: it must read its data anew; events go on after `seq`. */
  reset(seq: number): void;
  /** It has caught up: from `seq` on it hears events as they happen. */
  ready?(seq: number): void;
  transient?(transient: TransientEvent): void;
};

type Follower = { listener: Required<Listener>; cursor: number | "now"; live: boolean; stopped: boolean };

type AccountLog = {
  /** The events after a cursor, as many as a page holds. */
  readPage(cursor: number): Promise<Page>;
  loadEnd(): Promise<number>;
  pageSize: number;
  /** Milliseconds before a reading that failed is tried again. */
  retryMs: number;
  onError(error: unknown): void;
  /** The process ends: nothing more is read. */
  isStopped(): boolean;
};

export type FollowedAccount = ReturnType<typeof followAccount>;

/** Reads one account's log once for all its listeners, however many events were told meanwhile. */
export function followAccount(log: AccountLog) {
  const followers = new Set<Follower>();
  /** All events up to here were handed out; undefined until the account was looked at. */
  let head: number | undefined;
  /** Ends with the reading under way. */
  let reading: Promise<void> | undefined;
  let again = false;

  /** Reads up to the end, and once more if something was told meanwhile. Tries again after a fault. */
  function readUp(): void {
    again = true;
    reading ??= readToEnd();
  }

  async function readToEnd(): Promise<void> {
    try {
      while (again && !log.isStopped()) {
        again = false;
        if (head === undefined) {
          head = await log.loadEnd();
          // Now those who wait can be told.
          for (const follower of followers) catchUp(follower).catch(log.onError);
          continue;
        }
        const page = await log.readPage(head);
        handOut(page);
        if (page.events.length === log.pageSize) again = true;
      }
    } catch (error) {
      log.onError(error);
      if (!log.isStopped()) setTimeout(readUp, log.retryMs).unref();
    } finally {
      // At once with the last look at `again`: what is told after this is read by a reading of its own.
      reading = undefined;
    }
  }

  function handOut({ events, head: end, lost }: Page): void {
    const live = [...followers].filter((follower) => follower.live);
    if (lost) {
      head = end;
      for (const follower of live) reset(follower, end);
      return;
    }
    const last = events.at(-1);
    if (!last) return;
    head = last.seq;
    for (const follower of live) {
      const cursor = follower.cursor as number;
      const fresh = cursor < (events[0]?.seq ?? 0) ? events : events.filter(({ seq }) => seq > cursor);
      if (fresh.length === 0) continue;
      follower.cursor = last.seq;
      Promise.resolve(follower.listener.events(fresh)).catch(log.onError);
    }
  }

  /** Pages from the follower's cursor up to where the account is, then it hears what all hear. */
  async function catchUp(follower: Follower): Promise<void> {
    const end = () => head ?? 0;
    if (follower.cursor === "now") follower.cursor = end();
    while (!follower.stopped && !log.isStopped()) {
      if (follower.cursor === end()) return goLive(follower);
      try {
        const page = await log.readPage(follower.cursor);
        if (follower.stopped) return;
        if (page.lost) reset(follower, page.head);
        else if (page.events.length > 0) {
          follower.cursor = page.events.at(-1)?.seq ?? follower.cursor;
          await follower.listener.events(page.events);
        } else if (follower.cursor > end()) {
          // It was quicker than the account's own reading, which is on its way and skips what it had.
          return goLive(follower);
        }
      } catch (error) {
        log.onError(error);
        await new Promise((resolve) => setTimeout(resolve, log.retryMs).unref());
      }
    }
  }

  function reset(follower: Follower, seq: number): void {
    follower.cursor = seq;
    follower.listener.reset(seq);
  }

  function goLive(follower: Follower): void {
    follower.live = true;
    follower.listener.ready(follower.cursor as number);
  }

  readUp();
  return {
    readUp,
    /** Up to where its events are known; undefined until it was looked at. */
    position: () => head,
    hasListeners: () => followers.size > 0,
    /** Answers how to stop. */
    add(listener: Listener, cursor: number | "now"): () => boolean {
      const follower = { listener: guardListener(listener, log.onError), cursor, live: false, stopped: false };
      followers.add(follower);
      if (head !== undefined) catchUp(follower).catch(log.onError);
      return () => {
        follower.stopped = true;
        follower.live = false;
        return followers.delete(follower);
      };
    },
    transient(event: TransientEvent): void {
      for (const { listener } of followers) listener.transient(event);
    },
    /** Reads on up to what is committed now. */
    async caughtUp(): Promise<void> {
      readUp();
      await reading;
    },
  };
}

/** A listener of which whatever it throws is reported. */
function guardListener(listener: Listener, onError: (error: unknown) => void): Required<Listener> {
  function attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      onError(error);
      return undefined;
    }
  }
  return {
    events: (events) => attempt(() => listener.events(events)),
    reset: (seq) => attempt(() => listener.reset(seq)),
    ready: (seq) => attempt(() => listener.ready?.(seq)),
    transient: (event) => attempt(() => listener.transient?.(event)),
  };
}
