import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { products } from "../../rules/access";
import { contracts as documented } from "../../services/contracts";
import { type Call, type Calls, type Contract, pathNames } from "../../services/kit/contract";
import { type Application, startApplication } from "../setup/application";
import { asOwner, asOwnerOf } from "../setup/database";
import { type RequestOptions, sendRequest } from "../setup/request";
import { fingerprint, waitForRest } from "./fingerprint";
import { namesRecords, recordFields, sample, schemaOf } from "./sample";

/**
 * Every call that names a record, of every service, made by the owner of another account, which has every product
 * and nothing of its own; and by the owner of the records, who works in a child account: nothing of one's own account is
 * there. tests/architecture/tenants.test.ts looks closer at some of them, with bodies written by hand.
 */
const contracts: Contract<Calls>[] = Object.values(documented);
const owners = "100001";
const others = [
  { who: "the owner of another account", account: "300003" },
  { who: "somebody of the parent in a child account", account: "100102" },
];
/** Parts of a path that are no record of one account: one's own account and team, a kind, a network, a phone number. */
const noRecord = new Set([
  "account",
  "group",
  "customer_account",
  "user_group",
  "kind",
  "name",
  "set",
  "provider",
  "number",
]);
/** Everybody has a first team without a row, so its number is the other account's own; tenants.test.ts has these. */
// A documented GET that changes nothing any more: it only says which call does (405).
const elsewhere = new Set([
  ...["identity.renameTeam", "identity.deleteTeam"],
  ...["messaging.deleteListMember", "messaging.startInstance"],
]);

const nobodys = { number: 987_654_321, uuid: "3f0c8b1a-4c1d-4f6e-9b0e-2f6f0c3a9d11" };

const named = contracts.flatMap(({ service, calls }) =>
  Object.entries(calls).flatMap(([name, call]) => {
    if (call.public || call.internal || call.raw || call.needs?.platform || elsewhere.has(`${service}.${name}`))
      return [];
    const inPath = pathNames(call.path).some((part) => !noRecord.has(part));
    const inQuery = Object.keys(call.query?.shape ?? {}).some(namesRecords);
    const inBody = call.body !== undefined && recordFields(schemaOf(call.body)).length > 0;
    return inPath || inQuery || inBody ? [{ service, name, call, inPath }] : [];
  }),
);

let application: Application;
let owner: string;
const tokens = new Map<string, string>();
const tokenFor = (account: string) => tokens.get(account) ?? "";
beforeAll(async () => {
  application = await startApplication();
  await waitForRest(application.databaseUrl, owners);
  for (const account of [owners, ...others.map((other) => other.account)])
    await asOwner(
      application.databaseUrl,
      `select set_config('app.account', '${account}', false);
       update identity.accounts set products = array['${products.join("','")}'] where customer_account = '${account}'`,
    );
  owner = await application.token("owner@savanna.test");
  tokens.set("300003", await application.token("owner@newleaf.test"));
  tokens.set("100102", (await application.delegation("owner@savanna.test", "100102")).token);
  const file = new FormData();
  file.set("file", new File(["%PDF-1.4\n%%EOF\n"], "slip.pdf", { type: "application/pdf" }));
  const headers = { authorization: `Bearer ${owner}` };
  await fetch(`${application.url}/api/uploads/uploads/chat-uploads`, { method: "POST", headers, body: file });
  // What an account begins with (stages, kinds of ticket) is made when it is first looked at: now, not in between.
  for (const { account } of others)
    for (const { service, calls } of contracts)
      for (const call of Object.values(calls))
        if (call.method === "GET" && !call.writes && !call.internal && pathNames(call.path).length === 0)
          await ask(service, call, account, 1, false);
  for (const { account } of others)
    for (const call of [documented.crm.calls.createLead, documented.crm.calls.createDeal])
      await ask("crm", call, account, nobodys.number, false);
}, 120_000);
afterAll(() => application.stop());

/** With every record a body may name, and with the required ones alone; without any it would only make something new. */
function ways(call: Call, inPath: boolean): boolean[] {
  if (!call.body) return [true];
  const least = JSON.stringify(sample(schemaOf(call.body), nobodys.number, false));
  return inPath || least.includes(String(nobodys.number)) ? [true, false] : [true];
}

