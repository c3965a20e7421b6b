import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DuplicatePair } from "../../services/crm/contract.duplicates";
import type { PointMatch } from "../../services/crm/contract.points";
import type { CrmRecord, RecordDetail } from "../../services/crm/contract.records";
import type { CustomerEvents, CustomerProfile } from "../../services/kit/contract.customer";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

let numbers = 0;
/** A number that no other test has. */
const newPhone = () => `+2547330${String(++numbers).padStart(5, "0")}`;

async function contact(form: object = {}, token: Token = "owner"): Promise<RecordDetail> {
  const answer = await fixture.ask("createCrmContact", { body: { name: "Amina Hassan", ...form } }, token);
  expect(answer.status).toBe(201);
  return answer.body as unknown as RecordDetail;
}

const add = (id: number, value: string, label = "Other", token: Token = "owner") =>
  fixture.ask("addContactPoint", { body: { id, value, label } }, token);

async function withPoint(record: RecordDetail, value: string, label = "Other"): Promise<RecordDetail> {
  const answer = await add(record.id, value, label);
  expect(answer.status).toBe(201);
  return answer.body as unknown as RecordDetail;
}

const read = async (record: { kind: string; id: number }) =>
  (await fixture.ask(record.kind === "lead" ? "lead" : "crmContact", { params: { id: record.id } }))
    .body as unknown as RecordDetail;

/** "Work +254…", the primary ones with a star. */
const said = ({ contact_points = [] }: CrmRecord) =>
  contact_points.map(({ label, value, is_primary }) => `${is_primary ? "*" : ""}${label} ${value}`);

const matches = async (points: string, token: Token = "owner") =>
  (await fixture.ask("recordsWithPoint", { query: { points } }, token)).body.data as PointMatch[];

const pairs = async (record: number) =>
  (await fixture.ask("duplicates", { query: { record, limit: 100 } })).body.data as DuplicatePair[];

