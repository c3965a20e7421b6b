import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formBody } from "../../services/ticketing/contract.forms";
import { type TicketingFixture, type Token, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

describe("a ticket", () => {
  test("is opened with 201 and has the documented lists", async () => {
    const ticket = await fixture.open({
      subject: "Late delivery",
      member_ids: ["2"],
      customer_phone: "+254712345678",
      type_id: 3,
    });
    expect(ticket).toMatchObject({
      subject: "Late delivery",
      customer_account: "100001",
      statuses: [{ id: 1, name: "new" }],
      stages: [{ name: "New" }],
      types: [{ id: 3, name: "Incident" }],
      priorities: [{ id: 3, name: "Medium" }],
      members: [{ id: "2", name: "Otieno" }],
      groups: [],
      files: [],
      dispositions: [],
    });
    expect((await fixture.ask("ticket", { params: { id: ticket.uuid } })).body.id).toBe(ticket.id);
  });

  test("the same form twice is one ticket", async () => {
    const [one, two] = await Promise.all([fixture.open({ key: "form-1" }), fixture.open({ key: "form-1" })]);
    expect(one.id).toBe(two.id);
  });

  test("a wrong field comes back with its words, and nothing is opened", async () => {
    const answer = await fixture.ask("createTicket", formBody({ subject: " ", customer_email: "x" }));
    expect(answer).toMatchObject({ status: 422, body: { errors: { subject: [expect.stringMatching(/subject/)] } } });
    const unknown = await fixture.ask("createTicket", formBody({ subject: "x", type_id: 99, policy_id: 12345 }));
    expect(unknown).toMatchObject({
      status: 422,
      body: { errors: { type_id: [expect.any(String)], policy_id: [expect.any(String)] } },
    });
  });

  test("stage and status follow each other, and a move that is no move is refused", async () => {
    const { id } = await fixture.open();
    const property = (property: string, value: unknown) =>
      fixture.ask("updateProperty", { body: { id, property, value } });
    expect((await property("status", "pending")).body.ticket).toMatchObject({
      status: "pending",
      stages: [{ name: "Waiting for customer" }],
    });
    expect((await property("stage_id", 2)).body.ticket).toMatchObject({ status: "open" });
    expect((await property("status", "closed")).body.ticket).toMatchObject({
      status: "closed",
      resolved_at: expect.any(String),
    });
    const back = await property("status", "pending");
    expect(back).toMatchObject({ status: 422, body: { message: "A ticket that is closed cannot become pending." } });
    expect((await property("status", "open")).body.ticket).toMatchObject({
      reopened: 1,
      resolved_at: null,
      closed_at: null,
    });
  });

  test("urgency and impact give the priority by the grid", async () => {
    const { id } = await fixture.open({ urgency_id: 3, impact_id: 3 });
    expect((await fixture.ticket(id)).priority_id).toBe(5);
    const lower = await fixture.update({ id, impact_id: 1 });
    expect(lower.body.ticket.priority_id).toBe(3);
  });
});

describe("two people at once (statement 16)", () => {
  test("the same field is 409 with who and when, different fields merge", async () => {
    const { id, version } = await fixture.open({ subject: "Before" });
    expect((await fixture.update({ id, version, subject: "Otieno's" }, "otieno")).status).toBe(201);
    const lost = await fixture.update({ id, version, subject: "Mine" });
    expect(lost).toMatchObject({
      status: 409,
      body: {
        conflicts: [
          { field: "subject", yours: "Mine", theirs: "Otieno's", by: "Otieno", at: fixture.clock.now.toISOString() },
        ],
        current: { subject: "Otieno's", version: version + 1 },
      },
    });
    const merged = await fixture.update({ id, version, priority_id: 5 });
    expect(merged.body.ticket).toMatchObject({ subject: "Otieno's", priority_id: 5 });
    const same = await fixture.update({ id, version, subject: "Otieno's" });
    expect(same.status).toBe(201);
  });
});

describe("who may", () => {
  test("guests, people without permission, accounts without the product are refused", async () => {
    const statuses = async (token: Token) =>
      Promise.all(
        [
          fixture.ask("ticketList", { body: {} }, token),
          fixture.ask("createTicket", formBody({ subject: "x" }), token),
          fixture.ask("saveType", { body: { name: "x" } }, token),
        ].map(async (answer) => (await answer).status),
      );
    expect(await statuses("guest")).toEqual([401, 401, 401]);
    expect(await statuses("nobody")).toEqual([403, 403, 403]);
    expect(await statuses("unsold")).toEqual([403, 403, 403]);
    expect((await fixture.ask("saveType", { body: { name: "x" } }, "kevin")).status).toBe(403);
  });

  test("with View my tickets alone one sees one's own: given, of one's group, or opened by one", async () => {
    const group = (await fixture.ask("createGroup", { body: { name: "Second line", member_ids: ["3"] } })).body;
    const [other, given, grouped, opened] = [
      await fixture.open({ subject: "Other" }),
      await fixture.open({ member_ids: ["3"] }),
      await fixture.open({ group_ids: [group.id] }),
      await fixture.open({}, "kevin"),
    ];
    const { body } = await fixture.ask("ticketList", { body: {} }, "kevin");
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([opened.id, grouped.id, given.id]);
    expect((await fixture.ask("ticket", { params: { id: String(other.id) } }, "kevin")).status).toBe(404);
    expect((await fixture.update({ id: other.id, subject: "Taken" }, "kevin")).status).toBe(404);
    expect((await fixture.ticket(other.id)).subject).toBe("Other");
  });

  test("another account's ticket does not exist", async () => {
    const { id, uuid } = await fixture.open();
    for (const index of [String(id), uuid])
      expect((await fixture.ask("ticket", { params: { id: index } }, "lakeside")).status).toBe(404);
    expect((await fixture.update({ id, subject: "Taken" }, "lakeside")).status).toBe(404);
    expect(
      (await fixture.ask("mergeTicket", { body: { ticket_id: id, merge_ids: [id + 1] } }, "lakeside")).status,
    ).toBe(404);
  });
});

describe("deleting", () => {
  test("takes it from the list, and it can be brought back", async () => {
    const { id } = await fixture.open({ subject: "Uniquely deleted" });
    const found = async (query: object) =>
      (await fixture.ask("ticketList", { query, body: { q: "uniquely" } })).body.total;
    expect(await found({})).toBe(1);
    expect((await fixture.ask("destroyTicket", { params: { id } })).status).toBe(201);
    expect([await found({}), await found({ deleted: "1" })]).toEqual([0, 1]);
    expect((await fixture.update({ id, subject: "x" })).status).toBe(409);
    expect((await fixture.ask("restoreTicket", { params: { id } })).status).toBe(201);
    expect(await found({})).toBe(1);
  });
});

test("many tickets are changed at once, each refusal with its reason", async () => {
  const [one, two] = [await fixture.open(), await fixture.open()];
  const { body } = await fixture.ask("bulkChange", {
    body: { ids: [one.id, two.id, 999_999], change: { priority_id: 5, add_members: ["2"] } },
  });
  expect(body).toMatchObject({
    changed: [one.id, two.id],
    unchanged: 0,
    refused: [{ id: 999_999, reason: "There is no such ticket." }],
  });
  expect(await fixture.ticket(two.id)).toMatchObject({ priority_id: 5, member_ids: ["2"] });
  const history = (await fixture.ask("history", { params: { id: two.id } })).body.data;
  expect(history.map(({ words }: { words: string }) => words)).toEqual([
    "Given to Otieno",
    "Priority: Medium → Urgent",
    "Opened: Printer is on fire",
  ]);
});

test("similar tickets are the customer's others and those of like words, with the reason", async () => {
  const one = await fixture.open({ subject: "Blender makes strange noise", customer_phone: "+254722000111" });
  await fixture.open({ subject: "Strange noise from my blender" });
  await fixture.open({ subject: "Wrong invoice", customer_phone: "+254722000111" });
  const { body } = await fixture.ask("similar", { params: { id: one.id } });
  expect(body.data.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
    "Strange noise from my blender",
    "Wrong invoice",
  ]);
  expect(body.data.flatMap(({ reasons }: { reasons: string[] }) => reasons)).toEqual(
    expect.arrayContaining(["Same customer", expect.stringMatching(/blender/)]),
  );
  const customer = await fixture.ask("customerTickets", { query: { id: "0722 000 111" } });
  expect(customer.body.total).toBe(2);
});

test("items of a ticket are added, given to people, done and taken away", async () => {
  const { id } = await fixture.open();
  const added = (await fixture.ask("updateItem", { body: { ticket_id: id, name: "Call the driver" } })).body.data[0];
  if (!added) throw new Error("no item was added");
  const given = (await fixture.ask("itemMembers", { body: { item_id: added.id, member_id: "2" } })).body.data[0];
  if (!given) throw new Error("the item was given to no one");
  expect(given.members).toMatchObject([{ id: "2", name: "Otieno" }]);
  expect((await fixture.ask("detachItemMember", { params: { id: given.members[0]?.item_member_id } })).status).toBe(
    201,
  );
  expect(
    (await fixture.ask("updateItem", { body: { ticket_id: id, id: added.id, done: true } })).body.data[0],
  ).toMatchObject({ done: true, members: [] });
  expect((await fixture.ask("updateItem", { body: { ticket_id: id, id: added.id, delete: true } })).body.data).toEqual(
    [],
  );
});
