import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import {
  addStop,
  blacklisted,
  listGroups,
  type Recipient,
  readRecipients,
  removeStop,
} from "../../services/messaging/contacts/recipients";
import { contactsStage, lakeside, number, type Stage, savanna } from "./contacts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await contactsStage();
});
afterAll(() => fixture.end());

const list = async (query: object = {}) => (await fixture.ask("blacklist", { query })).body;

test.each(["ask", "send"] as const)(
  "numbers are read one a line or with commas, and refused ones named, by %s",
  async (endpoint) => {
    const extra = endpoint === "ask" ? "0711000001" : "0711000002";
    const phones = `0722 000 001, +254722000002\n\n12\n254722000001; ${extra}\r\nnot a number`;
    const { status, body } = await fixture[endpoint]("addToBlacklist", { body: { phones, reason: "Asked by letter" } });
    expect(status).toBe(201);
    expect(body).toMatchObject(endpoint === "ask" ? { added: 3, already: 0 } : { added: 1, already: 2 });
    expect(body.refused).toEqual([
      { line: 3, reason: expect.any(String), cells: ["12"] },
      { line: 5, reason: expect.any(String), cells: ["not a number"] },
    ]);
    expect((await list()).data[0]).toMatchObject({
      reason: "Asked by letter",
      source: "staff",
      added_by: "Wanjiru Maina",
    });
  },
);

test("a search finds a number by its beginning or its end; removing takes it off once", async () => {
  await fixture.ask("addToBlacklist", { body: { phones: "0733444555" } });
  for (const q of ["0733444", "733444555", "+254733", "4555"]) expect((await list({ q })).total, q).toBe(1);
  expect((await list({ q: "asha" })).total).toBe(0);
  const params = { id: (await list({ q: "0733444555" })).data[0].id };
  expect((await fixture.ask("removeFromBlacklist", { params }, "other")).status).toBe(404);
  expect((await list({ q: "0733444555" })).total).toBe(1);
  expect((await fixture.ask("removeFromBlacklist", { params })).status).toBe(201);
  expect((await fixture.ask("removeFromBlacklist", { params })).status).toBe(404);
});

test("STOP is once; START lifts a STOP, never what staff entered; another account is not touched", async () => {
  const inside = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(fixture.database.db, savanna, work);
  await fixture.ask("addToBlacklist", { body: { phones: "0744000001" } });
  const [staff, stop] = ["+254744000001", "+254744000002"];
  const stops = await Promise.all([1, 2, 3].map(() => inside((trx) => addStop(trx, savanna, stop, "STOP"))));
  expect(stops.sort()).toEqual([false, false, true]);
  expect(await inside((trx) => blacklisted(trx, savanna, [staff, stop, "+254744000003"]))).toEqual(
    new Set([staff, stop]),
  );
  const theirs = await inAccount(fixture.database.db, lakeside, (trx) => blacklisted(trx, lakeside, [staff, stop]));
  expect(theirs).toEqual(new Set());
  expect(await inside((trx) => removeStop(trx, savanna, staff))).toBe(false);
  expect(await inside((trx) => removeStop(trx, savanna, stop))).toBe(true);
  expect(await inside((trx) => blacklisted(trx, savanna, [staff, stop]))).toEqual(new Set([staff]));
});

test("the recipients of groups come in batches, each member once a group with that group's fields", async () => {
  let file = "Name,Phone,Town\n";
  for (let n = 0; n < 4500; n++) file += `P ${n},${number(n)},T${n}\n`;
  const big = await fixture.importFile(file, { group_name: "Big" });
  const small = await fixture.group("Small");
  const contacts = [{ phone: number(1), name: "Known", fields: { due: "70" } }];
  await fixture.ask("addContacts", { body: { group_id: small, contacts } });
  const mail = await fixture.group("Mail", "owner", "email");
  await fixture.ask("addContacts", { body: { group_id: mail, contacts: [{ email: "a@b.test" }] } });
  const theirs = await fixture.group("Theirs", "other");

  const ids = [big.group_id, small, mail, small, theirs];
  const batches: Recipient[][] = [];
  await inAccount(fixture.database.db, savanna, async (trx) => {
    for await (const batch of readRecipients(trx, savanna, ids)) batches.push(batch);
    expect((await listGroups(trx, savanna, ids)).map(({ name }) => name)).toEqual(["Big", "Small", "Mail"]);
  });
  expect(batches.map(({ length }) => length)).toEqual([2000, 2000, 500, 1]);
  const all = batches.flat();
  expect(new Set(all.map(({ msisdn }) => msisdn)).size).toBe(4500);
  expect(all.filter(({ msisdn }) => msisdn === `+254${number(1).slice(1)}`)).toMatchObject([
    { name: "P 1", fields: { town: "T1" } },
    { name: "Known", fields: { due: "70" } },
  ]);
});
