import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { ariRoutes } from "./asterisk-routes";
import { type FakeLeg, type FakeState, fakeState, newLeg } from "./asterisk-state";

export type FakeAsterisk = {
  /** http://127.0.0.1:<port>/ari */
  url: string;
  state: FakeState;
  /** What was asked for, as "POST /channels/..". */
  requests: string[];
  /** The next request whose line matches is answered so. */
  failNext(line: RegExp, status: number, message: string): void;
  /** A call arrives; the dialplan hands it to the application, as Stasis(jibu,number). */
  call(from: string, number: string): string;
  press(id: string, digit: string): void;
  /** The caller has spoken for so many seconds where a message is recorded. */
  speak(id: string, seconds: number): void;
  hangUp(id: string): void;
  /** The phone of an endpoint that is rung is picked up; answers its channel. */
  pickUp(endpoint: string): string | undefined;
  /** The dialplan has looked at who answered, with AMD(), and hands the channel to the application. */
  detect(id: string, status: "MACHINE" | "HUMAN" | "NOTSURE", cause: string): void;
  setEndpoint(name: string, state: "online" | "offline"): void;
  /** The websocket is cut; nothing more is told until it is made anew. */
  dropSockets(): void;
  sendRaw(text: string): void;
  close(): Promise<void>;
};

/** The contexts of docs/voice.md by which answering machines are detected, with their extensions. */
const dialplan: Readonly<Record<string, readonly string[]>> = { "jibu-amd": ["detect", "leave"] };

/** Milliseconds that a sound takes. */
const soundMs = 1_200;

/**
 * A counterpart of Asterisk's REST interface (rest-api/api-docs of its source): channels, bridges, playbacks, recordings,
 * endpoints, and the websocket of events, for one user and one application.
 */
export async function startAsterisk(account: { user: string; password: string; app: string }): Promise<FakeAsterisk> {
  const requests: string[] = [];
  const failures: { line: RegExp; status: number; message: string }[] = [];
  const sockets = new Set<WebSocket>();
  const state = fakeState(account.app, sockets);
  const route = ariRoutes(state, soundMs);
  const authorization = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString("base64")}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://asterisk");
    const line = `${request.method} ${url.pathname.replace(/^\/ari/, "")}`;
    requests.push(line);
    let body = "";
    for await (const part of request) body += String(part);
    const reply = (status: number, content?: unknown) => {
      response.writeHead(status, { "content-type": Buffer.isBuffer(content) ? "audio/wav" : "application/json" });
      response.end(Buffer.isBuffer(content) ? content : content === undefined ? "" : JSON.stringify(content));
    };
    if (request.headers.authorization !== authorization) return reply(401, { error: "Unauthorized" });
    const failing = failures.findIndex((one) => one.line.test(line));
    if (failing >= 0) {
      const [failure] = failures.splice(failing, 1);
      return reply(failure?.status ?? 500, { message: failure?.message });
    }
    const [status, content] = route(line, url.searchParams, body ? JSON.parse(body) : undefined);
    reply(status, content);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const events = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://asterisk");
    const isRight = request.headers.authorization === authorization;
    if (!isRight || url.pathname !== "/ari/events" || url.searchParams.get("app") !== account.app)
      return void socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
    events.handleUpgrade(request, socket, head, (accepted) => {
      // The newer listener of an application wins.
      state.send({ type: "ApplicationReplaced" });
      for (const old of sockets) old.close();
      sockets.clear();
      sockets.add(accepted);
      accepted.on("close", () => sockets.delete(accepted));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ari`,
    ...{ state, requests },
    failNext: (line, status, message) => void failures.push({ line, status, message }),
    call(from, number) {
      const id = `${Date.now()}.${randomUUID().slice(0, 6)}`;
      const leg = newLeg(id, "PJSIP/carrier", from, number);
      leg.channel.state = "Ring";
      state.legs.set(id, leg);
      if (!state.isListening()) return id;
      leg.isInApp = true;
      state.send({ type: "StasisStart", args: [number], channel: leg.channel });
      return id;
    },
    press(id, digit) {
      const leg = state.legs.get(id);
      if (!leg?.isInApp) return;
      state.send({ type: "ChannelDtmfReceived", digit, duration_ms: 100, channel: leg.channel });
      for (const { name, channel, terminateOn } of [...state.live.values()])
        if (channel === id && terminateOn === digit) state.finishRecording(name, 0);
    },
    speak(id, seconds) {
      const recording = [...state.live.values()].find(({ channel }) => channel === id);
      if (recording) state.finishRecording(recording.name, seconds);
    },
    hangUp: state.destroy,
    pickUp(endpoint) {
      const leg = [...state.legs.values()].find((one) => one.endpoint === endpoint && one.channel.state === "Ringing");
      if (!leg) return undefined;
      clearTimeout(leg.timer);
      answerLeg(state, leg);
      return leg.channel.id;
    },
    detect: (id, status, cause) => enterDetected(state, id, ["jibu-dialled", status, cause]),
    setEndpoint(name, how) {
      state.endpoints.set(name, how);
      if (state.subscriptions.has("endpoint:PJSIP"))
        state.send({
          type: "EndpointStateChange",
          endpoint: { technology: "PJSIP", resource: name, state: how, channel_ids: [] },
        });
    },
    dropSockets() {
      for (const socket of sockets) socket.terminate();
      sockets.clear();
    },
    sendRaw(text) {
      for (const socket of sockets) socket.send(text);
    },
    async close() {
      for (const { timer } of [...state.playbacks.values(), ...state.live.values(), ...state.legs.values()])
        clearTimeout(timer);
      for (const socket of sockets) socket.terminate();
      events.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A phone is picked up: its channel enters the application, or the context of the dialplan that it is meant for. */
function answerLeg(state: FakeState, leg: FakeLeg): void {
  const { channel } = leg;
  channel.state = "Up";
  const { context, exten } = channel.dialplan;
  const inDialplan = context !== "incoming";
  leg.isInApp = !inDialplan;
  if (leg.isInApp || leg.isSubscribed) state.send({ type: "ChannelStateChange", channel });
  if (!inDialplan) state.send({ type: "StasisStart", args: leg.args, channel });
  else if (!dialplan[context]?.includes(exten)) state.destroy(channel.id);
}

/** The dialplan hands a channel to the application; without a listener Stasis() fails, and the dialplan hangs up. */
function enterDetected(state: FakeState, id: string, args: string[]): void {
  const leg = state.legs.get(id);
  if (leg?.channel.state !== "Up") return;
  if (!state.isListening()) {
    state.destroy(id);
    return;
  }
  leg.isInApp = true;
  Object.assign(leg.channel.dialplan, { app_name: "Stasis", app_data: [state.app, ...args].join() });
  state.send({ type: "StasisStart", args, channel: leg.channel });
}