describe("further numbers and addresses of a record", () => {
  test("are added with a label, in one spelling, and are in its history", async () => {
    const phone = newPhone();
    const made = await contact({ phone: newPhone(), email: "amina@duka.test" });
    await withPoint(made, phone.replace("+254", "0"), "Work");
    const found = await withPoint(made, "Amina.Home@Mail.test", "Home");
    expect(said(found)).toEqual([`Work ${phone}`, "Home Amina.Home@Mail.test"]);
    expect(found.version).toBe(made.version + 2);
    expect(found.changes.map(({ field, after }) => `${field}: ${after}`).slice(0, 2)).toEqual([
      "Further email address: Amina.Home@Mail.test (Home)",
      `Further phone number: ${phone} (Work)`,
    ]);
    expect([found.phone, found.email]).toEqual([made.phone, "amina@duka.test"]);
  });

  test("the first number of a record without one becomes its primary one, and keeps its label", async () => {
    const made = await contact({ email: "only@mail.test" });
    const phone = newPhone();
    const found = await withPoint(made, phone, "Mobile");
    expect(found.phone).toBe(phone);
    expect(said(found)).toEqual([`*Mobile ${phone}`]);
  });

  test("what is neither, what the record has already and too many are refused in words", async () => {
    const made = await contact({ phone: newPhone(), email: "twice@duka.test" });
    const further = newPhone();
    await withPoint(made, further);
    for (const [value, words] of [
      ["", "Enter a phone number or an email address."],
      ["12", "This number can't be used"],
      ["a@b", "Enter an email address such as name@example.com."],
      [made.phone, "This contact has this phone number already."],
      [further.replace("+254", "0"), "This contact has this phone number already."],
      ["TWICE@duka.test", "This contact has this email address already."],
    ] as const) {
      const answer = await add(made.id, value);
      expect([answer.status, answer.body.errors?.value?.[0]]).toEqual([422, expect.stringContaining(words)]);
    }
    for (let count = 1; count < 20; count += 1) await withPoint(made, newPhone());
    expect((await add(made.id, newPhone())).body.errors?.value).toEqual([
      "There are 20 further numbers and addresses already. Remove one first.",
    ]);
    expect((await read(made)).contact_points).toHaveLength(20);
  });

  test("making one primary swaps the two, each with its label, and back again", async () => {
    const [first, second] = [newPhone(), newPhone()];
    const made = await withPoint(await contact({ phone: first }), second, "Work");
    const swap = async (value: string) => {
      const id = (await read(made)).contact_points.find((point) => point.value === value)?.id;
      const answer = await fixture.ask("makePointPrimary", { params: { id } });
      expect(answer.status).toBe(201);
      return answer.body as unknown as RecordDetail;
    };
    const swapped = await swap(second);
    expect(swapped.phone).toBe(second);
    expect(said(swapped).sort()).toEqual([`*Work ${second}`, `Other ${first}`]);
    expect(swapped.changes[0]).toMatchObject({ field: "Phone", before: first, after: second });
    const again = await fixture.ask("makePointPrimary", {
      params: { id: swapped.contact_points.find(({ is_primary }) => is_primary)?.id },
    });
    expect(again.status).toBe(409);
    const back = await swap(first);
    expect(back.phone).toBe(first);
    expect(said(back).sort()).toEqual([`*Other ${first}`, `Work ${second}`]);
  });

  test("a further number that is typed as the primary one in the details is no further one any more", async () => {
    const second = newPhone();
    const made = await withPoint(await contact({ phone: newPhone() }), second);
    const { name, company, email, source, value_cents, currency, expected_close, version } = made;
    const form = { name, company, email, source, value_cents, currency, expected_close, version };
    const body = { ...form, type: "contact", phone: second };
    const changed = await fixture.ask("updateContactDetails", { params: { id: made.id }, body });
    const found = changed.body as unknown as RecordDetail;
    expect([found.phone, said(found)]).toEqual([second, [`*Other ${second}`]]);
  });

  test("any of them gets another label, the first one too; a swap, a conversion and its undo keep it", async () => {
    const [first, second] = [newPhone(), newPhone()];
    const made = await withPoint(await contact({ phone: first, email: "Label@duka.test" }), second);
    const relabel = (value: string, label: string, token: Token = "owner", id = made.id) =>
      fixture.ask("labelContactPoint", { body: { id, value, label } }, token);
    expect((await relabel(second.replace("+254", "0"), "Work")).status).toBe(201);
    expect((await relabel("label@DUKA.test", "Home")).status).toBe(201);
    const labelled = (await relabel(first, "Mobile")).body as unknown as RecordDetail;
    expect(said(labelled).sort()).toEqual(["*Home Label@duka.test", `*Mobile ${first}`, `Work ${second}`]);
    expect([labelled.phone, labelled.email]).toEqual([first, "Label@duka.test"]);
    expect(labelled.changes[0]).toMatchObject({
      ...{ field: "Label of a phone number", before: `${first} (Other)`, after: `${first} (Mobile)` },
    });
    // The same label again is no change.
    const same = (await relabel(first, "Mobile")).body as unknown as RecordDetail;
    expect(same.version).toBe(labelled.version);
    const swapped = await fixture.ask("makePointPrimary", {
      params: { id: labelled.contact_points.find(({ value }) => value === second)?.id },
    });
    expect(said(swapped.body as unknown as RecordDetail).sort()).toEqual(
      ["*Home Label@duka.test", `*Work ${second}`, `Mobile ${first}`].sort(),
    );
    const told = await fixture.ask("personData", { body: { msisdn: first, email: null } }, "service");
    expect(JSON.stringify(told.body)).toContain(JSON.stringify({ label: "Mobile", phone: first }).slice(1, -1));
    expect((await relabel(newPhone(), "Work")).body.errors?.value).toEqual([
      "This contact does not have this phone number.",
    ]);
    expect((await relabel("12", "Work")).body.errors?.value?.[0]).toContain("This number can't be used");
    expect((await relabel(first, "Car")).body.errors?.label).toEqual(["Choose a label."]);
    expect((await relabel(first, "Work", "seller")).status).toBe(403);
    expect((await relabel(first, "Work", "other")).status).toBe(404);
    // A lead is converted with its labels.
    const phone = newPhone();
    const lead = await fixture.lead({ name: "Labelled lead", phone });
    await relabel(phone, "Work", "owner", lead.id);
    const converted = await fixture.ask("convertLead", { body: { lead_id: lead.id, deal: false } });
    const { contact: person } = converted.body as unknown as { contact: { id: number } };
    expect(said(await read({ kind: "contact", id: person.id }))).toEqual([`*Work ${phone}`]);
    expect((await fixture.ask("undoConversion", { params: { id: lead.id } })).status).toBe(201);
    expect(said(await read(lead))).toEqual([`*Work ${phone}`]);
  });

  test("one is removed once; others of the account's people and of other accounts do not reach it", async () => {
    const made = await withPoint(await contact({ phone: newPhone() }), newPhone());
    const params = { id: made.contact_points[0]?.id };
    for (const call of ["removeContactPoint", "makePointPrimary"] as const) {
      expect((await fixture.ask(call, { params }, "other")).status).toBe(404);
      expect((await fixture.ask(call, { params }, "seller")).status).toBe(403);
    }
    expect((await add(made.id, newPhone(), "Other", "seller")).status).toBe(403);
    expect((await add(made.id, newPhone(), "Other", "other")).status).toBe(404);
    const removed = await fixture.ask("removeContactPoint", { params });
    expect([removed.status, said(removed.body as unknown as RecordDetail)]).toEqual([200, []]);
    expect((await fixture.ask("removeContactPoint", { params })).status).toBe(404);
  });

  test("a list says them where it is asked for them", async () => {
    const phone = newPhone();
    const made = await withPoint(await contact({ name: "Listed Person", phone: newPhone() }), phone, "Home");
    const list = async (query: object) =>
      (await fixture.ask("crmContacts", { query: { q: "Listed Person", ...query } })).body.data as CrmRecord[];
    expect((await list({}))[0]?.contact_points).toBeUndefined();
    expect((await list({ points: "1" })).map(said)).toEqual([[`Home ${phone}`]]);
    expect(made.id).toBeGreaterThan(0);
  });
});

