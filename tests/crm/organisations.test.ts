import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Organisation, OrganisationDetail, OrganisationMatch } from "../../services/crm/contract.organisations";
import type { RecordDetail } from "../../services/crm/contract.records";
import { linkTask, organisationTasks, queueOrganisationScans } from "../../services/crm/organisation-links/jobs";
import { asOwner } from "../setup/database";
import { type CrmStage, crmStage, savanna, type Token } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

const body = <T>(answer: { status: number; body: object }, status = 201): T => {
  expect(answer).toMatchObject({ status });
  return answer.body as T;
};
const add = (form: object, token: Token = "owner") => fixture.ask("createOrganisation", { body: form }, token);
const added = async (form: object) => body<OrganisationDetail>(await add(form));
const contact = async (form: object) => body<RecordDetail>(await fixture.ask("createCrmContact", { body: form }));
const deal = async (form: object) => body<RecordDetail>(await fixture.ask("createDeal", { body: form }));
const contactById = async (id: number) => body<RecordDetail>(await fixture.ask("crmContact", { params: { id } }), 200);
const load = async (id: number, token: Token = "owner") =>
  body<OrganisationDetail>(await fixture.ask("organisation", { params: { id } }, token), 200);
const listed = async (query: object, token: Token = "owner") =>
  body<{ data: Organisation[] }>(await fixture.ask("organisations", { query }, token), 200).data;
const save = (record: RecordDetail, more: object) =>
  fixture.ask("updateContactDetails", {
    params: { id: record.id },
    body: {
      ...{ type: record.kind, version: record.version, name: record.name, company: record.company },
      ...{ phone: record.phone, email: record.email, source: record.source, ...more },
    },
  });
const runJob = (payload: object = {}) =>
  organisationTasks(fixture.database)[linkTask]?.({ account: savanna, ...payload });

describe("an organisation", () => {
  test("has what was typed, in the forms that are compared, and belongs to whoever adds it", async () => {
    const made = await added({
      ...{ name: "Kilonzo Hardware", website: "www.kilonzo.co.ke", phone: "0712 900 001", email: "info@kilonzo.test" },
      ...{ town: "Machakos", address: "Moi Avenue 4", tax_pin: "p051234567x", note: "Closed on Sundays." },
    });
    expect(made).toMatchObject({
      ...{ website: "https://www.kilonzo.co.ke", phone: "+254712900001", tax_pin: "P051234567X" },
      ...{ sales_manager: "Wanjiru Maina", people: 0, deals: [], version: 1 },
    });
    for (const [q, found] of [
      ["kilonzo", 1],
      ["machakos", 1],
      ["0712 900 001", 1],
      ["P051234567X", 1],
      ["Nairobi", 0],
    ])
      expect(await listed({ q })).toHaveLength(Number(found));
  });

  test.each([
    [{ name: " " }, "name"],
    [{ name: "A", website: "not a website" }, "website"],
    [{ name: "A", phone: "12" }, "phone"],
    [{ name: "A", email: "info" }, "email"],
    [{ name: "A", tax_pin: "12345" }, "tax_pin"],
    [{ name: "A", sales_manager_id: "99" }, "sales_manager_id"],
  ])("%o is refused at its field", async (form, field) => {
    expect((await add(form)).body.errors).toHaveProperty(field);
  });

  test("keeps its history; a change of what another person has changed meanwhile is refused", async () => {
    const { id, version } = await added({ name: "Mavuno Millers" });
    const change = (form: object) => fixture.ask("updateOrganisation", { params: { id }, body: form });
    body(await change({ name: "Mavuno Millers Ltd", town: "Kisumu", sales_manager_id: "2", version }));
    expect((await change({ name: "Late", version })).status).toBe(409);
    const found = await load(id);
    expect(found.changes.map(({ field, after, by }) => [field, after, by])).toEqual([
      ["Sales manager", "Otieno Ouma", "Wanjiru Maina"],
      ["Town", "Kisumu", "Wanjiru Maina"],
      ["Name", "Mavuno Millers Ltd", "Wanjiru Maina"],
    ]);
    body(await fixture.ask("setOrganisationManager", { params: { id }, body: { sales_manager_id: null } }));
    expect((await load(id)).sales_manager).toBe("");
  });

  test("is of its account alone, and for those who may see contacts", async () => {
    const { id } = await added({ name: "Secret Supplies" });
    expect((await fixture.ask("organisation", { params: { id } }, "other")).status).toBe(404);
    expect((await fixture.ask("deleteOrganisation", { params: { id } }, "other")).status).toBe(404);
    expect(await listed({}, "other")).toEqual([]);
    expect((await fixture.ask("organisations", {}, "seller")).status).toBe(403);
    const answer = await fixture.ask("createCrmContact", { body: { name: "A", organisation_id: id } }, "other");
    expect(answer.body.errors).toHaveProperty("organisation_id");
  });

  test("that may be there already is found by name, website, number and address", async () => {
    const { id } = await added({ name: "Bidii Foods Ltd", website: "bidii.co.ke", phone: "0712900010" });
    const matches = async (query: object) =>
      body<{ data: OrganisationMatch[] }>(await fixture.ask("organisationMatches", { query }), 200).data;
    expect(await matches({ name: "BIDII foods" })).toMatchObject([{ id, reasons: ["name"] }]);
    expect(await matches({ name: "Bidii Foods Kenya" })).toMatchObject([{ id, reasons: ["near name"] }]);
    expect(await matches({ name: "Other", website: "https://www.bidii.co.ke/shop" })).toMatchObject([{ id }]);
    expect(await matches({ email: "asha@bidii.co.ke" })).toMatchObject([{ id, reasons: ["website"] }]);
    expect(await matches({ phone: "+254 712 900 010" })).toMatchObject([{ id, reasons: ["phone"] }]);
    expect(await matches({ name: "Nobody", email: "asha@gmail.com" })).toEqual([]);
    // It is added all the same: several may have one name.
    const second = await added({ name: "Bidii Foods" });
    expect((await load(second.id)).likely.map((one) => one.id)).toEqual([id]);
  });
});

