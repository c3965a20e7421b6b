import { randomUUID } from "node:crypto";
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { ServerType } from "@hono/node-server";
import { Server } from "socket.io";
import { bodyShown, roomsFor, subscriberRooms } from "../rules/live";
import { type ClientFrames, type EventFrame, type ServerFrames, socketPath } from "../rules/live-frames";
import type { ChatStore, StorePerson } from "../services/chat/store/store";
import type { Event } from "../services/kit/events";
import { tokenBucket } from "../services/kit/limits";
import type { Hub } from "../services/kit/live";
import type { Log } from "../services/kit/log";
import { watchSockets } from "../services/kit/metrics";
import type { Introspect } from "../services/kit/principal";
import { bringUpToDate, type LiveSocket, overlap, type SocketData, toEventFrame } from "./live-follow";
import { keepPlaces, type Places } from "./live-places";
import { watchSessions } from "./live-sessions";
import { readSocketToken, type SocketClaims, socketToken } from "./live-token";
import { mayChange, originOf } from "./origin";
import { peerOfUpgrade, proxies } from "./proxies";

type LiveOptions = {
  server: ServerType;
  hub: Hub;
  introspect: Introspect;
  /** The service secret: socket tokens are sealed with it. */
  secret: string;
  log: Pick<Log, "error">;
  /** As of the gate: the one origin sockets are opened from, and who may say X-Forwarded-…. */
  settings: { PUBLIC_URL?: string | undefined; TRUSTED_PROXIES: readonly string[] };
  /** Kinds that browsers hear elsewhere. */
  apart?: readonly string[];
  /** Milliseconds between two looks whether the people behind the sockets may still be there. */
  checkEvery?: number;
};

/** Milliseconds: a ping and its answer take at most 20 s, so a socket that is half open is found within 25. */
const pings = { pingInterval: 10_000, pingTimeout: 10_000 };
/** Sockets of one person in one process. */
const maxSockets = 50;
/** Milliseconds between two words of how far an account is, for those who heard nothing of it. */
const uptoEvery = 5_000;

/** An account that somebody here listens to. */
type Listening = { ready: Promise<void>; sockets: number; stop(): void };

/** What pages need of it: how far this process knows an account, and what opens a socket. */
export function liveForPages(hub: Hub, secret: string, store: ChatStore) {
  return {
    position: hub.position,
    caughtUp: hub.caughtUp,
    token: (claims: SocketClaims) => socketToken(secret, claims),
    /** @param at when the page was drawn, in milliseconds */
    async store(person: StorePerson, at: number) {
      if (store.apart.length === 0) return null;
      return store.session(person, await hub.cursorAt(person.customer_account, new Date(at - overlap)));
    },
  };
}

/**
 * The live door: websockets at /live/socket/, on which signed-in people hear the events of their account that are
 * meant for them (rules/live.ts), after a gap of any length from where they were.
 */