describe("a person is found by a further number or address", () => {
  test("who has it as the primary one comes first, then contacts before leads, the oldest first", async () => {
    const phone = newPhone();
    const further = await withPoint(await contact({ name: "Further", phone: newPhone() }), phone);
    const lead = await fixture.lead({ name: "Primary lead", phone });
    const later = await withPoint(await contact({ name: "Later", phone: newPhone() }), phone);
    const found = (await matches(phone)).map(({ name, is_primary }) => [name, is_primary]);
    expect(found).toEqual([
      ["Primary lead", true],
      ["Further", false],
      ["Later", false],
    ]);
    expect((await matches(phone, "seller")).map(({ id }) => id)).toEqual([lead.id]);
    expect(await matches(phone, "other")).toEqual([]);
    expect(await matches("nothing, 12,")).toEqual([]);
    expect([further.kind, later.kind]).toEqual(["contact", "contact"]);
  });

  test("the customer page collects what is theirs under each of their numbers", async () => {
    const [first, second] = [newPhone(), newPhone()];
    const made = await contact({ name: "Two Phones", phone: first, email: "two@phones.test" });
    await withPoint(made, second, "Work");
    await withPoint(made, "Other@Phones.test");
    await fixture.ask("addContactNote", { body: { id: made.id, text: "Calls on Friday." } });
    const asked = { phones: second, emails: "" };
    const profile = (await fixture.ask("customer", { query: asked })).body as unknown as CustomerProfile;
    expect(profile.names).toEqual(["Two Phones"]);
    expect([...profile.phones].sort()).toEqual([first, second].sort());
    expect(profile.emails).toEqual(["two@phones.test", "other@phones.test"]);
    expect(profile.labels).toEqual([{ of: second, label: "Work" }]);
    const events = (await fixture.ask("customerEvents", { query: asked })).body as unknown as CustomerEvents;
    expect(events.data.map(({ kind }) => kind)).toContain("note");
    const byMail = { phones: "", emails: "OTHER@phones.test" };
    expect(((await fixture.ask("customer", { query: byMail })).body as unknown as CustomerProfile).names).toEqual([
      "Two Phones",
    ]);
    // Whose primary number it is gives the name.
    await fixture.lead({ name: "Owner of the number", phone: second });
    await fixture.ask("addContactNote", { body: { id: made.id, text: "Active later." } });
    const both = (await fixture.ask("customer", { query: asked })).body as unknown as CustomerProfile;
    expect(both.names[0]).toBe("Owner of the number");
  });

  test("the search of a list and of the deals finds them", async () => {
    const phone = newPhone();
    const made = await withPoint(await contact({ name: "Searched", phone: newPhone() }), phone);
    await withPoint(made, "Searched.Twice@mail.test");
    const deal = await fixture.ask("createDeal", { body: { name: "Cold room", contact_id: made.id } });
    const ids = async (call: "crmContacts" | "deals" | "leads", q: string) =>
      ((await fixture.ask(call, { query: { q } })).body.data as CrmRecord[]).map(({ id }) => id);
    for (const q of [phone, phone.replace("+254", "0"), phone.slice(-7), "searched.twice"]) {
      expect(await ids("crmContacts", q)).toEqual([made.id]);
      expect(await ids("deals", q)).toEqual([deal.body.id]);
      expect(await ids("leads", q)).toEqual([]);
    }
  });

  test("the conversion of a lead finds the contact by them, brings those of the lead and takes them back", async () => {
    const [phone, other] = [newPhone(), newPhone()];
    const known = await withPoint(await contact({ name: "Known", phone: newPhone() }), phone);
    const lead = await withPoint(await fixture.lead({ name: "Known as a lead", phone }), other, "Work");
    const found = (await fixture.ask("conversionMatches", { params: { id: lead.id } })).body.data as CrmRecord[];
    expect(found.map(({ id }) => id)).toEqual([known.id]);
    const converted = await fixture.ask("convertLead", {
      body: { lead_id: lead.id, contact_id: known.id, take: ["phone"], deal: false },
    });
    expect(converted.status).toBe(201);
    const after = await read(known);
    expect(after.phone).toBe(phone);
    expect(said(after).sort()).toEqual([`*Other ${phone}`, `Other ${known.phone}`, `Work ${other}`]);
    expect((await fixture.ask("undoConversion", { params: { id: lead.id } })).status).toBe(201);
    const undone = await read(known);
    expect([undone.phone, said(undone)]).toEqual([known.phone, [`Other ${phone}`]]);
    // A new contact has what the lead had.
    const made = await fixture.ask("convertLead", { body: { lead_id: lead.id, deal: false } });
    const { contact: made_contact } = made.body as unknown as { contact: { id: number } };
    expect(said(await read({ kind: "contact", id: made_contact.id }))).toEqual([`Work ${other}`]);
  });
});

