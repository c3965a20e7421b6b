import { type Database, readAccount } from "./database";
import { cursorAt, eventChannel, loadCursor, type Page, readOn } from "./events";
import { type FollowedAccount, followAccount, type Listener } from "./followed-account";
import { listenTo } from "./listen";
import { parsePayload, transientChannel, transientSender } from "./transient-events";

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

/** Events read at once. */
const pageSize = 500;

/** Milliseconds for which an account nobody listens to is followed on. */
const lingerMs = 300_000;

/**
 * One process's ear on the event log: one connection listens for all accounts, and each account is read once for all
 * its listeners, however many events were told meanwhile. A lost connection loses nothing: when it is back every
 * account is read on from where it was.
 */
export async function openHub(
  { db }: Database,
  options: { url: string; onError?: (error: unknown) => void; retry?: number },
): Promise<Hub> {
  const onError = options.onError ?? (() => undefined);
  const accounts = new Map<string, FollowedAccount>();
  /** Accounts nobody listens to, until they are forgotten. */
  const lingering = new Map<string, NodeJS.Timeout>();
  const readings = new Map<string, Promise<Page>>();
  let stopped = false;

  const read = (account: string, cursor: number) =>
    readAccount(db, account, (trx) => readOn(trx, account, cursor, pageSize));

  /** Many who come back at once were cut off at one place: they share a reading. Not for who was just told of more. */
  function readShared(account: string, cursor: number): Promise<Page> {
    const key = `${account} ${cursor}`;
    const reading = readings.get(key) ?? read(account, cursor).finally(() => readings.delete(key));
    readings.set(key, reading);
    return reading;
  }

  function follow(account: string): FollowedAccount {
    const known = accounts.get(account);
    if (known) return known;
    const followed = followAccount({
      readPage: (cursor) => read(account, cursor),
      loadEnd: () => readAccount(db, account, (trx) => loadCursor(trx, account)),
      pageSize,
      retryMs: options.retry ?? 1_000,
      onError,
      isStopped: () => stopped,
    });
    accounts.set(account, followed);
    return followed;
  }

  /** Nobody listens: follow it a while on, then forget it. */
  function linger(account: string, followed: FollowedAccount): void {
    clearTimeout(lingering.get(account));
    lingering.delete(account);
    if (followed.hasListeners()) return;
    const forget = () => {
      lingering.delete(account);
      accounts.delete(account);
    };
    lingering.set(account, setTimeout(forget, lingerMs).unref());
  }

  function receive(channel: string, payload: string): void {
    if (channel === eventChannel) {
      accounts.get(payload.slice(0, payload.indexOf(" ")))?.readUp();
      return;
    }
    const { account, event } = parsePayload(payload);
    accounts.get(account)?.transient(event);
  }

  const ear = await listenTo(options.url, [eventChannel, transientChannel], {
    heard(channel, payload) {
      try {
        receive(channel, payload);
      } catch (error) {
        onError(error);
      }
    },
    // Whatever was told while nobody listened is in the log.
    listening: () => {
      for (const followed of accounts.values()) followed.readUp();
    },
    onError,
  });

  return {
    subscribe(account, cursor, listener) {
      const followed = follow(account);
      const leave = followed.add(listener, cursor);
      linger(account, followed);
      return () => {
        if (leave()) linger(account, followed);
      };
    },
    read: readShared,
    cursorAt: (account, moment) => readAccount(db, account, (trx) => cursorAt(trx, account, moment)),
    position(account) {
      const followed = follow(account);
      linger(account, followed);
      return followed.position();
    },
    caughtUp: async (account) => accounts.get(account)?.caughtUp(),
    sendTransient: transientSender(db),
    async stop() {
      stopped = true;
      for (const timer of lingering.values()) clearTimeout(timer);
      await ear.stop();
    },
  };
}
