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
  await sql`select jobs.send_later(${task}, ${JSON.stringify(payload)}::json, ${options.at ?? null}::timestamptz,
    ${options.key ?? null}::text)`.execute(trx);
}

/** What `migrateJobs` does beside the queue's own migrations. */
export const enqueueFunctionSql = `
  create schema if not exists jobs;
  create or replace function jobs.send_later(task text, payload json, run_at timestamptz, key text) returns void
    language sql security definer set search_path = pg_catalog as $$
      select graphile_worker.add_job(task, payload, run_at => run_at, job_key => key, max_attempts => 8) $$;
  revoke all on function jobs.send_later from public;
  grant usage on schema jobs to ${appRole};
  grant execute on function jobs.send_later to ${appRole};`;

/**
 * Creates the queue's own schema, and the only way into it for the application role: a function that runs as the
 * owner, because the queue's tables are closed to everybody else.
 */
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
    await client.query(enqueueFunctionSql);
  } finally {
    await client.end();
  }
}

/** Works the queue until stopped, on connections of the owner's; the tasks themselves use the application's pool. */
export async function work(
  url: string,
  tasks: Tasks,
  hear: { count?(name: string, result: "ok" | "failed"): void; error(fields: object, message: string): void },
): Promise<{ stop(): Promise<void> }> {
  const list: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown) => task((payload ?? {}) as Record<string, unknown>),
    ]),
  );
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  const onError = (error: Error) => hear.error({ err: error }, "the job queue's connection");
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  const presence = await unlockTheDead(url, onError);
  const runner: Runner = await run({
    pgPool: pool,
    taskList: list,
    // Most of a job is waiting for commits, which the database writes together.
    concurrency: 6,
    // A job that is done is noted with others that are, while the next one begins.
    preset: { worker: { completeJobBatchDelay: 0 } },
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
  return {
    async stop() {
      await runner.stop();
      await pool.end();
      await presence.end();
    },
  };
}

/** The key of the lock that every live worker shares for as long as its connection lasts. */
const presenceLock = 0x4a6f6273;

/**
 * A killed worker leaves its jobs locked for hours. Whoever starts and finds no other worker alive (the lock's
 * connection ends with its process) gives those jobs free at once.
 */
async function unlockTheDead(url: string, onError: (error: Error) => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", onError);
  await client.connect();
  const { rows } = await client.query("select pg_try_advisory_lock($1) as alone", [presenceLock]);
  if (rows[0]?.alone) {
    await client.query(
      "select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))",
    );
    await client.query("select pg_advisory_lock_shared($1), pg_advisory_unlock($1)", [presenceLock]);
  } else await client.query("select pg_try_advisory_lock_shared($1)", [presenceLock]);
  return client;
}

function silent(): Logger {
  return new Logger(() => () => undefined);
}
