import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DuplicatePair } from "../../services/crm/contract.duplicates";
import type { CrmRecord, RecordDetail } from "../../services/crm/contract.records";
import type { Tag } from "../../services/crm/contract.tags";
import { lockTags } from "../../services/crm/tags/store";
import { inAccount } from "../../services/kit/database";
import { type CrmStage, crmStage, lakeside, savanna, type Token } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

let numbers = 0;
/** A number that no other test has. */
const newPhone = () => `+2547440${String(++numbers).padStart(5, "0")}`;

async function contact(form: object = {}, token: Token = "owner"): Promise<RecordDetail> {
  const answer = await fixture.ask("createCrmContact", { body: { name: "Amina Hassan", ...form } }, token);
  expect(answer.status).toBe(201);
  return answer.body as unknown as RecordDetail;
}

type AnyRecord = { kind: string; id: number };

const setTags = (record: AnyRecord, tags: string[], token: Token = "owner") =>
  fixture.ask("setRecordTags", { params: { id: record.id }, body: { type: record.kind, tags } }, token);

async function tagged<R extends AnyRecord>(record: R, ...tags: string[]): Promise<R> {
  expect((await setTags(record, tags)).status).toBe(200);
  return record;
}

async function read({ kind, id }: AnyRecord): Promise<RecordDetail> {
  const call = ({ lead: "lead", contact: "crmContact", deal: "deal" } as const)[kind as "lead"];
  return (await fixture.ask(call, { params: { id } })).body as unknown as RecordDetail;
}

const namesOf = async (record: AnyRecord) => (await read(record)).tags.map(({ name }) => name);

const allTags = async (token: Token = "owner") =>
  (await fixture.ask("tags", { query: { counts: "1" } }, token)).body.data as Tag[];

async function tagNamed(name: string): Promise<Tag> {
  const found = (await allTags()).find((tag) => tag.name === name);
  if (!found) throw new Error(`there is no tag ${name}`);
  return found;
}

const listed = async (tag: number, call: "leads" | "crmContacts" | "deals" = "crmContacts", token: Token = "owner") =>
  ((await fixture.ask(call, { query: { tag, tags: "1" } }, token)).body.data as CrmRecord[]).map(({ id }) => id);

