import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DuplicatePair, PairDetail } from "../../services/crm/contract.duplicates";
import type { RecordDetail } from "../../services/crm/contract.records";
import { duplicatesTask, duplicateTasks, queueDuplicateScans } from "../../services/crm/duplicates/jobs";
import { asideColumns, movedColumns, neverMerged } from "../../services/crm/duplicates/moved";
import { asOwner } from "../setup/database";
import { type CrmStage, crmStage, savanna, type Token } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

async function contact(form: object, token: Token = "owner"): Promise<RecordDetail> {
  const answer = await fixture.ask("createCrmContact", { body: form }, token);
  expect(answer.status).toBe(201);
  return answer.body as unknown as RecordDetail;
}

async function pairs(query: object = {}, token: Token = "owner"): Promise<DuplicatePair[]> {
  return (await fixture.ask("duplicates", { query: { limit: 100, ...query } }, token)).body.data as DuplicatePair[];
}

async function pairWith(one: { id: number }): Promise<DuplicatePair> {
  const [found] = await pairs({ record: one.id });
  if (!found) throw new Error(`no pair with ${one.id}`);
  return found;
}

const contactById = async (id: number) =>
  (await fixture.ask("crmContact", { params: { id } })).body as unknown as RecordDetail;

/** Merges the pair with these two, as they are now. */
async function merge(pair: DuplicatePair, keep: { id: number }, take: string[] = [], token: Token = "owner") {
  const detail = (await fixture.ask("duplicate", { params: { id: pair.id } })).body as unknown as PairDetail;
  const [first, second] = detail.records;
  const body = { keep_id: keep.id, take, first_version: first?.version, second_version: second?.version };
  return fixture.ask("mergeDuplicate", { params: { id: pair.id }, body }, token);
}

const undo = (pair: DuplicatePair, token: Token = "owner") =>
  fixture.ask("undoMerge", { params: { id: pair.id } }, token);
const said = ({ first, second, reasons }: DuplicatePair) => [first.name, second.name, ...reasons];

let number = 712_100_000;
const newPhone = () => `+254${number++}`;

