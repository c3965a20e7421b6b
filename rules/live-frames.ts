import type { PresenceActivity } from "./live";

/** Where sockets are opened. */
export const socketPath = "/live/socket/";

/** An event as it travels: number, kind, body, and its time in milliseconds. */
export type EventFrame = [seq: number, kind: string, body: Record<string, unknown>, at: number];

/** What the server says. */
export type ServerFrames = {
  /** As they happen, in order; what has a number that was had before is skipped. */
  events(events: EventFrame[]): void;
  /** A page of what was missed; the next one comes when the browser says that it had this one. */
  missed(events: EventFrame[], had: (count: number) => void): void;
  /** All that was missed was told: from here on it is live. */
  ready(seq: number): void;
  /** Nothing that this person hears happened up to here. */
  upto(seq: number): void;
  /** What was missed is no longer kept: read the page anew. */
  reset(seq: number): void;
  transient(kind: string, body: Record<string, unknown>): void;
  /** The session is over: do not come back. */
  over(): void;
};

/** What the browser says. */
export type ClientFrames = {
  /** "I am at ticket/12, writing"; again every 30 s while it lasts. */
  place(place: string, activity: PresenceActivity): void;
};

/** What the browser says when it opens a socket: the token of /live, and how far it knows. */
export type Handshake = {
  token: string;
  /** The last event it knows. */
  cursor?: number;
  /** Without a cursor: when its page was drawn (milliseconds, the server's clock). */
  at?: number;
};
