import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { allRoutes, routeId } from "../../app/sitemap";
import { seeded } from "../../demo/people";
import { openapiDocument } from "../../services/openapi";
import { type Application, startApplication } from "../setup/application";
import { type RequestOptions, sendRequest } from "../setup/request";

let application: Application;
let owner: string;
let ownerCookie: string;
beforeAll(async () => {
  application = await startApplication();
  owner = await application.token("owner@savanna.test");
  ownerCookie = await application.cookie("owner@savanna.test");
}, 120_000);
afterAll(() => application.stop());

const filled = (path: string) => path.replace(/:\w+/g, "1");
const pages = allRoutes.map((line) => ({ path: filled(line.path), id: routeId(line), line }));

type Operation = {
  parameters: { name: string; in: "path" | "query" }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
  responses: Record<string, unknown>;
  security?: unknown[];
  "x-writes"?: boolean;
  "x-internal"?: boolean;
};
const document = openapiDocument() as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

describe("a page of a list asks the database twice: who is looking, and in one message all the rest of it and its frame", () => {
  test.each([
    "/contacts/contact-group/details?id=1",
    "/contacts/contact-group",
    "/contacts/blacklist",
    "/sms/history",
    "/sms/history?view=express",
    "/sms/inbox",
    "/sms/settings/sender",
    "/settings/users",
    "/settings/groups",
    "/settings/templates",
    "/settings/selfcare/invoices",
    "/settings/selfcare/statement",
    "/settings/selfcare/request",
    "/settings/data-protection",
    "/dashboard/billing-message-transaction",
    "/settings/data-protection/consents",
    "/notifications",
    "/user/activities",
  ])("%s", async (path) => {
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const messages = async () => {
      sent.mockClear();
      const response = await fetch(application.url + path, { headers: { cookie: ownerCookie } });
      expect(response.status).toBe(200);
      await response.text();
      // Reads of an account send themselves; a statement of a job is words, but a job may read an account as well.
      return sent.mock.calls.filter(([query]) => "submit" in Object(query)).length;
    };
    try {
      // The jobs of a demo that has just started read for a while: a page is counted in a moment in which they are still.
      let fewest = Number.POSITIVE_INFINITY;
      const counted = async () => (fewest = Math.min(fewest, await messages()));
      await expect.poll(counted, { timeout: 20_000, interval: 20 }).toBe(2);
    } finally {
      sent.mockRestore();
    }
  });
});

describe("a guest", () => {
  test("gets no loader's data, by page, by .data, or by asking for a child alone", async () => {
    for (const { path, id, line } of pages.filter(({ line }) => !line.guest)) {
      const asked = [
        path,
        `${path === "/" ? "/_root" : path}.data`,
        `${path === "/" ? "/_root" : path}.data?_routes=${encodeURIComponent(id)}`,
        `${path}?_data=${encodeURIComponent(id)}`,
      ];
      for (const address of asked) {
        const response = await sendRequest(application.url + address);
        const text = await response.text();
        const headerOnly = response.status === 204 && response.headers.has("x-remix-redirect");
        const sentAway =
          response.status === 302 ||
          headerOnly ||
          (response.status === 202 && text.includes("SingleFetchRedirect")) ||
          response.status === 404 ||
          (response.status === 400 && address.includes("?_data="));
        expect(sentAway, `${address} answered ${response.status}: ${text.slice(0, 80)}`).toBe(true);
        expect(text).not.toContain("Savanna");
      }
      expect(line.guest).toBeFalsy();
    }
  }, 120_000);

  test("is refused by every service call that is not listed as public", async () => {
    const open: string[] = [];
    for (const { path, method } of operations) {
      const response = await sendRequest(application.url + path.replace(/\{\w+\}/g, "1"), { method });
      if (response.status !== 401) open.push(`${method} ${path}`);
    }
    const before = ["login/token", "login/link", "login/code", "login/providers/{provider}/start"];
    const signingUp = ["", "/state", "/email", "/resend", "/verify", "/link", "/verify-link", "/details"];
    const passwords = ["forgot", "link", "set"];
    expect(open.sort()).toEqual(
      [
        "GET /api/identity/login/providers",
        ...before.map((path) => `POST /api/identity/${path}`),
        ...signingUp.map((path) => `POST /api/identity/signup${path}`),
        ...passwords.map((path) => `POST /api/identity/password/${path}`),
        // Leaving a mailing: the link in the mail is what one must know.
        "GET /api/email/unsubscribe/{token}",
        "POST /api/email/unsubscribe/{token}",
        // The sales for a spreadsheet: the same.
        "GET /api/crm/sales-feed/{token}",
        // A quote: its link is what one must know.
        "GET /api/crm/quote/{token}",
        "POST /api/crm/quote/{token}",
        "GET /api/crm/quote/{token}/file",
        // The calendar of a phone: the same.
        "GET /api/crm/calendar/{token}",
        "PUT /api/email/unsubscribe/{token}",
        // A short link of a message: the same.
        "POST /api/messaging/links/{code}",
        // Opens and clicks: the code in the mail is what one must know.
        "POST /api/email/opens/{token}",
        "POST /api/email/clicks/{token}/{link}",
        // A public survey: the link is what one must know.
        "GET /api/survey/web/{link}",
        "POST /api/survey/web/{link}/sessions",
        "GET /api/survey/web/{link}/sessions/{session}",
        "POST /api/survey/web/{link}/sessions/{session}",
        "GET /api/survey/web/{link}/sessions/{session}/page",
        "POST /api/survey/web/{link}/sessions/{session}/page",
      ].sort(),
    );
  });

  test("a cookie opens no service call: only the bearer does", async () => {
    const response = await fetch(`${application.url}/api/identity/user/details`, { headers: { cookie: ownerCookie } });
    expect(response.status).toBe(401);
  });
});

