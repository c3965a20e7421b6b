import type { Embedded } from "./embedded";
import type { Environment } from "./environment";
import type { Database } from "./kit/database";
import { prune } from "./kit/events";
import { startInterval } from "./kit/interval";
import { type Tasks, work } from "./kit/jobs";
import type { Log } from "./kit/log";
import { mailTasks } from "./kit/mail-tasks";
import { countJob, watchQueue } from "./kit/metrics";
import type { ServiceWork, WorkerPlatform } from "./kit/module";
import { openMail } from "./mail";

const anHour = 3_600_000;

type WorkerDeps = {
  database: Database;
  /** The owner's address of the database. */
  databaseUrl: string;
  settings: Environment;
  embedded: Embedded;
  publicUrl(): string;
  log: Log;
};

/** The role `worker`: the queued jobs of every service, its work at intervals, and the hourly tidying. */
export async function startWorker(given: WorkerDeps): Promise<{ stop(): Promise<void> }> {
  const { database, databaseUrl, settings, embedded, publicUrl, log } = given;
  const services = Object.values(embedded.instances) as ServiceWork[];
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each().catch((err: unknown) => log.error({ err }, "stopping"));
  };
  const stopping = new AbortController();
  const { sendMail, stop: stopMail } = openMail(settings);
  if (!sendMail) log.warn("no mail host is set up (SMTP_URL): nobody can sign up or get a new password");
  stops.push(stopMail);
  const platform: WorkerPlatform = { databaseUrl, sendMail, stop: stopping.signal };
  try {
    for (const { startWork, queues = {} } of services) {
      for (const [name, depth] of Object.entries(queues)) watchQueue(name, depth);
      const running = await startWork?.(platform);
      if (running) stops.push(() => running.stop());
    }
    const tidying = startInterval(
      () => Promise.all([...services.map(({ tidy }) => tidy?.()), prune(database.db, settings.EVENT_DAYS)]),
      { everyMs: anHour, onError: (err) => log.error({ err }, "tidying") },
    );
    stops.push(() => tidying.stop());
    const tasks: Tasks = Object.assign(
      mailTasks({ sendMail, publicUrl, log }),
      ...services.map(({ tasks }) => tasks?.(platform)),
    );
    const jobs = await work(databaseUrl, tasks, {
      count: (name, result) => countJob(name, result === "ok" ? "done" : "failed"),
      error: (fields, message) => log.error(fields, message),
    });
    stops.push(() => {
      stopping.abort();
      return jobs.stop();
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
