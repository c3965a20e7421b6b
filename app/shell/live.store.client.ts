import { deleteApp, initializeApp } from "firebase/app";
import { connectAuthEmulator, initializeAuth, inMemoryPersistence, signInWithCustomToken } from "firebase/auth";
import {
  collection,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
  onSnapshot,
  orderBy,
  query,
  setLogLevel,
  where,
} from "firebase/firestore";
import {
  type HeardCollection,
  type HeardDocument,
  heardCollections,
  type StoreSession,
  storedEvents,
} from "../../rules/chat-store";
import type { EventFrame } from "../../rules/live-frames";

type StoreFunctions = {
  hear(told: readonly EventFrame[]): void;
  /** A session that goes on from this one; null when there is none to be had just now. */
  renew(): Promise<StoreSession | null>;
};
type Fields = Record<string, unknown>;

/** Documents held before the listening begins anew after them: a page stays open for days. */
const maxHeld = 1_000;
/** Milliseconds: the callbacks of one change of the store come one after the other. */
const gathers = 20;
/** Milliseconds between two tries; and before the end of a session at which the next one is asked for. */
const [firstWait, longestWait] = [2_000, 60_000];
const early = 240_000;

// A lost network is no news for the console: it is said on the page.
setLogLevel("silent");

let count = 0;

/**
 * Hears of chats from the documents of a Firebase project, as the events that the socket would tell. What was missed
 * while the network was gone comes when it is back: the questions are "what came after", and stay asked.
 */
export function listenToStore(first: StoreSession, { hear, renew }: StoreFunctions): { stop(): void } {
  const { project: projectId, api_key: apiKey, url, account } = first;
  count += 1;
  const app = initializeApp({ apiKey, projectId }, `chats ${count}`);
  // Nothing of the session outlives the page.
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  if (url) connectAuthEmulator(auth, url, { disableWarnings: true });
  const elsewhere = url ? { host: new URL(url).host, ssl: url.startsWith("https:") } : {};
  const store = initializeFirestore(app, { ...elsewhere, localCache: memoryLocalCache() });

  const told = new Map<HeardCollection, number>(heardCollections.map((name) => [name, first.cursor]));
  let stopped = false;
  let fails = 0;
  let again: number | undefined;
  let renewing: number | undefined;
  let end = () => {};

  async function enter(session: StoreSession): Promise<void> {
    await signInWithCustomToken(auth, session.token);
    window.clearTimeout(renewing);
    const left = session.until * 1000 - Date.now() - early;
    renewing = window.setTimeout(() => void refresh(), Math.max(firstWait, left));
  }

  async function refresh(): Promise<void> {
    const session = await renew();
    if (stopped) return;
    if (!session) return retry();
    await enter(session).catch(retry);
  }

  function begin(): void {
    end();
    if (!stopped) end = listen(store, account, told, { hear, held: begin, failed: retry });
  }

  /** Refused, or not to be reached for good: with a fresh session, ever less often. */
  function retry(): void {
    if (stopped || again !== undefined) return;
    fails += 1;
    const wait = Math.min(longestWait, firstWait * 2 ** Math.min(10, fails - 1)) * (0.8 + 0.4 * Math.random());
    again = window.setTimeout(async () => {
      again = undefined;
      const session = await renew();
      if (stopped) return;
      if (!session) return retry();
      try {
        await enter(session);
        fails = 0;
        begin();
      } catch {
        retry();
      }
    }, wait);
  }

  enter(first).then(begin, retry);
  return {
    stop() {
      stopped = true;
      window.clearTimeout(again);
      window.clearTimeout(renewing);
      end();
      void deleteApp(app);
    },
  };
}

type StoreListener = { hear(told: readonly EventFrame[]): void; held(): void; failed(): void };

/** Listens to what follows these events; moves them on. Answers how to end it. */
function listen(
  store: Firestore,
  account: string,
  told: Map<HeardCollection, number>,
  { hear, held, failed }: StoreListener,
): () => void {
  const contacts = new Map<number, Fields>();
  const known = new Set<HeardCollection>();
  let waiting: HeardDocument[] = [];
  let size = 0;
  let timer: number | undefined;

  /** What one change of the store did to all three is told in the log's order. */
  function flush(): void {
    timer = undefined;
    if (known.size < heardCollections.length) return;
    const found = waiting;
    waiting = [];
    hear(
      storedEvents(
        found,
        (name) => told.get(name) ?? 0,
        (id) => contacts.get(id),
      ),
    );
    for (const { collection: name, fields } of found) {
      const { seq } = fields.event as { seq: number };
      told.set(name, Math.max(told.get(name) ?? 0, seq));
    }
    if (size > maxHeld) held();
  }

  const ends = heardCollections.map((name) => {
    const after = where("event.seq", ">", told.get(name) ?? 0);
    const asked = query(collection(store, name), where("customer_account", "==", account), after, orderBy("event.seq"));
    return onSnapshot(
      asked,
      { includeMetadataChanges: true },
      (snapshot) => {
        for (const { type, doc } of snapshot.docChanges()) {
          if (type === "removed") continue;
          const fields = doc.data();
          if (name === "contacts") {
            const { event: _, ...contact } = fields;
            contacts.set(Number(fields.contact_id), contact);
          }
          waiting.push({ collection: name, fields });
          size += 1;
        }
        // Until the store has said that this is all, there may be more before it.
        if (snapshot.metadata.fromCache) known.delete(name);
        else known.add(name);
        timer ??= window.setTimeout(flush, gathers);
      },
      failed,
    );
  });
  return () => {
    window.clearTimeout(timer);
    for (const stop of ends) stop();
  };
}
