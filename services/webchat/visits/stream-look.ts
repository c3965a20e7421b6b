import type { Database } from "../../kit/database";
import type { WebchatDeps } from "../deps";
import { noteEvery, noteHere } from "./here";
import { type Followed, type OpenStream, takeSeen, tellAway, threadState } from "./stream-events";
import { loadThread } from "./thread";

/** Milliseconds for which what is known of who is there holds at most. */
const awayHolds = 20_000;

/** Visitors told their place in the queue at one look: those in front first. */
const placesAtOnce = 50;

const allStreams = ({ byVisitor }: Followed) => [...byVisitor.values()].flatMap((streams) => [...streams]);

/** Notes, every now and then, who is on the site. */
async function noteVisitors(database: Database, account: string, followed: Followed): Promise<void> {
  if (Date.now() - followed.notedAt <= noteEvery * 1_000) return;
  followed.notedAt = Date.now();
  await noteHere(database, account, [...new Set(allStreams(followed).map(({ visitor }) => visitor.id))]);
}

/** Asks, where people came or went, whether the chat is open, once for each way in. */
async function lookAway(deps: WebchatDeps, followed: Followed): Promise<void> {
  if (!followed.peopleMoved && Date.now() - followed.lookedAt <= awayHolds) return;
  followed.peopleMoved = false;
  followed.lookedAt = Date.now();
  const open = allStreams(followed);
  for (const inbox of new Set(open.map(({ site }) => site.inbox_id))) {
    const there = open.filter(({ site }) => site.inbox_id === inbox);
    const [first] = there;
    if (!first) continue;
    const { away } = await loadThread(deps, first.site, first.visitor, undefined, 1);
    // Somebody came: those who wait have a place in a queue again.
    if (tellAway(there, away) && away.open) followed.queueMoved = true;
  }
}

/** Tells those who wait their place, where the queue moved. */
async function lookQueue(
  deps: WebchatDeps,
  followed: Followed,
  isOpen: (stream: OpenStream) => boolean,
): Promise<void> {
  if (!followed.queueMoved) return;
  followed.queueMoved = false;
  const waiting = allStreams(followed).filter(({ contact }) => contact && !contact.opened && !contact.ended);
  waiting.sort((a, b) => (a.contact?.contact_id ?? 0) - (b.contact?.contact_id ?? 0));
  for (const one of waiting.slice(0, placesAtOnce)) {
    const seen = await loadThread(deps, one.site, one.visitor, undefined, 1);
    if (one.cursor === undefined || seen.cursor < one.cursor || !isOpen(one)) continue;
    takeSeen(followed, one, seen);
    one.tell({ kind: "standing", standing: threadState(seen) });
  }
}

/** Places in the queue and opening: asked for by one look for many, not by each visitor for each event. */
export async function look(
  database: Database,
  deps: WebchatDeps,
  account: string,
  followed: Followed,
  isOpen: (stream: OpenStream) => boolean,
): Promise<void> {
  await noteVisitors(database, account, followed);
  await lookAway(deps, followed);
  await lookQueue(deps, followed, isOpen);
}
