import { sql } from "kysely";
import type { Database } from "../../kit/database";
import { eventChannel } from "../../kit/events";
import { openLead } from "../../kit/lead";
import { listenTo } from "../../kit/listen";
import { AccountRow, checkedRows } from "../../kit/row-schema";
import { carry, type LoadFile, type StorePosition } from "./carry";
import { type StoreWriter, WriteConflict } from "./store";

export type Following = {
  url: string;
  secret: string;
  load: LoadFile;
  log: { error(fields: object, message: string): void; warn(message: string): void };
  /** Milliseconds: between two looks at all accounts, the first wait after a fault, the longest one. */
  times?: { every: number; first: number; longest: number };
};

type State = {
  place: StorePosition | undefined;
  running: boolean;
  again: boolean;
  fails: number;
  timer?: NodeJS.Timeout;
};

/**
 * One process at a time writes the store. Two who believe it for a moment do no harm, for the store refuses whoever
 * writes from an older place; it only saves the second one's work.
 */
const leadLock = { number: 5_091_091, name: "jibu chat store" };
/** Accounts written at once. */
const atOnce = 8;
const standard = { every: 15_000, first: 1_000, longest: 60_000 };

/**
 * Writes a store from the event log until stopped: each account in the order of its events, as soon as they are
 * committed. The log is what waits to be written, so an outage of the store, or of this process, loses nothing: it
 * goes on from the account's own place. One process does it at a time.
 */
export async function followStore(
  database: Database,
  store: StoreWriter,
  options: Following,
): Promise<{ stop(): Promise<void> }> {
  const { url, secret, load, log, times = standard } = options;
  const lead = openLead(url, leadLock, (err) => log.error({ err }, "the chat store's lead"));
  const accounts = new Map<string, State>();
  const waiting: string[] = [];
  const under = new Set<Promise<void>>();
  let stopped = false;

  const given = {
    ...{ database, store, load, secret },
    onLeftOut: (account: string, err: unknown) => log.error({ err, account }, "the chat store takes no such document"),
  };

  function wake(account: string): void {
    if (stopped || !lead.leads()) return;
    const state = accounts.get(account) ?? { place: undefined, running: false, again: false, fails: 0 };
    accounts.set(account, state);
    state.again = true;
    if (state.running || state.timer) return;
    state.running = true;
    waiting.push(account);
    next();
  }

  function next(): void {
    while (under.size < atOnce) {
      const account = waiting.shift();
      if (account === undefined) return;
      const work = run(account).finally(() => {
        under.delete(work);
        next();
      });
      under.add(work);
    }
  }

  async function run(account: string): Promise<void> {
    const state = accounts.get(account);
    if (!state) return;
    try {
      while (state.again && !stopped) {
        state.again = false;
        state.place = await carry(given, account, state.place);
        if (state.fails > 0) log.warn(`the chat store takes account ${account} again`);
        state.fails = 0;
      }
    } catch (err) {
      // What was done is not known: the store is asked when it is there again.
      state.place = undefined;
      state.fails += 1;
      if (state.fails === 1 && !(err instanceof WriteConflict)) log.error({ err, account }, "writing the chat store");
      const wait = Math.min(times.longest, times.first * 2 ** Math.min(20, state.fails - 1));
      state.timer = setTimeout(
        () => {
          delete state.timer;
          wake(account);
        },
        wait * (0.75 + Math.random() / 2),
      ).unref();
    } finally {
      state.running = false;
      if (state.again && !state.timer) wake(account);
    }
  }

  /** Every account: for what was told while nobody listened here. */
  async function sweep(): Promise<void> {
    if (stopped || !(await lead.take())) return;
    const rows = await checkedRows(
      database.db,
      AccountRow,
      sql`select customer_account as account from chat.account_state`,
    );
    for (const { account } of rows) wake(account);
  }

  const look = () =>
    void sweep().catch((err: unknown) => stopped || log.error({ err }, "looking after the chat store"));
  const ear = await listenTo(url, [eventChannel], {
    heard: (_, payload) => wake(payload.slice(0, payload.indexOf(" "))),
    listening: look,
    onError: (err) => log.error({ err }, "the chat store's ear"),
  });
  const timer = setInterval(look, times.every);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      for (const state of accounts.values()) clearTimeout(state.timer);
      await ear.stop();
      await store.stop();
      await Promise.allSettled([...under]);
      await lead.stop();
    },
  };
}
