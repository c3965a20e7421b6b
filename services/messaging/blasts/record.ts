import { type Database, inAccount } from "../../kit/database";
import { type CarrierReceipt, earlyMinutes } from "../connectors/carrier";
import { insertEarlyReceipts } from "./early-receipts";
import { findParts, type PartLocation } from "./part-ids";
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
type Heard = CarrierReceipt & {
  at: number;
  looked: boolean;
  /** Messages with its id that could not take it. */
  refusedBy: PartLocation[];
  resolve(): void;
  reject(error: unknown): void;
};
type Placed = { heard: Heard; place: PartLocation };

export type Recorder = ReturnType<typeof recorder>;

/** How long a receipt waits in memory for the result of its own message, ms: most early ones are early by moments. */
const timeoutSeconds = 300;
const retryMs = 500;
/** After this a receipt may as well be for a newer message under the same id, whose answer is on its way, ms. */
const youngMs = 60_000;
/** Places of the latest parts are kept, so that most receipts need no look-up. */
const maxRemembered = 50_000;

type KnownResult = { result: Result; part: number };

type Options = {
  connector: string;
  /** Most results in one transaction. */
  batch: number;
  onError(error: unknown): void;
  /** Blasts whose counts have changed. */
  onChange(changed: { account: string; blast: number }[]): void;
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
  let receipts: Heard[] = [];
  let running: Promise<void> | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Results that are not being written yet; their receipts wait for them. */
  const waitingFor = new Set<Result>();
  const places = new Map<string, KnownResult>();

  /** Receipts that every message with their id has refused: for minutes they may be of one that is being sent. */
  const repeated = new Map<string, Heard>();

  function remember(result: Result): void {
    for (const { part, providerId } of result.ids) {
      remembered(places, providerId, { result, part });
      const receipt = repeated.get(providerId);
      if (!receipt) continue;
      repeated.delete(providerId);
      const early = result.sentAt <= receipt.at && performance.now() - receipt.at < earlyMinutes * 60_000;
      if (early) receipts.push(receipt);
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
        const { changed, refused } = await writeAccount(
          account,
          mine,
          theirs.map(({ heard: { state, error }, place }) => ({ ...place, state, error })),
        );
        for (const result of mine) result.done();
        for (const one of theirs) {
          const again = refused.some((place) => isSame(place, one.place));
          if (again) tryOlder(one);
          else one.heard.resolve();
        }
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

  /** The message has its receipt: an older one with the same id may be meant, or one that is being answered now. */
  function tryOlder({ heard, place }: Placed): void {
    heard.refusedBy.push(place);
    heard.looked = false;
    receipts.push(heard);
  }

  function writeAccount(account: string, mine: Result[], theirs: PlacedReceipt[]) {
    return inAccount(database.db, account, (trx) => writeBatch(trx, account, options.connector, mine, theirs));
  }

  /** Finds what each receipt is about; those that nobody knows yet wait a little, then in the table. */
  async function place(heard: Heard[]): Promise<Placed[]> {
    const found: Placed[] = [];
    const unknown: Heard[] = [];
    const now = performance.now();
    for (const receipt of heard) {
      const known = places.get(receipt.providerId);
      const young = known && known.result.sentAt <= receipt.at && now - known.result.sentAt < youngMs;
      if (!young || isRefused(receipt, placeOf(known))) unknown.push(receipt);
      else if (waitingFor.has(known.result)) receipts.push(receipt);
      else found.push({ heard: receipt, place: placeOf(known) });
    }
    if (unknown.length === 0) return found;
    const late = (receipt: Heard) => stopped || receipt.refusedBy.length > 0 || now - receipt.at >= timeoutSeconds;
    const asked = unknown.filter((receipt) => !receipt.looked || late(receipt));
    const rows = await findParts(
      database.db,
      options.connector,
      asked.map(({ providerId, at }) => ({ providerId, ageMs: now - at })),
    );
    const early: Heard[] = [];
    for (const receipt of unknown) {
      receipt.looked = true;
      const known = rows.get(receipt.providerId)?.find((one) => !isRefused(receipt, one));
      if (known && (known.ageMs < youngMs || late(receipt))) found.push({ heard: receipt, place: known });
      else if (late(receipt)) early.push(receipt);
      else receipts.push(receipt);
    }
    const fresh = early.filter((receipt) => receipt.refusedBy.length === 0);
    for (const receipt of early) if (receipt.refusedBy.length > 0) remembered(repeated, receipt.providerId, receipt);
    await insertEarlyReceipts(
      database.db,
      options.connector,
      fresh.map((receipt) => ({ ...receipt, ageMs: now - receipt.at })),
    );
    for (const receipt of early) receipt.resolve();
    if (fresh.length > 0) options.onUnmatched?.(fresh.length);
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

function remembered<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key);
  kept.set(key, value);
  while (kept.size > maxRemembered) {
    const oldest = kept.keys().next();
    if (!oldest.done) kept.delete(oldest.value);
  }
}

function isSame(one: PartLocation, other: PartLocation): boolean {
  const { account, blast, seq, part } = other;
  return one.account === account && one.blast === blast && one.seq === seq && one.part === part;
}

function isRefused(receipt: Heard, place: PartLocation): boolean {
  return receipt.refusedBy.some((one) => isSame(one, place));
}

function placeOf({ result: { account, blast, seq }, part }: KnownResult): PartLocation {
  return { account, blast, seq, part };
}