describe("contacts and deals", () => {
  test("belong to the organisation of their company, which is added once, whatever its spelling", async () => {
    const [one, other] = await Promise.all([
      contact({ name: "Asha", company: "Tumaini Traders Ltd" }),
      contact({ name: "Baraka", company: "TUMAINI traders" }),
    ]);
    expect(one.organisation?.id).toBeDefined();
    expect(other.organisation).toEqual(one.organisation);
    const sale = await deal({ name: "Cold room", contact_id: one.id, value_cents: 500_00 });
    expect(sale.organisation).toEqual(one.organisation);
    await deal({ name: "Shelves", company: "Tumaini Traders", value_cents: 100_00, currency: "USD" });
    const found = await load(one.organisation?.id ?? 0);
    expect(found.people).toBe(2);
    expect(found.deals).toEqual([
      { state: "open", currency: "KES", deals: 1, cents: 500_00 },
      { state: "open", currency: "USD", deals: 1, cents: 100_00 },
    ]);
    const [row] = await listed({ q: "tumaini" });
    expect(row).toMatchObject({ people: 2, open_deals: 2 });
    const people = await fixture.ask("crmContacts", { query: { organisation: found.id } });
    expect((people.body.data as { name: string }[]).map(({ name }) => name)).toHaveLength(2);
  });

  test("follow another company, stay with the same one in another spelling, and go where a person says", async () => {
    const named = await added({ name: "Upendo Clinic", town: "Eldoret" });
    const second = await added({ name: "Upendo Clinic", town: "Nakuru" });
    const made = await contact({ name: "Chebet", company: "upendo clinic" });
    expect(made.organisation?.id).toBe(named.id);
    const chosen = body<RecordDetail>(await save(made, { organisation_id: second.id }));
    expect(chosen.organisation?.id).toBe(second.id);
    expect(chosen.changes[0]).toMatchObject({ field: "Organisation", before: "Upendo Clinic" });
    const spelled = body<RecordDetail>(await save(chosen, { company: "Upendo Clinic Ltd" }));
    expect(spelled.organisation?.id).toBe(second.id);
    const moved = body<RecordDetail>(await save(spelled, { company: "Neema Pharmacy" }));
    expect(moved.organisation?.name).toBe("Neema Pharmacy");
    const out = body<RecordDetail>(await save(moved, { organisation_id: null }));
    expect(out).toMatchObject({ organisation: null, company: "Neema Pharmacy" });
    // It was taken out on purpose: another change leaves it out.
    expect(body<RecordDetail>(await save(out, { source: "Web" })).organisation).toBeNull();
    expect(body<RecordDetail>(await save(await contactById(out.id), { company: "" })).organisation).toBeNull();
  });

  test("stay when their organisation is deleted: with another one, or with none", async () => {
    const one = await contact({ name: "Daudi", company: "Rafiki Motors" });
    const into = await added({ name: "Rafiki Group" });
    const gone = one.organisation?.id ?? 0;
    const remove = (id: number, query: object = {}) => fixture.ask("deleteOrganisation", { params: { id }, query });
    expect((await remove(gone, { move_to: gone })).body.errors).toHaveProperty("move_to");
    body(await remove(gone, { move_to: into.id }), 200);
    expect((await contactById(one.id)).organisation).toEqual({ id: into.id, name: "Rafiki Group" });
    expect((await load(into.id)).changes[0]).toMatchObject({ field: "Taken over from", after: "Rafiki Motors" });
    body(await remove(into.id), 200);
    expect(await contactById(one.id)).toMatchObject({ company: "Rafiki Motors", organisation: null });
    expect((await fixture.ask("organisation", { params: { id: gone } })).status).toBe(404);
  });

  test("show what was written about them on the page of their organisation; deals only to those who may see them", async () => {
    const one = await contact({ name: "Esther", company: "Jamii Schools" });
    const sale = await deal({ name: "Desks", company: "Jamii Schools" });
    await fixture.ask("addContactNote", { body: { id: one.id, text: "Wants a visit." } });
    await fixture.ask("addContactNote", { body: { id: sale.id, text: "Sent the price." } });
    const { activities } = await load(one.organisation?.id ?? 0);
    expect(activities.map(({ text, record }) => [record.name, text])).toEqual([
      ["Desks", "Sent the price."],
      ["Esther", "Wants a visit."],
    ]);
  });
});