describe("pairs", () => {
  test("are found when a record is made: by number, by address whatever the case, by name in one organisation", async () => {
    const phone = newPhone();
    const one = await contact({ name: "Baraka Mwangi", phone, email: "Baraka@duka.test", company: "Duka Ltd." });
    await contact({ name: "B. Mwangi", phone });
    await contact({ name: "Somebody else", email: "baraka@DUKA.test" });
    await contact({ name: "Mwangi, BÁRAKA", company: "The Duka Limited" });
    await contact({ name: "Baraka Mwangi", company: "Soko" });
    await contact({ name: "Chebet Koech", company: "Duka" });
    expect((await pairs({ record: one.id })).map(said)).toEqual([
      ["Baraka Mwangi", "B. Mwangi", "phone", "near name"],
      ["Baraka Mwangi", "Somebody else", "email"],
      ["Baraka Mwangi", "Mwangi, BÁRAKA", "name"],
    ]);
    expect((await pairs({ record: one.id, reason: "email" })).map(({ second }) => second.name)).toEqual([
      "Somebody else",
    ]);
    expect((await contactById(one.id)).duplicates.map(({ name }) => name)).toEqual([
      "B. Mwangi",
      "Somebody else",
      "Mwangi, BÁRAKA",
    ]);
  });

  test("are found and forgotten when a record is changed", async () => {
    const phone = newPhone();
    const one = await contact({ name: "Peris Atieno", phone });
    const other = await contact({ name: "Zawadi Mumo" });
    const change = async (form: object) => {
      const { version } = await contactById(other.id);
      const body = { type: "contact", name: "Zawadi Mumo", version, ...form };
      return fixture.ask("updateContactDetails", { params: { id: other.id }, body });
    };
    expect(await pairs({ record: one.id })).toEqual([]);
    expect((await change({ phone })).status).toBe(201);
    expect(await pairs({ record: one.id })).toHaveLength(1);
    await change({ phone: newPhone() });
    expect(await pairs({ record: one.id })).toEqual([]);
  });

  test("are of one kind each, and only for those who may change records of it", async () => {
    const phone = newPhone();
    const one = await fixture.lead({ name: "Lead one", phone });
    await fixture.lead({ name: "Lead two", phone });
    await contact({ name: "Contact of that number", phone });
    const [pair] = await pairs({ record: one.id });
    expect(pair && said(pair)).toEqual(["Lead one", "Lead two", "phone"]);
    expect((await pairs({}, "seller")).every(({ kind }) => kind === "lead")).toBe(true);
    expect((await fixture.ask("duplicates", { query: {} }, "nobody")).status).toBe(403);
    expect(await pairs({}, "other")).toEqual([]);
    const others = (await pairs()).find(({ kind }) => kind === "contact");
    const id = others?.id;
    const params = { id };
    expect((await fixture.ask("duplicate", { params }, "seller")).status).toBe(403);
    expect((await fixture.ask("keepApart", { params }, "seller")).status).toBe(403);
    const body = { keep_id: others?.first.id, first_version: 1, second_version: 1 };
    expect((await fixture.ask("mergeDuplicate", { params, body }, "seller")).status).toBe(403);
    for (const call of ["duplicate", "keepApart", "undoMerge"] as const)
      expect((await fixture.ask(call, { params }, "other")).status).toBe(404);
    expect((await fixture.ask("mergeDuplicate", { params, body }, "other")).status).toBe(404);
  });

  test("that are not the same are remembered, whatever is saved or searched again", async () => {
    const phone = newPhone();
    const one = await contact({ name: "Mother Njeri", phone });
    await contact({ name: "Daughter Njeri", phone });
    const pair = await pairWith(one);
    const apart = await fixture.ask("keepApart", { params: { id: pair.id } });
    expect(apart).toMatchObject({ status: 201, body: { state: "different" } });
    const body = { type: "contact", name: "Mother Njeri K", phone, version: 1 };
    expect((await fixture.ask("updateContactDetails", { params: { id: one.id }, body })).status).toBe(201);
    await duplicateTasks(fixture.database)[duplicatesTask]?.({ account: savanna });
    expect(await pairs({ record: one.id })).toEqual([]);
    const again = await fixture.ask("keepApart", { params: { id: pair.id } });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining("are not the same") } });
    expect((await merge(pair, one)).status).toBe(409);
  });

  test("of what is there already are found by a job over the account, and of an import by its own", async () => {
    const phone = newPhone();
    const one = await contact({ name: "There before", phone });
    await contact({ name: "There too", phone });
    await fixture.rows("delete from crm.duplicate_pairs where state = 'open'");
    await asOwner(fixture.database.url, "update crm.duplicate_scans set finished_at = null");
    await queueDuplicateScans(fixture.database);
    const { rows: jobs } = await asOwner(
      fixture.database.url,
      "select j.payload from graphile_worker._private_jobs j where j.payload->>'account' = '100001' and j.payload->>'import_id' is null and j.key like 'crm.find-duplicates%'",
    );
    expect(jobs).toEqual([{ payload: { account: savanna } }]);
    await duplicateTasks(fixture.database)[duplicatesTask]?.({ account: savanna });
    expect((await pairs({ record: one.id })).map(said)).toEqual([["There before", "There too", "phone"]]);
    const { done } = await fixture.imported(
      `Name;Phone\nImported;${phone}\n`,
      { mapping: { 0: "name", 1: "phone" }, duplicates: "create" },
      "contact",
    );
    await duplicateTasks(fixture.database)[duplicatesTask]?.({ account: savanna, import_id: done.id });
    expect(await pairs({ record: one.id })).toHaveLength(2);
  });
});

/** Everything that names a record, by table; of the history the lines before the merge. */
async function everything(ids: number[], lastChange: number) {
  const found: Record<string, unknown[]> = {};
  const all = [...movedColumns, ...asideColumns, ["duplicate_pairs", "first_id"]] as const;
  const said = "to_jsonb(x) - 'version' - 'active_at' as r";
  for (const [table, column] of all)
    found[table] = await fixture.rows(
      `select ${said} from crm.${table} x where ${column} in (${ids})
        and (${table !== "changes"} or (to_jsonb(x)->>'id')::bigint <= ${lastChange}) order by to_jsonb(x)::text`,
    );
  found.own = await fixture.rows(`select ${said} from crm.records x where id in (${ids}) order by id`);
  return found;
}

