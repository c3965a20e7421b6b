import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/server-runtime";
import { Hono } from "hono";
import { signInHint, signIns } from "./demo/accounts";
import { fillApart } from "./demo/fill.apart";
import { connectDemo } from "./demo/social";
import { demoChatKey } from "./demo/webchat";
import { assets, fontUrl } from "./front/assets";
import { bodies } from "./front/bodies";
import { callbackDoor } from "./front/callbacks";
import { compress } from "./front/compress";
import { demoHosts } from "./front/demo-host";
import { documentDoor } from "./front/document";
import { filesDoor } from "./front/files";
import { gate } from "./front/gate";
import { health } from "./front/health";
import { hookDoor } from "./front/hooks";
import { close, listen, shownHost } from "./front/listen";
import { liveForPages, openLive } from "./front/live";
import { observe } from "./front/observe";
import { pagesOf } from "./front/pages";
import type { GateEnv } from "./front/proxies";
import { askedOf, fault, refuse } from "./front/refusal";
import { demoSecrets, type Secrets, secretsOf } from "./front/secrets";
import { webchatBase } from "./front/webchat";
import { openWebchat } from "./front/webchat.open";
import { type Sandbox, startSandbox } from "./sandbox/sandbox";
import { startChat } from "./services/chat/service";
import { type Embedded, embeddedServices } from "./services/embedded";
import { tidy } from "./services/identity/store";
import { type Database, openDatabase } from "./services/kit/database";
import { type Environment, readEnvironment } from "./services/kit/environment";
import { prune } from "./services/kit/events";
import { startInterval } from "./services/kit/interval";
import { work } from "./services/kit/jobs";
import { type Hub, openHub } from "./services/kit/live";
import { createLog, type Log, logFile } from "./services/kit/log";
import { countJob, metricsText, watchPool, watchProcess } from "./services/kit/metrics";
import { migrate } from "./services/kit/migrate";
import { openMail } from "./services/mail";
import { startSending } from "./services/messaging/service";
import { startMailboxes } from "./services/social/email/watch";
import { allTasks } from "./services/tasks";
import { startTicketing } from "./services/ticketing/service";

type Started = { url: string; signIns: { email: string; what: string }[]; stop(): Promise<void> };
type Start = {
  env: Record<string, string | undefined>;
  databaseUrl: string | undefined;
  log(line: string): void;
};

/** The folder of the build: where this file stands when it is bundled, beside it in the sources. */
const beside = fileURLToPath(new URL(".", import.meta.url));
const anHour = 3_600_000;
const built = existsSync(join(beside, "client")) ? beside : join(beside, "build");

/**
 * Starts everything this process is for (ROLES). Without DATABASE_URL it is the demo: sandbox on, demo data filled.
 * Throws WrongSettings, or the error of a port in use.
 */
