import type { VisitorEvent } from "../../../rules/webchat";
import { Contact, Message } from "../../chat/contract.schemas";
import { type Database, readAccount } from "../../kit/database";
import { type Event, loadCursor } from "../../kit/events";
import type { Hub } from "../../kit/live";
import type { TransientEvent } from "../../kit/transient-events";
import type { WebchatDeps } from "../deps";
import { noteEvery, noteHere } from "./here";
import { drop, put } from "./multimap";
import { type Availability, conversationState, isPublic, shownMessage } from "./shown";
import { loadThread, type VisitorThread } from "./thread";
import type { Site, Visitor } from "./visitors";

/** One open stream of one visitor. `tell` must not wait. */
export type Stream = {
  site: Site;
  visitor: Visitor;
  tell(told: VisitorEvent): void;
  /** Ends it from our side. */
  shut(): void;
};

type OpenStream = Stream & {
  contact: Contact | null;
  /** Events up to here are in what it was told; undefined while it is being told. */
  cursor: number | undefined;
  /** What happens meanwhile. */
  waiting: Event[];
  /** Events up to here may have been lost: a reading from before that does not count. */
  floor: number;
  /** The newest message told: a later reading goes on from it. */
  newest: number | undefined;
  away: Availability;
};

type Followed = {
  stop(): void;
  /** By way in and the visitor's id there, and by conversation: an event costs what it concerns, not what listens. */
  byVisitor: Map<string, Set<OpenStream>>;
  byContact: Map<number, Set<OpenStream>>;
  /** Places in the queue, and whether anybody is there, may have changed. */
  queueMoved: boolean;
  peopleMoved: boolean;
  lookedAt: number;
  notedAt: number;
  timer: NodeJS.Timeout;
};

/** Streams of one visitor in this process (statement M33). */
const maxStreams = 10;

/** Milliseconds between two looks at the queue and at who is there, and for how long the second holds at most. */
const lookEvery = 5_000;
const awayHolds = 20_000;

/** Visitors told their place in the queue at one look: those in front first. */
const placesAtOnce = 50;

export type Streams = {
  /** Tells the visitor where things stand, then what happens. Answers how to stop; undefined: too many are open. */
  open(stream: Stream, resume: number | undefined): Promise<(() => void) | undefined>;
  /** Cuts every stream of a visitor: their session ended. */
  cut(site: Site, visitor: Visitor): void;
  stop(): void;
};

