import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "../../app/sitemap";
import { contracts as documented } from "../../services/contracts";
import type { Calls, Contract } from "../../services/kit/contract";
import { type Application, startApplication } from "../setup/application";
import { sendRequest } from "../setup/request";
import { sample, schemaOf } from "./sample";

/** What a URL may be made to say by a person, a broken link or a scanner. None of it is a fault of ours. */
const cursor = (key: string) => Buffer.from(key).toString("base64url");
const odd: Record<string, string> = {
  "a number below zero": "-1",
  "a number too large for an id": "99999999999999999999",
  "a number that only PostgreSQL has": "9223372036854775807",
  "a day before the first year": "0000-01-01",
  "the last day of four digits": "9999-12-31",
  "the 31st of February": "2026-02-31",
  "two days at the ends": "0001-01-01_9999-12-31",
  "marks of SQL, patterns and a zero": "\u0000'\"\\%_;--",
  "half of a pair": "\ud83d",
  "a cursor with no such moment": cursor("2026-02-31 08:00:00+00|1"),
};

const contracts: Contract<Calls>[] = Object.values(documented);
const reads = contracts.flatMap(({ service, calls }) =>
  Object.entries(calls).flatMap(([name, call]) => {
    const keys = Object.keys(call.query?.shape ?? {});
    const open = !call.writes && !call.internal && !call.raw && keys.length > 0;
    return open ? [{ service, name, call, keys }] : [];
  }),
);
/** What one may do to oneself would end the test. */
const writes = contracts.flatMap(({ service, calls }) =>
  Object.values(calls).flatMap((call) =>
    call.body && !call.internal && !call.form && (call.needs || service !== "identity")
      ? [{ service, call: { ...call, body: call.body } }]
      : [],
  ),
);
const names = [...new Set(reads.flatMap(({ keys }) => keys)), "view", "edit", "delete", "days", "month", "id", "chat"];
const pages = allRoutes.filter((line) => !line.guest && !line.group && !/\.(csv|xlsx|json)$/.test(line.path));

let application: Application;
beforeAll(async () => {
  application = await startApplication();
}, 120_000);
afterAll(() => application.stop());

type PageRequest = { address: string; method?: string; body?: string };

/** The addresses that answer with a fault, a few asked for at a time. */
async function faults(asked: PageRequest[], headers: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  const left = [...asked];
  const worker = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const { address, ...init } = one;
      const response = await sendRequest(application.url + address, { ...init, headers });
      if (response.status >= 500) found.push(`${response.status} ${address.slice(0, 150)}`);
    }
  };
  await Promise.all([1, 2, 3, 4].map(worker));
  return found;
}

/** The value with each of its texts made odd in turn. */
function spoilt(value: unknown): unknown[] {
  if (typeof value === "string") return [`\u0000${value}\u0000`, "\u0000"];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, at) => spoilt(one).map((odd) => value.with(at, odd)));
  return Object.entries(value).flatMap(([name, one]) => spoilt(one).map((odd) => ({ ...value, [name]: odd })));
}

const filled = (path: string) => path.replace(/:\w+/g, "1").replace(/\{\w+\}/g, "1");
const saying = (keys: string[], value: string) => new URLSearchParams(keys.map((key) => [key, value]));

describe.each(Object.entries(odd))("%s", (_, value) => {
  test("in all fields of every call that reads: none fails", async () => {
    const token = await application.token("owner@savanna.test");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const asked = reads.map(({ service, call: { method, path, body }, keys }) => ({
      address: `/api/${service}/${filled(path).replace(/^\/+/, "")}?${saying(keys, value)}`,
      method,
      ...(body ? { body: JSON.stringify(sample(schemaOf(body), 1, false)) } : {}),
    }));
    expect(await faults(asked, headers)).toEqual([]);
  }, 120_000);
});

test("U+0000 in any field of any body that is sent: none fails", async () => {
  const token = await application.token("owner@savanna.test");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const asked = writes.flatMap(({ service, call: { method, path, body } }) =>
    [true, false].flatMap((all) =>
      spoilt(sample(schemaOf(body), 1, all)).map((one) => ({
        address: `/api/${service}/${filled(path).replace(/^\/+/, "")}`,
        method,
        body: JSON.stringify(one),
      })),
    ),
  );
  expect(asked.length).toBeGreaterThan(300);
  expect(await faults(asked, headers)).toEqual([]);
}, 120_000);

test("every page takes days without a calendar, numbers without end and a broken place in a list", async () => {
  const headers = { cookie: await application.cookie("owner@savanna.test") };
  const values = ["a day before the first year", "a number too large for an id", "a cursor with no such moment"];
  const asked = pages.flatMap(({ path }) =>
    values.map((what) => ({ address: `${filled(path)}?${saying(names, odd[what] ?? what)}` })),
  );
  expect(asked.length).toBeGreaterThan(300);
  expect(await faults(asked, headers)).toEqual([]);
}, 180_000);

test("a record in the path of a page may be anything: what can be none is not found", async () => {
  const headers = { cookie: await application.cookie("owner@savanna.test") };
  const others = ["latest", "99999999999999999999", "%00"];
  const asked = allRoutes
    .filter(({ path, group }) => !group && path.includes(":"))
    .flatMap(({ path }) => others.map((other) => ({ address: path.replace(/:\w+/g, other) })));
  expect(asked.length).toBeGreaterThan(300);
  expect(await faults(asked, headers)).toEqual([]);
}, 180_000);

test.each([
  ["a row of a billion", "rows[999999999].name", "x"],
  ["a billion values", "rows[4294967294]", "x"],
  ["a row of a billion that is written with U+0000", "rows[9\u000099999999].name", "\u0000"],
  ["an intent that is written with U+0000", "_\u0000_intent__", "\u0000{"],
  ["an intent that is no JSON", "__intent__", "{"],
  [
    "an intent to fill a row of a billion",
    "__intent__",
    '{"type":"update","payload":{"name":"a","index":999999999,"value":1}}',
  ],
  ["a state that is no JSON", "__state__", "{"],
  ["a name without end", `a${".a".repeat(20_000)}`, "x"],
])(
  "a form with %s is refused by guests' pages and by one's own, and the next request is served",
  async (_, name, value) => {
    const cookie = await application.cookie("owner@savanna.test");
    for (const path of ["/login", "/auth/signup", "/auth/forgot-password", "/user/profile", "/chat/team/1"]) {
      const headers = { cookie: path.startsWith("/auth") || path === "/login" ? "" : cookie, origin: application.url };
      const body = new URLSearchParams([
        ["email", "a@b.example"],
        [name, value],
      ]);
      const response = await fetch(application.url + path, { method: "POST", headers, body, redirect: "manual" });
      expect(response.status, path).toBe(400);
    }
    expect((await fetch(`${application.url}/readyz`)).status).toBe(200);
  },
);

test("a form of a hundred thousand fields is refused at once", async () => {
  const body = new URLSearchParams(Array.from({ length: 100_000 }, () => ["a", ""]));
  const headers = { origin: application.url };
  const response = await fetch(`${application.url}/auth/forgot-password`, { method: "POST", headers, body });
  expect(response.status).toBe(413);
});

test("there are calls and pages to try", () => {
  expect(reads.length).toBeGreaterThan(40);
  expect(new Set(reads.map(({ service }) => service)).size).toBeGreaterThan(5);
});
