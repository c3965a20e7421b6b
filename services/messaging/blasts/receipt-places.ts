import type { Database } from "../../kit/database";
import { type CarrierReceipt, earlyMinutes } from "../connectors/carrier";
import { insertEarlyReceipts } from "./early-receipts";
import { findParts, type PartLocation } from "./part-ids";
import type { Result } from "./record";

/** A receipt that is not in the database yet. */
export type PendingReceipt = CarrierReceipt & {
  at: number;
  looked: boolean;
  /** Messages with its id that could not take it. */
  refusedBy: PartLocation[];
  resolve(): void;
  reject(error: unknown): void;
};
export type PlacedPending = { receipt: PendingReceipt; place: PartLocation };

type KnownResult = { result: Result; part: number };

type ReceiptPlaces = {
  db: Database["db"];
  connector: string;
  /** The result is not being written yet; its receipts wait for it. */
  isWaiting(result: Result): boolean;
  /** Nothing more comes: no receipt waits for a result any longer. */
  isStopping(): boolean;
  /** The receipt is looked at again with the next ones. */
  again(receipt: PendingReceipt): void;
  /** So many receipts are of no message that is known. */
  onUnmatched?: ((receipts: number) => void) | undefined;
};

/** How long a receipt waits in memory for the result of its own message, ms: most early ones are early by moments. */
const earlyMs = 300;

/** After this a receipt may as well be for a newer message under the same id, whose answer is on its way, ms. */
const youngMs = 60_000;

/** Places of the latest parts are kept, so that most receipts need no look-up. */
const maxRemembered = 50_000;

/** Finds which message each receipt is about: from the latest results, then from the database. */
export function receiptPlaces({ db, connector, isWaiting, isStopping, again, onUnmatched }: ReceiptPlaces) {
  const places = new Map<string, KnownResult>();
  /** Receipts that every message with their id has refused: for minutes they may be of one that is being sent. */
  const repeated = new Map<string, PendingReceipt>();

  /** Keeps what a result says of its parts, for their receipts. */
  function remember(result: Result): void {
    for (const { part, providerId } of result.ids) {
      remembered(places, providerId, { result, part });
      const receipt = repeated.get(providerId);
      if (!receipt) continue;
      repeated.delete(providerId);
      const early = result.sentAt <= receipt.at && performance.now() - receipt.at < earlyMinutes * 60_000;
      if (early) again(receipt);
    }
  }

  /** Finds what each receipt is about; those that nobody knows yet wait a little, then in the table. */
  async function place(heard: PendingReceipt[]): Promise<PlacedPending[]> {
    const found: PlacedPending[] = [];
    const unknown: PendingReceipt[] = [];
    const now = performance.now();
    for (const receipt of heard) {
      const known = places.get(receipt.providerId);
      const young = known && known.result.sentAt <= receipt.at && now - known.result.sentAt < youngMs;
      if (!young || isRefused(receipt, placeOf(known))) unknown.push(receipt);
      else if (isWaiting(known.result)) again(receipt);
      else found.push({ receipt, place: placeOf(known) });
    }
    if (unknown.length === 0) return found;
    const late = (receipt: PendingReceipt) =>
      isStopping() || receipt.refusedBy.length > 0 || now - receipt.at >= earlyMs;
    const asked = unknown.filter((receipt) => !receipt.looked || late(receipt));
    const rows = await findParts(
      db,
      connector,
      asked.map(({ providerId, at }) => ({ providerId, ageMs: now - at })),
    );
    const early: PendingReceipt[] = [];
    for (const receipt of unknown) {
      receipt.looked = true;
      const known = rows.get(receipt.providerId)?.find((one) => !isRefused(receipt, one));
      if (known && (known.ageMs < youngMs || late(receipt))) found.push({ receipt, place: known });
      else if (late(receipt)) early.push(receipt);
      else again(receipt);
    }
    const fresh = early.filter((receipt) => receipt.refusedBy.length === 0);
    for (const receipt of early) if (receipt.refusedBy.length > 0) remembered(repeated, receipt.providerId, receipt);
    await insertEarlyReceipts(
      db,
      connector,
      fresh.map((receipt) => ({ ...receipt, ageMs: now - receipt.at })),
    );
    for (const receipt of early) receipt.resolve();
    if (fresh.length > 0) onUnmatched?.(fresh.length);
    return found;
  }

  return { remember, place };
}

/** Whether two places are one part of one message. */
export function isSame(one: PartLocation, other: PartLocation): boolean {
  const { account, blast, seq, part } = other;
  return one.account === account && one.blast === blast && one.seq === seq && one.part === part;
}

function isRefused(receipt: PendingReceipt, place: PartLocation): boolean {
  return receipt.refusedBy.some((one) => isSame(one, place));
}

function placeOf({ result: { account, blast, seq }, part }: KnownResult): PartLocation {
  return { account, blast, seq, part };
}

function remembered<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key);
  kept.set(key, value);
  while (kept.size > maxRemembered) {
    const oldest = kept.keys().next();
    if (!oldest.done) kept.delete(oldest.value);
  }
}
