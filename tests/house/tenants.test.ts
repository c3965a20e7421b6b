import { afterAll, beforeAll, expect, test } from "vitest";
import { messaging } from "../../services/messaging/contract";
import { type Application, startApplication } from "../setup/application";
import { asOwner } from "../setup/database";

let application: Application;
let lakeside: string;
let savanna: string;
beforeAll(async () => {
  application = await startApplication();
  lakeside = await application.token("owner@lakeside.test");
  savanna = await application.token("owner@savanna.test");
}, 120_000);
afterAll(() => application.stop());

/** A body that gets past validation, by the call's name: what is left to refuse it is the account. */
const bodies: Record<string, unknown> = {
  renameGroup: { name: "Taken over" },
  updateContact: { contact_id: 1, phone: "0722000000", name: "Taken over" },
  startImport: { mapping: { "0": "phone" }, group_name: "Taken over" },
};
const unknown = 987_654_321;

async function call(token: string, name: string, id: number) {
  const found = messaging.calls[name as keyof typeof messaging.calls];
  const path = found.path.replace(/\{\w+\}/g, String(id));
  const body = bodies[name];
  const response = await fetch(`${application.url}/api/messaging${path}`, {
    method: found.method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.text() };
}

/** Every row of an account, in every table that names one, as one fingerprint. */
async function fingerprint(account: string): Promise<string> {
  const { rows } = await asOwner(
    application.databaseUrl,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'customer_account' and table_schema in ('identity', 'billing', 'messaging') order by 1`,
  );
  const prints: string[] = [];
  for (const { name } of rows) {
    if (/sessions|attempts/.test(name)) continue;
    const answers = (await asOwner(
      application.databaseUrl,
      `select set_config('app.account', '${account}', false);
       select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
       from ${name} t where customer_account = '${account}'`,
    )) as unknown as { rows: { print: string }[] }[];
    prints.push(`${name} ${answers[1]?.rows[0]?.print}`);
  }
  return prints.join("\n");
}

const withIds = Object.entries(messaging.calls).flatMap(([name, { path }]) => (/\{\w+\}/.test(path) ? [name] : []));

test("there are calls with ids to try", () => {
  expect(withIds.length).toBeGreaterThan(15);
});

test("another account's id is answered like an unknown one, by every call, and changes nothing of the owner's", async () => {
  const before = await fingerprint("100001");
  expect(before).toMatch(/messaging\.contacts [0-9a-f]{32}/);
  expect(before).not.toContain("undefined");
  for (const name of withIds) {
    const foreign = await call(lakeside, name, 1);
    const nobodys = await call(lakeside, name, unknown);
    expect(nobodys.status, `${name} with an unknown id`).toBe(404);
    expect(foreign, `${name} with another account's id`).toEqual(nobodys);
  }
  expect(await fingerprint("100001")).toBe(before);
}, 120_000);

test("the same ids are there for their owner", async () => {
  for (const name of ["group", "contacts", "blast", "messages"])
    expect((await call(savanna, name, 1)).status, name).toBe(200);
});
