import { type Database, inAccount } from "../../kit/database";
import type { CarrierReceipt } from "../connectors/carrier";
import type { HealthChange } from "../connectors/health";
import type { PartLocation } from "./part-ids";
import { isSame, type PendingReceipt, type PlacedPending, receiptPlaces } from "./receipt-places";
import { writeBatch } from "./record-rows";
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
  /** When the first part was handed over, ms of the monotonic clock. */
  sentAt: number;
  /** Called when it is in the database for good. */
  done(): void;
};

export type PlacedReceipt = PartLocation & { state: string; error: string | null };
export type Recorder = ReturnType<typeof recorder>;

const retryMs = 500;

type Options = {
  connector: string;
  /** Most results in one transaction. */
  batch: number;
  onError(error: unknown): void;
  /** Blasts whose counts have changed. */
  onChange(changed: { account: string; blast: number }[]): void;
  /** What was written, by network, and why messages failed. */
  onHealth?(changes: readonly HealthChange[], reasons: readonly { reason: string }[]): void;
  /** So many receipts are of no message that is known. */
  onUnmatched?(receipts: number): void;
};

/**
 * Writes results and receipts to the database, everything that has come in since the last write in one transaction an
 * account. The next write begins when the last one has ended, so the batches grow with the load by themselves.
 * Nothing is dropped: results wait until the database is back, receipts are refused and come again.
 */
export function recorder(database: Database, options: Options) {
  let results: Result[] = [];
  let receipts: PendingReceipt[] = [];
  let running: Promise<void> | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Results that are not being written yet; their receipts wait for them. */
  const waitingFor = new Set<Result>();
  const places = receiptPlaces({
    db: database.db,
    connector: options.connector,
    isWaiting: (result) => waitingFor.has(result),
    isStopping: () => stopped,
    again: (receipt) => void receipts.push(receipt),
    onUnmatched: options.onUnmatched,
  });

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
    const placed = await places.place(heard).catch((error: unknown) => {
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
        const { changed, refused, health, reasons } = await writeAccount(
          account,
          mine,
          theirs.map(({ receipt: { state, error }, place }) => ({ ...place, state, error })),
        );
        for (const result of mine) result.done();
        for (const one of theirs) {
          const again = refused.some((place) => isSame(place, one.place));
          if (again) tryOlder(one);
          else one.receipt.resolve();
        }
        options.onChange(changed.map((blast) => ({ account, blast })));
        options.onHealth?.(health, reasons);
      } catch (error) {
        failed = true;
        for (const result of mine) waitingFor.add(result);
        results = [...mine, ...results];
        for (const { receipt } of theirs) receipt.reject(error);
        options.onError(error);
      }
    }
    if (failed) return retryMs;
    return results.length > 0 || receipts.some((receipt) => !receipt.looked) ? 0 : 50;
  }

  /** The message has its receipt: an older one with the same id may be meant, or one that is being answered now. */
  function tryOlder({ receipt, place }: PlacedPending): void {
    receipt.refusedBy.push(place);
    receipt.looked = false;
    receipts.push(receipt);
  }

  function writeAccount(account: string, mine: Result[], theirs: PlacedReceipt[]) {
    return inAccount(database.db, account, (trx) => writeBatch(trx, account, options.connector, mine, theirs));
  }

  return {
    result(result: Result): void {
      waitingFor.add(result);
      places.remember(result);
      results.push(result);
      wake();
    },
    /** Resolves when the receipt is in the database. One that is not final says nothing that is not known. */
    receipt(receipt: CarrierReceipt): Promise<void> {
      if (!receipt.final || receipt.providerId === "") return Promise.resolve();
      return new Promise((resolve, reject) => {
        receipts.push({ ...receipt, at: performance.now(), looked: false, refusedBy: [], resolve, reject });
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
