import type { Database } from "../../kit/database";
import { finish } from "./claim";
import type { Run } from "./run";

type ReturnOptions = {
  unknownWaitMs: number;
  /** It could not be given back; the chunk is still this worker's. */
  onFailed(run: Run): void;
  /** One more is given back, or could not be. */
  onEnd(): void;
  onError(error: unknown): void;
};

/** Gives chunks back to the queue of which everything is in the database. */
export function chunkReturns(database: Database, { unknownWaitMs, onFailed, onEnd, onError }: ReturnOptions) {
  const underWay = new Set<Promise<unknown>>();
  return {
    giveBack(run: Run): void {
      const done = finish(database, run.chunk, unknownWaitMs).catch((error: unknown) => {
        onError(error);
        onFailed(run);
      });
      underWay.add(done);
      void done.then(() => {
        underWay.delete(done);
        onEnd();
      });
    },
    /** All of them are given back. */
    idle: () => Promise.all(underWay),
  };
}