export function openLive(options: LiveOptions): { stop(): Promise<void> } {
  const { hub, introspect, secret, log, apart = [] } = options;
  const io = new Server<ClientFrames, ServerFrames, Record<string, never>, SocketData>(options.server as HttpServer, {
    ...pings,
    path: socketPath,
    transports: ["websocket"],
    allowUpgrades: false,
    serveClient: false,
    maxHttpBufferSize: 64_000,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      const refused = refusalOf(request);
      answer(refused, refused === null);
    },
  });
  watchSockets(() => io.engine.clientsCount);

  const { PUBLIC_URL, TRUSTED_PROXIES } = options.settings;
  const known = proxies(TRUSTED_PROXIES);
  const ours = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).origin;
  const arrivals = tokenBucket({ burst: 300, perSecond: 10 });

  /** Upgrades do not pass the gate: the same rules here. */
  function refusalOf(request: IncomingMessage): string | null {
    const said = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const headers = new Headers(said);
    const peer = peerOfUpgrade(request, headers, known);
    const origin = ours ?? originOf(peer.scheme, peer.host);
    if (origin === undefined) return "The host name cannot be read.";
    const sender = {
      origin: headers.get("origin"),
      site: headers.get("sec-fetch-site"),
      hasCookie: headers.has("cookie"),
      hasBearer: false,
      isService: false,
    };
    if (!mayChange(sender, origin)) return "This socket was opened from another site.";
    return arrivals.take(peer.address).allowed ? null : "Too many sockets were opened at once.";
  }

  const sessions = watchSessions(introspect, { every: options.checkEvery ?? 3_000, log });
  const places = keepPlaces(hub, log);
  const accounts = new Map<string, Listening>();

  io.use((socket, next) => {
    enter(socket).then(
      (refused) => next(refused === undefined ? undefined : new Error(refused)),
      (err: unknown) => {
        log.error({ err }, "opening a socket");
        next(new Error("unavailable"));
      },
    );
  });

  /** Why a socket may not be opened, or undefined. Its person is asked for anew, whatever the token says. */
  async function enter(socket: LiveSocket): Promise<string | undefined> {
    const claims = readSocketToken(secret, socket.handshake.auth.token);
    if (!claims) return "token";
    const person = await introspect(claims.session, randomUUID());
    if (!person || person.id !== claims.user || person.customer_account !== claims.account) return "over";
    if (sessions.count(person) >= maxSockets) return "too many";
    socket.data = { person, session: claims.session, places: new Map(), live: false };
    return undefined;
  }

  io.on("connection", (socket) => {
    const { account, stop } = join(socket);
    sessions.add(socket);
    places.attend(socket);
    socket.on("disconnect", () => {
      sessions.remove(socket);
      stop();
    });
    account.ready
      .then(() => bringUpToDate(socket, hub, apart))
      .catch((err: unknown) => {
        if (socket.connected) log.error({ err }, "bringing a socket up to date");
        socket.disconnect(true);
      });
  });

  function join(socket: LiveSocket): { account: Listening; stop(): void } {
    const name = socket.data.person.customer_account;
    const account = accounts.get(name) ?? listen(name, places);
    accounts.set(name, account);
    account.sockets += 1;
    return {
      account,
      stop() {
        account.sockets -= 1;
        if (account.sockets > 0) return;
        account.stop();
        accounts.delete(name);
      },
    };
  }

  /** One ear for all sockets of an account: each event is written once for all who hear it. */
  function listen(account: string, { heard }: Places): Listening {
    let ready: () => void;
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    let upto = 0;
    let timer: NodeJS.Timeout | undefined;
    const roomsIn = (rooms: readonly string[]) => rooms.map((room) => `${account} ${room}`);
    /** Neighbours that the same rooms hear travel in one frame: under load there are fewer frames, not later ones. */
    const tell = (events: readonly Event[]) => {
      let rooms: string[] = [];
      let told: EventFrame[] = [];
      const send = () => {
        if (told.length > 0) io.to(rooms).emit("events", told);
        told = [];
      };
      for (const event of events) {
        const next = apart.includes(event.kind) ? [] : roomsIn(roomsFor(event));
        upto = event.seq;
        if (next.length === 0) continue;
        if (next.join() !== rooms.join()) send();
        rooms = next;
        told.push(toEventFrame(event));
      }
      send();
    };
    const stop = hub.subscribe(account, "now", {
      events(events) {
        tell(events);
        timer ??= setTimeout(() => {
          timer = undefined;
          io.to(account).emit("upto", upto);
        }, uptoEvery);
      },
      reset: (seq) => void io.to(account).emit("reset", seq),
      ready: () => ready(),
      transient(event) {
        if (heard(account, event)) return;
        const rooms = roomsFor(event);
        if (rooms.length > 0) io.to(roomsIn(rooms)).emit("transient", event.kind, bodyShown(event));
      },
    });
    return {
      ready: isReady,
      sockets: 0,
      stop() {
        clearTimeout(timer);
        stop();
      },
    };
  }

  sessions.onChange((socket, before) => {
    if (!socket.data.live) return;
    const { person } = socket.data;
    const rooms = subscriberRooms(person);
    for (const room of subscriberRooms(before))
      if (!rooms.includes(room)) void socket.leave(`${person.customer_account} ${room}`);
    void socket.join(rooms.map((room) => `${person.customer_account} ${room}`));
    places.check(socket);
  });

  return {
    async stop() {
      void sessions.stop();
      io.disconnectSockets(true);
      io.engine.close();
      for (const account of accounts.values()) account.stop();
    },
  };
}