/** What is told to visitors: one listener an account, however many visitors it has. */
export function openStreams(
  database: Database,
  given: { hub: Hub; deps: WebchatDeps; onError(error: unknown): void; every?: number },
): Streams {
  const { db } = database;
  const { hub, deps, onError } = given;
  const accounts = new Map<string, Promise<Followed>>();
  const ends = new Map<OpenStream, () => void>();
  const placeOf = (inbox: number, external: string) => `${inbox} ${external}`;
  const whereIs = ({ site, visitor }: Stream) => placeOf(site.inbox_id, visitor.external_id);

  function follow(account: string): Promise<Followed> {
    const known = accounts.get(account);
    if (known) return known;
    const made = begin(account);
    accounts.set(account, made);
    made.catch(() => accounts.delete(account));
    return made;
  }

  async function begin(account: string): Promise<Followed> {
    const cursor = await readAccount(db, account, (trx) => loadCursor(trx, account));
    const followed: Followed = {
      stop: () => undefined,
      byVisitor: new Map(),
      byContact: new Map(),
      queueMoved: false,
      peopleMoved: false,
      lookedAt: Date.now(),
      notedAt: Date.now(),
      timer: setInterval(() => look(account, followed).catch(onError), given.every ?? lookEvery),
    };
    followed.timer.unref();
    followed.stop = hub.subscribe(account, cursor, {
      events: (events) => {
        for (const event of events) hear(account, followed, event);
      },
      reset: (seq) => void readAgain(followed, seq),
      transient: (event) => typing(followed, event),
    });
    return followed;
  }

  /**
   * Events up to `seq` are lost: whoever was told less is told where things stand, one after the other. A stream whose
   * reading is under way reads on by itself until it has them.
   */
  async function readAgain(followed: Followed, seq: number): Promise<void> {
    const behind: OpenStream[] = [];
    for (const one of [...followed.byVisitor.values()].flatMap((streams) => [...streams])) {
      one.floor = seq;
      if (one.cursor === undefined || one.cursor >= seq) continue;
      one.cursor = undefined;
      behind.push(one);
    }
    for (const one of behind) {
      if (!ends.has(one)) continue;
      await begun(followed, one).catch((error: unknown) => {
        onError(error);
        // Its browser comes back with the last message it has.
        one.shut();
      });
    }
  }

  function concerned(followed: Followed, { kind, body }: Event): Iterable<OpenStream> {
    const contact = body.contact as { contact_id?: number; inbox_id?: number; user_id?: string } | undefined;
    const id = kind === "chat.message" ? Number(body.contact_id) : Number(contact?.contact_id);
    const place = contact?.user_id === undefined ? undefined : placeOf(Number(contact.inbox_id), contact.user_id);
    return new Set([
      ...(followed.byContact.get(id) ?? []),
      ...((place !== undefined && followed.byVisitor.get(place)) || []),
    ]);
  }

  function hear(account: string, followed: Followed, event: Event): void {
    if (event.kind === "chat.participant") followed.peopleMoved = true;
    if (event.kind !== "chat.message" && event.kind !== "chat.contact") return;
    if (event.kind === "chat.contact" && queueChanges.has(String(event.body.change))) followed.queueMoved = true;
    for (const one of concerned(followed, event)) {
      if (one.cursor === undefined) one.waiting.push(event);
      else if (event.seq > one.cursor) pass(account, followed, one, event);
    }
  }

  /** One event to one visitor: their own conversation's, and of that only what is public. */
  function pass(account: string, followed: Followed, one: OpenStream, { kind, body }: Event): void {
    if (kind === "chat.message") {
      const message = Message.safeParse(body.message);
      // Ticks are the agents' own: nothing that a visitor sees changes.
      if (!message.success || body.public !== true || body.change === "status" || !isPublic(message.data)) return;
      if (one.contact && message.data.contact_id < one.contact.contact_id) return;
      const { unread } = (body.contact ?? {}) as { unread?: number };
      const shown = shownMessage(message.data, { account, secret: deps.secret });
      one.newest = Math.max(one.newest ?? 0, shown.id);
      one.tell({ kind: "message", message: shown, unseen: unread ?? 0 });
      return;
    }
    const contact = Contact.safeParse(body.contact);
    if (!contact.success || (one.contact && contact.data.contact_id < one.contact.contact_id)) return;
    belong(followed, one, contact.data);
    one.tell({ kind: "standing", standing: conversationState(contact.data, undefined, one.away) });
  }

  function typing(followed: Followed, { kind, body }: TransientEvent): void {
    if (kind !== "chat.typing" || body.side !== "agent" || body.what === "viewing") return;
    const name = String(body.name ?? "").split(" ")[0] ?? "";
    for (const one of followed.byContact.get(Number(body.contact_id)) ?? [])
      one.tell({ kind: "typing", name, on: body.what === "typing" });
  }

  function belong(followed: Followed, one: OpenStream, contact: Contact | null): void {
    if (one.contact?.contact_id !== contact?.contact_id) {
      if (one.contact) drop(followed.byContact, one.contact.contact_id, one);
      if (contact) put(followed.byContact, contact.contact_id, one);
    }
    one.contact = contact;
  }

  /** Reads where the visitor's conversation stands and tells it, then what happened while it was read. */
  async function begun(followed: Followed, one: OpenStream): Promise<void> {
    let seen: VisitorThread;
    do {
      seen = await loadThread(deps, one.site, one.visitor, one.newest);
      if (!ends.has(one)) return;
    } while (seen.cursor < one.floor);
    tellSeen(followed, one, seen);
    one.newest = Math.max(one.newest ?? 0, ...seen.messages.map(({ id }) => id)) || undefined;
    one.tell({ kind: "snapshot", standing: threadState(seen), messages: seen.messages });
    const waited = one.waiting;
    one.waiting = [];
    one.cursor = seen.cursor;
    for (const event of waited) if (event.seq > seen.cursor) pass(one.site.account, followed, one, event);
  }

  function tellSeen(followed: Followed, one: OpenStream, seen: VisitorThread): void {
    one.away = seen.away;
    belong(followed, one, seen.contact);
  }

  /** Places in the queue and opening: asked for by one look for many, not by each visitor for each event. */
  async function look(account: string, followed: Followed): Promise<void> {
    if (followed.byVisitor.size === 0) return close(account, followed);
    const open = [...followed.byVisitor.values()].flatMap((streams) => [...streams]);
    if (Date.now() - followed.notedAt > noteEvery * 1_000) {
      followed.notedAt = Date.now();
      await noteHere(database, account, [...new Set(open.map(({ visitor }) => visitor.id))]);
    }
    if (followed.peopleMoved || Date.now() - followed.lookedAt > awayHolds) {
      followed.peopleMoved = false;
      followed.lookedAt = Date.now();
      for (const inbox of new Set(open.map(({ site }) => site.inbox_id))) {
        const there = open.filter(({ site }) => site.inbox_id === inbox);
        const [first] = there;
        if (!first) continue;
        const { away } = await loadThread(deps, first.site, first.visitor, undefined, 1);
        // Somebody came: those who wait have a place in a queue again.
        if (tellAway(there, away) && away.open) followed.queueMoved = true;
      }
    }
    if (!followed.queueMoved) return;
    followed.queueMoved = false;
    const waiting = open.filter(({ contact }) => contact && !contact.opened && !contact.ended);
    waiting.sort((a, b) => (a.contact?.contact_id ?? 0) - (b.contact?.contact_id ?? 0));
    for (const one of waiting.slice(0, placesAtOnce)) {
      const seen = await loadThread(deps, one.site, one.visitor, undefined, 1);
      if (one.cursor === undefined || seen.cursor < one.cursor || !ends.has(one)) continue;
      tellSeen(followed, one, seen);
      one.tell({ kind: "standing", standing: threadState(seen) });
    }
  }

  /** Answers whether anybody was told. */
  function tellAway(streams: readonly OpenStream[], away: Availability): boolean {
    const concerned = streams.filter((one) => one.away.open !== away.open || one.away.opens_at !== away.opens_at);
    for (const one of concerned) {
      one.away = away;
      one.tell({ kind: "away", ...away });
    }
    return concerned.length > 0;
  }

  function close(account: string, followed: Followed): void {
    clearInterval(followed.timer);
    followed.stop();
    accounts.delete(account);
  }

  return {
    async open(stream, resume) {
      const followed = await follow(stream.site.account);
      const place = whereIs(stream);
      if ((followed.byVisitor.get(place)?.size ?? 0) >= maxStreams) return undefined;
      const away = { open: true, opens_at: null };
      const told = { cursor: undefined, waiting: [], floor: 0, newest: resume };
      const one: OpenStream = { ...stream, ...told, contact: null, away };
      put(followed.byVisitor, place, one);
      const end = () => {
        drop(followed.byVisitor, place, one);
        if (one.contact) drop(followed.byContact, one.contact.contact_id, one);
        ends.delete(one);
      };
      ends.set(one, end);
      try {
        await begun(followed, one);
      } catch (error) {
        end();
        throw error;
      }
      return end;
    },
    cut(site, visitor) {
      for (const one of [...ends.keys()])
        if (one.site.account === site.account && one.visitor.id === visitor.id) one.shut();
    },
    stop() {
      for (const one of [...ends.keys()]) one.shut();
      for (const [account, made] of accounts) made.then((followed) => close(account, followed)).catch(onError);
      accounts.clear();
    },
  };
}

const queueChanges = new Set(["made", "queued", "started", "transferred", "ended"]);

function threadState({ contact, queue, away }: VisitorThread) {
  return conversationState(contact, queue, away);
}
