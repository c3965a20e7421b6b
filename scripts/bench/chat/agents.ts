import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { waitBefore } from "../../../app/shell/live.client";
import { tokenCookie } from "../../../app/shell/session.server";
import {
  type ClientFrames,
  type EventFrame,
  type Handshake,
  type ServerFrames,
  socketPath,
} from "../../../rules/live-frames";
import { type Application, account, inDemoAccount } from "../application";
import { call, forEach, must } from "./http";

export type Agent = {
  id: string;
  headers: { authorization: string };
  cookie: string;
  /** Told of every event, each time that it comes. */
  heard: (told: EventFrame) => void;
  cursor: number | undefined;
  socket: Socket<ServerFrames, ClientFrames> | undefined;
};

/** Agents with these permissions and a session each, written into the tables: nobody hashes passwords. */
export async function makeAgents(
  dataDir: string,
  count: number,
  permissions: readonly string[] = ["View chat inbox"],
): Promise<Agent[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  const ids = await inDemoAccount(dataDir, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into identity.users (customer_account, name, email, permissions)
       select $1, 'Bench Agent ' || n, 'agent-' || n || $4 || '@bench.test', $3 from generate_series(1, $2::int) n
       returning id`,
      [account, count, permissions, permissions.length],
    );
    const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
    await client.query(
      `insert into identity.sessions (token_hash, customer_account, user_id, expires_at)
       select hash, $1, id, now() + interval '1 day' from unnest($2::bytea[], $3::bigint[]) given (hash, id)`,
      [account, hashes, rows.map(({ id }) => id)],
    );
    return rows.map(({ id }) => String(id));
  });
  const secrets = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as { session: string };
  const cookie = tokenCookie({ sessionSecret: secrets.session, secure: false, clientId: "jibu-web", demo: true });
  return Promise.all(
    ids.map(async (id, n) => ({
      id,
      headers: { authorization: `Bearer ${tokens[n]}` },
      cookie: (await cookie.serialize(tokens[n])).split(";")[0] ?? "",
      heard: () => undefined,
      cursor: undefined,
      socket: undefined,
    })),
  );
}

/** Everybody online, and up to so many chats given to each by the router. */
export async function openDesk(app: Application, agents: readonly Agent[], owner: string, most: number): Promise<void> {
  const desk = `${app.url}/api/chat`;
  const headers = { authorization: `Bearer ${owner}` };
  const routing = await must(`${desk}/routing`, { headers });
  const body = { ...routing, automatic: true, max_conversation: most, active_conversations: most };
  await must(`${desk}/routing`, { method: "PUT", headers, body });
  await forEach(agents, 8, async (agent) => {
    const status = { method: "POST", headers: agent.headers, body: { status: "online" } };
    await must(`${desk}/participants/status`, status);
  });
}

/** Milliseconds between two signs of life of an open page. */
const heartbeatMs = 30_000;

/** Says for all of them that a page is open, as pages do, until it is stopped. */
export function keepPresent(url: string, agents: readonly Agent[]): () => void {
  let next = 0;
  const timer = setInterval(() => {
    const agent = agents[next++ % agents.length];
    const beating = { method: "POST", headers: agent?.headers ?? {} };
    call(`${url}/api/chat/participants/heartbeat`, beating).catch(() => undefined);
  }, heartbeatMs / agents.length);
  return () => clearInterval(timer);
}

/** Opens the agent's socket as the page does: a token of /live, then the websocket. Answers why it was refused, if so. */
export async function connect(url: string, agent: Agent): Promise<string | undefined> {
  const { token } = await must(`${url}/live`, { headers: { cookie: agent.cookie, accept: "application/json" } });
  const { cursor } = agent;
  const auth: Handshake = { token: String(token), ...(cursor === undefined ? { at: Date.now() } : { cursor }) };
  const socket: Socket<ServerFrames, ClientFrames> = io(url, {
    ...{ path: socketPath, transports: ["websocket"], reconnection: false, forceNew: true },
    ...{ timeout: 10_000, auth, extraHeaders: { origin: url } },
  });
  agent.socket = socket;
  const upTo = (seq: number) => {
    agent.cursor = Math.max(agent.cursor ?? 0, seq);
  };
  const take = (events: EventFrame[]) => {
    for (const told of events) {
      agent.heard(told);
      upTo(told[0]);
    }
  };
  socket.on("events", take);
  socket.on("missed", (events, had) => {
    take(events);
    had(events.length);
  });
  socket.on("upto", upTo);
  return new Promise((resolve) => {
    socket.on("ready", (seq) => {
      upTo(seq);
      resolve(undefined);
    });
    socket.on("reset", () => resolve("reset"));
    socket.on("connect_error", (error) => resolve(error.message));
    socket.on("disconnect", (reason) => resolve(reason));
  });
}

export async function connectAll(url: string, agents: readonly Agent[]): Promise<void> {
  await forEach(agents, 8, async (agent) => {
    const refused = await connect(url, agent);
    if (refused !== undefined) throw new Error(`a socket was refused: ${refused}`);
  });
}

/** Waits until the socket is lost, then comes back as the page does: the same waits, from where it was. */
export async function comeBack(url: string, agent: Agent): Promise<void> {
  const { socket } = agent;
  if (socket?.connected) await new Promise<void>((resolve) => socket.once("disconnect", () => resolve()));
  for (let attempt = 1; ; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, waitBefore(attempt)));
    const refused = await connect(url, agent).catch((error: unknown) => String(error));
    if (refused === undefined) return;
  }
}
