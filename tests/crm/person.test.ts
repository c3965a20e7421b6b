import { afterAll, beforeAll, expect, test } from "vitest";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

const amina = { msisdn: "+254722000001", email: null };
const asked = (name: "personCounts" | "personData" | "erasePerson", body: object, token = "service" as const) =>
  fixture.ask(name, { body }, token);

/** Everything that is kept of the account, as one text. */
async function everything(): Promise<string> {
  const tables = [
    "crm.records",
    "crm.changes",
    "crm.notes",
    "crm.logged_calls",
    "events.activities",
    "events.log",
    "events.notices",
  ];
  const kept = await Promise.all(
    tables.map((table) => fixture.rows<{ row: string }>(`select t::text as row from ${table} t`)),
  );
  return kept
    .flat()
    .map(({ row }) => row)
    .join("\n");
}

test("a person's leads are told, counted and erased with their notes; stage, value and others' leads stay", async () => {
  const made = await fixture.lead({
    name: "Amina Hassan",
    company: "Hassan Stores",
    phone: "0722 000 001",
    email: "amina@mail.test",
    value_cents: 5_000,
  });
  const beside = await fixture.lead({ name: "Brian", email: "brian@mail.test" });
  const params = { id: made.id };
  const { name, company, phone, email, source, value_cents, currency, expected_close } = made;
  const form = { name, company, phone, email, source, value_cents, currency, expected_close, version: 1 };
  await fixture.ask("updateContactDetails", { params, body: { ...form, company: "Hassan and Sons" } });
  await fixture.ask("addContactNote", { body: { id: made.id, text: "Amina asked for a quote. @Otieno knows more." } });
  const call = { id: made.id, at: "2026-11-20T08:00:00Z", outcome: "connected", note: "Amina talked of a shop." };
  await fixture.ask("addLoggedCall", { body: call });
  const stages = await fixture.stages();
  const lost = stages.find((stage) => stage.name === "Lost")?.id;
  const body = { stage_id: lost, lost_reason: "Amina moved away" };
  await fixture.ask("moveLead", { params: { lead_id: made.id }, body });

  expect((await asked("personCounts", amina)).body.data).toMatchObject([
    { kind: "Leads, contacts and deals", count: 1 },
    { kind: "Notes about their leads, contacts and deals", count: 1 },
    { kind: "Logged calls with them", count: 1 },
    { kind: "Changes of their leads, contacts and deals", count: 3 },
  ]);
  const told = await asked("personData", { msisdn: null, email: "amina@mail.test" });
  expect(JSON.stringify(told.body.sections)).toContain("Amina asked for a quote.");
  expect(JSON.stringify(told.body.sections)).toContain("Amina talked of a shop.");
  expect(await everything()).toMatch(/amina|hassan|722000001/i);

  const erased = await asked("erasePerson", amina);
  expect(erased.body.data).toHaveLength(4);
  expect(await everything()).not.toMatch(/amina|hassan|722000001/i);
  expect((await fixture.ask("lead", { params })).body).toMatchObject({
    name: "Erased",
    stage: "Lost",
    value_cents: 5_000,
    lost_reason: "Erased",
  });
  expect((await fixture.ask("lead", { params: { id: beside.id } })).body).toMatchObject({ name: "Brian" });
  expect((await asked("personCounts", amina)).body.data).toEqual([]);
});

test("who is no lead leaves all as it is; people may not ask", async () => {
  await fixture.lead({ name: "Without a number" });
  const before = await everything();
  expect((await asked("erasePerson", { msisdn: null, email: null })).body.data).toEqual([]);
  expect(await everything()).toBe(before);
  expect((await fixture.ask("personCounts", { body: amina })).status).toBe(403);
});
