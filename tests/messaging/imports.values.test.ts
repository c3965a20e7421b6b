import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "../setup/database";
import { sheetOf, xlsx } from "./contact-file.fixtures";
import { contactsStage, guessed, number, type Stage } from "./contacts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await contactsStage();
});
afterAll(() => fixture.end());

async function members(id: number) {
  return (await fixture.ask("contacts", { params: { id }, query: { per_page: 50 } })).body.data;
}

async function told(id: number, query: object = {}) {
  const { data } = (await fixture.ask("refusedRows", { params: { id }, query })).body;
  return data.map(({ line, kind, reason }) => [line, kind, reason]);
}

/** Letters that no index can make shorter. */
function letters(count: number): string {
  let [text, seed] = ["", 7];
  while (text.length < count) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += seed.toString(36);
  }
  return text.slice(0, count);
}

describe("long values", () => {
  test("are cut to what the contact form takes, with a note, and the other rows come in", async () => {
    const file = `Name,Phone,Town\nAsha,${number(1)},Thika\n${letters(3000)},${number(2)},Nyeri\nZoe,${number(3)},${letters(32_768)}\n`;
    const done = await fixture.importFile(file, { group_name: "Long" });
    expect(done).toMatchObject({ state: "done", added: 3, refused: 0, repeated: 0, noted: 2 });
    const [asha, long, zoe] = await members(done.group_id);
    expect(asha).toMatchObject({ name: "Asha", fields: { town: "Thika" } });
    expect(long?.name).toBe(letters(200));
    expect(zoe?.fields.town).toBe(letters(1000));
    expect(await told(done.id)).toEqual([
      [3, "noted", "the name was cut to 200 characters"],
      [4, "noted", "Town was cut to 1,000 characters"],
    ]);
  });

  test("one long shared text in every row of a workbook costs what a value may have", async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, n) => `<row><c><v>7${String(30_000_000 + n)}</v></c><c t="s"><v>0</v></c></row>`,
    );
    const heading = sheetOf([["Phone", "Note"]]).replace("</sheetData>", "");
    const book = xlsx({
      sheets: { One: `${heading}${rows.join("")}</sheetData>` },
      strings: `<si><t>${letters(32_000)}</t></si>`,
    });
    const done = await fixture.importFile(book, { group_name: "Shared text" });
    expect(done).toMatchObject({ state: "done", added: 3000, noted: 3000 });
    expect((await members(done.group_id)).map(({ fields }) => fields.note)).toEqual(Array(50).fill(letters(1000)));
    const { data } = (await fixture.ask("refusedRows", { params: { id: done.id } })).body;
    expect(data[0].cells).toEqual(["730000000", expect.stringMatching(/^.{1000,1010}$/)]);
  });

  test("the sum of all values has a limit, and the file says so", async () => {
    const text = "y".repeat(1000);
    const columns = Array.from({ length: 200 }, (_, n) => `C${n}`);
    const heading = sheetOf([["Phone"]]).replace("</row></sheetData>", "");
    const cells = columns.map(() => `<c t="s"><v>0</v></c>`).join("");
    let sheet = `${heading}${columns.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join("")}</row>`;
    for (let n = 0; n < 600; n++) sheet += `<row><c><v>7${30_000_000 + n}</v></c>${cells}</row>`;
    const book = xlsx({ sheets: { One: `${sheet}</sheetData>` }, strings: `<si><t>${text}</t></si>` });
    const { body } = await fixture.upload(book, "wide.xlsx");
    expect(body.expected?.problem).toMatch(/^The rows have more than 100 million characters.*\.$/);
    const started = await fixture.ask("startImport", {
      params: { id: body.id },
      body: { mapping: guessed(body), group_name: "Too much" },
    });
    expect(started.status).toBe(201);
    await fixture.run(body.id);
    const after = (await fixture.ask("import", { params: { id: body.id } })).body;
    expect(after).toMatchObject({
      state: "failed",
      message: expect.stringMatching(/100 million.*Nothing was changed/),
    });
  });
});

test("a value that the database refuses fails the import at once, with its rows, and is not tried again", async () => {
  await asOwner(
    fixture.database.url,
    "alter table messaging.group_contacts add constraint no_such_name check (name <> 'Unstorable')",
  );
  const id = await fixture.started(`Name,Phone\nAsha,${number(11)}\nUnstorable,${number(12)}\n`, {
    group_name: "Fault",
  });
  await fixture.run(id);
  const { state, message } = (await fixture.ask("import", { params: { id } })).body;
  expect({ state, message }).toEqual({
    state: "failed",
    message:
      "One of the rows 2 to 3 has a value that cannot be saved. Correct it, or leave the row out, and send the file again. Nothing was changed.",
  });
});

