import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maxBytes } from "../../services/kit/contact-file/upload";
import { inAccount } from "../../services/kit/database";
import { addStop, removeStop } from "../../services/messaging/contacts/recipients";
import { sheetOf, xlsx } from "./contact-file.fixtures";
import { contactsStage, form, guessed, lakeside, type Stage, savanna } from "./contacts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await contactsStage();
});
afterAll(() => fixture.end());
beforeEach(() => asOf(savanna, (trx) => sql`delete from messaging.blacklist where true`.execute(trx)));

function asOf<T>(account: string, work: Parameters<typeof inAccount<T>>[2]): Promise<T> {
  return inAccount(fixture.database.db, account, work);
}

const files = () => fixture.files().filter((name) => !/uploads.\d+$/.test(String(name)));

/** The file, sent and read. */
async function blacklisted(content: string | Uint8Array, name = "stop.csv") {
  const sent = await fixture.ask("importBlacklist", { stream: form(content, name) });
  expect(sent).toMatchObject({ status: 201, body: { state: "running", target: "blacklist" } });
  await fixture.run(sent.body.id);
  return (await fixture.ask("import", { params: { id: sent.body.id } })).body;
}

const list = async () => (await fixture.ask("blacklist", { query: { per_page: 100 } })).body.data as unknown as Entry[];
type Entry = { msisdn: string; reason: string; source: string; added_by: string };
const numbers = async () => (await list()).map(({ msisdn }) => msisdn).sort();

async function rows(table: string, account = savanna) {
  return asOf(
    account,
    async (trx) => (await sql.raw<Record<string, unknown>>(`select * from ${table}`).execute(trx)).rows,
  );
}

test("a CSV fills the blacklist: new numbers, known ones, repeats and rows that cannot be read are counted", async () => {
  await fixture.ask("addToBlacklist", { body: { phones: "0722000002", reason: "By letter" } });
  const done = await blacklisted(
    "Jina;Simu;Reason\nAsha;0722 000 001;Asked by phone\nJuma;+254722000002;\nAsha again;254722000001;\nOffice;020 2222222;\nTypo;O722000009;\nMaua;722000003;\n",
  );
  expect(done).toMatchObject({
    state: "done",
    target: "blacklist",
    group_id: null,
    ...{ rows_read: 6, added: 2, updated: 1, repeated: 1, refused: 2 },
  });
  expect(await list()).toEqual([
    expect.objectContaining({ msisdn: "+254722000003", reason: "", source: "import", added_by: "Wanjiru Maina" }),
    expect.objectContaining({ msisdn: "+254722000001", reason: "Asked by phone", source: "import" }),
    expect.objectContaining({ msisdn: "+254722000002", reason: "By letter", source: "staff" }),
  ]);
  const refused = (await fixture.ask("refusedRows", { params: { id: done.id }, query: {} })).body.data;
  expect(refused.map(({ line, kind, cells }) => [line, kind, cells[0]])).toEqual([
    [4, "repeated", "Asha again"],
    [5, "refused", "Office"],
    [6, "refused", "Typo"],
  ]);
  expect(await rows("messaging.contacts")).toEqual([]);
  expect(files()).toEqual([]);
});

test("it is in the account's activities and each number's consents, and the one who sent it is told", async () => {
  const done = await blacklisted("Phone\n0722000011\n0722000012\nnobody\n", "no more.csv");
  expect(await rows("events.activities")).toContainEqual(
    expect.objectContaining({
      action: "Numbers blacklisted",
      by: "Wanjiru Maina",
      description: "2 numbers of the file no more.csv were added to the blacklist; 0 on it already, 1 refused",
      subject_id: String(done.id),
    }),
  );
  expect(await rows("events.consents")).toContainEqual(
    expect.objectContaining({ contact: "+254722000012", change: "out", source: "Imported from a file" }),
  );
  expect(await rows("events.notices")).toContainEqual(
    expect.objectContaining({
      words: "no more.csv was added to the blacklist: 2 added, 0 on it already, 1 refused.",
    }),
  );
});

test("numbers that staff add or take off one by one are in the activities as well", async () => {
  await fixture.ask("addToBlacklist", { body: { phones: "0722000021\n0722000022" } });
  const [entry] = (await fixture.ask("blacklist", { query: {} })).body.data;
  await fixture.ask("removeFromBlacklist", { params: { id: entry.id } });
  const said = (await rows("events.activities")).map(({ description }) => description);
  expect(said).toContain("2 numbers were added to the blacklist");
  expect(said).toContain("+254722000022 was taken off the blacklist");
});

test("a workbook, numbers without a heading, and the list's own export are read as well", async () => {
  const book = xlsx({ sheets: { One: sheetOf([["Mobile"], ["0722000031"], [254722000032]]) } });
  expect(await blacklisted(book, "numbers.xlsx")).toMatchObject({ state: "done", added: 2 });
  expect(await blacklisted("0722000033\n0722000034\n")).toMatchObject({ state: "done", added: 2 });
  const exported = `\ufeffPhone,Reason,Source,Added by,Added\r\n'+254722000035,"Angry, twice",Texted STOP,,2026-11-01 10:00\r\n`;
  expect(await blacklisted(exported)).toMatchObject({ state: "done", added: 1, refused: 0 });
  expect((await list())[0]).toMatchObject({ msisdn: "+254722000035", reason: "Angry, twice", source: "import" });
});

