import { type Database, inAccount } from "../../kit/database";
import type { CarrierReceipt } from "./carrier";
import { findParts, type Place, storeEarly, writeBatch } from "./record-rows";
import type { MessageStatus } from "./states";

/** What became of one message: the new status, and the parts that the message centre has just taken. */
export type Result = {
  account: string;
  blast: number;
  seq: number;
  msisdn: string;
  partPrice: number;
  was: "queued" | "unknown";
  status: Extract<MessageStatus, "queued" | "submitted" | "failed" | "unknown" | "suppressed">;
  reason: string;
  /** A bit for each part taken. */
  mask: number;
  ref: number | null;
  /** Which carrier's id means which part; part 0 is the whole message under one id. */
  ids: { part: number; providerId: string }[];
  /** Called when it is in the database for good. */
  done(): void;
};

export type PlacedReceipt = Place & { state: string; error: string | null };
type Heard = CarrierReceipt & { at: number; looked: boolean; resolve(): void; reject(error: unknown): void };

export type Recorder = ReturnType<typeof recorder>;

/** How long a receipt waits in memory for the result of its own message, ms: most early ones are early by moments. */
const patience = 300;
const retryMs = 500;
/** Places of the latest parts, so that most receipts need no look-up. */
const remembered = 50_000;

type Known = { result: Result; part: number };

type Options = {
  connector: string;
  /** Most results in one transaction. */
  batch: number;
  onError(error: unknown): void;
  /** Blasts whose counts have changed. */
  onChange(changed: { account: string; blast: number }[]): void;
};

/**
 * Writes results and receipts to the database, everything that has come in since the last write in one transaction an
 * account. The next write begins when the last one has ended, so the batches grow with the load by themselves.
 * Nothing is dropped: results wait until the database is back, receipts are refused and come again.
 */
export function recorder(database: Database, options: Options) {
  let results: Result[] = [];
  let receipts: Heard[] = [];
  let running: Promise<void> | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Results that are not being written yet; their receipts wait for them. */
  const waitingFor = new Set<Result>();
  const places = new Map<string, Known>();

  function remember(result: Result): void {
    for (const { part, providerId } of result.ids) places.set(providerId, { result, part });
    while (places.size > remembered) {
      const oldest = places.keys().next();
      if (!oldest.done) places.delete(oldest.value);
    }
  }

  function wake(ms = 0): void {
    if (running || (waiting && ms > 0)) return;
    clearTimeout(waiting);
    waiting = undefined;
    if (ms > 0) {
      waiting = setTimeout(() => {
        waiting = undefined;
        wake();
      }, ms);
      return;
    }
    // After this turn of the event loop: answers that came in one packet are written together.
    running = new Promise<void>((resolve) => setImmediate(resolve)).then(write).then((ms) => {
      running = undefined;
      if (results.length > 0 || receipts.length > 0) wake(ms);
    });
  }

  /** Writes what has come in. Answers how long to wait before the next time, ms. */
  async function write(): Promise<number> {
    // Some, not all: while they are written the answers to the others are on their way.
    const newResults = results.splice(0, options.batch);
    for (const result of newResults) waitingFor.delete(result);
    const heard = receipts;
    receipts = [];
    let failed = false;
    const placed = await place(heard).catch((error: unknown) => {
      for (const receipt of heard) receipt.reject(error);
      options.onError(error);
      failed = true;
      return [];
    });
    const accounts = new Set([...newResults.map((one) => one.account), ...placed.map((one) => one.place.account)]);
    for (const account of accounts) {
      const mine = newResults.filter((one) => one.account === account);
      const theirs = placed.filter((one) => one.place.account === account);
      try {
        const changed = await writeAccount(
          account,
          mine,
          theirs.map(({ heard: { state, error }, place }) => ({ ...place, state, error })),
        );
        for (const result of mine) result.done();
        for (const { heard: receipt } of theirs) receipt.resolve();
        options.onChange(changed.map((blast) => ({ account, blast })));
      } catch (error) {
        failed = true;
        for (const result of mine) waitingFor.add(result);
        results = [...mine, ...results];
        for (const { heard: receipt } of theirs) receipt.reject(error);
        options.onError(error);
      }
    }
    if (failed) return retryMs;
    return results.length > 0 || receipts.some((receipt) => !receipt.looked) ? 0 : 50;
  }

  function writeAccount(account: string, mine: Result[], theirs: PlacedReceipt[]): Promise<number[]> {
    return inAccount(database.db, account, (trx) => writeBatch(trx, account, options.connector, mine, theirs));
  }

  /** Finds what each receipt is about; those that nobody knows yet wait a little, then in the table. */
  async function place(heard: Heard[]): Promise<{ heard: Heard; place: Place }[]> {
    const found: { heard: Heard; place: Place }[] = [];
    const unknown: Heard[] = [];
    for (const receipt of heard) {
      const known = places.get(receipt.providerId);
      if (!known) unknown.push(receipt);
      else if (waitingFor.has(known.result)) receipts.push(receipt);
      else found.push({ heard: receipt, place: placeOf(known) });
    }
    if (unknown.length === 0) return found;
    const now = performance.now();
    const late = (receipt: Heard) => stopped || now - receipt.at >= patience;
    const asked = unknown.filter((receipt) => !receipt.looked || late(receipt));
    const rows = await findParts(
      database.db,
      options.connector,
      asked.map((receipt) => receipt.providerId),
    );
    const early: Heard[] = [];
    for (const receipt of unknown) {
      receipt.looked = true;
      const known = rows.get(receipt.providerId);
      if (known) found.push({ heard: receipt, place: known });
      else if (late(receipt)) early.push(receipt);
      else receipts.push(receipt);
    }
    await storeEarly(database.db, options.connector, early);
    for (const receipt of early) receipt.resolve();
    return found;
  }

  return {
    result(result: Result): void {
      waitingFor.add(result);
      remember(result);
      results.push(result);
      wake();
    },
    /** Resolves when the receipt is in the database. One that is not final says nothing that is not known. */
    receipt(receipt: CarrierReceipt): Promise<void> {
      if (!receipt.final || receipt.providerId === "") return Promise.resolve();
      return new Promise((resolve, reject) => {
        receipts.push({ ...receipt, at: performance.now(), looked: false, resolve, reject });
        wake();
      });
    },
    /** Writes what is left; what the database does not take within the time is lost to this process, not to the carrier. */
    async stop(): Promise<void> {
      stopped = true;
      for (let tries = 0; tries < 5 && (running || results.length > 0 || receipts.length > 0); tries++) {
        wake();
        await running;
      }
      clearTimeout(waiting);
    },
  };
}

function placeOf({ result: { account, blast, seq }, part }: Known): Place {
  return { account, blast, seq, part };
}