describe("rows that are not as the others", () => {
  test("a row of too many columns is refused alone", async () => {
    const done = await fixture.importFile(
      `Phone,Name\n${number(21)},Asha\n${number(22)}${",x".repeat(300)}\n${number(23)},Zoe\n`,
      { group_name: "Wide row" },
    );
    expect(done).toMatchObject({ state: "done", added: 2, refused: 1 });
    expect(await told(done.id)).toEqual([[3, "refused", "more than 256 columns in this row"]]);
  });

  test("a row with more cells than headings is imported with a warning and makes no merge fields", async () => {
    const file = `Name,Phone,Balance,Town\nAsha,${number(31)},200,Thika\nOtieno,${number(32)},“1,500”,Kisumu\nZoe,${number(33)},7,Nyeri\n`;
    const done = await fixture.importFile(file, { group_name: "Ragged" });
    expect(done).toMatchObject({ state: "done", added: 3, noted: 1 });
    const regular = Array.from({ length: 100 }, (_, n) => `Asha,${number(3000 + n)},1,Thika\n`).join("");
    const late = await fixture.importFile(
      `${file.replace("“1,500”", "1")}${regular}Juma,${number(34)},“1,500”,Lamu\n`,
      {
        group_name: "Ragged far down",
      },
    );
    expect(await told(late.id)).toEqual([[105, "noted", "more cells than headings: check that none has moved"]]);
    const group = (await fixture.ask("group", { params: { id: done.group_id } })).body;
    expect(group.field_names).toEqual(["balance", "town"]);
    expect(await told(done.id)).toEqual([[3, "noted", "more cells than headings: check that none has moved"]]);
  });

  test("repeated numbers are counted apart from refused ones, and each kind can be listed alone", async () => {
    const file = `Phone\n${number(41)}\n${number(41)}\n12\nN/A\n${number(42)}\n+254${number(42).slice(1)}\n`;
    const { body } = await fixture.upload(file);
    expect(body.expected).toEqual({ rows: 6, refused: 2, repeated: 2, noted: 0, whole: true, problem: "" });
    const done = await fixture.importFile(file, { group_name: "Repeated" });
    expect(done).toMatchObject({ added: 2, updated: 0, refused: 2, repeated: 2, noted: 0, rows_total: 6 });
    expect(await told(done.id, { kind: "repeated" })).toEqual([
      [3, "repeated", "the same number as line 2"],
      [7, "repeated", "the same number as line 6"],
    ]);
    expect(await told(done.id, { kind: "refused" })).toEqual([
      [4, "refused", "too few digits"],
      [5, "refused", "no phone number"],
    ]);
  });
});

test("an upload says beforehand that the file breaks further down", async () => {
  const { body } = await fixture.upload(`Name,Phone\nAsha,${number(51)}\n${"Zoe,12\n".repeat(3000)}"never closed,1\n`);
  expect(body.expected).toMatchObject({ problem: expect.stringMatching(/line 3003 is never closed/) });
});

describe("a group for email", () => {
  const file = "Name,Email\nAsha,asha@savanna.test\nAgain,ASHA@savanna.test\nBad,not one\nZoe,zoe@savanna.test\n";

  test("takes a file of addresses without numbers, and an undo takes them out again", async () => {
    const before = await fixture.everything();
    const done = await fixture.importFile(file, { group_name: "Newsletter" });
    expect(done).toMatchObject({ state: "done", added: 2, refused: 1, repeated: 1 });
    expect(await members(done.group_id)).toMatchObject([
      { name: "Asha", email: "asha@savanna.test", msisdn: null },
      { name: "Zoe", email: "zoe@savanna.test", msisdn: null },
    ]);
    expect((await fixture.ask("group", { params: { id: done.group_id } })).body.type).toBe("email");
    const again = await fixture.importFile(file.replace("Zoe,", "Zoë,"), { group_id: done.group_id });
    expect(again).toMatchObject({ added: 0, updated: 2 });
    expect((await members(done.group_id))[1]?.name).toBe("Zoë");
    for (const { id } of [again, done]) await fixture.ask("undoImport", { params: { id } });
    expect(await fixture.everything()).toEqual(before);
  });

  test("a group for SMS does not", async () => {
    const { body } = await fixture.upload(file);
    const group_id = await fixture.group("By phone");
    const answer = await fixture.ask("startImport", {
      params: { id: body.id },
      body: { mapping: guessed(body), group_id },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { mapping: [expect.stringMatching(/phone number/)] } },
    });
  });
});

describe("adding somebody who is in the group", () => {
  const add = (group_id: number, name: string, more: object = {}) =>
    fixture.ask("addContacts", { body: { group_id, contacts: [{ phone: number(61), name }], ...more } });

  test("changes nothing when the caller wants to be told, and says who it is", async () => {
    const group_id = await fixture.group("Told");
    await add(group_id, "Asha Njeri");
    const answer = await add(group_id, "Somebody Else", { existing: "refuse" });
    expect(answer.body).toMatchObject({ added: 0, updated: 0, refused: [{ existing: "Asha Njeri", line: 1 }] });
    expect((await members(group_id)).map(({ name }) => name)).toEqual(["Asha Njeri"]);
    expect((await add(group_id, "New Name")).body).toMatchObject({ added: 0, updated: 1 });
    expect((await members(group_id)).map(({ name }) => name)).toEqual(["New Name"]);
  });

  test("a name that is too long is refused in words", async () => {
    const group_id = await fixture.group("Named");
    expect((await add(group_id, "x".repeat(201))).body).toMatchObject({
      errors: { "contacts.0.name": ["Use at most 200 characters."] },
    });
  });
});