/** Two contacts that are one person, the second with a note, a call, an appointment, a deal and a sale. */
async function twoOfOne() {
  const phone = newPhone();
  const one = await contact({ name: "Amina Hassan", phone, company: "Duka", source: "Referral" });
  const other = await contact({ name: "Amina H.", phone, email: "amina@duka.test", value_cents: 500 });
  await fixture.ask("addContactNote", { body: { id: one.id, text: "Note of the first" } });
  await fixture.ask("addContactNote", { body: { id: other.id, text: "Note of the second" } });
  const called = { id: other.id, at: "2026-11-20T08:00:00Z", outcome: "busy" };
  expect((await fixture.ask("addLoggedCall", { body: called })).status).toBe(201);
  const starts_at = "2027-01-05T08:00:00Z";
  const meeting = { id: other.id, title: "Visit", starts_at, ends_at: "2027-01-05T09:00:00Z", overlap: true };
  expect((await fixture.ask("addAppointment", { body: meeting })).status).toBe(201);
  const deal = await fixture.ask("createDeal", { body: { name: "A deal", contact_id: other.id } });
  expect(deal.status).toBe(201);
  const lines = [{ product_id: null, name: "Rice", quantity: 1, price_cents: 100 }];
  const sale = {
    key: `sale-${other.id}-12345678`,
    contact_id: other.id,
    currency: "KES",
    lines,
    sold_on: "2026-11-20",
  };
  expect((await fixture.ask("createSale", { body: sale })).status).toBe(201);
  return { one, other, pair: await pairWith(one), deal: deal.body as unknown as RecordDetail };
}

