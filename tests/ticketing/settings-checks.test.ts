import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
  fixture.at("2026-06-08T09:00");
});
afterAll(() => fixture.end());

const days = (segments: object[], on = 5) => [1, 2, 3, 4, 5, 6, 7].map((day) => (day <= on ? segments : []));
const saveHours = (week: object[][], account = "100001", more: object = {}) =>
  fixture.ask("updateHours", { params: { account }, body: { week, country: "", ...more } });

describe("hours", () => {
  test("that never open are refused (CFG-01)", async () => {
    const answer = await saveHours(days([], 0));
    expect(answer).toMatchObject({ status: 422, body: { errors: { week: ["Give the hours of at least one day."] } } });
  });

  test("until 23:59 are hours until midnight (CFG-05)", async () => {
    const saved = await saveHours(days([{ from: "00:00", to: "23:59" }], 7));
    expect(saved.body.week[0]).toEqual([{ from: "00:00", to: "24:00" }]);
    await fixture.ask("savePolicy", { body: { name: "A day", resolution_minutes: 1440 } });
    const { due_at } = await fixture.open();
    expect(due_at).toBe("2026-06-09T06:00:00.000Z");
  });
});

test("a call that names another account is refused, and nothing of one's own changes (REP-07)", async () => {
  const before = (await fixture.ask("businessHours")).body.data;
  expect((await saveHours(days([{ from: "10:00", to: "11:00" }]), "200002")).status).toBe(403);
  expect((await fixture.ask("businessHours")).body.data).toEqual(before);
  for (const [name, input] of [
    ["ticketList", { body: { customer_account: "200002" } }],
    ["ticketList", { query: { customer_account: "200002" } }],
    ["ticketsSummary", { query: { account: "200002" } }],
    ["statusTickets", { query: { account: "200002" } }],
    ["stages", { query: { account: "200002" } }],
  ] as const)
    expect([name, (await fixture.ask(name, input)).status]).toEqual([name, 403]);
  expect((await fixture.ask("ticketsSummary", { query: { account: "100001" } })).status).toBe(200);
});

test("a day that is exempted says which open tickets are due at another time, and only those", async () => {
  await saveHours(days([{ from: "08:00", to: "17:00" }]));
  const calendar = (await fixture.ask("policies")).body.data[0];
  await fixture.ask("savePolicy", {
    body: { id: calendar?.id, name: "Eight hours", resolution_minutes: 480, rank: 50 },
  });
  const always = { name: "Around the clock", priority_ids: [5], resolution_minutes: 2880, rank: 1 };
  await fixture.ask("savePolicy", { body: { ...always, operational_hours_id: 0 } });
  const soon = await fixture.open({ priority_id: 1 });
  fixture.at("2026-06-08T12:00");
  const moves = await fixture.open({ priority_id: 1, subject: "Moves" });
  const clock = await fixture.open({ priority_id: 5 });
  const answer = await fixture.ask("saveExemptedDay", { body: { date: "2026-06-09", name: "Stock taking" } });
  const ids = answer.body.moved.map(({ id }: { id: number }) => id);
  expect(ids).toContain(moves.id);
  expect(ids).not.toContain(soon.id);
  expect(ids).not.toContain(clock.id);
  expect(answer.body.moved.find(({ id }: { id: number }) => id === moves.id)).toMatchObject({
    due_before: "2026-06-09T08:00:00.000Z",
    due_after: "2026-06-10T08:00:00.000Z",
  });
  expect(answer.body.tickets_moved).toBe(new Set(ids).size);
  expect(answer.body.message).toContain(`#${moves.id}`);
});

describe("what does not exist is refused", () => {
  test("a first response that takes longer than the resolution (CFG-07)", async () => {
    const body = { name: "Odd", first_minutes: 300, resolution_minutes: 60 };
    expect(await fixture.ask("savePolicy", { body })).toMatchObject({
      status: 422,
      body: { errors: { first_minutes: [expect.any(String)] } },
    });
  });

  test("groups, types and dispositions in a policy", async () => {
    for (const field of ["group_ids", "type_ids", "disposition_ids"])
      expect(
        await fixture.ask("savePolicy", { body: { name: "Odd", resolution_minutes: 60, [field]: [999_999] } }),
      ).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
  });

  test("stages, words, people and groups in the actions of a rule, another account's too (D20)", async () => {
    const theirs = (await fixture.ask("createGroup", { body: { name: "Lake" } }, "lakeside")).body;
    const policy = (await fixture.ask("savePolicy", { body: { name: "Lake", resolution_minutes: 9 } }, "lakeside"))
      .body;
    const set = (field: string, value: string) => ({ kind: "set", field, value });
    for (const [action, key] of [
      [set("stage", "999999"), "value"],
      [set("status", "sleeping"), "value"],
      [set("priority", "high"), "value"],
      [set("policy", String(policy.id)), "value"],
      [{ kind: "assign", to: "member", id: "9" }, "id"],
      [{ kind: "assign", to: "group", id: String(theirs.id) }, "id"],
      [{ kind: "notify", to: "person", id: "9" }, "id"],
    ] as const)
      expect(
        await fixture.ask("saveAutomation", { body: { name: "Odd", event: "created", actions: [action] } }),
      ).toMatchObject({ status: 422, body: { errors: { [`actions.0.${key}`]: ["Choose from the list."] } } });
    const good = [set("status", "open"), set("priority", "5"), { kind: "assign", to: "member", id: "2" }];
    expect(
      (await fixture.ask("saveAutomation", { body: { name: "Good", event: "created", actions: good } })).status,
    ).toBe(201);
  });

  test("a contact of no one or of another account on a ticket (D20)", async () => {
    await expect(fixture.open({ contact_id: "9" })).rejects.toThrow(/no such contact/);
    const { id } = await fixture.open({ contact_id: "7" });
    expect((await fixture.update({ id, contact_id: "9" })).status).toBe(422);
    const property = { body: { id, property: "contact_id", value: "9" } };
    expect((await fixture.ask("updateProperty", property)).status).toBe(422);
  });

  test("a number that is no phone number", async () => {
    await expect(fixture.open({ customer_phone: "not a phone" })).rejects.toThrow(/phone number/);
    await expect(fixture.open({ customer_phone: "+254 711 222-333" })).resolves.toMatchObject({
      id: expect.any(Number),
    });
  });
});

test("the list of people says when each was last here", async () => {
  fixture.at("2026-06-08T14:00");
  await fixture.ask("unreadNotices", {}, "otieno");
  const { data } = (await fixture.ask("users", { query: { q: "otieno" } })).body;
  expect(data).toMatchObject([{ id: "2", last_seen_at: "2026-06-08T11:00:00.000Z" }]);
  // A page of tickets says it as well: the bell is the product's, and asks elsewhere.
  fixture.at("2026-06-08T15:00");
  await fixture.ask("ticketList", { body: {} }, "otieno");
  const later = (await fixture.ask("users", { query: { q: "otieno" } })).body.data;
  expect(later).toMatchObject([{ id: "2", last_seen_at: "2026-06-08T12:00:00.000Z" }]);
});

test("a number in two spellings is one reason for likeness", async () => {
  const customer_phone = "254711222333";
  const one = await fixture.open({ subject: "Router", customer_phone });
  await fixture.open({ subject: "Modem", customer_phone });
  const { data } = (await fixture.ask("similar", { params: { id: one.id } })).body;
  expect(data[0]?.reasons.join()).toMatch(/0711222333|254711222333/);
  expect(data[0]?.reasons.join()).not.toMatch(/0711222333.*254711222333|254711222333.*0711222333/);
});
