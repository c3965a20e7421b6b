import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ContactNote } from "../../services/crm/contract.contacts";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.rows("delete from events.notices"));

async function must<T>(status: number, ...asked: Parameters<CrmStage["ask"]>): Promise<T> {
  const answer = await fixture.ask(...asked);
  expect(answer).toMatchObject({ status });
  return answer.body as never;
}
const notices = () =>
  fixture.rows<{ user_id: string; kind: string; subject_id: string; words: string }>(
    "select user_id, kind, subject_id, words from events.notices order by id",
  );
async function record(kind: "lead" | "deal", name: string): Promise<number> {
  const { id } = await must<{ id: number }>(201, kind === "lead" ? "createLead" : "createDeal", {
    body: { name },
  });
  return id;
}

test("a colleague who is mentioned in a note is notified once, and who writes of themselves is not", async () => {
  const id = await record("lead", "Njoki Karanja");
  const text = "Please call her, @Otieno. I (@owner@savanna.test) am away.";
  const note = await must<ContactNote>(201, "addContactNote", { body: { id, text } });
  expect(note.mentions.map(({ words }) => words)).toContain("@Otieno");
  const told = {
    ...{ user_id: "2", kind: "lead mention", subject_id: String(id) },
    words: "Wanjiru Maina mentioned you in a note: Njoki Karanja",
  };
  expect(await notices()).toEqual([told]);
  const params = { id: note.id };
  await must(201, "updateContactNote", { params, body: { text: "Please call her today, @Otieno Ouma" } });
  expect(await notices()).toEqual([told]);
  const listed = await must<{ data: ContactNote[] }>(200, "contactNotes", { params: { id }, query: {} });
  expect(listed.data[0]).toMatchObject({ text: "Please call her today, @Otieno Ouma", mentions: [{ id: "2" }] });
});

test("a mention that is added later is notified then", async () => {
  const id = await record("lead", "Late");
  const note = await must<ContactNote>(201, "addContactNote", { body: { id, text: "Nothing yet" } });
  expect(await notices()).toEqual([]);
  await must(201, "updateContactNote", {
    params: { id: note.id },
    body: { text: "@otieno@savanna.test, now" },
  });
  expect(await notices()).toHaveLength(1);
});

test("who may not see the record is named, and the note is not kept", async () => {
  const id = await record("deal", "Tents");
  const text = "Have a look, @Otieno";
  expect(await fixture.ask("addContactNote", { body: { id, text } })).toMatchObject({
    status: 422,
    body: {
      errors: {
        text: [
          "Otieno Ouma can't open this deal, so a mention would not reach them. Mention someone else, or remove the @.",
        ],
      },
    },
  });
  expect(await fixture.rows(`select 1 from crm.notes where record_id = ${id}`)).toEqual([]);
});

test("an address or an @ that names no one is text", async () => {
  const id = await record("lead", "Plain");
  const note = await must<ContactNote>(201, "addContactNote", {
    body: { id, text: "Write to njoki@example.com, or @nobody" },
  });
  expect(note.mentions).toEqual([]);
});

test("what a conversion copies keeps its mentions", async () => {
  const id = await record("lead", "Converted");
  await must(201, "addContactNote", { body: { id, text: "With @Otieno" } });
  const { contact } = await must<{ contact: { id: number } }>(201, "convertLead", { body: { lead_id: id } });
  const listed = await must<{ data: ContactNote[] }>(200, "contactNotes", {
    ...{ params: { id: contact.id }, query: {} },
  });
  expect(listed.data[0]?.mentions).toEqual([{ id: "2", words: "@Otieno" }]);
  expect(await notices()).toHaveLength(1);
});
