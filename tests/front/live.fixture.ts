import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { openLive } from "../../front/live";
import { socketToken } from "../../front/live-token";
import {
  type ClientFrames,
  type EventFrame,
  type Handshake,
  type ServerFrames,
  socketPath,
} from "../../rules/live-frames";
import { type Database, openDatabase } from "../../services/kit/database";
import { openHub } from "../../services/kit/live";
import type { Person } from "../../services/kit/principal";

export const secret = "a-secret-for-tests-that-is-long-enough";

/** Sessions and who they belong to; a session that is deleted has ended. */
export type Sessions = Map<string, Person>;

export type Node = { url: string; port: number; faults: unknown[]; stop(): Promise<void> };

/** A server process with nothing but the live door. */
export async function startNode(
  databaseUrl: string,
  sessions: Sessions,
  port = 0,
  checkEvery = 200,
  apart: readonly string[] = [],
): Promise<Node> {
  const own: Database = openDatabase(databaseUrl, { max: 4 });
  const hub = await openHub(own, { url: databaseUrl, retry: 50 });
  const server: Server = createServer((_, answer) => answer.end("a page"));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const faults: unknown[] = [];
  const log = { error: (fields: object) => void faults.push(fields) };
  const settings = { TRUSTED_PROXIES: [] };
  const live = openLive({
    server,
    hub,
    introspect: async (token) => sessions.get(token),
    secret,
    log,
    checkEvery,
    settings,
    apart,
  });
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${given}`,
    port: given,
    faults,
    async stop() {
      await live.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await hub.stop();
      await own.close();
    },
  };
}

export type Browser = {
  socket: Socket<ServerFrames, ClientFrames>;
  heard: EventFrame[];
  resets: number[];
  transientEvents: [kind: string, body: Record<string, unknown>][];
  cursor(): number | undefined;
  /** Why it was refused, or "ready". */
  outcome: Promise<string>;
  ended: Promise<string>;
};

type Opening = { token?: string; auth?: Partial<Handshake>; origin?: string | null; namespace?: string };

const opened: Browser[] = [];

/** A socket as a browser opens it; `heard` may be handed on from one that was lost. */
export function open(
  node: Node,
  session: string,
  sessions: Sessions,
  opening: Opening = {},
  heard: EventFrame[] = [],
): Browser {
  const person = sessions.get(session);
  const claims = { session, user: person?.id ?? "1", account: person?.customer_account ?? "1" };
  const { token = socketToken(secret, claims), auth = {}, origin = node.url, namespace = "/" } = opening;
  const socket: Browser["socket"] = io(node.url + namespace, {
    path: socketPath,
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: { token, ...auth },
    ...(origin === null ? {} : { extraHeaders: { origin } }),
  });
  let cursor: number | undefined;
  const take = (events: EventFrame[]) => {
    for (const event of events) {
      if (cursor !== undefined && event[0] <= cursor) continue;
      cursor = event[0];
      heard.push(event);
    }
  };
  const browser: Browser = {
    socket,
    heard,
    resets: [],
    transientEvents: [],
    cursor: () => cursor,
    outcome: new Promise((resolve) => {
      socket.on("ready", () => resolve("ready"));
      socket.on("connect_error", (error) => resolve(error.message));
    }),
    ended: new Promise((resolve) => {
      socket.on("over", () => resolve("over"));
      socket.on("disconnect", (reason) => resolve(reason));
    }),
  };
  cursor = auth.cursor;
  socket.on("events", take);
  socket.on("missed", (events, had) => {
    take(events);
    had(events.length);
  });
  socket.on("ready", (seq) => {
    cursor = Math.max(cursor ?? 0, seq);
  });
  socket.on("upto", (seq) => {
    cursor = Math.max(cursor ?? 0, seq);
  });
  socket.on("reset", (seq) => {
    cursor = seq;
    browser.resets.push(seq);
  });
  socket.on("transient", (kind, body) => void browser.transientEvents.push([kind, body]));
  opened.push(browser);
  return browser;
}

export function closeAll(): void {
  for (const { socket } of opened.splice(0)) socket.disconnect();
}
