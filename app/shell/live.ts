import { useEffect, useRef, useSyncExternalStore } from "react";
import type { LiveBodies, LiveKind, Presence, PresenceActivity } from "../../rules/live";
import { presenceLasts } from "../../rules/live";
import type { EventFrame } from "../../rules/live-frames";

/** An event as pages get it. */
export type LiveEvent<K extends LiveKind = LiveKind> = {
  [P in K]: { seq: number; kind: P; body: Omit<LiveBodies[P], "to">; at: number };
}[K];

/** `off`: not connected yet, or never (no script, signed out). `lost`: it was there and is being sought. */
type Link = "off" | "on" | "lost";
type LiveState = {
  link: Link;
  /** What came in on the way back from an absence; null when there is nothing to say. */
  missed: number | "reset" | null;
  /** What the bell says, when it is known better than the page knows it. */
  unread: number | null;
};

/** What the server says with the frame. */
export type LiveSnapshot = {
  /** Who looks. */
  me: string;
  /** When it was drawn, in milliseconds of the server's clock. */
  at: number;
  /** Up to which event its data know, where that is known. */
  seq: number | null;
  unread: number | null;
};

type Handler = { kinds: readonly string[]; tell(event: LiveEvent): void };

/** Events kept for pages that are drawn a moment after they came. */
const maxKept = 500;

const atFirst: LiveState = { link: "off", missed: null, unread: null };
/** One per browser page; the server only ever sees its beginning. */
let state = atFirst;
const watchers = new Set<() => void>();
const handlers = new Set<Handler>();
const kept: LiveEvent[] = [];
const present = new Map<string, Presence & { until: number }>();
const places = new Map<string, { activity: PresenceActivity; uses: number }>();
let sayPlace: ((place: string, activity: PresenceActivity) => void) | undefined;
let askToRevalidate: ((seq: number) => void) | undefined;
/** The newest event that came; the newest that the page's own data contain. */
let heardUpTo: number | undefined;
let drawnUpTo = 0;
let me = "";

