import { tmpdir } from "node:os";
import type { ComponentType } from "react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenCookie } from "../../app/shell/session.server";
import { demoPassword } from "../../demo/accounts";
import { connectPhones } from "../../demo/voice";
import { callFigures } from "../../rules/voice-metrics";
import { type Embedded, embeddedServices } from "../../services/embedded";
import { readEnvironment } from "../../services/environment";
import type { TestDatabase } from "../setup/database";
import { demoDatabase } from "../setup/demo";

type PageModule = { loader: unknown; default?: ComponentType };

const pages = {
  "/voice/monitor": () => import("../../app/voice/monitor"),
  "/voice/monitor/statistics": () => import("../../app/voice/monitor.statistics"),
  "/voice/call-center": () => import("../../app/voice/call-center"),
  "/voice/call-center/dashboard/stats": () => import("../../app/voice/call-center.dashboard.stats"),
  "/voice/call-center/dashboard/recent-calls": () => import("../../app/voice/call-center.dashboard.recent-calls"),
  "/voice/call-center/dashboard/dispositions-history": () =>
    import("../../app/voice/call-center.dashboard.dispositions-history"),
  "/voice/dashboard": () => import("../../app/voice/dashboard"),
  "/voice/dispositions": () => import("../../app/voice/dispositions"),
  "/voice/dispositions/disposition-form": () => import("../../app/voice/dispositions.disposition-form"),
  "/voice/reports": () => import("../../app/voice/reports"),
  "/voice/reports/calls": () => import("../../app/voice/reports.calls"),
  "/voice/reports/calls/:id": () => import("../../app/voice/reports.calls.$id"),
  "/voice/reports/waiting": () => import("../../app/voice/reports.waiting"),
  "/voice/outbound": () => import("../../app/voice/outbound"),
  "/voice/outbound/dashboard/details": () => import("../../app/voice/outbound.dashboard.details"),
  "/voice/outbound/dashboard/stats": () => import("../../app/voice/outbound.dashboard.stats"),
  "/voice/outbound/dashboard/trash": () => import("../../app/voice/outbound.dashboard.trash"),
  "/voice/outbound/dispositions": () => import("../../app/voice/outbound.dispositions"),
  "/voice/robocalls": () => import("../../app/voice/robocalls"),
  "/voice/robocalls/new": () => import("../../app/voice/robocalls.new"),
  "/voice/settings/targets": () => import("../../app/voice/settings.targets"),
  "/voice/settings/uploads": () => import("../../app/voice/settings.uploads"),
  "/voice/settings/uploads/new": () => import("../../app/voice/settings.uploads.new"),
  "/voice/settings/uploads/:id": () => import("../../app/voice/settings.uploads.$id"),
  "/voice/settings/uploads/:id/rows": () => import("../../app/voice/settings.uploads.$id.rows"),
  "/voice/settings/uploads/:id/delete": () => import("../../app/voice/settings.uploads.$id.delete"),
  "/voice/settings": () => import("../../app/voice/settings"),
  "/voice/settings/numbers/:id": () => import("../../app/voice/settings.numbers.$id"),
  "/voice/settings/numbers/:id/delete": () => import("../../app/voice/settings.numbers.$id.delete"),
  "/voice/settings/dispositions/:id": () => import("../../app/voice/settings.dispositions.$id"),
  "/voice/settings/dispositions/:id/delete": () => import("../../app/voice/settings.dispositions.$id.delete"),
  "/supervisor/manage": () => import("../../app/supervisor/manage"),
  "/supervisor/create-agent": () => import("../../app/supervisor/create-agent"),
  "/jibu/voice/agent": () => import("../../app/jibu/voice.agent"),
} satisfies Record<string, () => Promise<PageModule>>;
type PagePath = keyof typeof pages;

const settings = {
  sessionSecret: "a-secret-of-sessions-for-tests-only",
  secure: false,
  clientId: "jibu-web",
  demo: true,
};
let database: TestDatabase;
let embedded: Embedded;

