import { type Kysely, sql } from "kysely";
import type { DB } from "../tables";
import { type Database, readAccount } from "./database";
import { cursorAt, type Event, eventChannel, loadCursor, type Page, readOn } from "./events";
import { listenTo } from "./listen";

/** Something told and not kept: who is there, who types. */
export type TransientEvent = { kind: string; body: Record<string, unknown> };

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

export type Hub = {
  /**
   * Tells a listener all that happens in an account after its cursor ("now": from now on), until it is stopped.
   * Answers how to stop.
   */
  subscribe(account: string, cursor: number | "now", listener: Listener): () => void;
  /** The next page after a cursor, for those who keep their own place. */
  read(account: string, cursor: number): Promise<Page>;
  /** The last event before a moment. */
  cursorAt(account: string, moment: Date): Promise<number>;
  /**
   * Up to where this process knows the account's events: all data read after this answer contain them. Undefined when
   * it does not follow the account yet; it does from then on, for some minutes.
   */
  position(account: string): number | undefined;
  /** Reads on up to what is committed now, where the account is followed; a fault ends the wait and is reported. */
  caughtUp(account: string): Promise<void>;
  /** Tells all processes something that is not kept, in the order it was said. Throws when it is over 7 kB as JSON. */
  sendTransient(account: string, kind: string, body: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
};

const transientChannel = "transient_events";
/** PostgreSQL takes less than 8,000 bytes in a notification. */
const maxBytes = 7_000;
/** Events read at once. */
const pageSize = 500;
/** Milliseconds for which an account nobody listens to is followed on. */
const lingers = 300_000;

/** Tells the listeners of every process something that is not kept. Throws when it is over 7 kB. */
export async function sendTransientEvent(db: Kysely<DB>, account: string, kind: string, body: Record<string, unknown>) {
  await tellAll(db, [transientPayload(account, kind, body)]);
}

function transientPayload(account: string, kind: string, body: Record<string, unknown>): string {
  const text = JSON.stringify([account, kind, body]);
  if (Buffer.byteLength(text) > maxBytes) throw new Error("that is too long for a transient event");
  return text;
}

async function tellAll(db: Kysely<DB>, texts: string[]): Promise<void> {
  await sql`select pg_notify(${transientChannel}, t) from unnest(${texts}::text[]) t`.execute(db);
}

type Follower = { listener: Listener; cursor: number | "now"; live: boolean; stopped: boolean };
type Followed = {
  account: string;
  /** All events up to here were handed out; undefined until the account was looked at. */
  head: number | undefined;
  /** Ends with the reading under way. */
  reading: Promise<void> | undefined;
  again: boolean;
  followers: Set<Follower>;
  idle: NodeJS.Timeout | undefined;
};

/**
 * One process's ear on the event log: one connection listens for all accounts, and each account is read once for all
 * its listeners, however many events were told meanwhile. A lost connection loses nothing: when it is back every
 * account is read on from where it was.
 */
export async function openHub(
  database: Database,
  options: { url: string; onError?: (error: unknown) => void; retry?: number },
): Promise<Hub> {
  const { db } = database;
  const report = options.onError ?? (() => undefined);
  const retry = options.retry ?? 1_000;
  const accounts = new Map<string, Followed>();
  let stopped = false;
  let waiting: string[] = [];
  let telling: Promise<void> | undefined;

  /** One after the other, in the order in which they were said: "writing" must not be overtaken by "looking". */
  async function tellWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const texts = waiting;
      waiting = [];
      await tellAll(db, texts);
    }
  }

  const read = (account: string, cursor: number) =>
    readAccount(db, account, (trx) => readOn(trx, account, cursor, pageSize));

  const readings = new Map<string, Promise<Page>>();

  /** Many who come back at once were cut off at one place: they share a reading. Not for who was just told of more. */
  function readShared(account: string, cursor: number): Promise<Page> {
    const key = `${account} ${cursor}`;
    const reading = readings.get(key) ?? read(account, cursor).finally(() => readings.delete(key));
    readings.set(key, reading);
    return reading;
  }

  function follow(account: string): Followed {
    const known = accounts.get(account);
    if (known) return known;
    const fresh: Followed = {
      account,
      head: undefined,
      reading: undefined,
      again: false,
      followers: new Set(),
      idle: undefined,
    };
    accounts.set(account, fresh);
    readUp(fresh);
    return fresh;
  }

  /** Nobody listens: follow it a while on, then forget it. */
  function linger(followed: Followed): void {
    clearTimeout(followed.idle);
    followed.idle = undefined;
    if (followed.followers.size > 0) return;
    followed.idle = setTimeout(() => accounts.delete(followed.account), lingers);
    followed.idle.unref();
  }

  /** Reads an account up to its end, and once more if something was told meanwhile. Tries again after a fault. */
  function readUp(followed: Followed): void {
    followed.again = true;
    followed.reading ??= (async () => {
      try {
        while (followed.again && !stopped) {
          followed.again = false;
          if (followed.head === undefined) {
            followed.head = await readAccount(db, followed.account, (trx) => loadCursor(trx, followed.account));
            begin(followed);
            continue;
          }
          const page = await read(followed.account, followed.head);
          hand(followed, page);
          if (page.events.length === pageSize) followed.again = true;
        }
      } catch (error) {
        report(error);
        if (!stopped) setTimeout(() => readUp(followed), retry).unref();
      } finally {
        // At once with the last look at `again`: what is told after this is read by a reading of its own.
        followed.reading = undefined;
      }
    })();
  }

  /** The end of the account is known: those who wait can be told. */
  function begin(followed: Followed): void {
    for (const follower of followed.followers) void catchUp(followed, follower);
  }

  function hand(followed: Followed, { events, head, lost }: Page): void {
    const live = [...followed.followers].filter((follower) => follower.live);
    if (lost) {
      followed.head = head;
      for (const follower of live) reset(follower, head);
      return;
    }
    const last = events.at(-1);
    if (!last) return;
    followed.head = last.seq;
    for (const follower of live) {
      const cursor = follower.cursor as number;
      const fresh = cursor < (events[0]?.seq ?? 0) ? events : events.filter(({ seq }) => seq > cursor);
      if (fresh.length === 0) continue;
      follower.cursor = last.seq;
      Promise.resolve(attempt(() => follower.listener.events(fresh))).catch(report);
    }
  }

  function reset(follower: Follower, head: number): void {
    follower.cursor = head;
    attempt(() => follower.listener.reset(head));
  }

  function goLive(follower: Follower): void {
    follower.live = true;
    attempt(() => follower.listener.ready?.(follower.cursor as number));
  }

  function attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      report(error);
      return undefined;
    }
  }

  /** Pages from the follower's cursor up to where the account is, then it hears what all hear. */
  async function catchUp(followed: Followed, follower: Follower): Promise<void> {
    const end = () => followed.head ?? 0;
    if (follower.cursor === "now") follower.cursor = end();
    while (!follower.stopped && !stopped) {
      if (follower.cursor === end()) return goLive(follower);
      try {
        const page = await read(followed.account, follower.cursor);
        if (follower.stopped) return;
        if (page.lost) reset(follower, page.head);
        else if (page.events.length > 0) {
          follower.cursor = page.events.at(-1)?.seq ?? follower.cursor;
          await attempt(() => follower.listener.events(page.events));
        } else if (follower.cursor > end()) {
          // It was quicker than the account's own reading, which is on its way and skips what it had.
          return goLive(follower);
        }
      } catch (error) {
        report(error);
        await new Promise((resolve) => setTimeout(resolve, retry).unref());
      }
    }
  }

  function heard(channel: string, payload: string): void {
    if (channel === eventChannel) {
      const followed = accounts.get(payload.slice(0, payload.indexOf(" ")));
      if (followed) readUp(followed);
      return;
    }
    const [account = "", kind = "", body] = JSON.parse(payload) as [string, string, Record<string, unknown>];
    for (const { listener } of accounts.get(account)?.followers ?? [])
      attempt(() => listener.transient?.({ kind, body: body ?? {} }));
  }

  const ear = await listenTo(options.url, [eventChannel, transientChannel], {
    heard: (channel, payload) => attempt(() => heard(channel, payload)),
    // Whatever was told while nobody listened is in the log.
    listening: () => {
      for (const followed of accounts.values()) readUp(followed);
    },
    onError: report,
  });

  return {
    subscribe(account, cursor, listener) {
      const followed = follow(account);
      const follower: Follower = { listener, cursor, live: false, stopped: false };
      followed.followers.add(follower);
      linger(followed);
      if (followed.head !== undefined) void catchUp(followed, follower);
      return () => {
        follower.stopped = true;
        follower.live = false;
        if (followed.followers.delete(follower)) linger(followed);
      };
    },
    read: readShared,
    cursorAt: (account, moment) => readAccount(db, account, (trx) => cursorAt(trx, account, moment)),
    position(account) {
      const followed = follow(account);
      linger(followed);
      return followed.head;
    },
    async caughtUp(account) {
      const followed = accounts.get(account);
      if (!followed) return;
      readUp(followed);
      await followed.reading;
    },
    async sendTransient(account, kind, body) {
      waiting.push(transientPayload(account, kind, body));
      telling ??= tellWaiting().finally(() => {
        telling = undefined;
      });
      await telling;
    },
    async stop() {
      stopped = true;
      for (const { idle } of accounts.values()) clearTimeout(idle);
      await ear.stop();
    },
  };
}
