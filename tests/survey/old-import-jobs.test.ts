import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { savanna } from "./fixture";
import { delivery, type OldResults, oldResults } from "./old-results";

/** A file of old results is read, and added, by jobs, which may be killed and run again. */
let old: OldResults;
beforeAll(async () => {
  old = await oldResults();
});
afterAll(() => old.close());
beforeEach(() => old.empty());

const rowsOf = (id: number) =>
  old.fixture.rows(`select line, answer from survey.old_import_rows where import_id = ${id} order by line`);
const files = () => readdirSync(join(old.dataDir, "uploads", savanna));

test("a file is read after the answer, and added only when it was read", async () => {
  const { body } = await old.upload(delivery);
  expect(body).toMatchObject({ state: "reading", row_count: 0, added: { answers: 0 } });
  expect(files()).toHaveLength(1);
  const early = await old.fixture.ask("addOldResults", { params: { id: body.id } });
  expect(early).toMatchObject({ status: 409, body: { message: "This file is still being read." } });
  await old.runJob("survey.read-old-results", body.id);
  expect(await old.load(body.id)).toMatchObject({ state: "checked", row_count: 6 });
  expect(files()).toEqual([]);
});

test("a file whose reading was killed is read again from its beginning", async () => {
  const { body } = await old.upload(`${delivery}\r\nVisits,1,How?,,March,,,,,12,,,,Good,,,,,`);
  // What one that was killed had written.
  await old.fixture.rows(`update survey.old_imports set row_count = 2, refused = 1 where id = ${body.id}`);
  await old.fixture.rows(`insert into survey.old_import_refused (customer_account, import_id, line, reason, cells)
    values ('${savanna}', ${body.id}, 8, 'half', '[]')`);
  await old.runJob("survey.read-old-results", body.id);
  const once = await rowsOf(body.id);
  expect(once).toHaveLength(6);
  const { reasons, ...read } = await old.load(body.id);
  expect(read).toMatchObject({ state: "checked", row_count: 7, refused: 1 });
  expect(reasons.map(({ count }) => count)).toEqual([1]);
  await old.runJob("survey.read-old-results", body.id);
  expect(await rowsOf(body.id)).toEqual(once);
});

test("a file is added once, however often it is asked for and its job runs", async () => {
  const { body } = await old.send(delivery);
  for (const _ of [1, 2]) expect(await old.begin(body.id)).toMatchObject({ state: "adding" });
  expect(await old.counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  for (const _ of [1, 2]) await old.runJob("survey.add-old-results", body.id);
  expect(await old.load(body.id)).toMatchObject({ state: "done", added: body.added });
  expect(await old.counts()).toEqual([1, 2, 2, 1, 3, 3, 2]);
  expect(await rowsOf(body.id)).toEqual([]);
});

test("a file that is discarded while it is read or added leaves nothing", async () => {
  const reading = await old.upload(delivery);
  const adding = await old.send(delivery);
  await old.begin(adding.body.id);
  for (const { body } of [reading, adding]) expect((await old.remove(body.id)).status).toBe(201);
  await old.runJob("survey.read-old-results", reading.body.id);
  await old.runJob("survey.add-old-results", adding.body.id);
  expect(await old.counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await old.page("oldImports")).toEqual([]);
  expect(files()).toEqual([]);
});
