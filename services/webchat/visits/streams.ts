import { type Database, readAccount } from "../../kit/database";
import { loadCursor } from "../../kit/events";
import type { Hub } from "../../kit/live";
import type { WebchatDeps } from "../deps";
import { noteGone, noteHere } from "./here";
import { drop, put } from "./multimap";
import { type Followed, hearEvent, type OpenStream, placeKey, type Stream, tellTyping } from "./stream-events";
import { look } from "./stream-look";
import { tellState } from "./stream-state";
import type { Site, Visitor } from "./visitors";

/** Streams of one visitor in this process (statement M33). */
const maxStreams = 10;

/** Milliseconds between two looks at the queue and at who is there. */
const lookEvery = 5_000;

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
  const isOpen = (stream: OpenStream) => ends.has(stream);
  let stopped = false;
  /** Whose app is closed is pushed to, so it is known to the second. */
  const isApp = ({ site }: Stream) => site.channel === "mobile";
  const isStreaming = ({ site, visitor }: Stream) =>
    [...ends.keys()].some((one) => one.site.account === site.account && one.visitor.id === visitor.id);
  const whereIs = ({ site, visitor }: Stream) => placeKey(site.inbox_id, visitor.external_id);

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
      timer: setInterval(() => lookAgain(account, followed).catch(onError), given.every ?? lookEvery),
    };
    followed.timer.unref();
    followed.stop = hub.subscribe(account, cursor, {
      events: (events) => {
        for (const event of events) hearEvent(deps.secret, followed, event);
      },
      reset: (seq) => void readAgain(followed, seq),
      transient: (event) => tellTyping(followed, event),
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
      await tellState(deps, followed, one, isOpen).catch((error: unknown) => {
        onError(error);
        // Its browser comes back with the last message it has.
        one.shut();
      });
    }
  }

  async function lookAgain(account: string, followed: Followed): Promise<void> {
    if (followed.byVisitor.size === 0) return close(account, followed);
    await look(database, deps, account, followed, isOpen);
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
        if (!ends.has(one)) return;
        drop(followed.byVisitor, place, one);
        if (one.contact) drop(followed.byContact, one.contact.contact_id, one);
        ends.delete(one);
        if (isApp(one) && !stopped && !isStreaming(one))
          noteGone(database, one.site.account, one.visitor.id).catch(onError);
      };
      ends.set(one, end);
      try {
        if (isApp(one)) await noteHere(database, one.site.account, [one.visitor.id]);
        await tellState(deps, followed, one, isOpen);
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
      stopped = true;
      for (const one of [...ends.keys()]) one.shut();
      for (const [account, made] of accounts) made.then((followed) => close(account, followed)).catch(onError);
      accounts.clear();
    },
  };
}
