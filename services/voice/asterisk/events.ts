import WebSocket from "ws";
import { type AriAddress, basicAuthorization } from "./request";
import { type AriEvent, ariEvent } from "./wire";

/** Milliseconds: between two tries (doubling), and between two questions whether the line still stands. */
const firstTry = 250;
const lastTry = 10_000;
const pingEvery = 10_000;
/** Bytes of one event. */
const mostBytes = 1_000_000;

type Ear = {
  /** Before the application is there: nothing can enter it yet. */
  before(): Promise<void>;
  /** Events arrive from now on. Where this fails, the line is made anew. */
  listening(): Promise<void>;
  hear(event: AriEvent): void;
  /** No events arrive until it listens again. */
  lost(): void;
  onError(error: unknown): void;
};

/** Hears the events of a Stasis application over a websocket, and comes back by itself when it is lost. */
export function hearEvents({ url, user, password, app }: AriAddress, ear: Ear): { stop(): void } {
  const address = new URL(`${url.replace(/\/$/, "").replace(/^http/, "ws")}/events`);
  address.searchParams.set("app", app);
  let socket: WebSocket | undefined;
  let stopped = false;
  let wait = firstTry;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    await ear.before();
    if (stopped) return;
    const fresh = new WebSocket(address, {
      headers: { authorization: basicAuthorization(user, password) },
      ...{ maxPayload: mostBytes, handshakeTimeout: 10_000, followRedirects: false },
    });
    socket = fresh;
    let isAlive = true;
    let pings: NodeJS.Timeout | undefined;
    fresh.on("open", () => {
      ear.listening().catch((error: unknown) => {
        ear.onError(error);
        fresh.terminate();
      });
      pings = setInterval(() => {
        if (!isAlive) return fresh.terminate();
        isAlive = false;
        fresh.ping();
      }, pingEvery).unref();
    });
    fresh.on("pong", () => {
      isAlive = true;
      wait = firstTry;
    });
    fresh.on("message", (data, isBinary) => {
      isAlive = true;
      wait = firstTry;
      const event = isBinary ? undefined : readEvent(String(data));
      if (event) ear.hear(event);
    });
    fresh.on("error", ear.onError);
    fresh.on("close", () => {
      clearInterval(pings);
      ear.lost();
      again();
    });
  }

  function again(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(start, wait).unref();
    wait = Math.min(lastTry, wait * 2);
  }

  function start(): void {
    connect().catch((error: unknown) => {
      ear.onError(error);
      again();
    });
  }

  start();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      socket?.terminate();
    },
  };
}

/** An event that is known and whole; everything else is passed over. */
function readEvent(text: string): AriEvent | undefined {
  try {
    return ariEvent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
