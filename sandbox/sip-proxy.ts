import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import {
  answerTo,
  formatSip,
  hasTag,
  isRequest,
  parseSip,
  requestUri,
  type SipMessage,
  sipHeader,
  sipMethod,
  sipUser,
  viaParameter,
} from "./sip";
import { digest } from "./sip-digest";

type Flow = { id: string; socket: WebSocket; user: string | undefined };
type Registration = { flow: Flow; contact: string; token: string; until: number };

export type SipProxy = {
  port: number;
  /** Whether a phone of this user is there. */
  isRegistered(user: string): boolean;
  close(): Promise<void>;
};

type ProxyOptions = {
  /** The password of a user; undefined: there is no such user. */
  findPassword(user: string): Promise<string | undefined>;
  /** Makes somebody outside ready to be called. False: nobody is there. */
  attend?(user: string): Promise<boolean>;
};

/** Close code of a connection whose place another one of the same user has taken. */
export const replacedCode = 4409;
const maxExpires = 600;

/**
 * A registrar and a stateless proxy (RFC 3261 16.11, RFC 7118) for browsers' phones. The last registration of a user
 * wins. Requests inside a call go to whoever has the contact now, so a call survives a new connection.
 */
export async function startSipProxy({ findPassword, attend }: ProxyOptions): Promise<SipProxy> {
  const { challenge, proves } = digest();
  const flows = new Map<string, Flow>();
  const registrations = new Map<string, Registration>();
  /** The user behind the contact of a phone, also while its connection is lost. */
  const contacts = new Map<string, string>();
  const server = createServer((_, answer) => void answer.writeHead(426).end());
  const sockets = new WebSocketServer({ ...{ server, path: "/ws", maxPayload: 64 * 1024 }, handleProtocols });

  sockets.on("connection", (socket) => {
    if (socket.protocol !== "sip") {
      socket.close(1002, "speak sip");
      return;
    }
    const flow: Flow = { id: randomBytes(8).toString("hex"), socket, user: undefined };
    flows.set(flow.id, flow);
    socket.on("message", (data) => receive(flow, String(data)));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      flows.delete(flow.id);
      for (const [user, registration] of registrations) if (registration.flow === flow) registrations.delete(user);
    });
  });

  function receive(flow: Flow, text: string): void {
    // A sign of life, and its answer (RFC 5626 4.4.1).
    if (text === "\r\n\r\n") flow.socket.send("\r\n");
    const message = parseSip(text);
    if (!message) return;
    if (isRequest(message)) take(flow, message);
    else back(message);
  }

  function take(flow: Flow, request: SipMessage): void {
    const work = sipMethod(request) === "REGISTER" ? register(flow, request) : forward(flow, request);
    work.catch(() => send(flow, answerTo(request, 480)));
  }

  async function register(flow: Flow, request: SipMessage): Promise<void> {
    const user = sipUser(sipHeader(request, "to") ?? "");
    const password = await findPassword(user);
    const proof = sipHeader(request, "authorization");
    if (password === undefined)
      return send(flow, answerTo(request, proof ? 403 : 401, [["WWW-Authenticate", challenge()]]));
    if (!proves(proof, "REGISTER", user, password))
      return send(flow, answerTo(request, 401, [["WWW-Authenticate", challenge()]]));
    const { uri, expires } = contactOf(request);
    const before = registrations.get(user);
    if (expires === 0 || uri === "") {
      if (before?.flow === flow) registrations.delete(user);
      return send(flow, answerTo(request, 200));
    }
    flow.user = user;
    const token = sipUser(uri);
    registrations.set(user, { flow, contact: uri, token, until: Date.now() + expires * 1000 });
    contacts.set(token, user);
    if (before && before.flow !== flow) before.flow.socket.close(replacedCode, "replaced");
    send(flow, answerTo(request, 200, [["Contact", `<${uri}>;expires=${expires}`]]));
  }

  function registered(user: string): Registration | undefined {
    const found = registrations.get(user);
    return found && found.until > Date.now() ? found : undefined;
  }

  /** Passes a request on to whom it is for. */
  async function forward(flow: Flow, request: SipMessage): Promise<void> {
    const method = sipMethod(request);
    const refuse = (status: number) => method !== "ACK" && send(flow, answerTo(request, status));
    const hops = Number(sipHeader(request, "max-forwards") ?? 70);
    if (hops <= 0) return void refuse(483);
    const inDialog = hasTag(sipHeader(request, "to") ?? "");
    // Nobody calls in another's name.
    if (!inDialog && sipUser(sipHeader(request, "from") ?? "") !== flow.user) return void refuse(403);
    const wanted = sipUser(requestUri(request));
    const user = contacts.get(wanted) ?? wanted;
    let target = registered(user);
    if (!target && method === "INVITE" && !inDialog) {
      send(flow, answerTo(request, 100));
      if (await attend?.(user)) target = registered(user);
    }
    if (!target) {
      if (inDialog) return void refuse(481);
      return void refuse((await findPassword(user)) === undefined ? 404 : 480);
    }
    const [line, headers] = [`${method} ${target.contact} SIP/2.0`, withoutHops(request)];
    send(target.flow, {
      line,
      headers: [["Via", viaFor(flow, request)], ...headers, ["Max-Forwards", String(hops - 1)]],
      body: request.body,
    });
  }

  /** An answer goes to where its request came from: that connection, or the one that its user has now. */
  function back(response: SipMessage): void {
    const [own, ...rest] = response.headers.filter(([name]) => name.toLowerCase() === "via");
    const others = response.headers.filter(([name]) => name.toLowerCase() !== "via");
    if (!own || rest.length === 0) return;
    const flow = flows.get(viaParameter(own[1], "flow") ?? "");
    const user = decodeURIComponent(viaParameter(own[1], "user") ?? "");
    const target = flow ?? registered(user)?.flow;
    if (target) send(target, { ...response, headers: [...rest, ...others] });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const alive = setInterval(() => {
    for (const { socket } of flows.values()) socket.ping();
  }, 25_000);
  alive.unref();
  return {
    port: (server.address() as AddressInfo).port,
    isRegistered: (user) => registered(user) !== undefined,
    async close() {
      clearInterval(alive);
      for (const { socket } of flows.values()) socket.terminate();
      sockets.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The subprotocol of RFC 7118 and no other. */
function handleProtocols(offered: Set<string>): "sip" | false {
  return offered.has("sip") ? "sip" : false;
}

function send({ socket }: Flow, message: SipMessage): void {
  if (socket.readyState === socket.OPEN) socket.send(formatSip(message));
}

/** Where a phone says that it is, and for how many seconds. */
function contactOf(request: SipMessage): { uri: string; expires: number } {
  const contact = sipHeader(request, "contact") ?? "";
  const asked = /;\s*expires=(\d+)/i.exec(contact)?.[1] ?? sipHeader(request, "expires") ?? String(maxExpires);
  return { uri: /<([^>]+)>/.exec(contact)?.[1] ?? "", expires: Math.min(maxExpires, Number(asked)) };
}

function withoutHops({ headers }: SipMessage): SipMessage["headers"] {
  return headers.filter(([name]) => name.toLowerCase() !== "max-forwards");
}

/**
 * Our Via: the branch is the same for an INVITE, its CANCEL and the ACK of its refusal (RFC 3261 16.11), and it says
 * where the answer goes.
 */
function viaFor({ id, user = "" }: Flow, request: SipMessage): string {
  const branch = viaParameter(sipHeader(request, "via") ?? "", "branch") ?? "";
  const made = createHash("sha256")
    .update(`${branch} ${sipHeader(request, "call-id")}`)
    .digest("hex")
    .slice(0, 32);
  return `SIP/2.0/WS pbx.invalid;branch=z9hG4bK${made};flow=${id};user=${encodeURIComponent(user)}`;
}
