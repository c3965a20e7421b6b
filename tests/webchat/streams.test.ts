import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { prune } from "../../services/kit/events";
import { requestId, type WebchatFixture, webchatFixture } from "./fixture";
import { listenAt } from "./listen";

let fixture: WebchatFixture;
beforeAll(async () => {
  fixture = await webchatFixture({ sessions: 1_000, chats: 1_000, updates: 1_000 });
}, 60_000);
afterAll(() => fixture.end());

const listen = (token: string, last?: number) => listenAt(fixture, token, last);

async function talk() {
  const { key } = await fixture.application();
  const { token, contact } = await fixture.visitor(key);
  const joy = fixture.chat("joy");
  await joy.setStatus({ body: { status: "online" } });
  await joy.startContact({ params: { id: contact } });
  const answer = (message: string, type: "text" | "note" = "text") =>
    joy.sendMessage({ params: { id: contact }, body: { request_id: requestId(), type, message } });
  const say = (text: string) => fixture.visit("/messages", { token, body: { request_id: requestId(), text } });
  return { token, contact, answer, say, joy };
}

describe("a visitor's stream", () => {
  test("tells the answer within the second, and neither notes nor what others write", async () => {
    const [mine, theirs] = [await talk(), await talk()];
    const stream = await listen(mine.token);
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    await theirs.answer("For someone else");
    await mine.answer("Between us", "note");
    await mine.answer("Hello");
    await vi.waitFor(() => expect(stream.texts()).toContain("Hello"), 2_000);
    expect(stream.texts()).toEqual(["Hello"]);
    await stream.close();
  });

  test("after ten minutes and a pruned log Last-Event-ID brings all that was missed, once", async () => {
    const { token, answer, say } = await talk();
    await say("First");
    const before = await listen(token);
    await answer("Second");
    await vi.waitFor(() => expect(before.texts()).toContain("Second"), 2_000);
    const last = Math.max(...before.told.map(({ id }) => id || 0));
    await before.close();
    for (let n = 0; n < 40; n++) await answer(`Missed ${n}`);
    await prune(fixture.database.db, 0);
    const after = await listen(token, last);
    await vi.waitFor(() => expect(after.texts().filter((text) => text.startsWith("Missed"))).toHaveLength(40), 5_000);
    expect(new Set(after.texts()).size).toBe(after.texts().length);
    await answer("And on");
    await vi.waitFor(() => expect(after.texts().at(-1)).toBe("And on"), 2_000);
    await after.close();
  });

  test("tells who types, and where the conversation stands", async () => {
    const { token, contact, joy } = await talk();
    const stream = await listen(token);
    await vi.waitFor(() => expect(stream.told).not.toEqual([]), 2_000);
    await joy.typing({ params: { id: contact }, body: { what: "typing" } });
    await vi.waitFor(
      () => expect(stream.told).toContainEqual(expect.objectContaining({ kind: "typing", on: true })),
      2_000,
    );
    await joy.endContact({ params: { id: contact } });
    await vi.waitFor(
      () =>
        expect(stream.told).toContainEqual(
          expect.objectContaining({ kind: "standing", standing: expect.objectContaining({ stage: "ended" }) }),
        ),
      2_000,
    );
    await stream.close();
  });

  test("ten at most for each visitor; signing out cuts them all", async () => {
    const { token } = await talk();
    const open = await Promise.all(Array.from({ length: 10 }, () => listen(token)));
    expect((await listen(token)).response.status).toBe(429);
    await fixture.visit("/session", { token, method: "DELETE" });
    expect(await Promise.all(open.map(({ reading }) => reading))).toEqual(Array(10).fill("ended"));
    expect((await listen(token)).response.status).toBe(401);
  });
});
