export type RunningDatabase = {
  /** The database as its owner: no superuser. */
  url: string;
  /** The database as the application's role. */
  appUrl: string;
  /** Leaves the database; the last one ends it. Takes at most 2 s. */
  stop(): Promise<void>;
  /** The same for a process that is about to end and can wait for nothing. */
  abandon(): void;
};
type Log = (line: string) => void;

export function startDatabase(options?: { dataDir?: string; log?: Log; durable?: boolean }): Promise<RunningDatabase>;
export function startTestDatabase(options?: { log?: Log }): Promise<RunningDatabase>;
/** Where throw-away clusters are: in memory where there is enough of it. */
export function temporaryFolder(): string;
