import { afterAll, beforeAll, expect, test } from "vitest";
import { type TicketingFixture, type Token, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

/** The tickets that a list shows, newest first. */
async function listed(query: object, token: Token = "owner"): Promise<number[]> {
  const answer = await fixture.ask("ticketList", { query: { per_page: 100, ...query }, body: {} }, token);
  expect(answer.body.total).toBe(answer.body.data.length);
  return answer.body.data.map(({ id }) => id);
}

test("who may see their own tickets finds the same ones among them by every filter as who sees all", async () => {
  const group = (await fixture.ask("createGroup", { body: { name: "Counter" } })).body.id;
  await fixture.ask("addGroupMember", { body: { group_id: group, member_id: "3", role: "agent" } });
  const opened = await fixture.open({ subject: "Opened by Kevin" }, "kevin");
  const given = await fixture.open({ subject: "Given to Kevin", member_ids: ["3"], priority_id: 5 });
  const both = await fixture.open({ subject: "Given to both", member_ids: ["3", "2"], stage_id: 4 });
  const grouped = await fixture.open({ subject: "Of the counter", group_ids: [group], priority_id: 5 });
  await fixture.open({ subject: "Someone else's", member_ids: ["2"], priority_id: 5 });
  await fixture.open({ subject: "Nobody's" });
  const own = [grouped.id, both.id, given.id, opened.id];
  expect(await listed({}, "kevin")).toEqual(own);
  const filters: object[] = [
    { member: "3" },
    { member: "2" },
    { member: "none" },
    { group },
    { group: "none" },
    { priority: 5 },
    { status: "unresolved" },
    { q: "given" },
    { member: "3", priority: 5 },
  ];
  for (const filter of filters) {
    const all = await listed(filter);
    expect(await listed(filter, "kevin"), JSON.stringify(filter)).toEqual(all.filter((id) => own.includes(id)));
  }
  expect(await listed({ member: "me" }, "kevin")).toEqual([both.id, given.id]);
});

test("a customer's tickets are found by id, by address and by number however it is written, the deleted ones apart", async () => {
  const keyed = await fixture.open({ subject: "By key", customer_phone: "+254733000444" });
  const worded = await fixture.open({ subject: "Call 0733000444 back", customer_email: "zawadi@example.com" });
  const gone = await fixture.open({ subject: "Gone", customer_phone: "+254733000444" });
  await fixture.ask("destroyTicket", { params: { id: gone.id } });
  for (const customer of ["0733 000 444", "+254733000444", "254733000444"]) {
    expect(await listed({ customer }), customer).toEqual(expect.arrayContaining([keyed.id]));
    expect(await listed({ customer }), customer).not.toContain(gone.id);
    expect(await listed({ customer, deleted: "1" }), customer).toEqual([gone.id]);
  }
  expect(await listed({ customer: "Zawadi@example.com" })).toEqual([worded.id]);
  expect(await listed({ customer: "0733 000 445" })).toEqual([]);
});

test("a number looks for a ticket's own number and for words that begin with it, each ticket once", async () => {
  const first = await fixture.open({ subject: "Order 90210 is late" });
  const second = await fixture.open({ subject: `About ticket ${first.id}` });
  expect(await listed({ q: String(first.id) })).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(await listed({ q: `#${second.id}` })).toEqual([second.id]);
  expect(await listed({ q: "902" })).toEqual([first.id]);
  expect(await listed({ q: "order late" })).toEqual([first.id]);
  expect(await listed({ q: "order early" })).toEqual([]);
});
