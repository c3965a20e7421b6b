import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { eventStream } from "../../front/webchat.stream";
import type { VisitorEvent } from "../../rules/webchat";
import type { Listener } from "../../services/kit/followed-account";
import type { Hub } from "../../services/kit/live";
import type { WebchatDeps } from "../../services/webchat/deps";
import { openStreams } from "../../services/webchat/visits/streams";
import type { Site, Visitor } from "../../services/webchat/visits/visitors";
import { freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
}, 60_000);
afterAll(() => database.drop());

type StreamReading = { answer(cursor: number, ids: number[]): void; fail(): void };

let listener: Listener | undefined;
let readings: StreamReading[] = [];
beforeEach(() => {
  listener = undefined;
  readings = [];
});

/** Chat, whose answers the test gives when it wants to. */
const chat = {
  thread: ({ query }: { query: { after?: number } }) =>
    new Promise((resolve, reject) => {
      const page = (ids: number[]) => ids.map(message);
      if (query.after !== undefined) return resolve({ status: 200, body: { ...nothing, data: [] } });
      readings.push({
        answer: (cursor, ids) => resolve({ status: 200, body: { ...nothing, cursor, data: page(ids) } }),
        fail: () => reject(new Error("chat is away")),
      });
    }),
};
const nothing = { contact: null, queue: null, open: true, online: true, opens_at: null };
const message = (id: number) => ({
  ...{ id, message_id: `m${id}`, contact_id: 1, author: "agent", by: "Joy", type: "text", date: 1, isAdmin: true },
  ...{ data: { text: "", meta: {} }, message: `Message ${id}`, meta: {}, url: "", image: "", file_id: null },
  ...{ file_name: "", extension: "", bytes: null, channel: "webchat", status: "sent", reason: "", deleted: false },
});

function openOne() {
  const hub = {
    subscribe(_account: string, _cursor: number, given: Listener) {
      listener = given;
      return () => undefined;
    },
  } as unknown as Hub;
  const deps = { clientsOfAccount: () => ({ chat }), secret: "s".repeat(32) } as unknown as WebchatDeps;
  const onError = vi.fn();
  const streams = openStreams(database, { hub, deps, onError });
  const told: VisitorEvent[] = [];
  const site = { account: "100001", inbox_id: 1 } as Site;
  const visitor = { id: "v", external_id: "v" } as Visitor;
  const shut = vi.fn();
  const opening = streams.open({ site, visitor, tell: (one) => void told.push(one), shut }, undefined);
  const texts = () => told.flatMap((one) => (one.kind === "snapshot" ? one.messages.map(({ text }) => text) : []));
  return { opening, texts, shut, onError, streams };
}

const reading = (n: number) => vi.waitFor(() => readings[n] ?? Promise.reject(new Error("not yet")));

test("a log that was pruned while a stream is opened: what is there is told once", async () => {
  const { opening, texts, streams } = openOne();
  const first = await reading(0);
  listener?.reset(40);
  first.answer(40, [1, 2, 3]);
  await opening;
  // Had the reset begun another reading, its answer would be told now.
  readings[1]?.answer(40, [1, 2, 3]);
  await new Promise(setImmediate);
  expect(texts()).toEqual(["Message 1", "Message 2", "Message 3"]);
  streams.stop();
});

test("a reading from before the events that were lost closed: the later one is told", async () => {
  const { opening, texts, streams } = openOne();
  const first = await reading(0);
  listener?.reset(40);
  first.answer(12, [1]);
  (await reading(1)).answer(40, [1, 2, 3]);
  await opening;
  expect(texts()).toEqual(["Message 1", "Message 2", "Message 3"]);
  streams.stop();
});

test("two resets at once are one reading, and the stream goes on from its newest message", async () => {
  const { opening, texts, streams } = openOne();
  (await reading(0)).answer(10, [1]);
  await opening;
  listener?.reset(40);
  listener?.reset(50);
  const again = await reading(1);
  again.answer(50, [1, 2]);
  await vi.waitFor(() => expect(texts()).toEqual(["Message 1", "Message 1", "Message 2"]));
  listener?.reset(50);
  expect(readings).toHaveLength(2);
  streams.stop();
});

test("a stream that can't be read again is ended: its browser comes back with the last message it has", async () => {
  const { opening, shut, onError, streams } = openOne();
  (await reading(0)).answer(10, [1]);
  await opening;
  listener?.reset(40);
  (await reading(1)).fail();
  await vi.waitFor(() => expect(shut).toHaveBeenCalled());
  expect(onError).toHaveBeenCalled();
  streams.stop();
});

test("a stream that is ended while it is opened leaves no one listening", async () => {
  const end = vi.fn();
  await eventStream(async ({ shut }) => {
    shut();
    return end;
  });
  expect(end).toHaveBeenCalledOnce();
});
