import { afterAll, beforeAll, expect, test } from "vitest";
import type { Conversion } from "../../services/crm/contract.contacts";
import type { CustomerEvents } from "../../services/kit/contract.customer";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

test("a note that contact and deal have from their lead counts once, is told once, and goes with the undo unless it was changed", async () => {
  const phones = "+254722000881";
  const { id } = await fixture.lead({ name: "Converted", phone: phones });
  const note = (record: number, text: string) =>
    fixture.ask("addContactNote", { body: { id: record, text } }).then(({ body }) => Number(body.id));
  const notes = async (record: number) =>
    ((await fixture.ask("contactNotes", { params: { id: record } })).body.data as { id: number; text: string }[]).map(
      ({ text }) => text,
    );
  await note(id, "Calls on Friday.");
  await note(id, "Has two shops.");
  const written = async () =>
    ((await fixture.ask("dealsSummary", { query: {} })).body.activities as { user_id: string; notes: number }[]).find(
      ({ user_id }) => user_id === "1",
    )?.notes;
  expect(await written()).toBe(2);
  const there = await fixture.ask("createCrmContact", { body: { name: "There before", phone: phones } });
  const into = { lead_id: id, contact_id: Number(there.body.id) };
  const made = (await fixture.ask("convertLead", { body: into })).body as unknown as Conversion;
  expect(await notes(made.contact.id)).toHaveLength(2);
  expect(await notes(made.deal?.id ?? 0)).toHaveLength(2);
  expect(await written()).toBe(2);
  const told = (await fixture.ask("customerEvents", { query: { phones } })).body as unknown as CustomerEvents;
  expect(told.data.filter(({ kind }) => kind === "note").map(({ text }) => text)).toHaveLength(2);

  const [theirs] = (await fixture.ask("contactNotes", { params: { id: made.contact.id } })).body.data as {
    id: number;
    text: string;
  }[];
  await fixture.ask("updateContactNote", { params: { id: theirs?.id }, body: { text: "Has three shops." } });
  expect((await fixture.ask("undoConversion", { params: { id } })).status).toBe(201);
  expect(await notes(made.contact.id)).toEqual(["Has three shops."]);
  expect((await notes(id)).sort()).toEqual(["Calls on Friday.", "Has two shops."]);
});