describe("the tags of a record", () => {
  test("are set by their names, made where there are none, and in its history", async () => {
    const made = await contact();
    const answer = await setTags(made, [" Key   customer", "Wholesale", "key CUSTOMER"]);
    expect([answer.status, (answer.body.data as Tag[]).map(({ name }) => name)]).toEqual([
      200,
      ["Key customer", "Wholesale"],
    ]);
    await tagged(made, "wholesale", "Newsletter");
    const found = await read(made);
    expect(found.tags.map(({ name }) => name)).toEqual(["Newsletter", "Wholesale"]);
    expect(found.version).toBe(made.version + 2);
    const changes = found.changes.filter(({ field }) => field === "Tag");
    expect(changes.map(({ by, before, after }) => [by, before, after]).reverse()).toEqual([
      ["Wanjiru Maina", "", "Key customer"],
      ["Wanjiru Maina", "", "Wholesale"],
      ["Wanjiru Maina", "Key customer", ""],
      ["Wanjiru Maina", "", "Newsletter"],
    ]);
    // The same again changes nothing.
    await tagged(made, "Newsletter", "Wholesale");
    expect((await read(made)).version).toBe(found.version);
  });

  test("what can't be a tag, and more than a record may have, is refused in words", async () => {
    const made = await tagged(await contact(), ...Array.from({ length: 29 }, (_, at) => `Many ${at}`));
    for (const [tags, words] of [
      [["a,b"], "A tag has no comma and no semicolon."],
      [[""], "Enter a tag."],
      [["x".repeat(41)], "A tag has at most 40 characters."],
    ] as const) {
      const answer = await setTags(made, [...tags]);
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body.errors)).toContain(words);
    }
    const change = (names: string[]) =>
      fixture.ask("tagRecords", { body: { type: "contact", records: [made.id], names } });
    expect((await change(["Many 29"])).body).toMatchObject({ changed: [made.id], refused: [] });
    expect((await change(["Many 30"])).body).toEqual({
      change_id: null,
      changed: [],
      refused: [{ id: made.id, reason: "A contact has at most 30 tags. Remove one first." }],
    });
    expect((await setTags({ kind: "lead", id: made.id }, ["Many 1"])).status).toBe(404);
  });

  test("are of the account alone, and of the kinds that a person may see", async () => {
    const made = await tagged(await contact(), "Ours alone");
    const { id } = await tagNamed("Ours alone");
    expect((await allTags("other")).map(({ name }) => name)).not.toContain("Ours alone");
    expect((await setTags(made, ["Theirs"], "other")).status).toBe(404);
    const theirs = await contact({}, "other");
    const body = { type: "contact", records: [theirs.id], add: [id] };
    expect((await fixture.ask("tagRecords", { body }, "other")).status).toBe(422);
    for (const call of ["renameTag", "deleteTag"] as const)
      expect((await fixture.ask(call, { params: { id }, body: { name: "Taken" } }, "other")).status).toBe(404);
    expect(await listed(id, "crmContacts", "other")).toEqual([]);
    expect((await setTags(made, [], "seller")).status).toBe(403);
    expect((await setTags(await fixture.lead(), ["Seller's"], "seller")).status).toBe(200);
    for (const call of ["renameTag", "deleteTag"] as const)
      expect((await fixture.ask(call, { params: { id }, body: { name: "Mine" } }, "seller")).status).toBe(403);
    expect((await fixture.ask("tags", {}, "nobody")).status).toBe(403);
    expect(await fixture.rows("select 1 from crm.record_tags where record_id <> 0", lakeside)).toEqual([]);
  });

  test("a new name that several give at once is one tag", async () => {
    const records = await Promise.all(Array.from({ length: 6 }, () => contact()));
    const answers = await Promise.all(records.map((one, at) => setTags(one, [at % 2 === 0 ? "At Once" : "at once"])));
    expect(answers.map(({ status }) => status)).toEqual(records.map(() => 200));
    const same = (await allTags()).filter(({ name }) => name.toLowerCase() === "at once");
    expect(same).toHaveLength(1);
    expect(same[0]?.records).toEqual({ lead: 0, contact: 6, deal: 0 });
  });

  test("whoever makes a tag while an import does is told so, and can use those that there are", async () => {
    const made = await tagged(await contact(), "There already");
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let ended: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      ended = inAccount(fixture.database.db, savanna, async (trx) => {
        await lockTags(trx, savanna);
        begun();
        await finished;
      });
    });
    const refused = await setTags(made, ["Made meanwhile"]);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "An import or another change is being saved. Try again in a moment.",
    ]);
    expect((await setTags(made, [])).status).toBe(200);
    expect((await setTags(made, ["There already"])).status).toBe(200);
    finish();
    await ended;
    expect((await setTags(made, ["Made meanwhile"])).status).toBe(200);
  });

  test("an account has at most 500 tags", async () => {
    const made = await contact({}, "other");
    await fixture.rows(
      `insert into crm.tags (customer_account, name) select '${lakeside}', 'Tag ' || n from generate_series(1, 499) n`,
      lakeside,
    );
    expect((await setTags(made, ["One more", "tag 7"], "other")).status).toBe(200);
    const refused = await setTags(made, ["Too many"], "other");
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "There are 500 tags already; 500 are possible. Delete or join some first.",
    ]);
  });
});

