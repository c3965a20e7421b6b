import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { inAccount } from "../../services/kit/database";
import { since } from "../../services/kit/events";
import { runImport } from "../../services/messaging/contacts/import-run";
import { asOwner } from "../setup/database";
import { contactsStage, form, guessed, number, type Stage, savanna } from "./contacts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await contactsStage();
});
afterAll(() => fixture.end());

const messy = [
  "Customer list,,",
  "Full Name,Phone No.,Town,Email",
  "Asha Njeri,0712 345 678,Kisumu,asha@shop.test",
  "Barasa,+254733000111,Busia,",
  "Asha again,254712345678,Nairobi,",
  "Bad,12,Nakuru,",
  "O'Brien \\ Sons,2.54712E+11,Thika,",
  "Wafula\0,0701-000-002,Bun\0goma,not an address",
  ",,,",
  "Lost,,Lamu,",
  '"Kamau, ""Junior""",712000333,"Nye\\ri\tEast",',
  "😀 Otieno,0110000444,Kisii,",
].join("\r\n");

function rows(from: number, to: number, column = "Town", value = "Thika"): string {
  let text = `Name,Phone,${column}\n`;
  for (let n = from; n < to; n++) text += `Person ${n},${number(n)},${value} ${n}\n`;
  return text;
}

async function members(id: number, query: object = {}) {
  return (await fixture.ask("contacts", { params: { id }, query })).body;
}

describe("uploading", () => {
  test.each(["ask", "send"] as const)(
    "answers with columns, a guess and a preview, through the door %s",
    async (endpoint) => {
      const answer = await fixture[endpoint]("upload", { stream: form(messy, "C:\\fakepath\\my list.csv") });
      expect(answer).toMatchObject({
        status: 201,
        body: { state: "uploaded", file_name: "my list.csv", same_as: null },
      });
      expect(guessed(answer.body)).toEqual({ "0": "name", "1": "phone", "2": "field:town", "3": "email" });
      expect(answer.body.columns[2]).toMatchObject({ name: "Town", samples: ["Kisumu", "Busia", "Nairobi"] });
      expect(answer.body.preview[0]).toEqual(["Asha Njeri", "0712 345 678", "Kisumu", "asha@shop.test"]);
      expect(answer.body.created_by).toBe("Wanjiru Maina");
    },
  );

  test("a file that is empty, wrong, broken or missing is refused in words and nothing is kept", async () => {
    const [files, before] = [fixture.files(), (await fixture.ask("imports")).body.total];
    const bad: [string | Uint8Array, string][] = [
      ["", "empty.csv"],
      ["Name,Phone\n", "heading.csv"],
      [Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "contacts.csv"],
      [Buffer.from("504b030414000000080000000000", "hex"), "contacts.xlsx"],
      ['Name,Phone\n"Asha,0712345678\n'.repeat(3), "quote.csv"],
    ];
    for (const [content, name] of bad) {
      const answer = await fixture.upload(content, name);
      expect(answer, name).toMatchObject({
        status: 422,
        body: { errors: { file: [expect.stringMatching(/^[A-Z].{10,}\.$/)] } },
      });
    }
    const { body, type } = form(rows(0, 5));
    const other = { body, type: type.replace(/boundary=.*/, "boundary=something-else") };
    const forms = [form("x", "x.csv", "another"), other, { body: form("x").body, type: "application/json" }];
    for (const stream of forms)
      expect(await fixture.ask("upload", { stream })).toMatchObject({
        status: 422,
        body: { errors: { file: [expect.any(String)] } },
      });
    expect(fixture.files()).toEqual(files);
    expect((await fixture.ask("imports")).body.total).toBe(before);
  });

  test("an endless upload is stopped at 60 MB", async () => {
    const files = fixture.files();
    let sent = 0;
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n';
    const chunk = new Uint8Array(1024 * 1024).fill(0x61);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? Buffer.from(head) : chunk);
        sent++;
      },
    });
    const answer = await fixture.ask("upload", { stream: { body, type: "multipart/form-data; boundary=b" } });
    expect(answer).toMatchObject({ status: 422, body: { errors: { file: [expect.stringMatching(/60 MB/)] } } });
    expect(sent).toBeLessThan(70);
    expect(fixture.files()).toEqual(files);
  });

  test("an upload that no one imports is forgotten with its file", async () => {
    const files = fixture.files();
    const { body } = await fixture.upload(rows(0, 5));
    expect(fixture.files()).toHaveLength(files.length + 1);
    await fixture.tasks["messaging.forget-upload"]?.({ account: savanna, import_id: body.id });
    expect(fixture.files()).toEqual(files);
    expect((await fixture.ask("import", { params: { id: body.id } })).status).toBe(404);
  });
});