test.each([
  ["nothing", "", "The file is empty"],
  ["a heading only", "Phone\n", "no contacts under it"],
  ["no numbers", "Name,Town\nAsha,Thika\nJuma,Nakuru\n", "No column of this file holds phone numbers"],
  ["email addresses only", "Email\na@b.test\n", "No column of this file holds phone numbers"],
  ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "."],
  ["an open quote", 'Phone\n"0722000041', "quot"],
])("a file with %s is refused in words and leaves nothing", async (_, content, words) => {
  const before = [await fixture.everything(), await rows("messaging.imports")];
  const { status, body } = await fixture.ask("importBlacklist", { stream: form(content) });
  expect(status).toBe(422);
  expect((body as unknown as { errors: { file: string[] } }).errors.file[0]).toContain(words);
  expect([await fixture.everything(), await rows("messaging.imports")]).toEqual(before);
  expect(files()).toEqual([]);
});

test("a file over the contact import's limit is refused in the same words", async () => {
  const big = Buffer.alloc(maxBytes + 1, "0722000041\n");
  const sent = await fixture.ask("importBlacklist", { stream: form(big) });
  const contacts = await fixture.upload(big);
  expect(sent.status).toBe(422);
  expect(sent.body).toEqual(contacts.body);
  expect(files()).toEqual([]);
});

test("a file that breaks further down adds none of its numbers", async () => {
  let file = "Phone\n";
  for (let n = 0; n < 6000; n++) file += `07230${String(n).padStart(5, "0")}\n`;
  expect(await blacklisted(`${file}"never closed,0722`)).toMatchObject({ state: "failed", added: 0 });
  expect(await numbers()).toEqual([]);
});

test("it is neither started into a group nor seen by another account", async () => {
  const { id } = await blacklisted("Phone\n0722000051\n");
  const uploaded = await fixture.upload("Phone\n0722000051\n");
  const mapping = guessed(uploaded.body);
  const start = { params: { id }, body: { mapping, group_name: "Wrong" } };
  expect((await fixture.ask("startImport", start)).status).toBe(409);
  expect((await fixture.ask("startImport", start, "other")).status).toBe(404);
  expect((await fixture.ask("undoImport", { params: { id } }, "other")).status).toBe(404);
  // The same file for contacts is not the same import.
  expect(uploaded.body.same_as).toBeNull();
  expect(await rows("messaging.blacklist", lakeside)).toEqual([]);
  for (const token of ["sender", "nobody", "unsold"] as const)
    expect((await fixture.ask("importBlacklist", { stream: form("Phone\n0722000052\n") }, token)).status).toBe(403);
});

test("the undo takes off what it added, but never a number that was named again since", async () => {
  await fixture.ask("addToBlacklist", { body: { phones: "0722000061" } });
  const phones = ["0722000061", "0722000062", "0722000063", "0722000064", "0722000065"];
  const done = await blacklisted(`Phone\n${phones.join("\n")}\n`);
  await asOf(savanna, (trx) => addStop(trx, savanna, "+254722000063", "Texted STOP"));
  await fixture.ask("addToBlacklist", { body: { phones: "0722000064" } });
  await blacklisted("Phone\n0722000065\n");
  // What staff had a reason for is not lifted by START either.
  expect(await asOf(savanna, (trx) => removeStop(trx, savanna, "+254722000062"))).toBe(false);

  expect(await fixture.ask("undoImport", { params: { id: done.id } })).toMatchObject({
    status: 201,
    body: { state: "undone" },
  });
  expect(await numbers()).toEqual(["+254722000061", "+254722000063", "+254722000064", "+254722000065"]);
  expect(await rows("events.activities")).toContainEqual(
    expect.objectContaining({
      action: "Blacklist import undone",
      description: "1 number of the file stop.csv was taken off the blacklist",
    }),
  );
  expect((await fixture.ask("undoImport", { params: { id: done.id } })).status).toBe(409);
});

test("files and pasted numbers at once, in any order, all arrive", async () => {
  const some = Array.from({ length: 6000 }, (_, n) => `07240${String(n).padStart(5, "0")}`);
  const ids = [];
  for (const content of [some, [...some].reverse()])
    ids.push((await fixture.ask("importBlacklist", { stream: form(`Phone\n${content.join("\n")}\n`) })).body.id);
  const paste = async () =>
    (await fixture.ask("addToBlacklist", { body: { phones: some.slice(0, 4000).join("\n") } })).status;
  const [, , pasted] = await Promise.all([...ids.map((id) => fixture.run(id)), paste()]);
  expect([201, 409]).toContain(pasted);
  expect((await rows("messaging.blacklist")).length).toBe(6000);
});
