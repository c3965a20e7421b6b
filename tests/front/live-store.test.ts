import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { liveForPages } from "../../front/live";
import { storeKinds } from "../../rules/chat-store";
import { ours } from "../../services/chat/store/ours";
import type { ChatStore } from "../../services/chat/store/store";
import { inAccount } from "../../services/kit/database";
import { appendAll } from "../../services/kit/events";
import { openHub } from "../../services/kit/live";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { person } from "../setup/people";
import { closeAll, open, type Sessions, secret, startNode } from "./live.fixture";

const account = "100001";
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(closeAll);
afterAll(() => database.drop());

const chat = { kind: "chat.participant", body: { participant: { participant_id: "2" } } };
const ticket = { kind: "ticket", body: { ids: [1], by: null } };
const happens = () => inAccount(database.db, account, (trx) => appendAll(trx, account, [ticket, chat, ticket]));

test("with a store of its own the socket tells everything but chats, missed or live", async () => {
  const sessions: Sessions = new Map([["s", person({ customer_account: account, products: ["Chats", "Ticketing"] })]]);
  const [plain, apart] = [
    await startNode(database.url, sessions),
    await startNode(database.url, sessions, 0, 200, storeKinds),
  ];
  await happens();
  const [all, others] = [plain, apart].map((node) => open(node, "s", sessions, { auth: { cursor: 0 } }));
  expect(await Promise.all([all?.outcome, others?.outcome])).toEqual(["ready", "ready"]);
  await happens();
  const kinds = (told: typeof all) => told?.heard.map(([, kind]) => kind);
  const [t, c] = [ticket.kind, chat.kind];
  await vi.waitFor(() => expect(kinds(all)).toEqual([t, c, t, t, c, t]), { timeout: 10_000 });
  await vi.waitFor(() => expect(kinds(others)).toEqual([t, t, t, t]), { timeout: 10_000 });
  closeAll();
  await Promise.all([plain.stop(), apart.stop()]);
});

test("a page listens from what it may not know; with our own store there is nothing else to listen to", async () => {
  const hub = await openHub(database, { url: database.url });
  const session = vi.fn<ChatStore["session"]>(async () => null);
  const whose = person({ customer_account: account });
  const before = await happens();
  // The page was drawn a while after what happened.
  const at = Date.now() + 60_000;
  await liveForPages(hub, secret, { ...ours, apart: storeKinds, session }).store(whose, at);
  expect(session).toHaveBeenCalledWith(whose, before);
  expect(await liveForPages(hub, secret, ours).store(whose, at)).toBeNull();
  await hub.stop();
});
