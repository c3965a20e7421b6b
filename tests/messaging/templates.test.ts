import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { templateCalls } from "../../services/messaging/contract.templates";
import { templateHandlers } from "../../services/messaging/templates/service";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

let database: TestDatabase;
type Answered = { status: number; body: Record<string, unknown> & { id: number } };
let call: (name: keyof typeof templateCalls, input: object, token?: string) => Promise<Answered>;

beforeAll(async () => {
  database = await freshDatabase();
  const people = { owner: person(), other: person({ customer_account: "200002" }) };
  const served = serve(contract("messaging", templateCalls), templateHandlers(database), surroundings(people));
  call = (name, input, token = "owner") => served.call(name, input as never, caller(token)) as never;
});
afterAll(() => database.drop());

const reminder = {
  name: "Reminder",
  channel: "sms",
  body: "Dear {{first_name}}, {{balance}} is due in {{town}}.",
  body_sw: "Mpendwa {{first_name}}, salio lako ni {{balance}}.",
};

async function contact(msisdn: string, name: string, groups: Record<string, string>[]): Promise<number> {
  return inAccount(database.db, "100001", async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into messaging.contacts (customer_account, msisdn, name) values ('100001', ${msisdn}, ${name}) returning id`.execute(
      trx,
    );
    const id = rows[0]?.id ?? 0;
    for (const [n, fields] of groups.entries())
      await sql`
        with made as (
          insert into messaging.contact_groups (customer_account, name, contacts) values ('100001', ${`${msisdn} ${n}`}, 1)
          returning id
        )
        insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, name, fields, added_at)
        select '100001', id, ${id}::bigint, ${msisdn}, ${name}, ${JSON.stringify(fields)}::jsonb,
          '2026-01-01'::timestamptz + ${n} * interval '1 day' from made`.execute(trx);
    return id;
  });
}

const render = (contact_id: number, template_id: number, more: { channel?: string; language?: string } = {}) =>
  call("renderTemplate", {
    params: { contact_id, template_id, channel: more.channel ?? "sms" },
    query: more.language ? { language: more.language } : {},
  });

test("a template is rendered for one contact, with the newest values and the fields that are missing", async () => {
  const { id } = (await call("createTemplate", { body: reminder })).body;
  const asha = await contact("+254712000001", "Asha Njeri", [{ balance: "100" }, { balance: "250" }]);
  expect((await render(asha, id)).body).toEqual({
    text: "Dear Asha, 250 is due in .",
    language: "en",
    missing: ["town"],
    parts: 1,
    encoding: "GSM-7",
  });
});

test("the Kiswahili variant is for whom it is asked, or whose own fields say so", async () => {
  const { id } = (await call("createTemplate", { body: { ...reminder, name: "Both" } })).body;
  const one = await contact("+254712000002", "Barasa", [{ balance: "7", lugha: "Kiswahili" }]);
  const two = await contact("+254712000003", "Wafula", [{ balance: "8" }]);
  const swahili = { text: "Mpendwa Barasa, salio lako ni 7.", language: "sw" };
  expect((await render(one, id)).body).toMatchObject(swahili);
  expect((await render(one, id, { language: "en" })).body).toMatchObject({ language: "en" });
  expect((await render(two, id, { language: "sw" })).body).toMatchObject({ language: "sw" });
  const english = (await call("createTemplate", { body: { ...reminder, name: "One", body_sw: "" } })).body;
  expect((await render(one, english.id)).body).toMatchObject({ language: "en" });
});

test("what there is none of is 404: contact, template, another channel, another account", async () => {
  const { id } = (await call("createTemplate", { body: { ...reminder, name: "Mine" } })).body;
  const asha = await contact("+254712000004", "Asha", []);
  expect((await render(999_999, id)).status).toBe(404);
  expect((await render(asha, 999_999)).status).toBe(404);
  expect((await render(asha, id, { channel: "email" })).status).toBe(404);
  const params = { contact_id: asha, template_id: id, channel: "sms" };
  expect((await call("renderTemplate", { params }, "other")).status).toBe(404);
});

test("a change without the variant keeps it, an empty one takes it away, a broken field is named", async () => {
  const { id } = (await call("createTemplate", { body: { ...reminder, name: "Kept" } })).body;
  const { body_sw, ...without } = { ...reminder, name: "Kept" };
  expect((await call("updateTemplate", { params: { id }, body: without })).body).toMatchObject({ body_sw });
  const emptied = await call("updateTemplate", { params: { id }, body: { ...without, body_sw: "" } });
  expect(emptied.body).toMatchObject({ body_sw: "" });
  const broken = await call("createTemplate", { body: { ...reminder, name: "Bad", body_sw: "Habari {{jina langu}}" } });
  expect(broken).toMatchObject({ status: 422 });
});
