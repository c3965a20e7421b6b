import type { ServerBuild } from "@remix-run/server-runtime";
import { Hono } from "hono";
import type { Settings } from "../app/shell/context.server";
import type { Embedded } from "../services/embedded";
import type { Environment } from "../services/environment";
import type { Database } from "../services/kit/database";
import type { Hub } from "../services/kit/live";
import type { Log } from "../services/kit/log";
import { metricsText } from "../services/kit/metrics";
import { drawPage } from "../services/kit/pages-under-way";
import type { ServedCalls } from "../services/kit/serve";
import { assets, assetTexts } from "./assets";
import { bodies } from "./bodies";
import { callbackDoor } from "./callbacks";
import { compress } from "./compress";
import { documentDoor } from "./document";
import { filesDoor } from "./files";
import { gate } from "./gate";
import { health } from "./health";
import { hookDoor } from "./hooks";
import { leadFormBase, leadFormEndpoint } from "./lead-form";
import { liveForPages } from "./live";
import { observe } from "./observe";
import { pageHandler } from "./pages";
import type { GateEnv } from "./proxies";
import { fault, refuse, refusedRequest } from "./refusal";
import type { Secrets } from "./secrets";
import { webchatBase } from "./webchat";
import { openWebchat } from "./webchat.open";

export type ApplicationDeps = {
  settings: Environment;
  secrets: Secrets;
  /** What the pages are told. */
  pages: Settings;
  /** The host names that the demo answers; undefined in production. */
  hosts: string[] | undefined;
  database: Database;
  embedded: Embedded;
  /** The sandbox's own pages, in the demo. */
  sandbox: Hono<GateEnv> | undefined;
  hub: Hub;
  log: Log;
  /** The folder of files for browsers. */
  client: string;
  /** The pages; undefined in a process without the role `web`. */
  build: Promise<ServerBuild> | undefined;
};
type App = Hono<GateEnv>;

/** Every route is a fetch handler behind the same gate: health, services, files, webhooks, sandbox, pages. */
export async function application(deps: ApplicationDeps): Promise<{ app: App; stop(): Promise<void> }> {
  const app: App = new Hono<GateEnv>();
  addGate(app, deps);
  addHealth(app, deps);
  const services = deps.settings.ROLES.includes("services");
  if (services) addServices(app, deps);
  addWebhooks(app, deps);
  if (services) addLeadForms(app, deps);
  const stop = services ? addWebchat(app, deps) : undefined;
  if (deps.sandbox) app.route("/sandbox", deps.sandbox);
  if (deps.build) addPages(app, deps, await deps.build);
  return { app, stop: async () => void (await stop?.()) };
}

function addGate(app: App, { settings, hosts, embedded, log }: ApplicationDeps): void {
  const { PUBLIC_URL, SMS_LINK_URL } = settings;
  const ours = hosts ?? (PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : []);
  const linkHost = SMS_LINK_URL ? new URL(SMS_LINK_URL).hostname : undefined;
  app.use(observe({ log }));
  // What was thrown is in the line that `observe` writes, masked.
  app.onError((_, c) => refuse(fault, refusedRequest(c)));
  app.use(compress());
  app.use(
    gate({
      production: hosts === undefined,
      ...(hosts ? { hosts } : {}),
      ...(linkHost && !ours.includes(linkHost) ? { linkHost } : {}),
      trustedProxies: settings.TRUSTED_PROXIES,
      // Older browsers take 'self' for pages only: the sockets are named.
      connect: [
        ...(PUBLIC_URL ? [new URL(PUBLIC_URL).origin.replace(/^http/, "ws")] : []),
        ...embedded.instances.chat.store.hosts,
        ...embedded.instances.voice.hosts,
      ],
      ...(PUBLIC_URL ? { publicOrigin: PUBLIC_URL } : {}),
      bodies,
      ownLimits: [webchatBase, leadFormBase],
    }),
  );
}

function addHealth(app: App, { settings, database }: ApplicationDeps): void {
  const check = async () => {
    await database.pool.query("select 1 from identity.accounts limit 1");
    return undefined;
  };
  const { METRICS_TOKEN: metricsToken } = settings;
  app.route("/", health({ check, metrics: metricsText, ...(metricsToken ? { metricsToken } : {}) }));
}

function addServices(app: App, { database, embedded, secrets, pages }: ApplicationDeps): void {
  const { introspect, instances } = embedded;
  const { storage } = instances.uploads;
  app.get("/api/openapi.json", documentDoor({ introspect, pages }));
  app.all("/api/:service/*", async (c) => {
    const name = c.req.param("service") ?? "";
    if (!Object.hasOwn(instances, name)) return c.json({ status: 404, message: "There is no such service." }, 404);
    const served = instances[name as keyof typeof instances].served as unknown as ServedCalls;
    return served.fetch(c.req.raw, { requestId: c.get("requestId"), address: c.get("address") });
  });
  app.get("/files/:id", filesDoor({ database, storage, introspect, secret: secrets.service, pages }));
}

/** What payment providers and chat networks post. */
function addWebhooks(app: App, { embedded, log }: ApplicationDeps): void {
  const { billing, social } = embedded.instances;
  if (billing.callback) app.route("/callbacks", callbackDoor({ mpesa: billing.callback, log }));
  if (social.hooks) app.route("/callbacks", hookDoor(social.hooks, log));
}

/** Who fills in a lead form. */
function addLeadForms(app: App, { embedded, log }: ApplicationDeps): void {
  const { forms } = embedded.instances.crm;
  if (forms) app.route(leadFormBase, leadFormEndpoint({ forms, log }));
}

/** The visitors of web chat. Answers what ends their streams. */
function addWebchat(app: App, { database, embedded, hub, client, log }: ApplicationDeps) {
  const webchat = embedded.instances.webchat.visits;
  if (!webchat) return undefined;
  const { endpoint, stop } = openWebchat({ database, hub, webchat, client, log });
  app.route(webchatBase, endpoint);
  return stop;
}

function addPages(app: App, { embedded, hub, secrets, pages, client, log }: ApplicationDeps, build: ServerBuild): void {
  app.use(assets({ root: client }));
  const handle = pageHandler(build);
  const assetText = assetTexts(client);
  const live = liveForPages(hub, secrets.service, embedded.instances.chat.store);
  app.all("*", (c) => {
    const requestId = c.get("requestId");
    const context = {
      ...{ clientsFor: embedded.clientsFor, settings: pages, requestId, live, assetText },
      address: c.get("address"),
      nonce: c.get("nonce"),
      origin: c.get("origin"),
      agent: c.req.header("user-agent") ?? "",
      report: (err: unknown) => log.error({ err, requestId }, "page failed"),
    };
    return drawPage(() => handle(c.req.raw, context));
  });
}
