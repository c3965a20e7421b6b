import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Browser, closeAll, type Node, open, type Sessions, startNode } from "../front/live.fixture";
import { people, requestId, type WebchatFixture, webchatFixture } from "./fixture";
import { listenAt } from "./listen";

// Two server processes on one database: agents work at the one, visitors come in at the other.
let here: WebchatFixture;
let there: WebchatFixture;
let node: Node;
let farNode: Node;
const sessions: Sessions = new Map([
  ["joy", people.joy],
  ["owner", people.owner],
]);
beforeAll(async () => {
  here = await webchatFixture();
  there = await webchatFixture({ sessions: 100, chats: 100, updates: 100 }, here);
  node = await startNode(here.database.url, sessions);
  farNode = await startNode(here.database.url, sessions);
}, 60_000);
afterEach(closeAll);
afterAll(async () => {
  await node.stop();
  await farNode.stop();
  await there.end();
  await here.end();
});

const within = { timeout: 15_000, interval: 20 };
const arrive = async (session: string, at: Node): Promise<Browser> => {
  const browser = open(at, session, sessions);
  expect(await browser.outcome).toBe("ready");
  return browser;
};
const told = ({ heard }: Browser, kind: string) => heard.filter((event) => event[1] === kind).map(([, , body]) => body);
const joy = () => here.chat("joy");
const say = (token: string, text: string) =>
  there.visit("/messages", { token, body: { request_id: requestId(), text } });

test("they talk, see each other write, and the queue moves, whichever process each is at", async () => {
  const { key } = await here.application();
  const desk = here.chat("owner");
  const routing = await desk.routing({});
  if (routing.status !== 200) throw new Error(routing.body.message);
  await desk.saveRouting({ body: { ...routing.body, automatic: false } });
  const agent = await arrive("joy", node);
  const colleague = await arrive("owner", farNode);

  // Nobody is there; then somebody is, at the other process.
  const first = await there.visitor(key, "Mwende");
  const second = await there.visitor(key, "Kamau");
  const [mwende, kamau] = [await listenAt(there, first.token), await listenAt(there, second.token)];
  await joy().setStatus({ body: { status: "online" } });
  await vi.waitFor(
    () => expect(mwende.told).toContainEqual(expect.objectContaining({ kind: "away", open: true })),
    within,
  );

  // What a visitor writes rings at the agent.
  await say(first.token, "Hello over there");
  await vi.waitFor(() => {
    const words = told(agent, "chat.message").map(({ message }) => (message as { message: string }).message);
    expect(words).toEqual(["Hello over there"]);
  }, within);
  const standing = (stream: typeof mwende) =>
    stream.told.flatMap((one) => (one.kind === "snapshot" || one.kind === "standing" ? [one.standing] : [])).at(-1);
  // A place in the queue is told since there is somebody who works through it.
  await vi.waitFor(() => expect(standing(kamau)).toMatchObject({ stage: "waiting", position: 2 }), within);

  // The one in front is taken: the other one moves up.
  await joy().startContact({ params: { id: first.contact } });
  await vi.waitFor(() => expect(standing(mwende)).toMatchObject({ stage: "open", agent: "Joy" }), within);
  await vi.waitFor(() => expect(standing(kamau)).toMatchObject({ stage: "waiting", position: 1 }), within);

  // Who looks and who writes.
  const place = `chat/${first.contact}`;
  agent.socket.emit("place", place, "looking");
  colleague.socket.emit("place", place, "writing");
  const presence = (browser: Browser) =>
    browser.transientEvents.flatMap(([kind, body]) => (kind === "presence.chat" ? [body] : []));
  await vi.waitFor(
    () => expect(presence(agent)).toContainEqual(expect.objectContaining({ id: people.owner.id, activity: "writing" })),
    within,
  );
  await there.visit("/typing", { token: first.token, body: { on: true } });
  await vi.waitFor(
    () =>
      expect(presence(agent)).toContainEqual(
        expect.objectContaining({ id: "visitor", activity: "writing", name: "Mwende" }),
      ),
    within,
  );
  await joy().typing({ params: { id: first.contact }, body: { what: "typing" } });
  await vi.waitFor(
    () => expect(mwende.told).toContainEqual({ kind: "typing", name: "Joy", on: true, id: Number.NaN }),
    within,
  );
  expect(kamau.told.filter(({ kind }) => kind === "typing")).toEqual([]);

  // What the agent writes comes down, once, and what the visitor has read goes up.
  const body = { request_id: requestId(), type: "text" as const, message: "Hello back" };
  await joy().sendMessage({ params: { id: first.contact }, body });
  await joy().sendMessage({ params: { id: first.contact }, body });
  await vi.waitFor(() => expect(mwende.texts()).toEqual(["Hello over there", "Hello back"]), within);
  const { id = 0 } = mwende.told.flatMap((one) => (one.kind === "message" ? [one.message] : [])).at(-1) ?? {};
  await there.visit("/read", { token: first.token, body: { upto: id } });
  await vi.waitFor(() => {
    const ticks = told(agent, "chat.message").flatMap(({ change, message }) => (change === "status" ? [message] : []));
    expect(ticks).toEqual([expect.objectContaining({ id, status: "read" })]);
  }, within);

  // Ended at the one, ended at the other; and nothing was heard by whom it does not concern.
  await joy().endContact({ params: { id: first.contact } });
  await vi.waitFor(() => expect(standing(mwende)).toMatchObject({ stage: "ended" }), within);
  expect(kamau.texts()).toEqual([]);
  await mwende.close();
  await kamau.close();
}, 60_000);