describe("a conversion", () => {
  const convert = (lead_id: number, more: object = {}) =>
    fixture.ask("convertLead", { body: { lead_id, contact_id: null, take: [], deal: true, ...more } });
  type Converted = { contact: { id: number }; deal: { id: number }; organisation: { id: number; name: string } | null };
  const organisationsNamed = async (name: string) =>
    (await listed({ q: name })).filter((one) => one.name === name).length;

  test("makes one organisation of the company, for the contact and its deal; its undo takes all of it back", async () => {
    const lead = await fixture.lead({ name: "Farida", company: "Zawadi Crafts" });
    const [one, other] = await Promise.all([convert(lead.id), convert(lead.id)]);
    const made = body<Converted>(one);
    expect(body<Converted>(other)).toEqual(made);
    expect(made.organisation?.name).toBe("Zawadi Crafts");
    expect(await organisationsNamed("Zawadi Crafts")).toBe(1);
    expect(await load(made.organisation?.id ?? 0)).toMatchObject({ people: 1, deals: [{ deals: 1 }] });
    body(await fixture.ask("undoConversion", { params: { id: lead.id } }));
    expect(await organisationsNamed("Zawadi Crafts")).toBe(0);
  });

  test("takes the one that is named, a new one of the same name, or none", async () => {
    const there = await added({ name: "Pendo Salon" });
    const companies = { name: "Grace", company: "Pendo Salon" };
    const first = body<Converted>(await convert((await fixture.lead(companies)).id, { organisation_id: there.id }));
    expect(first.organisation?.id).toBe(there.id);
    const second = body<Converted>(await convert((await fixture.lead(companies)).id, { new_organisation: true }));
    expect(second.organisation?.id).not.toBe(there.id);
    const third = body<Converted>(await convert((await fixture.lead(companies)).id, { organisation_id: null }));
    expect(third.organisation).toBeNull();
    expect((await contactById(third.contact.id)).company).toBe("Pendo Salon");
    const missing = await fixture.lead(companies);
    expect((await convert(missing.id, { organisation_id: 999_999 })).body.errors).toHaveProperty("organisation_id");
    expect((await fixture.ask("lead", { params: { id: missing.id } })).body.converted_at).toBeNull();
  });

  test("into a contact that is there leaves it where it is, unless its company is taken over; the undo puts it back", async () => {
    const known = await contact({ name: "Hawa", company: "Old Place" });
    const lead = await fixture.lead({ name: "Hawa K.", company: "New Place" });
    const kept = body<Converted>(await convert(lead.id, { contact_id: known.id }));
    expect(kept.organisation?.name).toBe("Old Place");
    body(await fixture.ask("undoConversion", { params: { id: lead.id } }));
    const moved = body<Converted>(await convert(lead.id, { contact_id: known.id, take: ["company"] }));
    expect(moved.organisation?.name).toBe("New Place");
    expect((await contactById(known.id)).organisation?.name).toBe("New Place");
    body(await fixture.ask("undoConversion", { params: { id: lead.id } }));
    expect(await contactById(known.id)).toMatchObject({ company: "Old Place", organisation: { name: "Old Place" } });
    expect(await organisationsNamed("New Place")).toBe(0);
  });
});

