import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { fail, root, say, step } from "./cli.mjs";
import { ensureInstalled } from "./install.mjs";
import { checkAddress } from "./listen-address.mjs";
import { serve } from "./run.mjs";
import { watchSignals } from "./shutdown.mjs";

/** From a fresh clone to an application that answers: install, build, database, application. */
export async function bootstrap() {
  const dataDir = resolve(root, process.env.DATA_DIR || ".data");
  const running = watchSignals();
  try {
    say("Jibu is starting");
    await checkAddress();
    await ensureInstalled();
    await ensureBuilt();
    await serve(running, process.env.DATABASE_URL ? undefined : () => openDatabase(dataDir));
  } catch (error) {
    fail(error, existsSync(dataDir) ? dataDir : root);
  }
}

async function openDatabase(dataDir) {
  const { startDatabase } = await import("./database.mjs");
  return step("started the database", () => startDatabase({ dataDir }));
}
