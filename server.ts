import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/server-runtime";
import { signInHint, signIns } from "./demo/accounts";
import { connectDemoDomain } from "./demo/email";
import { fillApart } from "./demo/fill.apart";
import { connectDemo } from "./demo/social";
import { connectPhones } from "./demo/voice";
import { connectFlow } from "./demo/voice-flow";
import { demoChatKey } from "./demo/webchat";
import { fillWhatsapp } from "./demo/whatsapp";
import { application } from "./front/application";
import { fontUrl } from "./front/assets";
import { demoHosts } from "./front/demo-host";
import { close, listen, shownHost } from "./front/listen";
import { openLive } from "./front/live";
import { demoSecrets, platformSecrets } from "./front/secrets";
import { type Sandbox, startSandbox } from "./sandbox/sandbox";
import { embeddedServices } from "./services/embedded";
import { type Environment, readEnvironment } from "./services/environment";
import { openDatabase } from "./services/kit/database";
import { openHub } from "./services/kit/live";
import { createLog, type Log, logFile } from "./services/kit/log";
import { watchPool, watchProcess } from "./services/kit/metrics";
import { migrate } from "./services/migrations";
import { startWorker } from "./services/worker";

type Started = {
  url: string;
  signIns: { email: string; what: string }[];
  /** Resolves when nothing of the start goes on any more. */
  settled: Promise<unknown>;
  stop(): Promise<void>;
};
type Start = {
  env: Record<string, string | undefined>;
  databaseUrl: string | undefined;
  log(line: string): void;
};
type Stops = (() => Promise<unknown>)[];

/** The folder of the build: where this file stands when it is bundled, beside it in the sources. */
const beside = fileURLToPath(new URL(".", import.meta.url));
const built = existsSync(join(beside, "client")) ? beside : join(beside, "build");
const client = join(built, "client");

/**
 * Starts everything this process is for (ROLES). Without DATABASE_URL it is the demo: sandbox on, demo data filled.
 * Throws WrongSettings, or the error of a port in use.
 */
export async function start({ env, databaseUrl, log: say }: Start): Promise<Started> {
  const settings = readEnvironment(env);
  const demo = !settings.DATABASE_URL;
  const hosts = demo ? demoHosts(settings) : undefined;
  if (!databaseUrl) throw new Error("there is no database");
  const log = createLog({ level: settings.LOG_LEVEL, ...(demo ? { to: logFile(settings.DATA_DIR) } : {}) });
  const stops: Stops = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each().catch((err: unknown) => log.error({ err }, "stopping"));
  };
  try {
    const { url, settled } = await startAll({ settings, hosts, databaseUrl, say, log, stops });
    return { url, signIns: demo ? signIns : [], settled, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Given = {
  settings: Environment;
  /** The host names of the demo; undefined in production. */
  hosts: string[] | undefined;
  databaseUrl: string;
  say(line: string): void;
  log: Log;
  stops: Stops;
};

/** Answers the address where it listens; `settled` is over when the demo is connected as well. */
async function startAll(given: Given): Promise<{ url: string; settled: Promise<unknown> }> {
  const { settings, hosts, databaseUrl, say, log, stops } = given;
  const demo = hosts !== undefined;
  const web = settings.ROLES.includes("web");
  const secrets = demo ? demoSecrets(settings.DATA_DIR) : platformSecrets(settings);
  await migrate(databaseUrl);
  const database = openDatabase(databaseUrl, {
    max: settings.DATABASE_POOL,
    batchedReads: settings.BATCHED_READS === "on",
    onError: (err) => log.error({ err }, "database"),
  });
  stops.push(() => database.close());
  const filler = pathToFileURL(join(built, "demo-fill.js"));
  const filling = demo ? fillApart(database, { url: databaseUrl, worker: filler }, say) : undefined;
  if (filling) stops.push(filling.stop);
  // The pages are read meanwhile; their faults are told when it is their turn.
  const build: Promise<ServerBuild> | undefined = web
    ? import(pathToFileURL(join(built, "server/index.js")).href)
    : undefined;
  build?.catch(() => undefined);
  const sandbox = demo ? await openSandbox(settings, stops) : undefined;
  const configured = { ...settings, ...sandbox?.settings };
  let url = settings.PUBLIC_URL ?? "";
  const publicUrl = () => url;
  const embedded = embeddedServices(database, { ...configured, serviceSecret: secrets.service }, log, {
    ...{ dataDir: settings.DATA_DIR, build: pathToFileURL(join(built, "/")), publicUrl },
  });
  // Before anything works on what is there.
  await filling?.done;
  if (settings.ROLES.includes("worker")) {
    const given = { database, databaseUrl, settings: configured, embedded, publicUrl, log };
    const worker = await startWorker(given);
    stops.push(() => worker.stop());
  }
  watchPool(database.pool);
  watchProcess();
  const hub = await openHub(database, { url: databaseUrl, onError: (err) => log.error({ err }, "live events") });
  stops.push(() => hub.stop());
  const pages = pageSettings(settings, secrets.session, demo);
  const parts = {
    settings,
    secrets,
    pages,
    hosts,
    database,
    embedded,
    sandbox: sandbox?.pages,
    hub,
    log,
    client,
    build,
  };
  const { app, stop: stopStreams } = await application(parts);
  const { server, port } = await listen(app, settings);
  // The streams end first: the server would wait for them.
  stops.push(() => close(server), stopStreams);
  if (web) {
    const { apart } = embedded.instances.chat.store;
    const { introspect } = embedded;
    const live = openLive({ server, hub, introspect, secret: secrets.service, log, settings, apart });
    stops.push(() => live.stop());
  }
  url = settings.PUBLIC_URL ?? `http://${shownHost(settings.HOST)}:${port}`;
  let settled: Promise<unknown> = Promise.resolve();
  if (sandbox) {
    const { social, whatsapp } = embedded.instances;
    const connecting = connectDemo(social.context, sandbox)
      .then(() => fillWhatsapp(database, whatsapp.deps))
      .catch((err: unknown) => log.error({ err }, "the networks of the sandbox could not be connected"));
    stops.push(() => connecting);
    const sending = connectDemoDomain(embedded.instances.email.context, sandbox.dns).catch((err: unknown) =>
      log.error({ err }, "the demo's e-mail domain could not be set up"),
    );
    stops.push(() => sending);
    const { context, pbx, exchange } = embedded.instances.voice;
    Object.assign(exchange, { driver: sandbox.pbx.dialling, isSet: true, detectsMachines: true });
    Object.assign(sandbox.pbx, { directory: pbx, soundsFrom: url });
    await connectPhones(context);
    const answering = connectFlow(context).catch((err: unknown) =>
      log.error({ err }, "the demo's call flow could not be set up"),
    );
    stops.push(() => answering);
    settled = Promise.all([connecting, sending, answering]);
  }
  return { url, settled };
}

async function openSandbox(settings: Environment, stops: Stops): Promise<Sandbox> {
  const sandbox = await startSandbox(settings, {
    ...{ font: fontUrl(client), customers: join(built, "sandbox-customers.js") },
  });
  stops.push(() => sandbox.close());
  sandbox.shop.chat.key = demoChatKey("100001");
  return sandbox;
}

function pageSettings({ PUBLIC_URL, CLIENT_ID: clientId }: Environment, sessionSecret: string, demo: boolean) {
  const secure = PUBLIC_URL?.startsWith("https:") ?? false;
  return { sessionSecret, secure, clientId, demo, ...(demo ? { signInHint } : {}) };
}