describe("duplicates and their merge", () => {
  test("a number or an address of one that the other has as a further one makes a pair, and its removal ends it", async () => {
    const [phone, shared] = [newPhone(), newPhone()];
    const one = await contact({ name: "Jane Doe", phone });
    const other = await withPoint(await contact({ name: "J. Somebody", phone: newPhone() }), phone);
    expect(await pairs(one.id)).toMatchObject([{ reasons: ["phone"], second: { id: other.id } }]);
    await fixture.ask("removeContactPoint", { params: { id: other.contact_points[0]?.id } });
    expect(await pairs(one.id)).toEqual([]);
    // Both have it as a further one.
    await withPoint(one, shared);
    await withPoint(other, shared);
    expect(await pairs(one.id)).toMatchObject([{ reasons: ["phone"] }]);
  });

  test("the kept record has all of both, and the undo gives each its own again", async () => {
    const [first, second, third, shared] = [newPhone(), newPhone(), newPhone(), newPhone()];
    const one = await withPoint(
      await contact({ name: "Merge One", phone: first, email: "one@merge.test" }),
      shared,
      "Home",
    );
    const other = await contact({ name: "Merge Two", phone: second, email: "two@merge.test" });
    await withPoint(other, third, "Work");
    await withPoint(other, shared, "Mobile");
    const before = [said(await read(one)), said(await read(other))];
    const [pair] = await pairs(one.id);
    const versions = [await read(one), await read(other)].map(({ version }) => version);
    const body = { keep_id: one.id, take: ["phone"], first_version: versions[0], second_version: versions[1] };
    expect((await fixture.ask("mergeDuplicate", { params: { id: pair?.id }, body })).status).toBe(201);
    const kept = await read(one);
    expect([kept.phone, kept.email]).toEqual([second, "one@merge.test"]);
    const further = said(kept).filter((point) => !point.startsWith("*"));
    expect(further.sort()).toEqual(
      [`Home ${shared}`, `Other ${first}`, "Other two@merge.test", `Work ${third}`].sort(),
    );
    // What was the other's is theirs as long as the merge can be undone, also without being further one any more.
    const theirs = async () =>
      (await fixture.ask("personCounts", { body: { msisdn: third, email: null } }, "service")).body.data;
    expect(await theirs()).toContainEqual(expect.objectContaining({ kind: "Leads, contacts and deals", count: 1 }));
    expect((await fixture.ask("undoMerge", { params: { id: pair?.id } })).status).toBe(201);
    expect([said(await read(one)), said(await read(other))]).toEqual(before);
    expect([(await read(one)).phone, (await read(other)).phone]).toEqual([first, second]);
  });
});

