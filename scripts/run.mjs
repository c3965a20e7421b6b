import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Fault, fail, root, say, step } from "./cli.mjs";
import { addressFault, listenAddress } from "./listen-address.mjs";
import { returnMemory } from "./return-memory.mjs";
import { watchSignals } from "./shutdown.mjs";

/**
 * Runs the built application in this process until it is told to stop. In a container this is the whole command:
 * everything is installed and built there, and DATABASE_URL is set.
 * @param openDatabase starts or attaches to the database of the demo; absent when DATABASE_URL is set
 */
export async function serve(running, openDatabase) {
  const entry = join(root, "build", "jibu.js");
  if (!existsSync(entry)) throw new Fault("The application is not built yet: run npm start, or npm run build.");
  process.env.NODE_ENV ||= "production";
  try {
    const opening = openDatabase ? openDatabase() : checkDatabase(process.env.DATABASE_URL);
    // Read while PostgreSQL starts; its faults are told when it is its turn.
    const loading = import(pathToFileURL(entry).href);
    loading.catch(() => undefined);
    running.database = await opening;
    if (running.stopping) return;
    running.application = await step("started the application", () => begin(loading, running.database));
  } catch (error) {
    await running.database?.stop();
    throw addressFault(error, listenAddress()) ?? settingsFault(error) ?? error;
  }
  if (running.stopping) return;
  say(`\nJibu is ready on ${running.application.url}`);
  for (const { email, what } of running.application.signIns ?? []) say(`  ${email.padEnd(28)} ${what}`);
  void running.application.settled?.then(() => (running.stopping ? undefined : returnMemory()));
}

async function begin(loading, database) {
  const { start } = await loading;
  const env = { ...process.env, DATA_DIR: resolve(root, process.env.DATA_DIR || ".data") };
  const databaseUrl = process.env.DATABASE_URL || database?.url;
  return start({ env, databaseUrl, log: (line) => say(`  ${line}`) });
}

function settingsFault(error) {
  if (error.constructor?.name !== "WrongSettings") return undefined;
  return new Fault(`These settings are wrong or missing (docs/operating.md explains each):\n${error.message}`);
}

async function checkDatabase(url) {
  const { default: pg } = await import("pg");
  let client;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 8_000 });
    client.on("error", () => undefined);
    await client.connect();
    await client.query("select 1");
  } catch (error) {
    const why = error.code ?? error.errors?.[0]?.code ?? error.message;
    throw new Fault(
      `The database of DATABASE_URL cannot be reached (${why}): check that it runs, its address and its password.`,
    );
  } finally {
    await client?.end().catch(() => undefined);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (!process.env.DATABASE_URL)
    fail(new Fault("DATABASE_URL is missing: set it to a postgres:// address (npm start is the demo)."));
  await serve(watchSignals()).catch((error) => fail(error));
}
