import type { Socket } from "socket.io";
import { bodyShown, canReceive, type PresenceActivity, subscriberRooms } from "../rules/live";
import type { ClientFrames, EventFrame, ServerFrames } from "../rules/live-frames";
import type { Event } from "../services/kit/events";
import type { Hub } from "../services/kit/live";
import type { Person } from "../services/kit/principal";

export type SocketData = {
  person: Person;
  session: string;
  /** Where it is and what it does there. */
  places: Map<string, PresenceActivity>;
  /** It has caught up and is in its rooms. */
  live: boolean;
};
export type LiveSocket = Socket<ClientFrames, ServerFrames, Record<string, never>, SocketData>;

/** Milliseconds that a page was drawn before its time at most: what happened in them is told once more. */
export const overlap = 10_000;
/** Milliseconds in which a browser says that it had a page of events. */
const hadWithin = 15_000;

export function toEventFrame(event: Event): EventFrame {
  return [event.seq, event.kind, bodyShown(event), event.at.getTime()];
}

/**
 * Tells a socket what it missed, a page at a time, then lets it in where it hears what happens.
 * @param apart kinds that its browser hears elsewhere
 */
export async function bringUpToDate(socket: LiveSocket, hub: Hub, apart: readonly string[] = []): Promise<void> {
  const account = socket.data.person.customer_account;
  let cursor = await loadStart(socket, hub, account);
  for (;;) {
    if (!socket.connected) return;
    const position = hub.position(account) ?? 0;
    // Nothing happens between this look and the joining below, so nothing is missed.
    if (cursor === position) break;
    const page = await hub.read(account, cursor);
    if (page.lost) {
      cursor = page.head;
      socket.emit("reset", cursor);
      continue;
    }
    const last = page.events.at(-1)?.seq;
    // It read ahead of what is being told to all: what it will be told twice it skips by its number.
    if (last === undefined && cursor > (hub.position(account) ?? 0)) break;
    cursor = last ?? cursor;
    const carried = page.events.filter(({ kind }) => !apart.includes(kind));
    const told = carried.filter(canReceive(socket.data.person)).map(toEventFrame);
    if (told.length > 0) await socket.timeout(hadWithin).emitWithAck("missed", told);
  }
  const rooms = subscriberRooms(socket.data.person).map((room) => `${account} ${room}`);
  void socket.join([account, ...rooms]);
  socket.data.live = true;
  socket.emit("ready", cursor);
}

async function loadStart(socket: LiveSocket, hub: Hub, account: string): Promise<number> {
  const { cursor, at } = socket.handshake.auth as { cursor?: unknown; at?: unknown };
  if (Number.isSafeInteger(cursor) && Number(cursor) >= 0) return Number(cursor);
  if (Number.isFinite(at)) return hub.cursorAt(account, new Date(Number(at) - overlap));
  return hub.position(account) ?? 0;
}
