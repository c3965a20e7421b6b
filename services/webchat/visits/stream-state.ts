import type { WebchatDeps } from "../deps";
import { type Followed, type OpenStream, takeSeen, tellEvent, threadState } from "./stream-events";
import { loadThread, type VisitorThread } from "./thread";

/** Reads where the visitor's conversation stands and tells it, then what happened while it was read. */
export async function tellState(
  deps: WebchatDeps,
  followed: Followed,
  one: OpenStream,
  isOpen: (stream: OpenStream) => boolean,
): Promise<void> {
  let seen: VisitorThread;
  do {
    seen = await loadThread(deps, one.site, one.visitor, one.newest);
    if (!isOpen(one)) return;
  } while (seen.cursor < one.floor);
  takeSeen(followed, one, seen);
  one.newest = Math.max(one.newest ?? 0, ...seen.messages.map(({ id }) => id)) || undefined;
  one.tell({ kind: "snapshot", standing: threadState(seen), messages: seen.messages });
  const waited = one.waiting;
  one.waiting = [];
  one.cursor = seen.cursor;
  for (const event of waited) if (event.seq > seen.cursor) tellEvent(deps.secret, followed, one, event);
}