test("a merge takes the organisation with the company, and its undo gives both theirs back", async () => {
  const one = await contact({ name: "Imani", company: "First Farm", phone: "+254712900100" });
  const other = await contact({ name: "Imani", company: "Second Farm", phone: "+254712900100" });
  const [pair] = (await fixture.ask("duplicates", { query: { record: one.id } })).body.data as { id: number }[];
  const params = { id: pair?.id ?? 0 };
  const versions = { first_version: one.version, second_version: other.version };
  body(await fixture.ask("mergeDuplicate", { params, body: { keep_id: one.id, take: ["company"], ...versions } }));
  expect((await contactById(one.id)).organisation?.name).toBe("Second Farm");
  expect((await load(one.organisation?.id ?? 0)).people).toBe(0);
  body(await fixture.ask("undoMerge", { params }));
  expect((await contactById(one.id)).organisation).toEqual(one.organisation);
  expect((await contactById(other.id)).organisation).toEqual(other.organisation);
});

describe("an import", () => {
  const mapping = { mapping: { 0: "name", 1: "company", 2: "phone" } };
  const sheet = (...lines: string[]) => ["Name,Company,Phone", ...lines, ""].join("\n");

  test("links contacts to the organisations of its company column; the undo takes those away that it made", async () => {
    const there = await added({ name: "Baobab Lodge" });
    const known = await contact({ name: "Juma", company: "Elsewhere Inn", phone: "+254712900200" });
    const text = sheet("Amani,baobab lodge,0712900201", "Bahati,Twiga Tours,0712900202", "Juma,Twiga Tours,0712900200");
    const { done } = await fixture.imported(text, mapping, "contact");
    expect(done).toMatchObject({ state: "done", created: 2, updated: 1 });
    await runJob({ import_id: done.id });
    await runJob({ import_id: done.id });
    expect((await load(there.id)).people).toBe(1);
    expect((await contactById(known.id)).organisation?.name).toBe("Twiga Tours");
    expect(await listed({ q: "twiga" })).toMatchObject([{ people: 2 }]);
    body(await fixture.ask("undoRecordImport", { params: { id: done.id } }));
    expect(await listed({ q: "twiga" })).toEqual([]);
    expect((await contactById(known.id)).organisation).toEqual(known.organisation);
    expect((await load(there.id)).people).toBe(0);
  });

  test("of leads links nothing", async () => {
    const { done } = await fixture.imported(sheet("Kamau,Lead Company,0712900300"), mapping);
    await runJob({ import_id: done.id });
    expect(await listed({ q: "Lead Company" })).toEqual([]);
  });
});

test("what was there before there were organisations is linked by a job, once; later it leaves everything as it is", async () => {
  const first = await contact({ name: "Latifa", company: "Early Bird" });
  const sale = await deal({ name: "Coops", contact_id: first.id });
  await fixture.rows("delete from crm.organisations where name = 'Early Bird'");
  await asOwner(
    fixture.database.url,
    `insert into crm.organisation_scans (customer_account) values ('${savanna}')
    on conflict (customer_account) do update set finished_at = null`,
  );
  expect((await contactById(first.id)).organisation).toBeNull();
  await queueOrganisationScans(fixture.database);
  const { rows } = await asOwner(
    fixture.database.url,
    `select count(*)::int as jobs from graphile_worker._private_jobs where payload::jsonb = '{"account": "${savanna}"}'`,
  );
  expect(rows[0]?.jobs).toBeGreaterThan(0);
  await runJob();
  const { organisation } = await contactById(first.id);
  expect(organisation?.name).toBe("Early Bird");
  expect(body<RecordDetail>(await fixture.ask("deal", { params: { id: sale.id } }), 200).organisation).toEqual(
    organisation,
  );
  await runJob();
  expect(await listed({ q: "Early Bird" })).toHaveLength(1);
  const open = await fixture.rows("select 1 from crm.organisation_scans where finished_at is null");
  expect(open).toEqual([]);
});

test("an erasure takes a person out of their organisation, and their number off it; the organisation stays", async () => {
  const whom = { msisdn: "+254712900400", email: null };
  const made = await added({ name: "Mama Nuru Kiosk", phone: "0712900400" });
  const person = await contact({ name: "Nuru", company: "Mama Nuru Kiosk", phone: "0712900400" });
  const counts = body<{ data: { kind: string }[] }>(await fixture.ask("personCounts", { body: whom }, "service"), 200);
  expect(counts.data.map(({ kind }) => kind)).toContain("Organisations with their number or address");
  const sections = await fixture.ask("personData", { body: whom }, "service");
  expect(JSON.stringify(sections.body)).toContain("Mama Nuru Kiosk");
  body(await fixture.ask("erasePerson", { body: whom }, "service"), 200);
  expect(await load(made.id)).toMatchObject({ name: "Mama Nuru Kiosk", phone: "", people: 0 });
  expect((await contactById(person.id)).organisation).toBeNull();
  expect(await fixture.rows("select 1 from crm.organisation_changes where before like '%900400%'")).toEqual([]);
});
