import { type StoreDocument, storeKinds } from "../../../rules/chat-store";
import { canReceive } from "../../../rules/live";
import { type Firebase, FirebaseRefused, type FirebaseSettings, firebase, type Put } from "../../connectors/firebase";
import { type ChatStore, PermanentWriteError, type StoreWriter, WriteConflict } from "./store";

/** Seconds for which a browser may read; a page that is open asks again before. */
export const readsFor = 600;

/** What the library in the browser talks to at Google's. */
const googles = [
  "https://firestore.googleapis.com",
  "https://identitytoolkit.googleapis.com",
  "https://securetoken.googleapis.com",
];

/** The chat store on Firebase: Firestore for the collections, Storage for files. */
export function firebaseStore(settings: FirebaseSettings & { apiKey: string }): ChatStore {
  const { project, apiKey: api_key, url } = settings;
  const connected = firebase(settings);
  return {
    apart: storeKinds,
    hosts: url ? [new URL(url).origin] : googles,
    async session(person, cursor) {
      const hears = canReceive(person);
      if (!storeKinds.every((kind) => hears({ kind, body: {} }))) return null;
      const { customer_account: account, id } = person;
      const until = Math.floor(Date.now() / 1000) + readsFor;
      // The rules read these, and nothing else of the person leaves us.
      const token = await connected.signIn(`${account}-${id}`, { customer_account: account, chats: true, until });
      return { project, api_key, url: url ?? null, token, until, account, cursor };
    },
    documents: writer(connected, settings.bucket !== undefined),
  };
}

const moved = new Set(["FAILED_PRECONDITION", "ALREADY_EXISTS", "NOT_FOUND", "ABORTED"]);

function writer(connected: Firebase, files: boolean): StoreWriter {
  const markPath = (account: string) => `marks/${account}`;
  return {
    async written(account) {
      const found = await connected.read(markPath(account));
      return found && { seq: Number(found.fields.seq), state: found.updated };
    },
    // The account's mark goes in with its documents and is looked at in the same stroke: whoever writes from an older
    // place writes nothing, and after an answer that got lost the mark says what was done.
    async put(account, from, seq, documents) {
      const mark = {
        path: markPath(account),
        fields: { customer_account: account, seq },
        unless: { is: from?.state ?? null },
      };
      try {
        return { seq, state: await connected.commit(mark, documents.map(documentPut)) };
      } catch (error) {
        if (!(error instanceof FirebaseRefused)) throw error;
        if (moved.has(error.status)) throw new WriteConflict(error.message);
        if (error.status === "INVALID_ARGUMENT") throw new PermanentWriteError(error.message);
        throw error;
      }
    },
    ...(files ? { files: { keep: connected.upload, drop: connected.drop } } : {}),
    stop: () => connected.stop(),
  };
}

/** Only what it names is written: top-level fields, and the parts of `event`. */
function documentPut({ collection, id, fields }: StoreDocument): Put {
  const named = Object.keys(fields).filter((name) => name !== "event" && fields[name] !== undefined);
  const parts = Object.entries(fields.event).flatMap(([name, value]) => (value === undefined ? [] : `event.${name}`));
  return { path: `${collection}/${id}`, fields, paths: [...named, ...parts] };
}
