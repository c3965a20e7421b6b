import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { EventFrame } from "../../rules/live-frames";
import { closeAll, type Node, open, type Sessions, startNode } from "../front/live.fixture";
import { type ChatFixture, chatFixture, people } from "./fixture";

const within = 10_000;
let fixture: ChatFixture;
let node: Node;
const sessions: Sessions = new Map([["joy", people.joy]]);

beforeAll(async () => {
  fixture = await chatFixture();
  node = await startNode(fixture.database.url, sessions);
});
afterAll(async () => {
  closeAll();
  await node.stop();
  await fixture.end();
});

/** The texts of messages as an agent's page heard of them being written. */
const written = (heard: readonly EventFrame[]) =>
  heard.flatMap(([, kind, body]) =>
    kind === "chat.message" && body.change === "made" ? [(body.message as { message: string }).message] : [],
  );

test("both sides without a network, every message sent again and again: when it is back, each is there once, in order", async () => {
  await fixture.status("joy", "online");
  const contact = await fixture.wrote("otieno", "Hello");
  const page = open(node, "joy", sessions, { auth: { cursor: 0 } });
  await vi.waitFor(() => expect(written(page.heard)).toEqual(["Hello"]), within);
  page.socket.disconnect();

  const expected = ["Hello"];
  for (let n = 0; n < 40; n++) {
    // Nobody heard the answer, so the same is asked again: twice at once, then once more.
    const theirs = () => fixture.write("otieno", `Asked ${n}`, { provider_id: `again-${n}` });
    const ours = () =>
      fixture.say(contact.contact_id, `Answered ${n}`, "joy", { request_id: `${n}`.padStart(32, "b") });
    for (const again of [theirs, ours]) {
      await Promise.all([again(), again()]);
      await again();
    }
    expected.push(`Asked ${n}`, `Answered ${n}`);
  }

  const cursor = page.cursor() ?? 0;
  const back = open(node, "joy", sessions, { auth: { cursor } }, page.heard);
  expect(await back.outcome).toBe("ready");
  await fixture.write("otieno", "And on");
  await vi.waitFor(() => expect(written(back.heard)).toEqual([...expected, "And on"]), within);
  expect((await fixture.messages(contact.contact_id)).map(({ message }) => message)).toEqual([...expected, "And on"]);
}, 30_000);
