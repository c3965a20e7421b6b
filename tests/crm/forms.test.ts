import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasProof } from "../../rules/lead-form";
import type { LeadFormDetail } from "../../services/crm/contract.forms";
import type { CrmRecord } from "../../services/crm/contract.records";
import type { PublicForm } from "../../services/crm/forms/arrive";
import { type Entry, entryLimits, formVisitors } from "../../services/crm/forms/visitors";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
let visitors: ReturnType<typeof formVisitors>;
beforeAll(async () => {
  fixture = await crmStage();
  visitors = formVisitors(fixture.database, { clientsOfAccount: fixture.clientsOfAccount, secret: "s".repeat(32) });
});
afterAll(() => fixture.close());

const asked = (field: string, required = false) => ({ field, label: field, required });
const plainForm = {
  ...{ name: "Website", title: "Get in touch", consent: "I agree that you contact me." },
  fields: [asked("name", true), asked("phone"), asked("email"), asked("message")],
  manager_ids: ["1", "2"],
};
const noUtm = { utm_source: "", utm_medium: "", utm_campaign: "", utm_term: "", utm_content: "" };

async function add(form: object = {}): Promise<{ detail: LeadFormDetail; form: PublicForm }> {
  const answer = await fixture.ask("createLeadForm", { body: { ...plainForm, ...form } });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const detail = answer.body as unknown as LeadFormDetail;
  const found = await visitors.find(detail.key);
  if (!found) throw new Error("no form");
  return { detail, form: found };
}

let addresses = 0;
function entry(form: PublicForm, typed: Record<string, string>, more: Partial<Entry> = {}): Entry {
  return {
    ...{ typed, consented: true, honeypot: "", ticket: visitors.ticket(form), proof: "", utm: noUtm, referrer: "" },
    address: `10.0.${Math.floor(addresses / 250)}.${addresses++ % 250}`,
    ...more,
  };
}

async function leads(q: string): Promise<CrmRecord[]> {
  return (await fixture.ask("leads", { query: { q } })).body.data as CrmRecord[];
}

/** The mails that wait to be sent. */
function mails(): Promise<{ to: string; text: string }[]> {
  return fixture.mails();
}

describe("an entry of a lead form", () => {
  test("arrives as a lead with its score, is given to the next sales manager, and rings their bell", async () => {
    await fixture.ask("createLeadScoreRule", { body: { property: "phone", operator: "is set", points: 7 } });
    const { form, detail } = await add();
    const utm = { ...noUtm, utm_source: "facebook", utm_campaign: "july" };
    const typed = { name: "Amina", phone: "0712 000 501", message: "Call me <b>soon</b>." };
    expect(await visitors.send(form, entry(form, typed, { utm, referrer: "https://shop.example/a" }))).toEqual({
      kind: "thanks",
    });
    expect(await visitors.send(form, entry(form, { name: "Brian", email: "b@mail.test" }))).toEqual({ kind: "thanks" });
    const [amina] = await leads("Amina");
    expect(amina).toMatchObject({
      ...{ phone: "+254712000501", stage: "New", score: 7, source: "facebook" },
      ...{ sales_manager_id: "1", created_by: "Form Website" },
    });
    expect((await leads("Brian"))[0]).toMatchObject({ sales_manager_id: "2", source: "Form: Website" });
    const notes = await fixture.ask("contactNotes", { params: { id: amina?.id } });
    expect(notes.body.data).toMatchObject([{ text: "Call me <b>soon</b>." }]);
    expect(await fixture.rows(`select user_id, kind from events.notices where subject_id = '${amina?.id}'`)).toEqual([
      { user_id: "1", kind: "lead arrived" },
    ]);
    expect((await fixture.ask("leadForm", { params: { id: detail.id } })).body).toMatchObject({
      arrived: 2,
      origins: [
        { source: "", campaign: "", referrer: "", entries: 1 },
        { source: "facebook", campaign: "july", referrer: "shop.example", entries: 1 },
      ],
    });
    const consents = await fixture.rows<{ contact: string; change: string }>(
      "select contact, change from events.consents",
    );
    expect(consents).toEqual([
      { contact: "+254712000501", change: "in" },
      { contact: "b@mail.test", change: "in" },
    ]);
  });

  test("of somebody who is an open lead already is a note of that lead, and rings its manager", async () => {
    const { form } = await add({ name: "Again" });
    await visitors.send(form, entry(form, { name: "Chebet", email: "chebet@mail.test" }));
    await visitors.send(form, entry(form, { name: "C.", email: "CHEBET@mail.test", message: "Any news?" }));
    const found = await leads("chebet@mail.test");
    expect(found).toHaveLength(1);
    const notes = await fixture.ask("contactNotes", { params: { id: found[0]?.id } });
    expect(notes.body.data).toMatchObject([{ text: "Any news?", by: "Form Again" }]);
  });

  test("is by a further number too; a lead whose primary number it is comes before an older one", async () => {
    const { form } = await add({ name: "Further" });
    const older = await fixture.lead({ name: "Older", phone: "0712000511" });
    await fixture.ask("addContactPoint", { body: { id: older.id, value: "0712000512" } });
    const notes = async (id: number) =>
      ((await fixture.ask("contactNotes", { params: { id } })).body.data as { text: string }[]).map(({ text }) => text);
    await visitors.send(form, entry(form, { name: "O.", phone: "0712000512", message: "By the second phone" }));
    expect(await notes(older.id)).toEqual(["By the second phone"]);
    const primary = await fixture.lead({ name: "Primary", phone: "0712000512" });
    await visitors.send(form, entry(form, { name: "P.", phone: "0712000512", message: "By the first phone" }));
    expect([await notes(primary.id), await notes(older.id)]).toEqual([["By the first phone"], ["By the second phone"]]);
  });

  test("sent twice by one press is one; a robot that fills in everything is thanked and not kept", async () => {
    const { form, detail } = await add({ name: "Twice" });
    const once = entry(form, { name: "Dalmas", phone: "0712000502" });
    const both = await Promise.all([visitors.send(form, once), visitors.send(form, once)]);
    expect(both).toEqual([{ kind: "thanks" }, { kind: "thanks" }]);
    await visitors.send(
      form,
      entry(form, { name: "Robot", phone: "0712000503" }, { honeypot: "https://spam.example" }),
    );
    expect((await fixture.ask("leadForm", { params: { id: detail.id } })).body.arrived).toBe(1);
  });

  test("is refused at its fields, without consent, and without a way to answer", async () => {
    const { form } = await add({ name: "Refused" });
    const send = (typed: Record<string, string>, more: Partial<Entry> = {}) =>
      visitors.send(form, entry(form, typed, more));
    expect(await send({ phone: "12" })).toMatchObject({ kind: "refused", errors: { name: "Enter your name." } });
    expect(await send({ name: "E", email: "nothing" })).toMatchObject({ errors: { email: expect.any(String) } });
    expect(await send({ name: "E" })).toMatchObject({ errors: { phone: "Enter a phone number." } });
    expect(await send({ name: "E", phone: "0712000504" }, { consented: false })).toMatchObject({
      errors: { consent: expect.any(String) },
    });
    expect(await send({ name: "E", phone: "0712000504" }, { ticket: "made.up.words" })).toEqual({ kind: "old page" });
    const old = visitors.ticket(form, Date.now() - 25 * 3_600_000);
    expect(await send({ name: "E", phone: "0712000504" }, { ticket: old })).toEqual({ kind: "old page" });
  });

  test("is limited by address, more generously where a browser has worked for it", async () => {
    const { form } = await add({ name: "Flood" });
    const flood = async (more: Partial<Entry>, count: number) => {
      const kinds: string[] = [];
      for (let n = 0; n < count; n++) kinds.push((await visitors.send(form, entry(form, {}, more))).kind);
      return kinds;
    };
    const address = "192.0.2.7";
    const kinds = await flood({ address }, entryLimits.unproven + 1);
    expect(kinds.at(-2)).toBe("refused");
    expect(kinds.at(-1)).toBe("too often");
    const ticket = visitors.ticket(form);
    let proof = 0;
    while (!hasProof(createHash("sha256").update(`${ticket}.${proof}`).digest())) proof++;
    expect(await flood({ address, ticket, proof: String(proof) }, 1)).toEqual(["refused"]);
    expect((await flood({ ticket }, entryLimits.perPage + 1)).at(-1)).toBe("too often");
  });
});