describe("lists", () => {
  test("are filtered by a tag, and say the tags of each record", async () => {
    const one = await tagged(await contact({ name: "Listed One" }), "Listed", "Zebra");
    const two = await tagged(await contact({ name: "Listed Two" }), "Listed");
    const lead = await tagged(await fixture.lead({ name: "Listed lead" }), "listed");
    const made = await fixture.ask("createDeal", { body: { name: "Listed deal" } });
    const deal = await tagged({ kind: "deal", id: Number(made.body.id) }, "Listed");
    const { id, records } = await tagNamed("Listed");
    expect(records).toEqual({ lead: 1, contact: 2, deal: 1 });
    expect((await listed(id)).sort()).toEqual([one.id, two.id].sort());
    expect([await listed(id, "leads"), await listed(id, "deals")]).toEqual([[lead.id], [deal.id]]);
    const page = await fixture.ask("crmContacts", { query: { tag: id, tags: "1", q: "Listed One" } });
    expect((page.body.data as CrmRecord[]).map(({ tags }) => tags?.map(({ name }) => name))).toEqual([
      ["Listed", "Zebra"],
    ]);
    const without = await fixture.ask("crmContacts", { query: { tag: id } });
    expect((without.body.data as CrmRecord[])[0]).not.toHaveProperty("tags");
    expect(await listed(999_999_999)).toEqual([]);
  });

  test("several records get a tag and lose it again; the answer says which of them changed", async () => {
    const had = await tagged(await contact(), "Bulk");
    const [one, two] = [await contact(), await contact()];
    const { id } = await tagNamed("Bulk");
    const records = [had.id, one.id, two.id];
    const call = (change: object) =>
      fixture.ask("tagRecords", { body: { type: "contact", records: [...records, 999_999], ...change } });
    const added = await call({ add: [id] });
    expect([added.status, added.body.changed]).toEqual([200, [one.id, two.id]]);
    expect(added.body.refused).toEqual([{ id: 999_999, reason: "There is no such contact." }]);
    expect((await read(had)).version).toBe(had.version + 1);
    expect((await read(one)).changes[0]).toMatchObject({ field: "Tag", after: "Bulk", by: "Wanjiru Maina" });
    expect((await call({ remove: [id] })).body.changed).toEqual(records);
    expect(await listed(id)).toEqual([]);
    expect((await call({ add: [999_999] })).status).toBe(422);
  });
});

describe("the tags of the account", () => {
  const rename = (id: number, name: string) => fixture.ask("renameTag", { params: { id }, body: { name } });

  test("get another name, also in other letters, but not that of another tag", async () => {
    const made = await tagged(await contact(), "Old name", "Other name");
    const { id } = await tagNamed("Old name");
    expect((await rename(id, "new name")).status).toBe(201);
    expect((await rename(id, "New Name")).status).toBe(201);
    expect(await namesOf(made)).toEqual(["New Name", "Other name"]);
    const taken = await rename(id, "OTHER NAME");
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      { name: ["There is a tag Other name already. Enter another name, or join the two."] },
    ]);
    expect((await rename(id, " ")).status).toBe(422);
  });

  test("two are joined: each record has the other one once", async () => {
    const both = await tagged(await contact(), "Joined", "Kept");
    const one = await tagged(await contact(), "Joined");
    const [gone, kept] = [await tagNamed("Joined"), await tagNamed("Kept")];
    const join = (into: number) => fixture.ask("joinTags", { params: { id: gone.id }, body: { into } });
    expect((await join(gone.id)).status).toBe(422);
    expect((await join(kept.id)).status).toBe(201);
    expect([await namesOf(both), await namesOf(one)]).toEqual([["Kept"], ["Kept"]]);
    expect((await tagNamed("Kept")).records).toEqual({ lead: 0, contact: 2, deal: 0 });
    expect((await join(kept.id)).status).toBe(404);
  });

  test("one is deleted from all its records", async () => {
    const made = await tagged(await contact(), "Deleted", "Stays");
    const { id } = await tagNamed("Deleted");
    const answer = await fixture.ask("deleteTag", { params: { id } });
    expect([answer.status, answer.body.message]).toEqual([201, "Deleted was deleted."]);
    expect(await namesOf(made)).toEqual(["Stays"]);
    expect((await fixture.ask("deleteTag", { params: { id } })).status).toBe(404);
  });

  test("a tag that is joined while a record gets it leaves no record without it", async () => {
    const records = await Promise.all(Array.from({ length: 5 }, () => contact()));
    await tagged(await contact(), "Race from", "Race into");
    const [from, into] = [await tagNamed("Race from"), await tagNamed("Race into")];
    const [join, ...answers] = await Promise.all([
      fixture.ask("joinTags", { params: { id: from.id }, body: { into: into.id } }),
      ...records.map(({ id }) =>
        fixture.ask("tagRecords", { body: { type: "contact", records: [id], add: [from.id] } }),
      ),
    ]);
    expect(join?.status).toBe(201);
    for (const [at, { status }] of answers.entries()) {
      // Either it came first and was joined, or it is told that there is no such tag.
      expect([200, 422]).toContain(status);
      expect(await namesOf(records[at] as RecordDetail)).toEqual(status === 200 ? ["Race into"] : []);
    }
  });
});

