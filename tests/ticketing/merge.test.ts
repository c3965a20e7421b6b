import { afterAll, beforeAll, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

const merge = (ticket_id: number, ...merge_ids: number[]) =>
  fixture.ask("mergeTicket", { body: { ticket_id, merge_ids } });
const unmerge = (ticket_id: number) => fixture.ask("unmergeTicket", { body: { ticket_id } });
const bodies = async (id: number): Promise<string[]> =>
  (await fixture.ask("comments", { params: { id } })).body.data.map(({ body }: { body: string }) => body).sort();

test("a merge takes every message along, and un-merging takes back only what came from there", async () => {
  const [a, b] = [
    await fixture.open({ subject: "A", member_ids: ["2"] }),
    await fixture.open({ subject: "B", member_ids: ["3"] }),
  ];
  await fixture.say(a.id, "from A");
  await fixture.say(b.id, "from B");
  const merged = await merge(a.id, b.id);
  expect(merged).toMatchObject({ status: 201, body: { ticket: { id: a.id, merged: [{ id: b.id }], comments: 2 } } });
  expect(merged.body.ticket.member_ids.sort()).toEqual(["2", "3"]);
  const landed = await fixture.say(b.id, "late reply to B");
  expect(landed.body).toMatchObject({ ticket_id: a.id, comment: { origin_id: b.id } });
  await fixture.say(a.id, "another on A");
  expect(await bodies(a.id)).toEqual(["another on A", "from A", "from B", "late reply to B"]);
  expect((await fixture.ask("ticketList", { body: { q: "B" } })).body.data).toEqual([]);
  expect((await unmerge(b.id)).body.ticket).toMatchObject({ id: b.id, merged_into: null, comments: 2 });
  expect([await bodies(a.id), await bodies(b.id)]).toEqual([
    ["another on A", "from A"],
    ["from B", "late reply to B"],
  ]);
  expect((await fixture.ticket(a.id)).member_ids).toEqual(["2"]);
  for (const id of [a.id, b.id]) {
    const lines = (await fixture.ask("history", { params: { id } })).body.data.map(
      ({ action }: { action: string }) => action,
    );
    expect(lines).toEqual(expect.arrayContaining(["merged", "un-merged"]));
  }
});

test("into itself, into a merged one, twice, and one that is not merged: refused with 406", async () => {
  const [a, b, c] = [await fixture.open(), await fixture.open(), await fixture.open()];
  expect((await merge(a.id, a.id)).status).toBe(406);
  await merge(a.id, b.id);
  expect((await merge(b.id, c.id)).status).toBe(406);
  expect((await merge(c.id, b.id)).status).toBe(406);
  expect((await unmerge(a.id)).status).toBe(406);
  expect((await fixture.update({ id: b.id, subject: "x" })).status).toBe(409);
});

test("a chain of merges comes apart in any order without losing a message", async () => {
  const [a, b, c] = [await fixture.open(), await fixture.open(), await fixture.open()];
  for (const [ticket, body] of [
    [a, "a"],
    [b, "b"],
    [c, "c"],
  ] as const)
    await fixture.say(ticket.id, body);
  await merge(b.id, a.id);
  await merge(c.id, b.id);
  expect(await bodies(c.id)).toEqual(["a", "b", "c"]);
  expect((await fixture.say(a.id, "a2")).body.ticket_id).toBe(c.id);
  await unmerge(b.id);
  expect([await bodies(b.id), await bodies(c.id)]).toEqual([["a", "a2", "b"], ["c"]]);
  await unmerge(a.id);
  expect([await bodies(a.id), await bodies(b.id)]).toEqual([["a", "a2"], ["b"]]);
});

test("A into B and B into A at once: exactly one survives", async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = [await fixture.open(), await fixture.open()];
    const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 406]);
    const tickets = [await fixture.ticket(a.id), await fixture.ticket(b.id)];
    expect(tickets.filter(({ merged_into }) => merged_into === null)).toHaveLength(1);
  }
});

test("a message that comes twice is one comment", async () => {
  const { id } = await fixture.open();
  await Promise.all([1, 2].map(() => fixture.say(id, "once", { author_kind: "customer", message_id: "<m1@mail>" })));
  expect(await bodies(id)).toEqual(["once"]);
});
