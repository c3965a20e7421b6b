import { expect, test } from "vitest";
import { newRequestId, type OutboxMessage, refused, unacknowledged } from "../../app/chat/conversation/outbox";
import { missedMessage, threadItems } from "../../app/chat/conversation/thread-items";
import { requestId } from "../../services/chat/contract.fields";
import { said } from "./samples";

const outgoing = (request_id: string): OutboxMessage => ({
  request_id,
  contact_id: 1,
  type: "text",
  text: "Karibu",
  files: [],
  at: 5_000,
  state: "sending",
  reason: "",
});

test("a request id is 32 letters and digits, and never the same", () => {
  const ids = Array.from({ length: 200 }, () => newRequestId());
  for (const id of ids) expect(requestId.safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(200);
});

test("what the server has, by event or by answer, is no longer on its way; a refused one keeps its place", () => {
  const outbox = [outgoing("a"), outgoing("b")];
  expect(unacknowledged(outbox, [said(1, { message_id: "a" })])).toEqual([outgoing("b")]);
  expect(refused(outbox, "b", "Too long.")[1]).toMatchObject({ state: "refused", reason: "Too long." });
});

test("a line for each day, one where the gap was, and what is on its way at the end", () => {
  const day = 86_400;
  const messages = [said(1, { date: day }), said(2, { date: day + 60 }), said(3, { date: 2 * day })];
  const gap = { from: 1, to: 2, ids: new Set([2, 3, 99]), count: 3 };
  const items = threadItems(messages, [outgoing("a")], gap, "Africa/Nairobi");
  expect(items.map((item) => item.kind)).toEqual(["day", "message", "gap", "message", "day", "message", "outgoing"]);
  expect(items.find((item) => item.kind === "gap")).toMatchObject({ here: 2 });
});

test("a message keeps its key from the composer to the server's answer, so that the bubble does not jump", () => {
  const [one] = threadItems([], [outgoing("a")], undefined, "UTC");
  const [, other] = threadItems([said(9, { message_id: "a" })], [], undefined, "UTC");
  expect(other?.key).toBe(one?.key);
});

test("what came while one was cut off is what others wrote, not one's own", () => {
  const told = (by: string | null, change = "made") => ({
    seq: 1,
    kind: "chat.message",
    body: { message: said(9), change, by },
  });
  expect([told(null), told("8"), told("7"), told("8", "status")].map((event) => missedMessage(event, "7"))).toEqual([
    ...[9, 9, undefined, undefined],
  ]);
});