describe("what becomes of them", () => {
  test("a merge keeps the tags of both, and its undo gives each its own again", async () => {
    const phone = newPhone();
    const one = await tagged(await contact({ name: "Merge One", phone }), "Both", "Only one");
    const other = await tagged(await contact({ name: "Merge Two", phone }), "Both", "Only two");
    const pairs = (await fixture.ask("duplicates", { query: { record: one.id } })).body.data as DuplicatePair[];
    const [first, second] = [await read(one), await read(other)];
    const body = { keep_id: one.id, take: [], first_version: first.version, second_version: second.version };
    const params = { id: pairs[0]?.id };
    expect((await fixture.ask("mergeDuplicate", { params, body })).status).toBe(201);
    expect(await namesOf(one)).toEqual(["Both", "Only one", "Only two"]);
    expect((await fixture.ask("undoMerge", { params })).status).toBe(201);
    expect([await namesOf(one), await namesOf(other)]).toEqual([
      ["Both", "Only one"],
      ["Both", "Only two"],
    ]);
  });

  test("the contact and the deal of a converted lead have its tags, and the undo takes them back", async () => {
    const lead = await tagged(await fixture.lead({ name: "Converted" }), "From the lead", "Shared");
    const convert = async (form: object) =>
      (await fixture.ask("convertLead", { body: { lead_id: lead.id, ...form } })).body as unknown as {
        contact: { id: number };
        deal: { id: number };
      };
    const made = await convert({ deal: true });
    expect(await namesOf({ kind: "contact", id: made.contact.id })).toEqual(["From the lead", "Shared"]);
    expect(await namesOf({ kind: "deal", id: made.deal.id })).toEqual(["From the lead", "Shared"]);
    expect((await fixture.ask("undoConversion", { params: { id: lead.id } })).status).toBe(201);
    const known = await tagged(await contact({ name: "Was there" }), "Shared", "Its own");
    await convert({ contact_id: known.id, take: [], deal: false });
    expect(await namesOf(known)).toEqual(["From the lead", "Its own", "Shared"]);
    expect((await read(known)).changes[0]).toMatchObject({ field: "Tag", after: "From the lead" });
    expect((await fixture.ask("undoConversion", { params: { id: lead.id } })).status).toBe(201);
    expect(await namesOf(known)).toEqual(["Its own", "Shared"]);
    expect(await namesOf(lead)).toEqual(["From the lead", "Shared"]);
  });

  test("an export of a person says them, and an erasure removes them", async () => {
    const phone = newPhone();
    const made = await tagged(await contact({ name: "To Be Erased", phone }), "Very Personal");
    const whom = { body: { msisdn: phone, email: null } };
    const told = await fixture.ask("personData", whom, "service");
    expect(JSON.stringify(told.body.sections)).toContain('"tags":["Very Personal"]');
    await fixture.ask("erasePerson", whom, "service");
    expect(await namesOf(made)).toEqual([]);
    const kept = await fixture.rows<{ row: string }>(
      `select t::text as row from crm.changes t where record_id = ${made.id}`,
    );
    expect(kept.map(({ row }) => row).join("\n")).not.toContain("Very Personal");
  });
});

