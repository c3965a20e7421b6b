import { expect, vi } from "vitest";
import { type SandboxFirebase, startFirebase } from "../../sandbox/firebase";
import type { LoadFile } from "../../services/chat/store/carry";
import { firebaseStore } from "../../services/chat/store/firebase";
import { followStore } from "../../services/chat/store/follow";
import { loadCursor } from "../../services/kit/events";
import { chatFixture } from "./fixture";

export const savanna = "100001";
export const lakeside = "200002";
const times = { every: 500, first: 50, longest: 200 };

/** The chat service with a Firebase of the sandbox as the place where browsers hear of it. */
export async function storeFixture() {
  const [fixture, sandbox] = await Promise.all([chatFixture(), startFirebase()]);
  const faults: unknown[] = [];
  const load = vi.fn<LoadFile>(async (_, id) => ({ type: "application/pdf", bytes: new TextEncoder().encode(id) }));
  const store = storeOf(sandbox);
  const { documents } = store;
  if (!documents) throw new Error("this store has no documents");
  const follow = () =>
    followStore(fixture.database, documents, {
      url: fixture.database.url,
      secret: fixture.secret,
      load,
      log: { error: (fields) => void faults.push((fields as { err?: unknown }).err), warn: () => undefined },
      times,
    });
  /** All that happened in an account stands in the store. */
  async function settled(account = savanna): Promise<void> {
    await vi.waitFor(
      async () => {
        const told = await fixture.inside((trx) => loadCursor(trx, account), account);
        expect(sandbox.collection("marks").get(account)?.seq).toBe(told);
      },
      { timeout: 5_000, interval: 20 },
    );
  }
  return { fixture, sandbox, store, documents, load, faults, follow, settled };
}

function storeOf(sandbox: SandboxFirebase) {
  const { FIREBASE_PROJECT: project, FIREBASE_API_KEY: apiKey, FIREBASE_BUCKET: bucket } = sandbox.settings;
  const account = JSON.parse(sandbox.settings.FIREBASE_KEY) as { client_email: string; private_key: string };
  return firebaseStore({ project, apiKey, bucket, account, url: sandbox.url });
}
