import { randomUUID } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import type { ServerType } from "@hono/node-server";
import { Server } from "socket.io";
import { subscriberRooms } from "../rules/live";
import { socketPath } from "../rules/live-frames";
import type { ChatStore, StorePerson } from "../services/chat/store/store";
import type { Hub } from "../services/kit/live";
import type { Log } from "../services/kit/log";
import { watchSockets } from "../services/kit/metrics";
import type { Introspect } from "../services/kit/principal";
import { type LiveServer, listenedAccounts } from "./live-accounts";
import { bringUpToDate, type LiveSocket, overlap } from "./live-follow";
import { keepPlaces } from "./live-places";
import { watchSessions } from "./live-sessions";
import { readSocketToken, type SocketClaims, socketToken } from "./live-token";
import { type UpgradeSettings, upgradeCheck } from "./live-upgrade";

type LiveOptions = {
  server: ServerType;
  hub: Hub;
  introspect: Introspect;
  /** The service secret: socket tokens are sealed with it. */
  secret: string;
  log: Pick<Log, "error">;
  /** As of the gate: the one origin sockets are opened from, and who may say X-Forwarded-…. */
  settings: UpgradeSettings;
  /** Kinds that browsers hear elsewhere. */
  apart?: readonly string[];
  /** Milliseconds between two looks whether the people behind the sockets may still be there. */
  checkEvery?: number;
};

/** Milliseconds: a ping and its answer take at most 20 s, so a socket that is half open is found within 25. */
const pings = { pingInterval: 10_000, pingTimeout: 10_000 };
/** Sockets of one person in one process. */
const maxSockets = 50;

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
  const refusedUpgrade = upgradeCheck(options.settings);
  const io: LiveServer = new Server(options.server as HttpServer, {
    ...pings,
    path: socketPath,
    transports: ["websocket"],
    allowUpgrades: false,
    serveClient: false,
    maxHttpBufferSize: 64_000,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      const refused = refusedUpgrade(request);
      answer(refused, refused === null);
    },
  });
  watchSockets(() => io.engine.clientsCount);

  const sessions = watchSessions(introspect, { every: options.checkEvery ?? 3_000, log });
  const places = keepPlaces(hub, log);
  const accounts = listenedAccounts({ io, hub, places, apart });

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
    const { account, stop } = accounts.join(socket);
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
      accounts.stop();
    },
  };
}