describe("an import", () => {
  const columns = { 0: "name", 1: "phone", 2: "tags" } as const;
  const sheet = (...lines: string[]) => `Name;Phone;Tags\n${lines.join("\n")}\n`;
  const imported = (lines: string[], duplicates = "skip") =>
    fixture.imported(sheet(...lines), { mapping: columns, duplicates }, "contact");
  const tagsByName = async (q: string) =>
    ((await fixture.ask("crmContacts", { query: { q, tags: "1" } })).body.data as CrmRecord[]).map(({ tags }) =>
      tags?.map(({ name }) => name),
    );
  const names = async () => (await allTags()).map(({ name }) => name);

  test("gives new records their tags, makes those that there are not, and its undo takes both away", async () => {
    const known = await tagged(await contact(), "Known before");
    const { sent, done } = await imported([
      `Tagged Import One;${newPhone()};"KNOWN before, Fair 2026;fair 2026"`,
      `Tagged Import Two;${newPhone()};`,
      `Tagged Import Bad;${newPhone()};${"x".repeat(41)}`,
    ]);
    expect(sent.columns.map(({ guess }) => guess)).toEqual(["name", "phone", "tags"]);
    expect([done.created, done.refused]).toEqual([2, 1]);
    const { body } = await fixture.ask("importedRows", { params: { id: done.id } });
    expect(body.data).toMatchObject([
      { line: 4, reason: `Tags: “${"x".repeat(40)}…” can't be a tag. A tag has at most 40 characters.` },
    ]);
    expect(await tagsByName("Tagged Import One")).toEqual([["Fair 2026", "Known before"]]);
    expect(await tagsByName("Tagged Import Two")).toEqual([[]]);
    expect((await fixture.ask("undoRecordImport", { params: { id: done.id } })).status).toBe(201);
    expect(await names()).not.toContain("Fair 2026");
    expect(await namesOf(known)).toEqual(["Known before"]);
  });

  test("adds tags to whom it knows, and its undo gives back those that they had", async () => {
    const phone = newPhone();
    const made = await tagged(await contact({ name: "Tagged Known", phone }), "Had it");
    const line = `Tagged Known;${phone};Had it, Got it`;
    const { done } = await imported([line], "update");
    expect([done.created, done.updated]).toEqual([0, 1]);
    expect(await namesOf(made)).toEqual(["Got it", "Had it"]);
    expect((await read(made)).changes[0]).toMatchObject({ field: "Tag", after: "Got it" });
    const again = await imported([line], "update");
    expect([again.done.updated, again.done.duplicate]).toEqual([0, 1]);
    expect((await fixture.ask("undoRecordImport", { params: { id: done.id } })).status).toBe(201);
    expect(await namesOf(made)).toEqual(["Had it"]);
    expect(await names()).not.toContain("Got it");
    // Rows that are left as they are make no tags.
    await imported([`Tagged Known;${phone};Never made`], "skip");
    expect(await names()).not.toContain("Never made");
  });

  test("refuses the rows that bring one tag more than there may be, and those of records with too many", async () => {
    const phone = newPhone();
    await tagged(await contact({ name: "Full", phone }), ...Array.from({ length: 30 }, (_, at) => `Full ${at}`));
    const there = (await allTags()).length;
    await fixture.rows(
      `insert into crm.tags (customer_account, name)
       select customer_account, 'Filler ' || n from (select min(customer_account) as customer_account from crm.tags) a,
         generate_series(1, ${499 - there}) n`,
    );
    const { done } = await imported(
      [
        `Last Tag;${newPhone()};Number 500`,
        `No Room;${newPhone()};Number 501`,
        `Same Again;${newPhone()};number 500`,
        `Full;${phone};Number 500`,
        `Full;${phone};Full 3`,
      ],
      "update",
    );
    expect([done.created, done.updated, done.refused, done.duplicate]).toEqual([2, 0, 2, 1]);
    const { body } = await fixture.ask("importedRows", { params: { id: done.id }, query: { kind: "refused" } });
    expect((body.data as { reason: string }[]).map(({ reason }) => reason)).toEqual([
      "Tags: “Number 501” would be one more than the 500 tags that are possible",
      "Tags: a contact has at most 30, and with these it has more",
    ]);
    expect(await tagsByName("Same Again")).toEqual([["Number 500"]]);
  });
});
