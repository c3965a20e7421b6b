import { io, type Socket } from "socket.io-client";
import type { StoreSession } from "../../rules/chat-store";
import { type ClientFrames, type Handshake, type ServerFrames, socketPath } from "../../rules/live-frames";
import { href } from "../href";
import { live } from "./live";

/** Milliseconds: the first two tries after 5 s, then ever longer ones, without end (R093). A fifth more or less. */
const firstWait = 5_000;
const longestWait = 60_000;

/** How long to wait before a try: a crowd that was cut off at once comes back spread over time. */
export function waitBefore(attempt: number, random = Math.random()): number {
  const wait = Math.min(longestWait, firstWait * 1.6 ** Math.max(0, attempt - 1));
  return Math.round(wait * (0.8 + 0.4 * random));
}

type LiveSession = { token: string | null; unread: number | null; store: StoreSession | null };
/** When the first page was drawn, and up to which event it knew. */
type Start = { at: number; seq: number | null };

/** Keeps one socket open for as long as the person is signed in. Answers how to end it. */
export function connect({ at, seq }: Start): () => void {
  let socket: Socket<ServerFrames, ClientFrames> | undefined;
  let timer: number | undefined;
  let attempt = 0;
  let ended = false;
  /** New events since the connection was lost; undefined while it stands. */
  let missed: number | undefined;
  /** Chats are heard from a store of their own. */
  let store: { stop(): void } | "opening" | undefined;

  async function open(): Promise<void> {
    window.clearTimeout(timer);
    timer = undefined;
    const opened = await ask(at);
    if (ended) return;
    if (opened === "over") return end();
    if (opened === "later") return later();
    if (opened.store) void hearStore(opened.store);
    if (opened.unread !== null) live.change({ unread: opened.unread });
    // This process has no sockets (pages that are served alone).
    if (opened.token === null) return end();
    listen(opened.token);
  }

  /** Its program is large, and asked for only where there is such a store. */
  async function hearStore(session: StoreSession): Promise<void> {
    if (store) return;
    store = "opening";
    const { listenToStore } = await import("./live.store.client");
    if (ended) return;
    const renew = async () => {
      const opened = await ask(at);
      if (opened === "over") end("over");
      return typeof opened === "string" ? null : opened.store;
    };
    try {
      store = listenToStore({ ...session, cursor: seq ?? session.cursor }, { hear: live.hearApart, renew });
    } catch {
      store = undefined;
    }
  }

  function listen(token: string): void {
    const cursor = live.cursor();
    const auth: Handshake = { token, ...(cursor === undefined ? { at } : { cursor }) };
    const fresh: Socket<ServerFrames, ClientFrames> = io({
      path: socketPath,
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      timeout: 10_000,
      auth,
    });
    socket = fresh;
    fresh.on("connect", () => live.attach((place, activity) => fresh.emit("place", place, activity)));
    fresh.on("events", (events) => void live.hear(events));
    fresh.on("missed", (events, had) => {
      const count = live.hear(events);
      if (missed !== undefined) missed += count;
      had(count);
    });
    fresh.on("ready", (seq) => {
      attempt = 0;
      live.upTo(seq);
      live.change({ link: "on", ...(missed ? { missed } : {}) });
      missed = undefined;
    });
    fresh.on("upto", (seq) => live.upTo(seq));
    fresh.on("reset", (seq) => {
      live.reset(seq);
      if (missed === undefined) return;
      missed = undefined;
      live.change({ missed: "reset" });
    });
    fresh.on("transient", (kind, body) => live.receiveTransient(kind, body));
    fresh.on("over", () => end("over"));
    fresh.on("connect_error", (error) => (error.message === "over" ? end("over") : lose()));
    fresh.on("disconnect", lose);
  }

  function lose(): void {
    if (ended) return;
    socket?.removeAllListeners();
    socket?.disconnect();
    socket = undefined;
    missed ??= 0;
    live.detach();
    later();
  }

  function later(): void {
    attempt += 1;
    if (live.state().link !== "lost") live.change({ link: "lost", missed: null });
    timer = window.setTimeout(() => void open(), waitBefore(attempt));
  }

  /** The network came back: no need to wait for the rest of a minute. */
  function sooner(): void {
    if (timer === undefined) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void open(), 300 + 1_500 * Math.random());
  }

  function end(why?: "over"): void {
    ended = true;
    window.clearTimeout(timer);
    window.removeEventListener("online", sooner);
    socket?.removeAllListeners();
    socket?.disconnect();
    if (typeof store === "object") store.stop();
    live.detach();
    live.change({ link: "off", missed: null });
    // Signed out, or removed: what is on the page is no longer theirs to see.
    if (why === "over") live.reset(live.cursor() ?? 0);
  }

  window.addEventListener("online", sooner);
  void open();
  return () => end();
}

/** A token for one socket. `over`: nobody is signed in any more. `later`: the server can't be asked right now. */
async function ask(at: number): Promise<LiveSession | "over" | "later"> {
  try {
    const init = { headers: { accept: "application/json" }, redirect: "manual" as const };
    const answer = await window.fetch(href("/live", undefined, { at }), init);
    if (answer.type === "opaqueredirect" || answer.status === 401) return "over";
    return answer.ok ? ((await answer.json()) as LiveSession) : "later";
  } catch {
    return "later";
  }
}
