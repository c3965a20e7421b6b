import { type Database, inAccount } from "../../kit/database";
import { type CarrierChoice, type ClaimedMessage, claim, load, optedOut } from "./claim";
import { newRun, type Run } from "./run";

type ClaimOptions = {
  leaseMs: number;
  /** The worker's name in the database, undefined while it has none. */
  name(): string | undefined;
  way(): CarrierChoice;
  isStopped(): boolean;
  /** A chunk is in this worker's hands; these of its messages are not to be sent. */
  begin(run: Run, suppressed: readonly ClaimedMessage[]): void;
  onError(error: unknown): void;
};

/** After a fault of the database, ms. */
const faultMs = 500;

/** Takes chunks from the queue. */
export function chunkClaims(database: Database, { leaseMs, name, way, isStopped, begin, onError }: ClaimOptions) {
  let claiming: Promise<void> | undefined;

  /** Answers whether there was one. One that can't be read is given back unsent. */
  async function take(urgentOnly: boolean): Promise<boolean> {
    const owner = name();
    const chunk = owner && (await claim(database, owner, leaseMs, urgentOnly, way()));
    if (!chunk) return false;
    const loaded = await load(database, chunk).catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    const run = newRun(chunk, loaded ?? { sender: "", reply: false, messages: [], suppressed: [] });
    run.dropped = !loaded || name() !== owner || isStopped();
    begin(run, run.dropped ? [] : run.load.suppressed);
    if (!loaded) await pause(faultMs);
    return true;
  }

  return {
    take,
    /** Takes one in the background, unless that is under way. `taken` is called when there was one. */
    takeAhead(taken: () => void): void {
      claiming ??= take(false)
        .catch((error: unknown) => {
          onError(error);
          return pause(faultMs).then(() => false);
        })
        .then((took) => {
          claiming = undefined;
          if (took) taken();
        });
    },
    /** What is being taken in the background is taken. */
    idle: async (): Promise<void> => claiming,
  };
}

/** Takes out of a run who has opted out while they waited. Answers their messages; none after a fault. */
export async function removeOptedOut(
  { db }: Database,
  run: Run,
  onError: (error: unknown) => void,
): Promise<ClaimedMessage[]> {
  const { account } = run.chunk;
  const waiting = run.unsent.map((flight) => flight.message);
  try {
    const out = run.load.reply ? new Set() : await inAccount(db, account, (trx) => optedOut(trx, account, waiting));
    run.checkedAt = performance.now();
    const gone = run.unsent.filter((flight) => out.has(flight.message.msisdn));
    run.unsent = run.unsent.filter((flight) => !out.has(flight.message.msisdn));
    return gone.map((flight) => flight.message);
  } catch (error) {
    onError(error);
    await pause(faultMs);
    return [];
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
