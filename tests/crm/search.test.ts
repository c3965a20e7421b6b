import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrmRecord, PipelineStage } from "../../services/crm/contract.records";
import { inAccount } from "../../services/kit/database";
import { type CrmStage, crmStage, savanna } from "./fixture";

/** One more than a search reads one by one. */
const many = 20_001;
let fixture: CrmStage;
let wanted: { id: number };
let order: { id: number };

beforeAll(async () => {
  fixture = await crmStage();
  const contact = { name: "Zawadi Otieno Rotich", company: "Rift Motors", email: "Zawadi@rift.test" };
  wanted = await made("createCrmContact", { ...contact, phone: "0722 345 678" });
  order = await made("createDeal", { name: "Four tractors", contact_id: wanted.id, value_cents: 900_000_00 });
  await inAccount(fixture.database.db, savanna, (trx) =>
    sql`
      insert into crm.records (customer_account, kind, name, phone, stage_id, score)
      select ${savanna}, c.kind, case when c.kind = 'deal' then 'Order ' when n % 4 <> 0 then 'Wanjiru ' else 'Kamau ' end || n, '+25479' || lpad(n::text, 7, '0'),
        c.stage_id, n % 100
      from (select distinct kind, stage_id from crm.records where customer_account = ${savanna}) c,
        generate_series(1, ${many}) n`.execute(trx),
  );
}, 60_000);
afterAll(() => fixture.close());

async function made(call: "createCrmContact" | "createDeal", body: object): Promise<{ id: number }> {
  const answer = await fixture.ask(call, { body });
  expect(answer.status).toBe(201);
  return answer.body as unknown as { id: number };
}

type Page = { data: CrmRecord[]; total: number; total_capped: boolean };
async function found(call: "crmContacts" | "deals", query: object): Promise<Page> {
  const answer = await fixture.ask(call, { query });
  expect(answer.status).toBe(200);
  return answer.body as unknown as Page;
}

test.each([
  ["the beginning of a name", "zawadi ot"],
  ["a surname", "ROTICH"],
  ["a company", "rift"],
  ["an address", "zawadi@ri"],
  ["a number as people write it", "0722 345"],
  ["a number with its country", "+254722345678"],
  ["the end of a number", "345678"],
])("among very many, %s finds a contact and its deals", async (_, q) => {
  expect((await found("crmContacts", { q })).data.map(({ id }) => id)).toEqual([wanted.id]);
  expect((await found("deals", { q })).data.map(({ id }) => id)).toEqual([order.id]);
});

test("what nobody is called finds nothing, and signs of a pattern are signs", async () => {
  for (const q of ["qqqq", "%", "_awadi", "0711999888"]) expect((await found("crmContacts", { q })).total).toBe(0);
});

test("what very many are called is read in the list's order and counted to a thousand", async () => {
  const page = await found("crmContacts", { q: "wanjiru", sort: "-score", per_page: 25 });
  expect(page).toMatchObject({ total: 1_000, total_capped: true });
  expect(page.data).toHaveLength(25);
  for (const { name, score } of page.data) expect([name.startsWith("Wanjiru"), score]).toEqual([true, 99]);
});

test("deals are not looked for by what very many contacts are called, but by their own names", async () => {
  expect((await found("deals", { q: "wanjiru" })).total).toBe(0);
  expect((await found("deals", { q: "order 20001" })).data.map(({ name }) => name)).toEqual(["Order 20001"]);
});

test("a stage counts its records to ten thousand, a board all of them with their sum", async () => {
  const stages = (await fixture.ask("recordStages", { params: { kind: "contact" } })).body as unknown as {
    data: { records: number }[];
  };
  expect(Math.max(...stages.data.map(({ records }) => records))).toBe(10_001);
  const board = (await fixture.ask("dealPipeline", { query: {} })).body as unknown as { stages: PipelineStage[] };
  const full = board.stages.find(({ records }) => records > 0);
  expect(full).toMatchObject({ records: many + 1, values: [{ currency: "KES", cents: 900_000_00 }] });
  expect(full?.cards).toHaveLength(30);
});

test("among very many, a further number or address finds a contact and its deals", async () => {
  const further = await made("createCrmContact", { name: "Aa Further", phone: "0733 111 222" });
  const sold = await made("createDeal", { name: "Two pumps", contact_id: further.id });
  for (const value of ["0744 555 666", "wanjiru.second@rift.test"])
    expect((await fixture.ask("addContactPoint", { body: { id: further.id, value } })).status).toBe(201);
  for (const q of ["0744 555", "+254744555666", "555666", "wanjiru.sec"]) {
    expect((await found("crmContacts", { q })).data.map(({ id }) => id)).toEqual([further.id]);
    expect((await found("deals", { q })).data.map(({ id }) => id)).toEqual([sold.id]);
    expect((await found("crmContacts", { q, state: "closed" })).data).toEqual([]);
  }
  // What very many are called, too.
  const page = await found("crmContacts", { q: "wanjiru", sort: "name", per_page: 25 });
  expect(page.data[0]?.id).toBe(further.id);
});
