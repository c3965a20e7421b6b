import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/cli.mjs";
import { type Application, peopleAt } from "./application";
import { demoDatabase } from "./demo";

export type Apart = Application & {
  /** Whether its process is still the one that was started. */
  alive(): boolean;
};

/** The whole demo application in a process of its own, which a test may end by what it sends. Needs the build. */
export async function startApart(): Promise<Apart> {
  const database = await demoDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "jibu-apart-"));
  const env = { PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const program = `
    import { start } from ${JSON.stringify(pathToFileURL(join(root, "build", "jibu.js")).href)};
    const { url, stop } = await start({ env: ${JSON.stringify(env)}, databaseUrl: ${JSON.stringify(database.url)}, log() {} });
    console.log(url);
    process.stdin.on("end", () => stop().finally(() => process.exit())).resume();`;
  const child = spawn(process.execPath, ["--max-old-space-size=600", "--input-type=module", "-e", program], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const first = createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const said = await Promise.race([first, ended.then(() => undefined)]);
  if (!said || said.done) throw new Error("the application did not start");
  const url = String(said.value);
  return {
    ...peopleAt(url),
    ...{ url, dataDir, databaseUrl: database.url },
    alive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.stdin.end();
      // One that is kept busy hears nothing.
      const hung = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(hung);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
