import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToldRow } from "../../rules/file-import";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { expressHandlers } from "../../services/messaging/contacts/express-handlers";
import { runImport } from "../../services/messaging/contacts/import-run";
import { importPage, loadImport } from "../../services/messaging/contacts/imports";
import { contactTasks } from "../../services/messaging/contacts/jobs";
import { type ExpressList, expressCalls } from "../../services/messaging/contract.express";
import { personSections } from "../../services/messaging/person/data";
import { erasePerson } from "../../services/messaging/person/erase";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, lakeside, phone, type Stage, savanna, until } from "./blasts.fixtures";
import { bundleWorker } from "./contact-file.fixtures";
import { form } from "./contacts.fixtures";

let fixture: Stage;
let smsc: Smsc;
const dataDir = mkdtempSync(join(tmpdir(), "express-test-"));
const people = { owner: person(), other: person({ customer_account: lakeside }) };
let deps: { dataDir: string; workerUrl: URL };

beforeAll(async () => {
  smsc = await startSmsc();
  fixture = await blastStage();
  bundleWorker(join(dataDir, "worker.mjs"));
  deps = { dataDir, workerUrl: pathToFileURL(join(dataDir, "worker.mjs")) };
});
afterAll(async () => {
  await fixture.close();
  await smsc.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Answer = { status: number; body: ExpressList & { data: ToldRow[]; errors?: Record<string, string[]> } };

async function ask(name: keyof typeof expressCalls, input: object, token: keyof typeof people = "owner") {
  const served = serve(contract("messaging", expressCalls), expressHandlers(fixture.database, deps), {
    ...surroundings(people),
    log: { error: (fields: object) => void fixture.faults.push(fields) },
  });
  return (await served.call(name, input as never, caller(token))) as unknown as Answer;
}

/** Uploads rows and has them read with these columns. */
async function list(text: string, columns: { phone: number; message?: number | null }): Promise<ExpressList> {
  const { body } = await ask("uploadExpress", { stream: form(text, "rows.csv") });
  const started = await ask("startExpress", { params: { id: body.id }, body: columns });
  expect(started.status).toBe(201);
  await runImport(fixture.database, deps, savanna, body.id);
  return (await ask("expressList", { params: { id: body.id } })).body;
}

describe("the rows of an express send", () => {
  test("bring each its own message, with its line breaks, and the rest as merge fields", async () => {
    const rows = [
      "Mobile,Message,Order No",
      '0712000001,"Dear Amina,\nyour parcel is here.",A-17',
      "0712000002,Your loan is due.,A-18",
      "0712000002,Once more,A-19",
      "0712000003,,A-20",
      "12,Hello,A-21",
      `0712000004,${"x".repeat(1_601)},A-22`,
    ].join("\n");
    const read = await list(rows, { phone: 0, message: 1 });
    expect(read).toMatchObject({ state: "done", added: 2, refused: 3, repeated: 1, fields: ["message", "order_no"] });
    const out = await ask("refusedExpress", { params: { id: read.id }, query: {} });
    // A cell over two lines makes the rows after it a line later.
    expect(out.body.data.map(({ line, reason }) => [line, reason])).toEqual([
      [5, "the same number as line 4"],
      [6, "no message in this row"],
      [7, "too few digits"],
      [8, "a message of more than 1,600 characters"],
    ]);

    const price = await fixture.price({ kind: "express", list_id: read.id, body: "{{message}} Ref {{order_no}}" });
    expect(price).toMatchObject({ in_groups: 2, recipients: 2, parts: 2, cost_cents: 160 });
    expect(price.samples.map(({ text }) => text)).toEqual([
      "Dear Amina,\nyour parcel is here. Ref A-17",
      "Your loan is due. Ref A-18",
    ]);
  });

  test("are no contacts, and no import of the contacts' pages", async () => {
    const before = await fixture.rows<{ n: number }>("select count(*)::int as n from messaging.contacts");
    const read = await list("0722000001\n0722000002", { phone: 0 });
    expect(read).toMatchObject({ state: "done", added: 2, fields: [] });
    expect(await fixture.rows("select count(*)::int as n from messaging.contacts")).toEqual(before);
    await inAccount(fixture.database.db, savanna, async (trx) => {
      expect(await loadImport(trx, savanna, read.id)).toBeUndefined();
      expect((await importPage(trx, savanna, { page: 1, per_page: 50 })).data).toEqual([]);
    });
  });

  test("are of one account: another sees no list, and can't send to it", async () => {
    const read = await list("0722000011", { phone: 0 });
    expect((await ask("expressList", { params: { id: read.id } }, "other")).status).toBe(404);
    expect((await ask("startExpress", { params: { id: read.id }, body: { phone: 0 } }, "other")).status).toBe(404);
    const body = fixture.form({ kind: "express", list_id: read.id });
    const refused = await fixture.ask("createBlast", { body }, "other");
    expect(refused).toMatchObject({ status: 422, body: { errors: { list_id: [expect.stringContaining("again")] } } });
  });

  test.each([
    [{ phone: 7 }, "phone"],
    [{ phone: 0, message: 9 }, "message"],
    [{ phone: 0, message: 0 }, "message"],
  ])(
    "columns %j that the file does not have are refused at their field, and can be chosen again",
    async (columns, field) => {
      const { body } = await ask("uploadExpress", { stream: form("0722000021,Hello there", "rows.csv") });
      const refused = await ask("startExpress", { params: { id: body.id }, body: columns });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
      expect((await ask("startExpress", { params: { id: body.id }, body: { phone: 0, message: 1 } })).status).toBe(201);
    },
  );

  test("leave out who is on the blacklist, and an erased person's row is gone", async () => {
    await fixture.rows(`insert into messaging.blacklist (customer_account, msisdn) values ('100001', '+254722000032')`);
    const read = await list("0722000031\n0722000032\n0722000033", { phone: 0 });
    expect(await fixture.price({ kind: "express", list_id: read.id })).toMatchObject({ recipients: 2, opted_out: 1 });
    const whom = { msisdn: "+254722000031", email: null } as never;
    await inAccount(fixture.database.db, savanna, async (trx) => {
      const told = await personSections(trx, savanna, whom);
      expect(told.map(({ kind }) => kind)).toEqual(["Rows of express sends"]);
      await erasePerson(trx, savanna, whom);
      expect(await personSections(trx, savanna, whom)).toEqual([]);
    });
    expect(await fixture.price({ kind: "express", list_id: read.id })).toMatchObject({ recipients: 1 });
  });

  test("are dropped when nobody needs them; the blast that was made of them keeps its messages", async () => {
    const read = await list("Phone,Message\n0722000041,Karibu\n0722000042,Habari", { phone: 0, message: 1 });
    const made = await fixture.draft({ kind: "express", list_id: read.id, body: "{{message}}" });
    expect(made).toMatchObject({ kind: "express", list_id: read.id, recipients: 2 });
    const drop = contactTasks(fixture.database, deps)["messaging.drop-express-list"];
    await drop?.({ account: savanna, import_id: read.id });
    expect((await ask("expressList", { params: { id: read.id } })).status).toBe(404);
    const messages = await fixture.ask("messages", { params: { id: made.id }, query: {} });
    expect((messages.body.data as { text: string }[]).map(({ text }) => text)).toEqual(["Karibu", "Habari"]);
  });
});

describe("the first messages of a blast", () => {
  test("go out alone; the others wait until somebody resumes, and nobody gets it twice", async () => {
    await fixture.workOn(smsc);
    const group = await fixture.group(Array.from({ length: 1_100 }, (_, i) => ({ msisdn: phone(9_000 + i) })));
    const made = await fixture.draft({ group_ids: [group], body: "Sale at Savanna." });
    const params = { id: made.id };
    expect((await fixture.ask("sampleBlast", { params, body: { messages: 20 } })).status).toBe(201);
    const waiting = await until("the first are out", async () => {
      const now = await fixture.detail(made.id);
      return now.status === "paused" && now.delivered === 20 && now;
    });
    expect(waiting).toMatchObject({ queued: 1_080, delivered: 20, pause_after: 20, held_cents: 88_000 });
    expect(smsc.handset(phone(9_020))).toEqual([]);
    expect((await fixture.ask("resumeBlast", { params })).status).toBe(201);
    await fixture.settled(made.id);
    await until("all are delivered", async () => (await fixture.detail(made.id)).delivered === 1_100);
    for (const n of [0, 19, 20, 519, 520, 1_099]) expect(smsc.handset(phone(9_000 + n))).toHaveLength(1);
  });

  test("wait after them also when somebody has paused and resumed it before they were out", async () => {
    const own = await blastStage();
    try {
      const group = await own.group(Array.from({ length: 30 }, (_, i) => ({ msisdn: phone(50_000 + i) })));
      const made = await own.draft({ group_ids: [group] });
      const params = { id: made.id };
      await own.ask("sampleBlast", { params, body: { messages: 4 } });
      await own.ask("pauseBlast", { params });
      await own.ask("resumeBlast", { params });
      await own.workOn(smsc);
      await until("the first are out", async () => (await own.detail(made.id)).status === "paused");
      expect(await own.detail(made.id)).toMatchObject({ queued: 26, pause_after: 4 });
    } finally {
      await own.close();
    }
  });

  test("may be all that leaves: cancelled then, the rest is given back", async () => {
    const group = await fixture.group(Array.from({ length: 60 }, (_, i) => ({ msisdn: phone(20_000 + i) })));
    const made = await fixture.draft({ group_ids: [group] });
    const params = { id: made.id };
    await fixture.ask("sampleBlast", { params, body: { messages: 5 } });
    await until("the first are out", async () => (await fixture.detail(made.id)).status === "paused");
    expect((await fixture.ask("cancelBlast", { params })).status).toBe(201);
    await fixture.settled(made.id);
    expect(await fixture.detail(made.id)).toMatchObject({
      ...{ status: "cancelled", cancelled: 55, charged_cents: 400, released_cents: 4_400 },
    });
  });

  test.each([0, 501])("%i at once is refused in words", async (messages) => {
    const group = await fixture.group([{ msisdn: phone(30_000) }]);
    const made = await fixture.draft({ group_ids: [group] });
    const refused = await fixture.ask("sampleBlast", { params: { id: made.id }, body: { messages } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { messages: [expect.stringMatching(/^At/)] } } });
  });

  test("of a blast that is no larger are all of it: nothing waits", async () => {
    const group = await fixture.group([{ msisdn: phone(40_000) }, { msisdn: phone(40_001) }]);
    const made = await fixture.draft({ group_ids: [group] });
    await fixture.ask("sampleBlast", { params: { id: made.id }, body: { messages: 20 } });
    await until("it is sent", async () => (await fixture.detail(made.id)).status === "sent");
  });
});