describe("importing", () => {
  test("a messy file: the good rows clean, every refused row with its line and reason", async () => {
    const files = fixture.files();
    const done = await fixture.importFile(messy, { group_name: "Messy" });
    expect(done).toMatchObject({
      state: "done",
      rows_read: 9,
      rows_total: 9,
      added: 5,
      updated: 0,
      refused: 3,
      repeated: 1,
      noted: 1,
      message: "",
    });
    expect(fixture.files()).toEqual(files);
    const list = await members(done.group_id);
    expect(list.data).toMatchObject([
      { msisdn: "+254712345678", name: "Asha Njeri", email: "asha@shop.test", fields: { town: "Kisumu" } },
      { msisdn: "+254733000111", name: "Barasa", email: null, fields: { town: "Busia" } },
      { msisdn: "+254701000002", name: "Wafula", email: null, fields: { town: "Bungoma" } },
      { msisdn: "+254712000333", name: 'Kamau, "Junior"', fields: { town: "Nye\\ri East" } },
      { msisdn: "+254110000444", name: "😀 Otieno", fields: { town: "Kisii" } },
    ]);
    const refused = (await fixture.ask("refusedRows", { params: { id: done.id } })).body;
    expect(refused.data.map(({ line, kind }) => [line, kind])).toEqual([
      [5, "repeated"],
      [6, "refused"],
      [7, "refused"],
      [8, "noted"],
      [10, "refused"],
    ]);
    expect(refused.data[3]?.reason).toBe("the email address was left out: it is not one");
    expect(refused.data[0]).toMatchObject({
      reason: "the same number as line 3",
      cells: ["Asha again", "254712345678", "Nairobi", ""],
    });
    expect((await fixture.ask("group", { params: { id: done.group_id } })).body).toMatchObject({
      contacts: 5,
      field_names: ["town"],
    });
    const events = await inAccount(fixture.database.db, savanna, (trx) => since(trx, savanna, 0));
    expect(events.at(-1)).toMatchObject({ kind: "import", body: { id: done.id, state: "done" } });
  });

  test("numbers on the blacklist are kept and flagged", async () => {
    await fixture.ask("addToBlacklist", { body: { phones: number(900) } });
    const { group_id } = await fixture.importFile(rows(899, 902), { group_name: "Flagged" });
    const flags = (await members(group_id)).data.map(({ blacklisted }: { blacklisted: boolean }) => blacklisted);
    expect(flags).toEqual([false, true, false]);
  });

  test("the mapping, the group and the state are checked before anything is written", async () => {
    const { body } = await fixture.upload(rows(0, 5));
    const before = await fixture.everything();
    const start = (given: object, id = body.id) => fixture.ask("startImport", { params: { id }, body: given });
    const mapping = guessed(body);
    const group_id = await fixture.group("Checked");
    const refusals = [
      await start({ mapping }),
      await start({ mapping, group_id, group_name: "Both" }),
      await start({ mapping, group_name: "checked" }),
      await start({ mapping: { "0": "name" }, group_id }),
      await start({ mapping: { "0": "email" }, group_id }),
      await start({ mapping: { "0": "name", "2": "field:town" }, group_name: "Nobody" }),
      await start({ mapping: { ...mapping, "7": "name" }, group_id }),
      await start({ mapping: { "0": "field:a", "1": "phone", "2": "field:A" }, group_id }),
      await start({ mapping: { "0": "phone", "1": "phone" }, group_id }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(Array(refusals.length).fill(422));
    expect((await start({ mapping, group_id: 999_999 })).status).toBe(404);
    expect((await start({ mapping, group_id }, 999_999)).status).toBe(404);
    await fixture.ask("deleteGroup", { params: { id: group_id } });
    expect(await fixture.everything()).toEqual(before);

    const started = await start({ mapping: { "1": "phone", "2": "field:Home Town" }, group_name: "Chosen" });
    expect(started).toMatchObject({ status: 201, body: { state: "running", group_name: "Chosen" } });
    expect((await start({ mapping, group_name: "Twice" })).status).toBe(409);
    expect((await fixture.ask("undoImport", { params: { id: body.id } })).status).toBe(409);
    expect((await fixture.ask("deleteGroup", { params: { id: started.body.group_id } })).status).toBe(409);
    await fixture.run(body.id);
    expect((await members(started.body.group_id)).data[0]).toMatchObject({
      name: "",
      fields: { home_town: "Thika 0" },
    });
  });

  test("a file that breaks further down fails in words, leaves nothing, and its group goes again", async () => {
    const before = await fixture.everything();
    const id = await fixture.started(`${rows(3000, 8000)}"never closed,0712000000,x\n`, { group_name: "Broken" });
    await fixture.run(id);
    const failed = (await fixture.ask("import", { params: { id } })).body;
    expect(failed).toMatchObject({ state: "failed", group_id: null, group_name: "Broken", added: 0 });
    expect(failed.message).toMatch(/line 5002.*Nothing was changed\.$/);
    expect(await fixture.everything()).toEqual(before);
  });

  test("the same file again: the upload names the import before, the import changes nothing", async () => {
    const file = rows(700, 720);
    const first = await fixture.importFile(file, { group_name: "Same" });
    const before = await members(first.group_id);
    expect((await fixture.upload(file)).body.same_as).toBe(first.id);
    const again = await fixture.importFile(file, { group_id: first.group_id });
    expect(again).toMatchObject({ added: 0, updated: 20, refused: 0 });
    expect(await members(first.group_id)).toEqual(before);
  });

  test("another account's import is unknown, and stays as it was", async () => {
    const done = await fixture.importFile(rows(10, 15), { group_name: "Private" });
    const before = [await fixture.everything(), await fixture.ask("import", { params: { id: done.id } })];
    const params = { id: done.id };
    const answers = [
      await fixture.ask("import", { params }, "other"),
      await fixture.ask("refusedRows", { params }, "other"),
      await fixture.ask("undoImport", { params }, "other"),
      await fixture.ask("startImport", { params, body: { mapping: { "0": "phone" }, group_name: "x" } }, "other"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    await fixture.run(done.id, "200002");
    expect([await fixture.everything(), await fixture.ask("import", { params })]).toEqual(before);
    expect((await fixture.upload(rows(10, 15), "x.csv", "other")).body.same_as).toBeNull();
  });
});

describe("undo", () => {
  test("brings back exactly what was there", async () => {
    const { group_id } = await fixture.importFile(rows(2000, 2030), { group_name: "Undo" });
    await fixture.importFile(rows(2025, 2035), { group_name: "Undo elsewhere" });
    await fixture.ask("addContacts", { body: { group_id, contacts: [{ phone: number(2100), name: "By hand" }] } });
    const before = await fixture.everything();
    const done = await fixture.importFile(`${rows(2020, 2060, "Balance", "KES")},${number(2100)},7\n`, { group_id });
    expect(done).toMatchObject({ added: 30, updated: 11 });
    expect((await members(group_id, { q: number(2025) })).data[0].fields).toEqual({
      town: "Thika 2025",
      balance: "KES 2025",
    });
    const undone = await fixture.ask("undoImport", { params: { id: done.id } });
    expect(undone).toMatchObject({ status: 201, body: { state: "undone" } });
    expect(await fixture.everything()).toEqual(before);
  });

  test("takes a group that was made for the import away again", async () => {
    const before = await fixture.everything();
    const done = await fixture.importFile(rows(2200, 2210), { group_name: "Made and unmade" });
    await fixture.ask("undoImport", { params: { id: done.id } });
    expect(await fixture.everything()).toEqual(before);
  });

  test.each([
    ["the first before the second", [0, 1]],
    ["the second before the first", [1, 0]],
  ] as const)("two imports of the same people undone, %s", async (_, order) => {
    const group_id = await fixture.group(`Chain ${order}`);
    await fixture.ask("addContacts", {
      body: { group_id, contacts: [{ phone: number(3000), name: "Old", fields: { a: "0" } }] },
    });
    const before = await fixture.everything();
    const first = await fixture.importFile(rows(3000, 3010, "A", "one"), { group_id });
    const second = await fixture.importFile(`${rows(3005, 3020, "A", "two")}New,${number(3000)},two\n`, { group_id });
    const ids = [first.id, second.id];
    await fixture.ask("undoImport", { params: { id: ids[order[0]] } });
    const between = await members(group_id);
    expect(between.total).toBe(order[0] === 0 ? 16 : 10);
    await fixture.ask("undoImport", { params: { id: ids[order[1]] } });
    expect(await fixture.everything()).toEqual(before);
  });

  test("what a person has rewritten since is left alone", async () => {
    const group_id = await fixture.group("Rewritten");
    await fixture.ask("addContacts", { body: { group_id, contacts: [{ phone: number(3100), name: "Before" }] } });
    const done = await fixture.importFile(rows(3100, 3102), { group_id });
    const { contact_id } = (await members(group_id, { q: number(3100) })).data[0];
    await fixture.ask("updateContact", {
      params: { id: group_id },
      body: { contact_id, phone: number(3100), name: "Mine" },
    });
    await fixture.ask("undoImport", { params: { id: done.id } });
    expect((await members(group_id)).data).toMatchObject([{ name: "Mine", fields: {} }]);
  });

  test("asked for twice at once happens once", async () => {
    const before = await fixture.everything();
    const { id } = await fixture.importFile(rows(2300, 2400), { group_name: "Twice" });
    const answers = await Promise.all([1, 2, 3, 4].map(() => fixture.ask("undoImport", { params: { id } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await fixture.everything()).toEqual(before);
  });
});

describe("interrupted", () => {
  const total = 40_000;

  async function count(): Promise<number> {
    return inAccount(fixture.database.db, savanna, async (trx) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from messaging.group_contacts`.execute(trx);
      return rows[0]?.n ?? -1;
    });
  }

  test("stopped in the middle and run again, an import ends with the same counts; no one saw half of it", async () => {
    const file = rows(100_000, 100_000 + total);
    const id = await fixture.started(file, { group_name: "Interrupted" });
    const before = await count();
    const stop = new AbortController();
    const running = runImport(fixture.database, { ...fixture, stop: stop.signal }, savanna, id);
    const settled = expect(running).rejects.toThrow("stopped");
    await vi.waitUntil(async () => (await fixture.ask("import", { params: { id } })).body.rows_read > 0, {
      interval: 5,
      timeout: 20_000,
    });
    stop.abort(new Error("stopped"));
    await settled;
    expect(await count()).toBe(before);
    expect((await fixture.ask("import", { params: { id } })).body.state).toBe("running");

    await fixture.run(id);
    const done = (await fixture.ask("import", { params: { id } })).body;
    expect(done).toMatchObject({ state: "done", rows_read: total, added: total, updated: 0, refused: 0 });
    expect(await count()).toBe(before + total);
    await fixture.run(id);
    expect(await count()).toBe(before + total);
  });

  test("the connection killed in the middle: the fault is the queue's to repeat", async () => {
    const id = await fixture.started(rows(200_000, 200_000 + total), { group_name: "Cut off" });
    const before = await count();
    const cut = expect(fixture.run(id)).rejects.toThrow();
    await vi.waitUntil(
      async () => {
        const { rows } = await asOwner(
          fixture.database.url,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'active' and query like '%staged%' and pid <> pg_backend_pid()`,
        );
        return rows.length > 0;
      },
      { interval: 5, timeout: 20_000 },
    );
    await cut;
    expect(await count()).toBe(before);
    await fixture.run(id);
    expect(await count()).toBe(before + total);
  });

  test("an import that never ends is given up in words", async () => {
    const id = await fixture.started(rows(0, 3), { group_name: "Never" });
    await inAccount(fixture.database.db, savanna, (trx) =>
      sql`update messaging.imports set attempts = 5 where customer_account = ${savanna} and id = ${id}`.execute(trx),
    );
    await fixture.run(id);
    const { state, message } = (await fixture.ask("import", { params: { id } })).body;
    expect({ state, message }).toEqual({ state: "failed", message: expect.stringMatching(/could not be finished/) });
  });

  test("the same job twice at once imports once", async () => {
    const id = await fixture.started(rows(4000, 4500), { group_name: "Both" });
    await Promise.all([fixture.run(id), fixture.run(id)]);
    expect((await fixture.ask("import", { params: { id } })).body).toMatchObject({ state: "done", added: 500 });
  });
});
