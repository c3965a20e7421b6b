import { afterAll, beforeAll, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

const otieno = { id: "2", name: "Otieno" };

test("who left the account is in no menu and gets no ticket by a rule, a group or a disposition, until they are back", async () => {
  const group = (await fixture.ask("createGroup", { body: { name: "Counter", member_ids: ["2", "3"] } })).body.id;
  const disposition = (await fixture.ask("saveDisposition", { body: { name: "Delivery" } })).body.id;
  await fixture.ask("dispositionMembers", { body: { disposition_id: disposition, member_ids: ["2", "3"] } });
  await fixture.ask("saveAutomation", {
    body: {
      name: "Share out",
      event: "created",
      conditions: [{ field: "subject", operator: "contains", value: "share" }],
      actions: [{ kind: "assign", to: "least busy of group", id: String(group) }],
    },
  });
  // Kevin has more to do than Otieno.
  await fixture.open({ member_ids: ["3"] });
  const mine = await fixture.open({ member_ids: ["2"] });
  await fixture.open({ member_ids: ["3"] });

  fixture.removePerson(otieno.id);
  expect((await fixture.ask("choices")).body.users).not.toContainEqual(otieno);
  const shared = await fixture.open({ subject: "share this" });
  expect((await fixture.ticket(shared.id)).member_ids).toEqual(["3"]);
  const delivery = await fixture.open({ disposition_id: disposition });
  expect((await fixture.ticket(delivery.id)).member_ids).toEqual(["3"]);
  const given = { params: { ticket_id: shared.id }, body: { add: ["2"], remove: [], watch: [], unwatch: [] } };
  expect((await fixture.ask("ticketMembers", given)).status).toBe(422);
  const groups = (await fixture.ask("groups")).body.data as { id: number; members: { id: string }[] }[];
  expect(groups.find(({ id }) => id === group)?.members.map(({ id }) => id)).toEqual(["3"]);
  // What is still theirs can be found and given to someone else.
  const listed = () => fixture.ask("users", { query: { q: "otieno" } });
  expect((await listed()).body.data).toMatchObject([{ id: "2", open_tickets: 1, left: true }]);
  await fixture.ask("destroyTicket", { params: { id: mine.id } });
  expect((await listed()).body.data).toEqual([]);

  fixture.restorePerson(otieno.id);
  expect((await fixture.ask("choices")).body.users).toContainEqual(otieno);
  const again = await fixture.open({ subject: "share this too" });
  expect((await fixture.ticket(again.id)).member_ids).toEqual(["2"]);
});

test("what was merged into another ticket keeps no one busy", async () => {
  const group = (await fixture.ask("createGroup", { body: { name: "Till", member_ids: ["4", "5"] } })).body.id;
  await fixture.ask("saveAutomation", {
    body: {
      name: "Till",
      event: "created",
      conditions: [{ field: "subject", operator: "contains", value: "till" }],
      actions: [{ kind: "assign", to: "least busy of group", id: String(group) }],
    },
  });
  const target = await fixture.open({ member_ids: ["5"] });
  const sources = [await fixture.open({ member_ids: ["4"] }), await fixture.open({ member_ids: ["4"] })];
  await fixture.ask("mergeTicket", { body: { ticket_id: target.id, merge_ids: sources.map(({ id }) => id) } });
  // Fatuma is on the target now, as Nobody is; a second ticket of Nobody's makes Fatuma the least busy.
  await fixture.open({ member_ids: ["5"] });
  const opened = await fixture.open({ subject: "till is down" });
  expect((await fixture.ticket(opened.id)).member_ids).toEqual(["4"]);
});
