import { Logger, makeWorkerUtils, type Runner, run, type TaskList } from "graphile-worker";
import { sql } from "kysely";
import pg from "pg";
import { appRole, type Trx } from "./database";

/** A job's work: the payload it was queued with; it must be safe to run twice. */
export type Tasks = { [name: string]: (payload: Record<string, unknown>) => Promise<void> };

/** Queues a job in the transaction of the change, so that both happen or neither. `key` makes it once. */
export async function sendLater(
  trx: Trx,
  task: string,
  payload: Record<string, unknown>,
  options: { at?: Date; key?: string } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    run_at => ${options.at ?? null}::timestamptz, job_key => ${options.key ?? null}, max_attempts => 8)`.execute(trx);
}

/** Creates the queue's own schema and lets the application role add to it. */
export async function migrateJobs(url: string): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString: url, logger: silent() });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `grant usage on schema graphile_worker to ${appRole};
       grant select, insert, update, delete on all tables in schema graphile_worker to ${appRole};
       grant usage, select on all sequences in schema graphile_worker to ${appRole};
       grant execute on all functions in schema graphile_worker to ${appRole};`,
    );
  } finally {
    await client.end();
  }
}

/** Works the queue until stopped. `count` hears each job's name, its end and its seconds. */
export async function work(
  pool: pg.Pool,
  tasks: Tasks,
  hear: { count?(name: string, result: "ok" | "failed"): void; error(fields: object, message: string): void },
): Promise<{ stop(): Promise<void> }> {
  const list: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task((payload ?? {}) as Record<string, unknown>)]),
  );
  const runner: Runner = await run({
    pgPool: pool,
    taskList: list,
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: silent(),
  });
  runner.events.on("job:success", ({ job }) => hear.count?.(job.task_identifier, "ok"));
  runner.events.on("job:error", ({ job, error }) => {
    hear.count?.(job.task_identifier, "failed");
    hear.error({ err: error, job: job.task_identifier }, "job failed");
  });
  runner.promise.catch((error: unknown) => hear.error({ err: error }, "the job runner ended"));
  return { stop: () => runner.stop() };
}

function silent(): Logger {
  return new Logger(() => () => undefined);
}
