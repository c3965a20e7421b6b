import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { sql } from "kysely";
import { gate } from "../../front/gate";
import type { GateEnv } from "../../front/proxies";
import { webchatBase, webchatBodies, webchatEndpoint } from "../../front/webchat";
import { chat } from "../../services/chat/contract";
import { chatService } from "../../services/chat/service";
import { type Client, inProcess } from "../../services/kit/client";
import type { Calls, Contract } from "../../services/kit/contract";
import { inAccount, openDatabase } from "../../services/kit/database";
import { openHub } from "../../services/kit/live";
import { serviceToken } from "../../services/kit/principal";
import type { ServedCalls } from "../../services/kit/serve";
import { openStorage } from "../../services/kit/storage";
import { uploadsService } from "../../services/uploads/service";
import { webchat } from "../../services/webchat/contract";
import type { WebchatDeps } from "../../services/webchat/deps";
import { webchatService } from "../../services/webchat/service";
import { usualLimits, type VisitLimits } from "../../services/webchat/visits/limits";
import { openVisitors } from "../../services/webchat/visits/open";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

const products = ["Chats" as const];
const agent = (id: string, name: string) =>
  person({
    id,
    name,
    email: `${name.toLowerCase()}@savanna.test`,
    roles: [{ name: "Agent" }],
    permissions: ["View chat inbox"],
    products,
  });
export const people = {
  owner: person({ products }),
  joy: agent("2", "Joy"),
  nobody: person({ id: "5", name: "Nobody", roles: [], products }),
  unsold: person({ id: "6", products: ["SMS"] }),
  lakeside: person({ customer_account: "200002", id: "9", name: "Achieng", products }),
};
export type Who = keyof typeof people;
const serveOptions = surroundings(people);
export const secret = serveOptions.serviceSecret;
export const ours = "http://jibu.test";

/**
 * Web chat, chat and uploads on a database of their own, and the visitors' door behind the gate. @param beside another
 * process of the same database, which stays that one's to drop
 */
export async function webchatFixture(limits: Partial<VisitLimits> = {}, beside?: { database: { url: string } }) {
  const database = beside ? another(beside.database.url) : await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "jibu-webchat-"));
  const faults: unknown[] = [];
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields) };
  const shared = { ...serveOptions, log };
  const uploads = uploadsService(database, openStorage({ dataDir }), shared);
  const members = { allMembers: async () => ({ status: 200, body: { data: [] } }) };
  const others = (account: string) => {
    const carried = { token: serviceToken(secret, account), requestId: "test", address: "" };
    return {
      identity: members,
      uploads: inProcess(uploads, carried),
      chat: inProcess(chats, carried),
      webchat: inProcess(served, carried),
    };
  };
  const chats: ServedCalls<typeof chat.calls> = chatService(
    database,
    { clientsFor: () => others("100001"), clientsOfAccount: others, secret } as unknown as Parameters<
      typeof chatService
    >[1],
    shared,
  );
  const fcm = { url: "http://127.0.0.1:9", tokenUrl: "http://127.0.0.1:9/token" };
  const deps = { clientsOfAccount: others, secret, fcm } as unknown as WebchatDeps;
  const served: ServedCalls<typeof webchat.calls> = webchatService(database, deps, shared);
  const hub = await openHub(database, { url: database.url });
  const visitors = openVisitors({ database, deps, hub, limits: { ...usualLimits, ...limits }, onError: log.error });

  const app = new Hono<GateEnv>();
  app.use(
    gate({
      production: false,
      publicOrigin: ours,
      bodies: { byPrefix: webchatBodies },
      ownLimits: [webchatBase],
    }),
  );
  const widget = { loader: "(()=>{})()", script: "/assets/w.js", style: "/assets/w.css" };
  app.route(webchatBase, webchatEndpoint({ ...visitors, widget, log }));

  const as = <C extends Calls>(service: ServedCalls<C>, who: Who): Client<C> => inProcess(service, caller(who));
  const of = <C extends Calls>(_: Contract<C>, service: unknown, who: Who) => as(service as ServedCalls<C>, who);
  let address = 0;

  type VisitRequest = {
    token?: string;
    body?: unknown;
    headers?: Record<string, string>;
    method?: string;
    raw?: BodyInit;
  };
  /** A request of a visitor's browser, from our frame unless `headers` say otherwise. */
  async function visit(path: string, asked: VisitRequest = {}) {
    const { token, body, raw, method = body === undefined && raw === undefined ? "GET" : "POST" } = asked;
    const headers: Record<string, string> = {
      host: "jibu.test",
      origin: ours,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...asked.headers,
    };
    const given = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = new Request(`${ours}${webchatBase}${path}`, {
      method,
      headers,
      ...(given === undefined ? {} : { body: given, duplex: "half" }),
    } as RequestInit);
    const response = await app.fetch(request);
    const text = await response.text();
    const json = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
    return { status: response.status, headers: response.headers, text, body: json as any };
  }

  async function application(form: object = {}, who: Who = "owner") {
    const body = { name: `Shop ${++address}`, ...form };
    const answer = await of(webchat, served, who).createApplication({ body } as never);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  }

  /** A session that has filled the usual form. */
  async function visitor(key: string, name = "Mwende Mutua") {
    const begun = await visit("/session", { body: { application: key, language: "en" } });
    const token = begun.body.token as string;
    const filled = await visit("/prechat", { token, body: { answers: { name } } });
    if (filled.status !== 201) throw new Error(filled.text);
    return { token, contact: filled.body.standing.contact_id as number };
  }

  return {
    ...{ database, app, visit, visitor, application, faults, visitors },
    /** Rows of Savanna's, whatever the calls show. */
    rows: async (statement: string): Promise<Record<string, unknown>[]> =>
      inAccount(
        database.db,
        "100001",
        async (trx) => (await sql.raw<Record<string, unknown>>(statement).execute(trx)).rows,
      ),
    webchat: (who: Who) => of(webchat, served, who),
    chat: (who: Who) => of(chat, chats, who),
    /** Where pushes go; a test has it point to a sandbox. */
    fcm,
    clientsOfAccount: others,
    /** The chat, asked as a service of ours. */
    inside: (account = "100001") => others(account).chat,
    async end() {
      visitors.streams.stop();
      await hub.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type WebchatFixture = Awaited<ReturnType<typeof webchatFixture>>;

function another(url: string): TestDatabase {
  const own = openDatabase(url, { max: 6 });
  return { ...own, url, drop: () => own.close() };
}

/** 32 letters and digits, always others. */
export function requestId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