export async function start({ env, databaseUrl, log: say }: Start): Promise<Started> {
  const settings = readEnvironment(env);
  const demo = !settings.DATABASE_URL;
  const hosts = demo ? demoHosts(settings) : undefined;
  const web = settings.ROLES.includes("web");
  if (!databaseUrl) throw new Error("there is no database");
  const secrets = demo ? demoSecrets(settings.DATA_DIR) : secretsOf(settings);
  const log = createLog({ level: settings.LOG_LEVEL, ...(demo ? { to: logFile(settings.DATA_DIR) } : {}) });
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each().catch((err: unknown) => log.error({ err }, "stopping"));
  };
  try {
    await migrate(databaseUrl);
    const database = openDatabase(databaseUrl, {
      max: settings.DATABASE_POOL,
      batchedReads: settings.BATCHED_READS === "on",
      onError: (err) => log.error({ err }, "database"),
    });
    stops.push(() => database.close());
    const worker = pathToFileURL(join(built, "demo-fill.js"));
    const filling = demo ? fillApart(database, { url: databaseUrl, worker }, say) : undefined;
    if (filling) stops.push(filling.stop);
    // The pages are read meanwhile; their faults are told when it is their turn.
    const build: Doors["build"] = web ? import(pathToFileURL(join(built, "server/index.js")).href) : undefined;
    build?.catch(() => undefined);
    const world = demo ? await startSandbox(settings, fontUrl(join(built, "client"))) : undefined;
    if (world) {
      world.shop.chat.key = demoChatKey("100001");
      stops.push(() => world.close());
    }
    const configured = { ...settings, ...world?.settings };
    let url = settings.PUBLIC_URL ?? "";
    const embedded = embeddedServices(database, { ...configured, serviceSecret: secrets.service }, log, {
      ...filesOf(settings),
      publicUrl: () => url,
    });
    // Before anything works on what is there.
    await filling?.done;
    if (settings.ROLES.includes("worker"))
      await startWorker(database, databaseUrl, embedded, configured, world, () => url, log, stops);
    watchPool(database.pool);
    watchProcess();
    const hub = await openHub(database, { url: databaseUrl, onError: (err) => log.error({ err }, "live events") });
    stops.push(() => hub.stop());
    const streams: typeof stops = [];
    const app = await doors({
      settings,
      secrets,
      demo,
      hosts,
      database,
      embedded,
      world,
      hub,
      log,
      build,
      stops: streams,
    });
    const { server, port } = await listen(app, settings);
    // The streams end first: the server would wait for them.
    stops.push(() => close(server), ...streams);
    if (web) {
      const { introspect, chatStore } = embedded;
      const { apart } = chatStore;
      const live = openLive({ server, hub, introspect, secret: secrets.service, log, settings, apart });
      stops.push(() => live.stop());
    }
    url = settings.PUBLIC_URL ?? `http://${shownHost(settings.HOST)}:${port}`;
    if (world) {
      const connecting = connectDemo(embedded.social, world).catch((err: unknown) =>
        log.error({ err }, "the networks of the sandbox could not be connected"),
      );
      stops.push(() => connecting);
    }
    return { url, signIns: demo ? signIns : [], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWorker(
  database: Database,
  databaseUrl: string,
  embedded: Embedded,
  settings: Environment,
  world: Sandbox | undefined,
  publicUrl: () => string,
  log: Log,
  stops: (() => Promise<unknown>)[],
): Promise<void> {
  const carrier = world?.carrier ?? settings.SMPP_URL;
  const sending = await startSending(database, {
    billingFor: embedded.billingFor,
    sharedSender: settings.SMS_SHARED_SENDER,
    log,
    ...(carrier ? { carrier: { url: carrier, window: settings.SMPP_WINDOW, tps: settings.SMPP_TPS } } : {}),
  });
  stops.push(() => sending.stop());
  const tickets = startTicketing(database, { log, ...(settings.PUBLIC_URL ? { site: settings.PUBLIC_URL } : {}) });
  stops.push(() => tickets.stop());
  const { secret, load } = embedded.social.deps;
  const chats = await startChat(database, { url: databaseUrl, secret, load, log, store: embedded.chatStore });
  stops.push(() => chats.stop());
  const boxes = startMailboxes(embedded.social, { log });
  stops.push(() => boxes.stop());
  const tidying = startInterval(
    () => Promise.all([tidy(database.db), embedded.storage.tidy(), prune(database.db, settings.EVENT_DAYS)]),
    { everyMs: anHour, onError: (err) => log.error({ err }, "tidying") },
  );
  stops.push(() => tidying.stop());
  const stopping = new AbortController();
  const { sendMail, stop: stopMail } = openMail(settings);
  if (!sendMail) log.warn("no mail host is set up (SMTP_URL): nobody can sign up or get a new password");
  stops.push(stopMail);
  const deps = {
    ...filesOf(settings),
    ...embedded,
    mail: { sendMail, publicUrl, log },
    stop: stopping.signal,
  };
  const jobs = await work(databaseUrl, allTasks(database, deps), {
    count: (name, result) => countJob(name, result === "ok" ? "done" : "failed"),
    error: (fields, message) => log.error(fields, message),
  });
  stops.push(() => {
    stopping.abort();
    return jobs.stop();
  });
}

/** Where uploads are kept, and the program that reads contact files. */
function filesOf({ DATA_DIR }: Environment) {
  return { dataDir: DATA_DIR, workerUrl: pathToFileURL(join(built, "contact-file-worker.js")) };
}

type Doors = {
  settings: Environment;
  secrets: Secrets;
  demo: boolean;
  /** The host names that the demo answers. */
  hosts: string[] | undefined;
  database: Database;
  embedded: Embedded;
  world: Sandbox | undefined;
  hub: Hub;
  log: Log;
  build: Promise<ServerBuild> | undefined;
  stops: (() => Promise<unknown>)[];
};

/** Every door is a fetch handler behind the same gate: health, services, sandbox, files, pages. */
async function doors(given: Doors): Promise<Hono<GateEnv>> {
  const { settings, secrets, demo, hosts, database, embedded, world, hub, log } = given;
  const app = new Hono<GateEnv>();
  app.use(observe({ log }));
  // What was thrown is in the line that `observe` writes, masked.
  app.onError((_, c) => refuse(fault, askedOf(c)));
  app.use(compress());
  app.use(
    gate({
      production: !demo,
      ...(hosts ? { hosts } : {}),
      trustedProxies: settings.TRUSTED_PROXIES,
      // Older browsers take 'self' for pages only: the sockets are named.
      connect: [
        ...(settings.PUBLIC_URL ? [new URL(settings.PUBLIC_URL).origin.replace(/^http/, "ws")] : []),
        ...embedded.chatStore.hosts,
      ],
      ...(settings.PUBLIC_URL ? { publicOrigin: settings.PUBLIC_URL } : {}),
      bodies,
      ownLimits: [webchatBase],
    }),
  );
  const check = async () => {
    await database.pool.query("select 1 from identity.accounts limit 1");
    return undefined;
  };
  app.route(
    "/",
    health({
      check,
      metrics: metricsText,
      ...(settings.METRICS_TOKEN ? { metricsToken: settings.METRICS_TOKEN } : {}),
    }),
  );
  const pages = {
    sessionSecret: secrets.session,
    secure: settings.PUBLIC_URL?.startsWith("https:") ?? false,
    clientId: settings.CLIENT_ID,
    demo,
    ...(demo ? { signInHint } : {}),
  };
  if (settings.ROLES.includes("services")) {
    app.get("/api/openapi.json", documentDoor({ ...embedded, pages }));
    app.all("/api/:service/*", async (c) => {
      const name = c.req.param("service") ?? "";
      const service = Object.hasOwn(embedded.services, name) ? embedded.services[name] : undefined;
      if (!service) return c.json({ status: 404, message: "There is no such service." }, 404);
      return service.fetch(c.req.raw, { requestId: c.get("requestId"), address: c.get("address") });
    });
  }
  if (settings.ROLES.includes("services"))
    app.get("/files/:id", filesDoor({ database, ...embedded, secret: secrets.service, pages }));
  if (embedded.callback) app.route("/callbacks", callbackDoor({ mpesa: embedded.callback, log }));
  if (embedded.hooks) app.route("/callbacks", hookDoor(embedded.hooks, log));
  if (embedded.webchat && settings.ROLES.includes("services")) {
    const { webchat } = embedded;
    const { endpoint, stop } = openWebchat({ database, hub, webchat, client: join(built, "client"), log });
    given.stops.push(stop);
    app.route(webchatBase, endpoint);
  }
  if (world) app.route("/sandbox", world.pages);
  if (given.build) {
    app.use(assets({ root: join(built, "client") }));
    const handle = pagesOf(await given.build);
    const live = liveForPages(hub, secrets.service, embedded.chatStore);
    app.all("*", (c) => {
      const requestId = c.get("requestId");
      return handle(c.req.raw, {
        clientsFor: embedded.clientsFor,
        settings: pages,
        requestId,
        address: c.get("address"),
        nonce: c.get("nonce"),
        origin: c.get("origin"),
        agent: c.req.header("user-agent") ?? "",
        live,
        report: (err: unknown) => log.error({ err, requestId }, "page failed"),
      });
    });
  }
  return app;
}
