import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CustomField } from "../../services/crm/contract.fields";
import type { CrmRecord, RecordDetail } from "../../services/crm/contract.records";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

async function addField(form: object): Promise<CustomField> {
  const answer = await fixture.ask("createCustomField", { body: { kind: "contact", type: "text", ...form } });
  expect(answer.body).toMatchObject({ name: expect.any(String) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as unknown as CustomField;
}

async function contact(form: object): Promise<RecordDetail> {
  const answer = await fixture.ask("createCrmContact", { body: { name: "Amina Hassan", ...form } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as unknown as RecordDetail;
}

async function change(record: RecordDetail, custom: object) {
  const { id, version, name, company, phone, email, source, value_cents, currency, expected_close } = record;
  const own = { name, company, phone, email, source, value_cents, currency, expected_close };
  const body = { type: record.kind, version, ...own, custom };
  return fixture.ask("updateContactDetails", { params: { id }, body });
}

async function names(custom: string, call: "crmContacts" | "leads" = "crmContacts"): Promise<string[]> {
  const { body } = await fixture.ask(call, { query: { custom, sort: "name", per_page: 100 } });
  return (body.data as CrmRecord[]).map(({ name }) => name);
}

async function setUnique(field: CustomField, unique: boolean) {
  const { name, required, help } = field;
  return fixture.ask("updateCustomField", { params: { id: field.id }, body: { name, required, help, unique } });
}

const detail = async (id: number) =>
  (await fixture.ask("crmContact", { params: { id } })).body as unknown as RecordDetail;

describe("the custom fields of an account", () => {
  test("are added, changed, put in order, archived and restored; one that is used is never deleted", async () => {
    const region = await addField({ name: "Region", kind: "deal" });
    const size = await addField({ name: "Size", kind: "deal", type: "choice", choices: [{ label: "Big" }] });
    const taken = await fixture.ask("createCustomField", { body: { kind: "deal", type: "text", name: "region" } });
    expect(taken.status).toBe(422);
    expect(taken.body.errors?.name).toBeDefined();
    await fixture.ask("rankCustomFields", { body: { kind: "deal", fields: [size.id, region.id] } });
    const deal = await fixture.ask("createDeal", { body: { name: "D", custom: { [region.id]: "Coast" } } });
    expect(deal.status).toBe(201);
    const list = (await fixture.ask("customFields", { query: { kind: "deal" } })).body.data as CustomField[];
    expect(list.map(({ name, used }) => `${name} ${used}`)).toEqual(["Size false", "Region true"]);
    expect((await fixture.ask("deleteCustomField", { params: { id: region.id } })).status).toBe(409);
    expect((await fixture.ask("deleteCustomField", { params: { id: size.id } })).status).toBe(201);
    await fixture.ask("archiveCustomField", { params: { id: region.id }, body: { archived: true } });
    const refused = await fixture.ask("createDeal", { body: { name: "E", custom: { [region.id]: "Coast" } } });
    expect(refused.body.errors).toEqual({ [`custom.${region.id}`]: ["There is no such field."] });
    const back = await fixture.ask("archiveCustomField", { params: { id: region.id }, body: { archived: false } });
    expect(back.body).toMatchObject({ archived: false, used: true });
  });

  test("are 50 of a kind at most", async () => {
    for (let at = 0; at < 48; at++) await addField({ name: `Extra ${at}`, kind: "deal" });
    const full = await fixture.ask("createCustomField", { body: { kind: "deal", type: "text", name: "One more" } });
    if (full.status === 201) {
      const over = await fixture.ask("createCustomField", { body: { kind: "deal", type: "text", name: "Too many" } });
      expect(over.status).toBe(422);
      expect(over.body.message).toContain("50 are possible");
    } else expect(full.status).toBe(422);
    for (const { id } of (await fixture.ask("customFields", { query: { kind: "deal" } })).body.data as CustomField[])
      await fixture.ask("archiveCustomField", { params: { id }, body: { archived: true } });
  });

  test("a choice that a record has is kept when it is taken out, and comes back with its label", async () => {
    const field = await addField({ name: "Level", type: "choice", choices: [{ label: "Gold" }, { label: "Tin" }] });
    const one = await contact({ name: "Level holder", custom: { [field.id]: "gold" } });
    expect(one.custom).toEqual({ [field.id]: 1 });
    const params = { id: field.id };
    const changed = await fixture.ask("updateCustomField", {
      params,
      body: { name: "Level", choices: [{ label: "Silver" }] },
    });
    expect(changed.body.choices).toEqual([
      { id: 3, label: "Silver", archived: false },
      { id: 1, label: "Gold", archived: true },
    ]);
    expect((await change(one, { [field.id]: "Gold" })).status).toBe(201);
    const again = { name: "Level", choices: [{ id: 3, label: "Platinum" }, { label: "gold" }] };
    expect((await fixture.ask("updateCustomField", { params, body: again })).body.choices).toEqual([
      { id: 3, label: "Platinum", archived: false },
      { id: 1, label: "gold", archived: false },
    ]);
  });
});

describe("values", () => {
  test("are checked, kept, found by, and in the history", async () => {
    const shops = await addField({ name: "Shops", type: "number" });
    const since = await addField({ name: "Customer since", type: "date" });
    const areas = await addField({
      ...{ name: "Areas", type: "choices" },
      choices: [{ label: "Coast" }, { label: "Rift" }],
    });
    const bad = await fixture.ask("createCrmContact", { body: { name: "B", custom: { [shops.id]: "many" } } });
    expect(bad.status).toBe(422);
    expect(bad.body.errors).toEqual({ [`custom.${shops.id}`]: ["Enter a number such as 12.5."] });
    const made = await contact({
      name: "Values one",
      custom: { [shops.id]: "1,200", [since.id]: "24/11/2026", [areas.id]: ["Rift", "Coast"] },
    });
    await contact({ name: "Values two", custom: { [shops.id]: 5, [since.id]: "2025-01-01", [areas.id]: "Rift" } });
    expect(made.custom).toEqual({ [shops.id]: 1200, [since.id]: "2026-11-24", [areas.id]: [1, 2] });
    expect(await names(`${shops.id}=1200`)).toEqual(["Values one"]);
    expect(await names(`${areas.id}=2`)).toEqual(["Values one", "Values two"]);
    expect(await names(`${areas.id}=2&${since.id}.to=2025-12-31`)).toEqual(["Values two"]);
    expect(await names(`${shops.id}.from=6`)).toEqual(["Values one"]);
    expect(await names(`${shops.id}=many`)).toEqual([]);
    expect(await names(`${shops.id}=none`)).not.toContain("Values one");
    const changed = (await change(made, { [shops.id]: null })).body as unknown as RecordDetail;
    expect(changed.custom).toEqual({ [since.id]: "2026-11-24", [areas.id]: [1, 2] });
    expect(changed.changes[0]).toMatchObject({ field: "Shops", before: "1200", after: "", by: expect.any(String) });
    expect(await names(`${shops.id}=1200`)).toEqual([]);
  });

  test("of one account are nothing to another", async () => {
    const field = await addField({ name: "Private" });
    const other = await fixture.ask("createCrmContact", { body: { name: "O", custom: { [field.id]: "x" } } }, "other");
    expect(other.status).toBe(422);
    expect((await fixture.ask("customFields", {}, "other")).body.data).toEqual([]);
    const params = { id: field.id };
    expect((await fixture.ask("deleteCustomField", { params }, "other")).status).toBe(404);
  });

  test("a required one is asked for in a form and a call", async () => {
    const field = await addField({ name: "Contract", kind: "lead", required: true });
    const refused = await fixture.ask("createLead", { body: { name: "L" } });
    expect(refused.body.errors).toEqual({ [`custom.${field.id}`]: ["Enter a value for Contract."] });
    await fixture.ask("archiveCustomField", { params: { id: field.id }, body: { archived: true } });
    expect((await fixture.ask("createLead", { body: { name: "L" } })).status).toBe(201);
  });
});

describe("a unique value", () => {
  test("is refused with the name of the record that has it, whatever its case", async () => {
    const field = await addField({ name: "Member number", unique: true });
    const one = await contact({ name: "Member one", custom: { [field.id]: "A-1" } });
    const refused = await fixture.ask("createCrmContact", { body: { name: "T", custom: { [field.id]: "a-1" } } });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.[`custom.${field.id}`]).toEqual([
      `Member number must be unique: Member one (contact ${one.id}) has this value already.`,
    ]);
    expect((await change(one, { [field.id]: "a-1" })).status).toBe(201);
  });

  test("saved by twenty at once is one record's; the others are told whose", async () => {
    const field = await addField({ name: "Badge", unique: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        fixture.ask("createCrmContact", { body: { name: `Badge ${at}`, custom: { [field.id]: "7" } } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = answers.filter(({ status }) => status === 422);
    expect(others).toHaveLength(19);
    for (const { body } of others) expect(body.message).toMatch(/^Badge must be unique: Badge \d+ \(contact \d+\)/);
  });

  test("a field becomes unique only when no two say the same", async () => {
    const field = await addField({ name: "Plot" });
    const one = await contact({ name: "Plot one", custom: { [field.id]: "9" } });
    const two = await contact({ name: "Plot two", custom: { [field.id]: "9" } });
    const refused = await setUnique(field, true);
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain(`Plot one (contact ${one.id}) and Plot two (contact ${two.id})`);
    await change(two, { [field.id]: "10" });
    expect((await setUnique(field, true)).status).toBe(201);
    expect((await change(await detail(two.id), { [field.id]: "9" })).status).toBe(422);
    await setUnique(field, false);
    expect((await change(await detail(two.id), { [field.id]: "9" })).status).toBe(201);
  });
});

describe("custom fields elsewhere", () => {
  test("an import reads them by the rules of the form, with a reason for each row", async () => {
    const code = await addField({ name: "Shop code", unique: true, required: true });
    const level = await addField({ name: "Tier", type: "choice", choices: [{ label: "Gold" }, { label: "Tin" }] });
    const holder = await contact({ name: "Code holder", phone: "0712555001", custom: { [code.id]: "C1" } });
    const sheet = [
      "Name;Phone;shop code;TIER",
      "One;0712555002;C2;gold",
      "Two;0712555003;C2;Tin",
      "Three;0712555004;c1;",
      "Four;0712555005;;Tin",
      "Five;0712555006;C5;Bronze",
      "Code holder;0712555001;C9;Tin",
    ].join("\n");
    const mapping = { 0: "name", 1: "phone", 2: `custom.${code.id}`, 3: `custom.${level.id}` };
    const unmapped = await fixture.imported(sheet, { mapping: { 0: "name", 1: "phone" } }, "contact");
    expect(unmapped.refused?.body.message).toBe("Shop code is required. Choose the column with it.");
    const { sent, done } = await fixture.imported(sheet, { mapping }, "contact");
    expect(sent.columns.map(({ guess }) => guess)).toEqual([
      "name",
      "phone",
      `custom.${code.id}`,
      `custom.${level.id}`,
    ]);
    expect(done).toMatchObject({ state: "done", created: 1, updated: 1, refused: 4, rows_read: 6 });
    const { body } = await fixture.ask("importedRows", { params: { id: done.id }, query: {} });
    expect((body.data as { line: number; reason: string }[]).map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      "3 Shop code must be unique: line 2 has it already",
      `4 Shop code must be unique: Code holder (contact ${holder.id}) has it already`,
      "5 Shop code is required",
      "6 TIER: “Bronze”. It is not one of the choices: Gold, Tin.",
    ]);
    expect(await names(`${level.id}=1`)).toEqual(["One"]);
    const updated = await detail(holder.id);
    expect(updated.custom).toEqual({ [code.id]: "C9", [level.id]: 2 });
    expect(updated.changes.map(({ field, before, after }) => `${field}: ${before} > ${after}`)).toEqual(
      expect.arrayContaining(["Shop code: C1 > C9", "Tier:  > Tin"]),
    );
    await fixture.ask("undoRecordImport", { params: { id: done.id } });
    expect((await detail(holder.id)).custom).toEqual({ [code.id]: "C1" });
    expect(await names(`${level.id}=1`)).toEqual([]);
    await fixture.ask("archiveCustomField", { params: { id: code.id }, body: { archived: true } });
  });

  test("a merge takes them one by one, a unique one too, and its undo gives them back", async () => {
    const card = await addField({ name: "Card", unique: true });
    const note = await addField({ name: "Remark" });
    const first = await contact({ name: "Twin", phone: "0712666001", custom: { [card.id]: "K1", [note.id]: "old" } });
    const second = await contact({ name: "Twin", phone: "0712666001", custom: { [card.id]: "K2", [note.id]: "new" } });
    const pairs = (await fixture.ask("duplicates", { query: { record: first.id } })).body.data as { id: number }[];
    const params = { id: pairs[0]?.id ?? 0 };
    const body = {
      keep_id: first.id,
      take: [`custom.${card.id}`],
      first_version: first.version,
      second_version: second.version,
    };
    expect((await fixture.ask("mergeDuplicate", { params, body })).status).toBe(201);
    const merged = await detail(first.id);
    expect(merged.custom).toEqual({ [card.id]: "K2", [note.id]: "old" });
    expect(merged.changes.map(({ field, after }) => `${field} ${after}`)).toContain("Card K2");
    expect(await names(`${card.id}=K2`)).toEqual(["Twin"]);
    expect((await fixture.ask("undoMerge", { params })).status).toBe(201);
    expect((await detail(first.id)).custom).toEqual({ [card.id]: "K1", [note.id]: "old" });
    expect((await detail(second.id)).custom).toEqual({ [card.id]: "K2", [note.id]: "new" });
    expect((await contact({ name: "Third", custom: { [card.id]: "K3" } })).custom).toEqual({ [card.id]: "K3" });
  });

  test("a conversion takes values along to fields of the same name and type, and its undo takes them back", async () => {
    const choices = [{ label: "Maize" }, { label: "Tea" }];
    const onLead = await addField({ name: "Crop", kind: "lead", type: "choice", choices });
    const onContact = await addField({ name: "crop", type: "choice", choices: [{ label: "Tea" }, { label: "Maize" }] });
    const lead = await fixture.lead({ phone: "0712777001", custom: { [onLead.id]: "Maize" } });
    const known = await contact({ name: "Known", phone: "0712777001", custom: { [onContact.id]: "Tea" } });
    const into = { lead_id: lead.id, contact_id: known.id, deal: false };
    await fixture.ask("convertLead", { body: { ...into, take: [`custom.${onContact.id}`] } });
    expect((await detail(known.id)).custom).toEqual({ [onContact.id]: 2 });
    expect((await fixture.ask("undoConversion", { params: { id: lead.id } })).status).toBe(201);
    expect((await detail(known.id)).custom).toEqual({ [onContact.id]: 1 });
    const made = await fixture.ask("convertLead", { body: { lead_id: lead.id, deal: false } });
    const { id } = made.body.contact as { id: number };
    expect((await detail(id)).custom).toEqual({ [onContact.id]: 2 });
  });

  test("a person's copy has them by name, and their erasure takes them away with the key of the search", async () => {
    const field = await addField({ name: "Pet" });
    const level = await addField({ name: "Rank", type: "choices", choices: [{ label: "A" }, { label: "B" }] });
    const one = await contact({
      ...{ name: "Erase me", phone: "0712888001" },
      custom: { [field.id]: "Simba", [level.id]: ["A", "B"] },
    });
    await change(one, { [field.id]: "Nala" });
    const whom = { msisdn: "+254712888001", email: null };
    const copy = await fixture.ask("personData", { body: whom }, "service");
    expect(JSON.stringify(copy.body)).toContain('"Pet":"Nala"');
    expect(JSON.stringify(copy.body)).toContain('"Rank":"A; B"');
    await fixture.ask("erasePerson", { body: whom }, "service");
    expect((await detail(one.id)).custom).toEqual({});
    expect(JSON.stringify((await detail(one.id)).changes)).not.toContain("Nala");
    expect(await names(`${field.id}=Nala`)).toEqual([]);
    expect(await fixture.rows("select 1 from crm.custom_values where key in ('nala', 'simba')")).toEqual([]);
  });
});