describe("a merge", () => {
  test("keeps one record with the chosen fields and all that the other had; the other's address leads to it", async () => {
    const { one, other, pair, deal } = await twoOfOne();
    const merged = await merge(pair, one, ["email", "value"]);
    expect(merged).toMatchObject({ status: 201, body: { id: one.id, name: "Amina Hassan" } });
    const kept = await contactById(other.id);
    expect(kept).toMatchObject({
      ...{ id: one.id, name: "Amina Hassan", email: "amina@duka.test", company: "Duka", value_cents: 500 },
      merged: [{ pair: pair.id, name: "Amina H." }],
      duplicates: [],
    });
    expect(kept.related.map(({ id }) => id)).toEqual([deal.id]);
    const notes = await fixture.ask("contactNotes", { params: { id: one.id }, query: {} });
    expect((notes.body.data as { text: string }[]).map(({ text }) => text).sort()).toEqual([
      "Note of the first",
      "Note of the second",
    ]);
    expect((await fixture.ask("appointments", { query: { record: one.id } })).body.total).toBe(1);
    expect((await fixture.ask("loggedCalls", { params: { id: one.id }, query: {} })).body.total).toBe(1);
    expect((await fixture.ask("sales", { query: { contact_id: one.id } })).body.total).toBe(1);
    expect((await fixture.ask("crmContacts", { query: { q: "Amina H." } })).body.total).toBe(0);
    const history = kept.changes.map(({ field, before, after }) => [field, before, after]);
    expect(history).toContainEqual(["Merged", "", `Amina H. (contact ${other.id})`]);
    expect(history).toContainEqual(["Merged into", "", `Amina Hassan (contact ${one.id})`]);
    expect(history).toContainEqual(["Email", "", "amina@duka.test"]);
    const audit = await fixture.rows<{ action: string }>(
      `select action from events.activities where subject = 'crm contact' and subject_id = '${one.id}' order by id desc limit 1`,
    );
    expect(audit).toEqual([{ action: "CRM contacts merged" }]);
  });

  test("tells the sales manager whom the kept record gets from the other", async () => {
    fixture.held.set("2", { roles: [], permissions: ["View crm leads", "View crm contacts", "View crm deals"] });
    const { one, other, pair } = await twoOfOne();
    const body = { type: "contact", sales_manager_id: "2" };
    expect((await fixture.ask("setSalesManager", { params: { id: other.id }, body })).status).toBe(201);
    await fixture.rows("delete from events.notices");
    expect((await merge(pair, one, ["sales_manager"])).status).toBe(201);
    const { name } = await contactById(one.id);
    expect(await fixture.rows("select user_id, kind, subject_id, words from events.notices")).toEqual([
      {
        ...{ user_id: "2", kind: "contact given", subject_id: String(one.id) },
        words: `Wanjiru Maina gave you a contact: ${name}`,
      },
    ]);
  });

  test("is undone exactly, with what was added since left where it is", async () => {
    fixture.held.set("2", { roles: [], permissions: ["View crm leads", "View crm contacts", "View crm deals"] });
    const { one, other, pair } = await twoOfOne();
    const given = { type: "contact", records: [other.id], change: { what: "sales manager", sales_manager_id: "2" } };
    expect((await fixture.ask("changeRecords", { body: given })).status).toBe(200);
    const [last] = await fixture.rows<{ id: number }>("select max(id) as id from crm.changes");
    const all = () => everything([one.id, other.id], last?.id ?? 0);
    const before = await all();
    expect(before.changes).toHaveLength(1);
    expect((await merge(pair, one, ["name", "email", "value", "sales_manager"])).status).toBe(201);
    expect(await all()).not.toEqual(before);
    const shown = (await fixture.ask("duplicate", { params: { id: pair.id } })).body as unknown as PairDetail;
    expect(shown).toMatchObject({ state: "merged", merged: { id: other.id, name: "Amina H.", blocked: "" } });
    const undone = await undo(pair);
    expect(undone).toMatchObject({ status: 201, body: { state: "open" } });
    expect(await all()).toEqual(before);
    const fields = async (id: number) => (await contactById(id)).changes.map(({ field, after }) => `${field} ${after}`);
    expect(await fields(one.id)).toContain("Merge undone");
    expect(await fields(other.id)).toContain("Merge undone");
    expect((await undo(pair)).status).toBe(409);
    expect((await merge(pair, other)).status).toBe(201);
    await fixture.ask("addContactNote", { body: { id: other.id, text: "Added since" } });
    expect((await undo(pair)).status).toBe(201);
    const notes = async (id: number) =>
      ((await fixture.ask("contactNotes", { params: { id }, query: {} })).body.data as { text: string }[]).map(
        ({ text }) => text,
      );
    expect(await notes(one.id)).toEqual(["Note of the first"]);
    expect(await notes(other.id)).toEqual(["Added since", "Note of the second"]);
  });

  test("is not undone once the kept record was changed; a merge of the kept one is undone first", async () => {
    const phone = newPhone();
    const [a, b, c] = [
      await contact({ name: "One", phone }),
      await contact({ name: "Two", phone }),
      await contact({ name: "Three", phone }),
    ];
    const all = await pairs();
    const between = (x: RecordDetail, y: RecordDetail) =>
      all.find(({ first, second }) => first.id === x.id && second.id === y.id) as DuplicatePair;
    expect((await merge(between(a, b), b)).status).toBe(201);
    const next = (await pairWith(b)) as DuplicatePair;
    expect(next.id).toBe(between(b, c).id);
    expect((await merge(next, c)).status).toBe(201);
    expect((await contactById(a.id)).id).toBe(c.id);
    expect(await undo(between(a, b))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("Undo that merge first") },
    });
    expect((await undo(next)).status).toBe(201);
    expect((await contactById(a.id)).id).toBe(b.id);
    expect((await undo(between(a, b))).status).toBe(201);
    expect((await contactById(a.id)).id).toBe(a.id);
    expect((await merge(between(a, b), b)).status).toBe(201);
    const { version } = await contactById(b.id);
    const body = { type: "contact", name: "Two, married", phone, version };
    await fixture.ask("updateContactDetails", { params: { id: b.id }, body });
    expect(await undo(between(a, b))).toMatchObject({
      status: 409,
      body: { message: "Two, married was changed since the merge. Nothing was undone." },
    });
  });

  test("is refused where a record was changed since it was compared, or another is to be kept", async () => {
    const phone = newPhone();
    const one = await contact({ name: "Seen", phone });
    await contact({ name: "Seen too", phone });
    const pair = await pairWith(one);
    const params = { id: pair.id };
    const body = { keep_id: one.id, take: ["name"], first_version: 2, second_version: 1 };
    expect(await fixture.ask("mergeDuplicate", { params, body })).toMatchObject({
      status: 409,
      body: { message: "Seen was changed by another person meanwhile. Compare the two again." },
    });
    const wrong = { ...body, first_version: 1, keep_id: 999_999 };
    expect(await fixture.ask("mergeDuplicate", { params, body: wrong })).toMatchObject({
      status: 422,
      body: { errors: { keep_id: [expect.any(String)] } },
    });
    expect(await pairs({ record: one.id })).toHaveLength(1);
  });

  test("by two at once is made once, and the other is told who made it", async () => {
    const phone = newPhone();
    const one = await fixture.lead({ name: "Raced", phone });
    const other = await fixture.lead({ name: "Raced too", phone });
    const pair = await pairWith(one);
    const answers = await Promise.all([
      merge(pair, one, [], "owner"),
      merge(pair, other, [], "seller"),
      merge(pair, one, [], "seller"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409) expect(body.message).toContain("has merged these two already");
    const undone = await Promise.all([undo(pair), undo(pair)]);
    expect(undone.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await pairs({ record: one.id })).toHaveLength(1);
  });

  test("of two who save the same person at once leaves a pair", async () => {
    const phone = newPhone();
    const made = await Promise.all([contact({ name: "At once", phone }), contact({ name: "At once too", phone })]);
    expect(await pairs({ record: made[0]?.id })).toHaveLength(1);
  });

  test("carries over that the other is somebody else than a third one", async () => {
    const phone = newPhone();
    const one = await contact({ name: "Kept one", phone });
    const other = await contact({ name: "Merged one", phone, email: "shared@home.test" });
    const third = await contact({ name: "Third one", email: "shared@home.test" });
    const apart = await pairWith(third);
    await fixture.ask("keepApart", { params: { id: apart.id } });
    const pair = await pairWith(one);
    expect((await merge(pair, one, ["email"])).status).toBe(201);
    expect(await pairs({ record: third.id })).toEqual([]);
    expect((await undo(pair)).status).toBe(201);
    expect(await pairs({ record: third.id })).toEqual([]);
    expect((await fixture.ask("duplicate", { params: { id: apart.id } })).body).toMatchObject({ state: "different" });
    expect((await contactById(other.id)).email).toBe("shared@home.test");
  });

  test("names every table that names a record: a new one can't be forgotten", async () => {
    const { rows } = await asOwner(
      fixture.database.url,
      `select r.relname as table, a.attname as column from pg_constraint k
        join pg_class r on r.oid = k.conrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
        where k.contype = 'f' and r.relname <> 'record_references'
          and k.confrelid in ('crm.records'::regclass, 'crm.record_references'::regclass)`,
    );
    const known = [...movedColumns, ...asideColumns, ...neverMerged].map(([table, column]) => `${table}.${column}`);
    expect(rows.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(known.sort());
  });
});

test("an export has what was merged of a person, and an erasure takes it", async () => {
  const phone = newPhone();
  const gone = newPhone();
  const one = await contact({ name: "Erased soon", phone, email: "erased@home.test" });
  const other = await contact({ name: "Erased too", phone: gone, email: "erased@home.test" });
  expect((await merge(await pairWith(one), one)).status).toBe(201);
  const body = { msisdn: gone, email: null };
  const data = (await fixture.ask("personData", { body }, "service")).body as unknown as {
    sections: { kind: string; rows: object[] }[];
  };
  const merged = data.sections.find(({ kind }) => kind.includes("merged"));
  expect(merged?.rows).toEqual([expect.objectContaining({ name: "Erased too", phone: gone, merged: other.id })]);
  await fixture.ask("erasePerson", { body }, "service");
  expect(await contactById(one.id)).toMatchObject({ name: "Erased", phone: "", email: "", merged: [] });
  const left = await fixture.rows(`select 1 from crm.merges where merged_id = ${other.id}`);
  expect(left).toEqual([]);
  const names = await fixture.rows(`select 1 from crm.changes where before || after like '%Erased too%'`);
  expect(names).toEqual([]);
});