beforeAll(async () => {
  database = await demoDatabase();
  const serviceSecret = "a-secret-for-tests-that-is-long-enough";
  const log = {
    error: (fields: object) => process.stderr.write(`${JSON.stringify(fields)}\n`),
    warn: () => undefined,
    info: () => undefined,
  };
  embedded = embeddedServices(database, { ...readEnvironment({}), serviceSecret }, log as never, { dataDir: tmpdir() });
  await connectPhones(embedded.instances.voice.context);
}, 120_000);
afterAll(() => database.drop());

const tokens = new Map<string, Promise<string>>();

function tokenOf(email: string): Promise<string> {
  const known = tokens.get(email) ?? signIn(email);
  tokens.set(email, known);
  return known;
}

async function signIn(username: string): Promise<string> {
  const { identity } = embedded.clientsFor({ token: "", requestId: "test", address: "127.0.0.1" });
  const body = { username, password: demoPassword, grant_type: "password", client_id: "jibu-web", scope: "*" } as const;
  const answer = await identity.token({ body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return (answer.body as { access_token: string }).access_token;
}

/** The HTML of a page as somebody of the demo gets it without script, or where it leads to. */
async function open(path: PagePath, email: string, url: string = path): Promise<string> {
  const module: PageModule = await pages[path]();
  const cookie = await tokenCookie(settings).serialize(await tokenOf(email));
  const context = {
    clientsFor: embedded.clientsFor,
    ...{ settings, requestId: `${email} ${url}`, address: "127.0.0.1", nonce: "" },
  };
  const loader = module.loader as (args: object) => Promise<unknown>;
  const request = new Request(`http://jibu.test${url}`, { headers: { cookie } });
  const handler = createStaticHandler([
    {
      path,
      element: module.default && createElement(module.default),
      loader: ({ params }) => loader({ request, params, context }),
    },
  ]);
  const answer = await handler.query(request);
  if (answer instanceof Response) return answer.headers.get("location") ?? "";
  const [fault] = Object.values(answer.errors ?? {});
  if (fault) throw fault;
  const router = createStaticRouter(handler.dataRoutes, answer);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={answer} hydrate={false} />);
}

describe("the pages of the call centre", () => {
  it.each([
    ["/voice/dashboard", "Calls out by day"],
    ["/voice/monitor", "Waiting callers"],
    ["/voice/monitor/statistics", "Kevin Kiptoo"],
    ["/voice/call-center", "Recent calls"],
    ["/voice/call-center/dashboard/stats", "Callers by hour"],
    ["/voice/call-center/dashboard/recent-calls", "Kevin Kiptoo"],
    ["/voice/call-center/dashboard/dispositions-history", "Disposition"],
    ["/voice/dashboard", "Callers by day"],
    ["/voice/dispositions", "Disposition"],
    ["/voice/dispositions/disposition-form", "No call waits for a disposition"],
    ["/voice/reports", "Service level"],
    ["/voice/reports/calls", "Kevin Kiptoo"],
    ["/voice/reports/waiting", "Answered"],
    ["/voice/outbound", "Next number"],
    ["/voice/outbound/dashboard/details", "Unpaid orders"],
    ["/voice/outbound/dashboard/stats", "Unpaid orders"],
    ["/voice/outbound/dashboard/trash", "Wrong number"],
    ["/voice/outbound/dispositions", "Kevin Kiptoo"],
    ["/voice/robocalls", "No robocalls yet"],
    ["/voice/robocalls/new", "Continue to the price"],
    ["/voice/settings/targets", "Monday"],
    ["/voice/settings/uploads", "Unpaid orders"],
    ["/voice/settings/uploads/new", "Download the template"],
    ["/voice/settings", "+254 709 000 100"],
    ["/supervisor/manage", "Log out"],
    ["/supervisor/create-agent", "Choose a person"],
    ["/jibu/voice/agent", "No one is waiting"],
  ] as const)("%s has something to say of the demo", async (path, words) => {
    if (path === "/supervisor/manage") {
      const { voice } = embedded.clientsFor({
        token: await tokenOf("agent@savanna.test"),
        requestId: "x",
        address: "",
      });
      expect((await voice.agentAction({ body: { action: "login" } })).status).toBe(201);
    }
    expect(await open(path, "owner@savanna.test")).toContain(words);
  });

  it.each([
    ["/voice/reports/calls/:id", "/voice/reports/calls/1", "What happened"],
    ["/voice/dispositions/disposition-form", "/voice/dispositions/disposition-form?call=1", "Save the disposition"],
    ["/voice/settings/uploads/:id", "/voice/settings/uploads/1", "Cancel the list"],
    ["/voice/settings/uploads/:id/rows", "/voice/settings/uploads/1/rows", "On the do-not-call list"],
    ["/voice/settings/uploads/:id/delete", "/voice/settings/uploads/1/delete", "Delete Unpaid orders?"],
    ["/voice/monitor", "/voice/monitor?wall=1", "Speed of answer"],
    ["/voice/settings/numbers/:id", "/voice/settings/numbers/1", "Sales"],
    ["/voice/settings/numbers/:id", "/voice/settings/numbers/new", "Add a number"],
    ["/voice/settings/numbers/:id/delete", "/voice/settings/numbers/1/delete", "Remove the number"],
    ["/voice/settings/dispositions/:id", "/voice/settings/dispositions/1", "Question answered"],
    ["/voice/settings/dispositions/:id/delete", "/voice/settings/dispositions/1/delete", "Delete Resolved?"],
  ] as const)("%s at %s", async (path, url, words) => {
    expect(await open(path, "owner@savanna.test", url)).toContain(words);
  });

  it.each(["day", "interval", "hour", "queue", "agent", "number"])("reports by %s", async (by) => {
    expect(await open("/voice/reports", "owner@savanna.test", `/voice/reports?by=${by}`)).toContain("Offered");
  });

  it("open for who may and for nobody else", async () => {
    expect(await open("/voice/monitor", "agent@savanna.test")).toContain("/notAllowed");
    expect(await open("/voice/monitor", "owner@lakeside.test")).toContain("/notAllowed");
    expect(await open("/voice/monitor", "supervisor@savanna.test")).toContain("Waiting callers");
    expect(await open("/voice/outbound", "agent@savanna.test")).toContain("Faith Chebet");
    expect(await open("/voice/outbound/dashboard/details", "agent@savanna.test")).toContain("/notAllowed");
    // Not public: an admin without the permission may not (R044).
    expect(await open("/jibu/voice/agent", "admin@savanna.test")).toContain("/notAllowed");
    expect(await open("/voice/dispositions/disposition-form", "agent@savanna.test")).toContain("Disposition of a call");
  });

  it("say what the service says", async () => {
    const { voice } = embedded.clientsFor({ token: await tokenOf("owner@savanna.test"), requestId: "y", address: "" });
    const answer = await voice.figures({ query: {} });
    if (answer.status !== 200) throw new Error(answer.body.message);
    const { offered } = callFigures(answer.body.total);
    expect(offered).toBeGreaterThan(100);
    const all = await voice.waitingCalls({ query: {} });
    if (all.status !== 200) throw new Error(all.body.message);
    expect(all.body.total).toBe(offered + answer.body.total.abandonedEarly);
  });

  it("write the number of a call that an agent has as everywhere", async () => {
    const { voice } = embedded.clientsFor({ token: await tokenOf("agent@savanna.test"), requestId: "z", address: "" });
    const call = { reference: "now", callId: "now", phoneNumber: "+254733000161", name: "", type: "inbound" } as const;
    const more = { status: "Ringing", queueReference: "", calledNumber: "", consultOf: "", transferredBy: "" } as const;
    expect((await voice.logCall({ body: { ...call, ...more } })).status).toBe(201);
    expect(await open("/supervisor/manage", "owner@savanna.test")).toContain("+254 733 000 161");
  });

  it("say what an account without dispositions can do", async () => {
    const { voice } = embedded.clientsFor({ token: await tokenOf("owner@savanna.test"), requestId: "w", address: "" });
    const types = await voice.dispositionTypes({});
    if (types.status !== 200) throw new Error(types.body.message);
    for (const { id } of types.body.data) await voice.removeDispositionType({ params: { id } });
    expect(await open("/voice/settings", "owner@savanna.test")).toContain("No dispositions yet");
  });
});
