/** A piece of a recording that is not at the server yet. */
type Part = { callId: string; owner: string; at: number; blob: Blob };

const database = "phone";
const store = "recordings";
/** Milliseconds after which a recording that nobody could send is given up: its call's retention goes on at the server. */
const keptMs = 7 * 86_400_000;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(store, { autoIncrement: true }).createIndex("call", "callId");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, work: (parts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opened = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = opened.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    opened.close();
  }
}

/** Adds a piece; they are read in the order in which they were added. */
export async function appendPart(part: Part): Promise<void> {
  await run("readwrite", (parts) => parts.add(part));
}

/** A recording as far as it is there. */
export async function readRecording(callId: string): Promise<Blob> {
  const parts = (await run("readonly", (all) => all.index("call").getAll(callId))) as Part[];
  return new Blob(
    parts.map(({ blob }) => blob),
    { type: "audio/mpeg" },
  );
}

export async function dropRecording(callId: string): Promise<void> {
  const keys = await run("readonly", (parts) => parts.index("call").getAllKeys(callId));
  for (const key of keys) await run("readwrite", (parts) => parts.delete(key));
}

/** The calls of a person whose recordings wait to be sent; what is too old, or nobody's any more, is dropped. */
export async function listWaiting(owner: string, now: number): Promise<string[]> {
  const parts = (await run("readonly", (all) => all.getAll())) as Part[];
  const old = new Set(parts.filter(({ at }) => now - at > keptMs).map(({ callId }) => callId));
  for (const callId of old) await dropRecording(callId);
  return [
    ...new Set(parts.filter((part) => part.owner === owner && !old.has(part.callId)).map(({ callId }) => callId)),
  ];
}