/** The status that a form of another site gets, sent with the owner's cookie. */
async function sentFrom(origin: string, method: string, address: string): Promise<number> {
  const headers = { origin, cookie: ownerCookie, "content-type": "application/x-www-form-urlencoded" };
  const form = { method, headers, body: "name=taken&type=sms" };
  return (await sendRequest(application.url + address, form)).status;
}

describe("another site", () => {
  const origins = [
    "https://evil.example",
    "null",
    "http://127.0.0.1",
    "https://127.0.0.1:3000",
    "http://localhost.evil.example",
    "file://",
    "http://evil.example:80",
  ];

  test("changes nothing: pages, data and resource routes, every unsafe method, 403", async () => {
    const targets = pages.filter(({ line }) =>
      ["/logout", "/theme", "/sms/bulk", "/contacts/contact-group/new", "/sms/history.csv"].includes(line.path),
    );
    for (const { path } of targets)
      for (const address of [path, `${path}.data`])
        for (const method of ["POST", "PUT", "PATCH", "DELETE"])
          for (const origin of origins) {
            expect(await sentFrom(origin, method, address), `${method} ${address} from ${origin}`).toBe(403);
          }
    const still = await fetch(`${application.url}/dashboard`, { headers: { cookie: ownerCookie }, redirect: "manual" });
    expect(still.status).toBe(200);
    expect(await still.text()).not.toContain("taken");
  }, 120_000);

  test("changes nothing anywhere: every page, .data and resource route, every call, every unsafe method, 403", async () => {
    const calls = operations.map(({ path }) => path.replace(/\{\w+\}/g, "1"));
    const sandbox = ["/sandbox", "/sandbox/phone/254722000001", "/files/1"];
    const addresses = new Set([
      ...pages.flatMap(({ path }) => [path, `${path === "/" ? "/_root" : path}.data`]),
      ...[...calls, ...sandbox],
    ]);
    const open: string[] = [];
    let turn = 0;
    for (const address of addresses)
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const origin = origins[turn++ % origins.length] ?? "null";
        const status = await sentFrom(origin, method, address);
        if (status !== 403) open.push(`${method} ${address} from ${origin}: ${status}`);
      }
    expect(open).toEqual([]);
  }, 180_000);

  test("a cookie without an origin is refused as well", async () => {
    const response = await fetch(`${application.url}/logout`, { method: "POST", headers: { cookie: ownerCookie } });
    expect(response.status).toBe(403);
  });
});

test("search engines are turned away, at the door and on every page", async () => {
  const robots = await fetch(`${application.url}/robots.txt`);
  expect([robots.status, await robots.text()]).toEqual([200, "User-agent: *\nDisallow: /\n"]);
  for (const path of ["/login", "/api/openapi.json", "/robots.txt"])
    expect((await fetch(application.url + path)).headers.get("x-robots-tag")).toContain("noindex");
});

describe("limits", () => {
  test.each([
    ["a manifest path of a hundred segments", `/__manifest?p=${encodeURIComponent("/a".repeat(100))}&version=1`],
    [
      "a manifest path of a thousand characters",
      `/__manifest?p=${encodeURIComponent(`/${"a".repeat(1000)}`)}&version=1`,
    ],
    ["eight hundred manifest paths", `/__manifest?version=1${"&p=%2Fsms".repeat(800)}`],
  ])("%s is refused at once", async (_, path) => {
    const response = await fetch(application.url + path);
    expect(response.status).toBe(400);
  });

  test("a body over the limit is 413 with words", async () => {
    const headers = { authorization: `Bearer ${owner}`, "content-type": "application/json" };
    const response = await fetch(`${application.url}/api/messaging/blacklist`, {
      method: "POST",
      headers,
      body: `{"phones":"${"0".repeat(2_000_000)}"}`,
    });
    expect(response.status).toBe(413);
    expect(await response.text()).toMatch(/large|MB/i);
  });
});

