import { initializeApp } from "firebase/app";
import { connectAuthEmulator, initializeAuth, signInWithCustomToken } from "firebase/auth";
import { collection, doc, getDocs, initializeFirestore, query, setDoc, where } from "firebase/firestore";
import { listenToStore } from "../../app/shell/live.store.client";
import type { StoreSession } from "../../rules/chat-store";
import type { EventFrame } from "../../rules/live-frames";

/** What a test tells the page, and what it asks of it. */
declare global {
  interface Window {
    told: EventFrame[];
    begin(session: StoreSession): void;
    renew(): Promise<StoreSession | null>;
    /** How many messages it can read, and what writing one of them is answered with. */
    readAndWrite(session: StoreSession): Promise<{ read: number; written: string }>;
  }
}

window.told = [];
window.begin = (session) => {
  listenToStore(session, { hear: (told) => void window.told.push(...told), renew: () => window.renew() });
};
window.readAndWrite = async ({ project: projectId, api_key: apiKey, url, token, account }) => {
  const app = initializeApp({ projectId, apiKey }, "by hand");
  const auth = initializeAuth(app);
  connectAuthEmulator(auth, url ?? "", { disableWarnings: true });
  await signInWithCustomToken(auth, token);
  // As behind a proxy that holds answers back.
  const settings = { host: new URL(url ?? "").host, ssl: false, experimentalForceLongPolling: true };
  const store = initializeFirestore(app, settings);
  const { size } = await getDocs(query(collection(store, "messages"), where("customer_account", "==", account)));
  const own = doc(store, "messages", `${account}-1`);
  const written = await setDoc(own, { customer_account: account }).then(
    () => "written",
    (error: { code: string }) => error.code,
  );
  return { read: size, written };
};