test("an export of a person has them, and an erasure takes them; whoever is known by a further number is theirs", async () => {
  const [phone, further] = [newPhone(), newPhone()];
  const made = await withPoint(await contact({ name: "To Be Erased", phone }), further, "Home");
  await withPoint(made, "Erase.Me@mail.test");
  const told = await fixture.ask("personData", { body: { msisdn: further, email: null } }, "service");
  expect(JSON.stringify(told.body)).toContain(phone);
  expect(JSON.stringify(told.body)).toContain("Erase.Me@mail.test");
  await fixture.ask("erasePerson", { body: { msisdn: null, email: "erase.me@mail.test" } }, "service");
  expect(await read(made)).toMatchObject({ name: "Erased", phone: "", contact_points: [] });
  expect(await fixture.rows(`select 1 from crm.contact_points where record_id = ${made.id}`)).toEqual([]);
  const changes = await fixture.rows<{ row: string }>(
    `select t::text as row from crm.changes t where record_id = ${made.id}`,
  );
  expect(changes.map(({ row }) => row).join("\n")).not.toMatch(/erase.me|254733/i);
});

describe("an import", () => {
  const columns = { 0: "name", 1: "phone", 2: "phone_2", 3: "email", 4: "email_2" } as const;
  const sheet = (...lines: string[]) => `Name;Phone;Phone 2;E-mail;Second email\n${lines.join("\n")}\n`;
  const byName = async (q: string) => {
    const list = await fixture.ask("crmContacts", { query: { q, points: "1" } });
    return (list.body.data as CrmRecord[]).map((found) => [found.phone, found.email, ...said(found)]);
  };

  test("guesses the columns, gives new records what they have, and its undo takes them out", async () => {
    const [first, second, alone] = [newPhone(), newPhone(), newPhone()];
    const { sent, done } = await fixture.imported(
      sheet(
        `Imported One;${first};${second.replace("+254", "0")};one@import.test;Two@import.test`,
        `Imported Two;;${alone};;`,
        `Imported Bad;${newPhone()};12;;`,
        `Imported Three;${newPhone()};;;`,
      ),
      { mapping: columns },
      "contact",
    );
    expect(sent.columns.map(({ guess }) => guess)).toEqual(["name", "phone", "phone_2", "email", "email_2"]);
    expect([done.created, done.refused]).toEqual([3, 1]);
    const { body } = await fixture.ask("importedRows", { params: { id: done.id } });
    expect(body.data).toMatchObject([{ line: 4, reason: "Phone 2: “12” is not a phone number" }]);
    expect(await byName("Imported One")).toEqual([
      [first, "one@import.test", "Other Two@import.test", `Other ${second}`],
    ]);
    // One number alone is the primary one.
    expect(await byName("Imported Two")).toEqual([[alone, ""]]);
    expect((await fixture.ask("undoRecordImport", { params: { id: done.id } })).status).toBe(201);
    expect(await matches(second)).toEqual([]);
    expect(await fixture.rows(`select 1 from crm.contact_points where key = '${second}'`)).toEqual([]);
  });

  test("updates whom it knows by a further number, which stays one, and its undo gives all back", async () => {
    const [first, second, third] = [newPhone(), newPhone(), newPhone()];
    const made = await withPoint(await contact({ name: "Known Further", phone: first }), second, "Work");
    const start = { mapping: columns, duplicates: "update" };
    const line = `Known Renamed;${second};${third};known@import.test;`;
    const { done } = await fixture.imported(sheet(line), start, "contact");
    expect([done.created, done.updated]).toEqual([0, 1]);
    const found = await read(made);
    expect([found.name, found.phone, found.email]).toEqual(["Known Renamed", first, "known@import.test"]);
    expect(said(found)).toEqual([`Work ${second}`, `Other ${third}`]);
    expect(found.changes).toContainEqual(expect.objectContaining({ field: "Further phone number", after: third }));
    // The same file again changes nothing.
    const again = await fixture.imported(sheet(line), start, "contact");
    expect([again.done.updated, again.done.duplicate]).toEqual([0, 1]);
    expect((await fixture.ask("undoRecordImport", { params: { id: done.id } })).status).toBe(201);
    const undone = await read(made);
    expect([undone.name, undone.phone, said(undone)]).toEqual(["Known Further", first, [`Work ${second}`]]);
  });

  test("whose primary number it is is updated rather than who has it as a further one", async () => {
    const shared = newPhone();
    const further = await withPoint(await contact({ name: "Has It Further", phone: newPhone() }), shared);
    const primary = await contact({ name: "Has It First", phone: shared });
    const { done } = await fixture.imported(
      sheet(`Named By The File;${shared};;;`),
      { mapping: columns, duplicates: "update" },
      "contact",
    );
    expect(done.updated).toBe(1);
    expect([(await read(primary)).name, (await read(further)).name]).toEqual(["Named By The File", "Has It Further"]);
  });
});