test("a list's file has a byte order mark, and the times of the screen in a form that spreadsheets read", async () => {
  const response = await fetch(`${application.url}/ticketing/tickets.csv`, { headers: { cookie: ownerCookie } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [heading = "", ...lines] = new TextDecoder().decode(bytes).split("\r\n");
  const id = lines[0]?.split(",")[0];
  const ticket = await fetch(`${application.url}/api/ticketing/tickets/${id}`, {
    headers: { authorization: `Bearer ${owner}` },
  });
  const { created_at } = (await ticket.json()) as { created_at: string };
  const local = new Date(Date.parse(created_at) + 3 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  expect(heading).toContain("Created");
  expect(lines[0]).toContain(local);
  expect(lines.join("\n")).not.toMatch(/\d\dT\d\d:\d\d/);
});

describe("a file of 9 MB, where 10 MB are promised", () => {
  // A picture of 16 by 16 pixels: its header, and one chunk of anything that fills the rest.
  const picture = Buffer.alloc(9_000_000, 7);
  Buffer.from("89504e470d0a1a0a0000000d494844520000001000000010080200000090916836", "hex").copy(picture);
  picture.writeUInt32BE(picture.length - 33 - 12, 33);
  picture.write("IDAT", 37);
  const formWith = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("files", new Blob([picture], { type: "image/png" }), "scan.png");
    return form;
  };
  const call = (path: string, fields: Record<string, string>) =>
    fetch(`${application.url}/api/ticketing${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${owner}` },
      body: formWith(fields),
    });

  test("goes through every call that takes a ticket's files, and the page's form without script", async () => {
    const opened = await call("/tickets", { subject: "With a scan" });
    expect(opened.status).toBe(201);
    const { ticket } = (await opened.json()) as { ticket: { id: number; files: unknown[] } };
    expect(ticket.files).toHaveLength(1);
    const id = String(ticket.id);
    expect((await call("/tickets/files", { ticket_id: id })).status).toBe(201);
    expect((await call("/ticket/update", { id, subject: "With two scans" })).status).toBe(201);
    expect((await call(`/tickets/${id}/comments`, { body: "Here it is", kind: "internal" })).status).toBe(201);
    for (const path of [`/ticketing/show/${id}/comments`, `/ticketing/show/${id}/details`, "/ticketing/new"]) {
      const answer = await fetch(application.url + path, {
        method: "POST",
        headers: { cookie: ownerCookie, origin: application.url },
        body: formWith({ body: "From the page", kind: "internal", intent: "add files", subject: "From the page" }),
        redirect: "manual",
      });
      expect([path, answer.status]).toEqual([path, 302]);
    }
  });

  test("is still too much as JSON", async () => {
    const response = await fetch(`${application.url}/api/ticketing/tickets`, {
      method: "POST",
      headers: { authorization: `Bearer ${owner}`, "content-type": "application/json" },
      body: JSON.stringify({ subject: "x".repeat(2_000_000) }),
    });
    expect(response.status).toBe(413);
  });
});

describe("two thousand requests made up from the OpenAPI document", () => {
  test("none of them is a fault of ours, and none shows our inside", async () => {
    const random = seeded(20261121);
    const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const odd = [
      "",
      "0",
      "-1",
      "1",
      "9007199254740993",
      "1e309",
      "NaN",
      "null",
      "true",
      "[]",
      "{}",
      "a'; select pg_sleep(9)--",
      "\u0000",
      "%00",
      "../../etc/passwd",
      "<script>alert(1)</script>",
      "=1+1",
      "ü€😀",
      "A".repeat(5000),
      "2026-13-45",
      "__proto__",
      "constructor",
    ];
    const values: unknown[] = [...odd, 0, -1, 1.5, 1e308, null, true, [], {}, [[]], { $ne: "" }, { a: { b: {} } }];
    const people = [
      "",
      owner,
      await application.token("nobody@savanna.test"),
      await application.token("owner@lakeside.test"),
      "nonsense",
    ];
    const faults: string[] = [];
    const usable = operations.filter(({ path }) => !path.endsWith("/login/token") && !path.endsWith("/user/signout"));
    for (let n = 0; n < 2_000; n++) {
      const { path, method, operation } = one(usable);
      const url = new URL(application.url + path.replace(/\{\w+\}/g, () => encodeURIComponent(one(odd)) || "x"));
      for (const { name, in: where } of operation.parameters)
        if (where === "query" && random() < 0.5) url.searchParams.set(name, one(odd));
      const headers: Record<string, string> = { authorization: `Bearer ${one(people)}` };
      const init: RequestOptions = { method, headers };
      const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      if (type && method !== "GET") {
        headers["content-type"] =
          random() < 0.9
            ? type
            : one(["text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x"]);
        const body = Object.fromEntries(
          Object.keys(media?.schema.properties ?? {})
            .filter(() => random() < 0.8)
            .map((name) => [name, one(values)]),
        );
        init.body =
          random() < 0.9 ? JSON.stringify(body) : one(["{", "[]", "null", '"x"', "--x\r\n\r\n--x--", "a=1&a=2"]);
      }
      const response = await sendRequest(url.href, init);
      const text = await response.text();
      if (response.status >= 500 || /node_modules|at \w+ \(|select .* from|ECONN/i.test(text))
        faults.push(
          `${method} ${url.pathname} ${String(init.body).slice(0, 200)}: ${response.status} ${text.slice(0, 200)}`,
        );
      else if (response.status < 300 || response.status >= 400)
        if (!(String(response.status) in operation.responses))
          faults.push(`${method} ${path} answered ${response.status}, which is not documented`);
    }
    expect(faults).toEqual([]);
  }, 300_000);
});
