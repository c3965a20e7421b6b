import { doings, type Presence, type PresenceActivity, placeFor } from "../rules/live";
import { tokenBucket } from "../services/kit/limits";
import type { Hub } from "../services/kit/live";
import type { Log } from "../services/kit/log";
import type { TransientEvent } from "../services/kit/transient-events";
import type { LiveSocket } from "./live-follow";

export type Places = ReturnType<typeof keepPlaces>;

/** Places at which one page can be at once. */
const maxPlaces = 5;

/** Frames of a browser: 20 a second are passed on, the rest is dropped; who keeps on is cut. */
const frames = { burst: 40, perSecond: 20 };
const maxDropped = 400;

/**
 * Who is where. Nothing is stored: each page says again where it is, and a process that hears "who?" lets the pages
 * that are open at itself be told anew.
 */
export function keepPlaces(hub: Hub, log: Pick<Log, "error">) {
  const here = new Map<string, Set<LiveSocket>>();

  function tell(socket: LiveSocket, place: string, activity: PresenceActivity | "who"): void {
    const { person } = socket.data;
    const there = placeFor(person, place);
    if (!there) return;
    const body = { place, key: socket.id, id: person.id, name: person.name, activity };
    hub
      .sendTransient(person.customer_account, there.kind, body)
      .catch((err: unknown) => log.error({ err }, "telling who is where"));
  }

  function leave(socket: LiveSocket, place: string): void {
    const { person, places } = socket.data;
    if (!places.delete(place)) return;
    tell(socket, place, "gone");
    const key = `${person.customer_account} ${place}`;
    here.get(key)?.delete(socket);
    if (here.get(key)?.size === 0) here.delete(key);
    void socket.leave(`${person.customer_account} at ${place}`);
  }

  function move(socket: LiveSocket, place: unknown, activity: unknown): void {
    if (typeof place !== "string" || !doings.includes(activity as PresenceActivity)) return;
    const { person, places } = socket.data;
    if (activity === "gone") {
      leave(socket, place);
      return;
    }
    const there = placeFor(person, place);
    if (!there) return;
    const fresh = !places.has(place);
    if (fresh && places.size >= maxPlaces) return;
    places.set(place, activity as PresenceActivity);
    if (fresh) {
      const key = `${person.customer_account} ${place}`;
      here.set(key, (here.get(key) ?? new Set()).add(socket));
      void socket.join(`${person.customer_account} ${there.room}`);
      tell(socket, place, "who");
    }
    tell(socket, place, activity as PresenceActivity);
  }

  return {
    attend(socket: LiveSocket) {
      const bucket = tokenBucket(frames);
      let dropped = 0;
      socket.use((_, next) => {
        if (bucket.take("").allowed) return next();
        dropped += 1;
        if (dropped > maxDropped) socket.disconnect(true);
      });
      socket.on("place", (place, activity) => move(socket, place, activity));
      socket.on("disconnecting", () => {
        for (const place of [...socket.data.places.keys()]) leave(socket, place);
      });
    },
    /** What the person may has changed: they may no longer be where they are. */
    check(socket: LiveSocket) {
      for (const place of [...socket.data.places.keys()])
        if (!placeFor(socket.data.person, place)) leave(socket, place);
    },
    /** Whether a transient event was a question of ours, to which those who are there answer. */
    heard(account: string, { kind, body }: TransientEvent): boolean {
      if (!kind.startsWith("presence.") || (body as { activity?: unknown }).activity !== "who") return false;
      const { place, key } = body as Presence;
      for (const socket of here.get(`${account} ${place}`) ?? []) {
        const activity = socket.data.places.get(place);
        if (activity && socket.id !== key) tell(socket, place, activity);
      }
      return true;
    },
  };
}