test("with confirmation by email the lead arrives when the link was confirmed, once", async () => {
  const { form, detail } = await add({ name: "Double", double_opt_in: true, fields: [asked("email", true)] });
  expect(await visitors.send(form, entry(form, { email: "efua@mail.test" }))).toEqual({ kind: "check mail" });
  expect(await leads("efua@mail.test")).toEqual([]);
  const [mail] = (await mails()).filter(({ to }) => to === "efua@mail.test");
  const link = /\/confirm\/([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(await visitors.waits(form, link)).toBe(true);
  expect(await visitors.confirm(form, `${link.slice(0, -2)}xx`)).toBe(false);
  expect(await visitors.confirm(form, link)).toBe(true);
  expect(await visitors.confirm(form, link)).toBe(false);
  expect(await leads("efua@mail.test")).toMatchObject([{ name: "efua@mail.test" }]);
  expect((await fixture.ask("leadForm", { params: { id: detail.id } })).body).toMatchObject({ arrived: 1, pending: 0 });
});

test("a form needs a way to answer, and one name; a closed one has no page", async () => {
  const refused = async (form: object) =>
    (await fixture.ask("createLeadForm", { body: { ...plainForm, ...form } })).body.errors;
  expect(await refused({ name: "No way", fields: [asked("name")] })).toHaveProperty("fields");
  expect(await refused({ name: "No mail", double_opt_in: true })).toHaveProperty("double_opt_in");
  expect(await refused({ name: "Not a site", sites: ["http://"] })).toHaveProperty("sites.0");
  expect(await refused({ name: "Strangers", manager_ids: ["77"] })).toHaveProperty("manager_ids");
  const { detail } = await add({ name: "Closing" });
  expect(await refused({ name: "closing" })).toHaveProperty("name");
  const body = { ...plainForm, name: "Closing", active: false };
  expect((await fixture.ask("updateLeadForm", { params: { id: detail.id }, body })).status).toBe(201);
  expect(await visitors.find(detail.key)).toBeUndefined();
  expect((await fixture.ask("leadForm", { params: { id: detail.id } }, "other")).status).toBe(404);
});

test("what a person sent is told and erased with them", async () => {
  const { form } = await add({ name: "Privacy" });
  await visitors.send(
    form,
    entry(form, { name: "Fatuma", phone: "0712000509" }, { referrer: "https://x.example/fatuma" }),
  );
  const whom = { msisdn: "+254712000509", email: null };
  const told = await fixture.ask("personData", { body: whom }, "service");
  expect(JSON.stringify(told.body.sections)).toContain("I agree that you contact me.");
  await fixture.ask("erasePerson", { body: whom }, "service");
  const kept = await fixture.rows<{ row: string }>("select t::text as row from crm.form_entries t");
  expect(kept.map(({ row }) => row).join()).not.toContain("fatuma");
});