function change(next: Partial<LiveState>): void {
  state = { ...state, ...next };
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell([seq, kind, body, at]: EventFrame): void {
  const event = { seq, kind, body, at } as unknown as LiveEvent;
  kept.push(event);
  if (kept.length > maxKept) kept.shift();
  for (const handler of [...handlers]) if (handler.kinds.includes(kind)) handler.tell(event);
}

/** For the connection and the frame; pages use the hooks below. */
export const live = {
  change,
  state: () => state,
  /** How far the browser knows, for the way back after a lost connection. */
  cursor: () => heardUpTo,
  /** Takes events in; answers how many were new to it. */
  hear(told: readonly EventFrame[]): number {
    let fresh = 0;
    for (const [seq, kind, body, at] of told) {
      if (heardUpTo !== undefined && seq <= heardUpTo) continue;
      heardUpTo = seq;
      fresh += 1;
      tell([seq, kind, body, at]);
    }
    return fresh;
  },
  /** Takes in events that came another way than the socket's, whose order and repetitions are seen to there. */
  hearApart(told: readonly EventFrame[]) {
    for (const one of told) tell(one);
  },
  /** Nothing for this person happened up to here. */
  upTo(seq: number) {
    heardUpTo = Math.max(heardUpTo ?? 0, seq);
  },
  /** What was missed is no longer kept, and what was kept is not the newest: everything is read anew. */
  reset(seq: number) {
    heardUpTo = seq;
    kept.length = 0;
    askToRevalidate?.(seq);
  },
  /** The page's data were read. */
  drawn(drawn: LiveSnapshot) {
    me = drawn.me;
    if (drawn.seq !== null) {
      drawnUpTo = drawn.seq;
      heardUpTo ??= drawn.seq;
    }
    if (drawn.unread !== null && drawn.unread !== state.unread) change({ unread: drawn.unread });
  },
  /** The person left the pages that have a frame: the next one may be somebody else. */
  forget() {
    heardUpTo = undefined;
    drawnUpTo = 0;
    kept.length = 0;
    present.clear();
    change(atFirst);
  },
  receiveTransient(kind: string, body: Record<string, unknown>) {
    if (!kind.startsWith("presence.")) return;
    const said = body as Presence;
    if (said.activity === "gone") present.delete(said.key);
    else present.set(said.key, { ...said, until: Date.now() + presenceLasts * 1000 });
    change({});
  },
  /** The connection stands: where this page is can be said, and is said again. */
  attach(say: (place: string, activity: PresenceActivity) => void) {
    sayPlace = say;
    for (const [place, { activity }] of places) say(place, activity);
  },
  detach() {
    sayPlace = undefined;
    present.clear();
    change({});
  },
  /** An event says that the page's data changed; one that came later than the data which contain it says nothing new. */
  changed(seq: number) {
    if (seq > drawnUpTo) askToRevalidate?.(seq);
  },
  onRevalidate(ask: ((seq: number) => void) | undefined) {
    askToRevalidate = ask;
  },
};

export function useLiveState(): LiveState {
  return useSyncExternalStore(watch, live.state, () => atFirst);
}

/**
 * Calls the handler for each event of these kinds, in order, each once. What came after the page's data were read and
 * before it was drawn is told when it is drawn. The handler may change between two drawings.
 */
export function useEvents<K extends LiveKind>(kinds: readonly K[], handler: (event: LiveEvent<K>) => void): void {
  const present = useRef(handler);
  present.current = handler;
  const names = kinds.join(" ");
  useEffect(() => {
    const wanted = names.split(" ");
    const tell = (event: LiveEvent) => present.current(event as LiveEvent<K>);
    for (const event of kept) if (event.seq > drawnUpTo && wanted.includes(event.kind)) tell(event);
    const own = { kinds: wanted, tell };
    handlers.add(own);
    return () => void handlers.delete(own);
  }, [names]);
}

/**
 * Reads the page's data anew when an event of these kinds says that they changed: at most twice a second, not while
 * nobody looks, not while something typed would be lost, and not when the data contain it already (one's own change).
 * @param when whether an event matters to this page; without it each does
 */
export function useEventRevalidate<K extends LiveKind>(
  kinds: readonly K[],
  when?: (event: LiveEvent<K>) => boolean,
): void {
  useEvents(kinds, (event) => {
    if (!when || when(event)) live.changed(event.seq);
  });
}

export type PresentPerson = { id: string; name: string; activity: PresenceActivity };

const everyHalfMinute = 30_000;

/**
 * Says that this page is at a place ("ticket/12") and what is done there, for as long as it is drawn and seen, and
 * answers who else is. Empty on the server and without a connection.
 */
export function usePresence(place: string, activity: Exclude<PresenceActivity, "gone"> = "looking"): PresentPerson[] {
  useLiveState();
  useEffect(() => {
    const uses = (places.get(place)?.uses ?? 0) + 1;
    places.set(place, { activity: "looking", uses });
    const seen = () => document.visibilityState === "visible";
    const say = () => seen() && sayPlace?.(place, places.get(place)?.activity ?? "looking");
    say();
    const timer = window.setInterval(say, everyHalfMinute);
    document.addEventListener("visibilitychange", say);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", say);
      const left = (places.get(place)?.uses ?? 1) - 1;
      if (left > 0) places.set(place, { activity: "looking", uses: left });
      else {
        places.delete(place);
        sayPlace?.(place, "gone");
      }
    };
  }, [place]);
  useEffect(() => {
    const known = places.get(place);
    if (!known || known.activity === activity) return;
    known.activity = activity;
    sayPlace?.(place, activity);
  }, [place, activity]);
  return othersAt(place);
}

/** Each person once, but for who looks; who writes in one of their pages writes. */
function othersAt(place: string): PresentPerson[] {
  const others = new Map<string, PresentPerson>();
  for (const { place: where, id, name, activity, until } of present.values()) {
    if (where !== place || id === me || until < Date.now()) continue;
    if (activity === "writing" || !others.has(id)) others.set(id, { id, name, activity });
  }
  return [...others.values()].sort((a, b) => a.name.localeCompare(b.name));
}
