import type { Server } from "socket.io";
import { bodyShown, roomsFor } from "../rules/live";
import type { ClientFrames, EventFrame, ServerFrames } from "../rules/live-frames";
import type { Event } from "../services/kit/events";
import type { Hub } from "../services/kit/live";
import { type LiveSocket, type SocketData, toEventFrame } from "./live-follow";
import type { Places } from "./live-places";

export type LiveServer = Server<ClientFrames, ServerFrames, Record<string, never>, SocketData>;

/** Milliseconds between two words of how far an account is, for those who heard nothing of it. */
const uptoEvery = 5_000;

/** An account that somebody here listens to. */
type Listening = { ready: Promise<void>; sockets: number; stop(): void };

type Wiring = { io: LiveServer; hub: Hub; places: Places; apart: readonly string[] };

/** The accounts that sockets of this process listen to, each with one listener at the hub. */
export function listenedAccounts(wiring: Wiring) {
  const accounts = new Map<string, Listening>();

  function join(socket: LiveSocket): { account: Listening; stop(): void } {
    const name = socket.data.person.customer_account;
    const account = accounts.get(name) ?? listen(name, wiring);
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

  return {
    join,
    stop() {
      for (const account of accounts.values()) account.stop();
    },
  };
}

/** One listener for all sockets of an account: each event is written once for all who hear it. */
function listen(account: string, { io, hub, places: { heard }, apart }: Wiring): Listening {
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