async function ask(service: string, call: Call, account: string, id: number | string, all: boolean) {
  const own: Record<string, string> = { account: "own", group: "1", user_group: "1", customer_account: account };
  const path = call.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(own[part] ?? String(id)));
  const url = new URL(`${application.url}/api/${service}/${path.replace(/^\/+/, "")}`);
  for (const field of Object.keys(call.query?.shape ?? {}))
    if (namesRecords(field)) url.searchParams.set(field, String(id));
  const headers: Record<string, string> = { authorization: `Bearer ${account === owners ? owner : tokenFor(account)}` };
  const init: RequestOptions = { method: call.method, headers };
  if (call.body) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(sample(schemaOf(call.body), id, all));
  }
  const response = await sendRequest(url.href, init);
  // An answer may name what was asked for, and the time of it; what is said of it is the same.
  const text = (await response.text())
    .replace(/"at":\d{10}\b/g, '"at":#')
    .replaceAll(String(nobodys.number), "#")
    .replaceAll(nobodys.uuid, "#");
  return {
    status: response.status,
    text: text.replace(new RegExp(`\\b${id}\\b`, "g"), id.toString().length > 1 ? "#" : `${id}`),
  };
}

/** One id of each table of a service that the owner has, and that the other account has neither there nor as a person's: the newest. */
async function idsOf(schema: string, otherAccount: string): Promise<(number | string)[]> {
  const { rows } = await asOwner(
    application.databaseUrl,
    `select t.table_name as name, t.column_name as field from information_schema.columns t
     join information_schema.columns a on (a.table_schema, a.table_name) = (t.table_schema, t.table_name)
     where t.column_name in ('id', 'uuid', 'contact_id') and t.data_type in ('bigint', 'integer', 'uuid')
       and a.column_name = 'customer_account' and t.table_schema = '${schema}'`,
  );
  const of = async (account: string) => {
    const selects = rows.map(
      ({ name, field }) =>
        `select distinct ${field}::text as id from ${schema}.${name} where customer_account = '${account}'`,
    );
    const answers = (await asOwner(
      application.databaseUrl,
      [`select set_config('app.account', '${account}', false)`, ...selects].join(";"),
    )) as unknown as { rows: { id: string }[] }[];
    return answers.slice(1).map((answer) => answer.rows.map(({ id }) => id));
  };
  // A number that is a person of theirs too says nothing where a call names a person.
  const people = await asOwnerOf(
    application.databaseUrl,
    otherAccount,
    `select id::text from identity.users where customer_account = '${otherAccount}'`,
  );
  const [ours, theirs] = [
    await of(owners),
    new Set([...(await of(otherAccount)).flat(), ...people.map(({ id }) => String(id))]),
  ];
  const newest = ours.flatMap(
    (ids) => ids.filter((id) => !theirs.has(id)).sort((a, b) => Number(b) - Number(a))[0] ?? [],
  );
  return [...new Set(newest)].map((id) => (/^\d+$/.test(id) ? Number(id) : id));
}

test("there are calls of every service to try", () => {
  expect(named.length).toBeGreaterThan(120);
  expect(new Set(named.map(({ service }) => service)).size).toBe(contracts.length);
});

describe.each(others)(
  "to $who a record of another account is one that no one has, and stays as it is",
  ({ account }) => {
    const delegated = account !== "300003";
    test.each(contracts.map(({ service }) => service))(
      "%s",
      async (service) => {
        const before = await fingerprint(application.databaseUrl, owners);
        const ids = await idsOf(service, account);
        expect(ids.length).toBeGreaterThan(0);
        const wrong: string[] = [];
        const seen = new Set<number | string>();
        for (const { name, call, inPath } of named.filter((one) => one.service === service))
          for (const all of ways(call, inPath)) {
            const unknown = {
              number: await ask(service, call, account, nobodys.number, all),
              string: await ask(service, call, account, nobodys.uuid, all),
            };
            for (const { status, text } of Object.values(unknown))
              if (inPath && ![404, 406, 409, 422, ...(delegated ? [403] : [])].includes(status))
                wrong.push(`${name}, unknown: ${status} ${text}`);
            for (const id of ids) {
              const foreign = await ask(service, call, account, id, all);
              const { status, text } = unknown[typeof id as "number" | "string"];
              if (foreign.status !== status || foreign.text !== text)
                wrong.push(
                  `${name} ${id}: ${foreign.status} ${foreign.text.slice(0, 200)}, unknown: ${status} ${text.slice(0, 200)}`,
                );
              if (seen.size === 0 && call.method === "GET" && !call.writes && inPath)
                if ((await ask(service, call, owners, id, all)).status === 200) seen.add(id);
            }
          }
        expect(wrong).toEqual([]);
        expect(await fingerprint(application.databaseUrl, owners)).toBe(before);
        // The ids are real ones: their owner is shown something under one of them at least.
        expect(seen.size, `shown to their owner, of ${ids.join(", ")}`).toBeGreaterThan(0);
      },
      180_000,
    );
  },
);
