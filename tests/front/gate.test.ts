import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatedApp, open, send } from "./door";

const built = gatedApp({
  bodies: {
    standard: 10_000,
    byPrefix: { "/contacts/upload": 50_000 },
    forms: { "/tickets/*/comments": 40_000 },
    said: { "/contacts/upload": "The file is larger than 45 kB." },
  },
});
let port = 0;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ port, close } = await open(built.app));
});
afterAll(() => close());

const cookie = "jibu_session=abc";
const own = () => `http://127.0.0.1:${port}`;
const kinds = { page: "/tickets/new", data: "/tickets/new.data", resource: "/tickets/attachment" };
const methods = ["POST", "PUT", "PATCH", "DELETE"];

describe("an unsafe request from a foreign origin (security.md 0.3, R10)", () => {
  const foreign: [string, () => Record<string, string>][] = [
    ["another site", () => ({ origin: "https://evil.example" })],
    ["null (sandboxed frame, data: page)", () => ({ origin: "null" })],
    ["our name as a prefix", () => ({ origin: `${own()}.evil.example` })],
    ["another port of this machine", () => ({ origin: `http://127.0.0.1:${port + 1}` })],
    ["another scheme", () => ({ origin: `https://127.0.0.1:${port}` })],
    [
      "a foreign origin that claims our host by X-Forwarded-Host",
      () => ({ origin: "https://evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" }),
    ],
    ["no Origin, Sec-Fetch-Site cross-site", () => ({ "sec-fetch-site": "cross-site" })],
    ["no Origin, Sec-Fetch-Site same-site (another subdomain)", () => ({ "sec-fetch-site": "same-site" })],
    ["our Origin, but Sec-Fetch-Site cross-site", () => ({ origin: own(), "sec-fetch-site": "cross-site" })],
    ["neither header, with a cookie", () => ({})],
  ];
  for (const [kind, path] of Object.entries(kinds))
    for (const method of methods)
      it(`${method} on a ${kind} route is refused and never handled`, async () => {
        const before = built.visits();
        for (const [name, headers] of foreign) {
          const answer = await send(port, path, { method, headers: { cookie, ...headers() }, body: "a=1" });
          expect([name, answer.status]).toEqual([name, 403]);
          expect(answer.body.toString()).toContain("came from another site");
        }
        expect(built.visits()).toBe(before);
      });

  it("is refused without a cookie as well: signing someone in is an effect", async () => {
    const headers = { origin: "https://evil.example" };
    expect((await send(port, "/login", { method: "POST", headers, body: "a=1" })).status).toBe(403);
  });

  it("answers people with a page, everyone else with JSON", async () => {
    const headers = { origin: "https://evil.example", accept: "text/html,*/*" };
    const page = await send(port, "/tickets/new", { method: "POST", headers });
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.body.toString()).toContain('<html lang="en">');
    const data = await send(port, "/tickets/new.data", { method: "POST", headers });
    expect(JSON.parse(data.body.toString())).toEqual({
      message: "This request came from another site, so nothing was changed.",
      request_id: data.headers["x-request-id"],
    });
  });
});

describe("what passes", () => {
  it.each(methods)("%s from our own pages", async (method) => {
    for (const path of Object.values(kinds)) {
      const before = built.visits();
      const headers = { cookie, origin: own(), "sec-fetch-site": "same-origin" };
      expect((await send(port, path, { method, headers, body: "a=1" })).status).toBe(200);
      expect(built.visits()).toBe(before + 1);
    }
  });

  it("a browser that sends only one of the two headers", async () => {
    const one: Record<string, string>[] = [{ origin: own() }, { "sec-fetch-site": "same-origin" }];
    for (const headers of one)
      expect((await send(port, "/tickets/new", { method: "POST", headers: { cookie, ...headers } })).status).toBe(200);
  });

  it("a webhook: neither header, no cookie", async () => {
    expect((await send(port, "/webhooks/whatsapp", { method: "POST", body: "{}" })).status).toBe(200);
  });

  it("a service call with a bearer token and no cookie, whatever its origin", async () => {
    const headers = { authorization: "Bearer t0ken", origin: "https://partner.example" };
    expect((await send(port, "/api/ticketing/tickets", { method: "POST", headers })).status).toBe(200);
    const withCookie = { ...headers, cookie };
    expect((await send(port, "/api/ticketing/tickets", { method: "POST", headers: withCookie })).status).toBe(403);
    expect((await send(port, "/tickets/new", { method: "POST", headers })).status).toBe(403);
    const without = { origin: "https://partner.example" };
    expect((await send(port, "/api/ticketing/tickets", { method: "POST", headers: without })).status).toBe(403);
  });

  it("reading, from anywhere: links into the product work", async () => {
    const headers = { cookie, "sec-fetch-site": "cross-site" };
    expect((await send(port, "/tickets", { headers })).status).toBe(200);
  });
});

describe("limits before anything is parsed", () => {
  it("refuses a wild manifest request at once", async () => {
    const before = built.visits();
    const wild = [
      `/__manifest?p=${"/a".repeat(21)}`,
      `/__manifest?p=${"a".repeat(513)}`,
      `/__manifest?${Array.from({ length: 700 }, (_, at) => `p=/${at}`).join("&")}`,
      `/__manifest?${"p=/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u&".repeat(150)}`,
      `/%5f%5fmanifest?%70=${"/a".repeat(21)}`,
    ];
    for (const path of wild)
      expect([path.slice(0, 40), (await send(port, path)).status]).toEqual([path.slice(0, 40), 400]);
    expect(built.visits()).toBe(before);
  });

  it("spends under 5 ms of the processor on refusing one", async () => {
    const wild = `/__manifest?${"p=/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u&".repeat(150)}`;
    const start = process.cpuUsage();
    for (let at = 0; at < 100; at += 1) expect((await built.app.request(wild)).status).toBe(400);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000 / 100).toBeLessThan(5);
  });

  it("answers 404 for an address with more segments than any page has, before anything else", async () => {
    const before = built.visits();
    for (const path of [
      "/a".repeat(21),
      `${"/a".repeat(3_700)}`,
      `/settings${"/a".repeat(20)}.data`,
      `/api${"/a".repeat(900)}`,
    ])
      for (const method of ["GET", "POST", "PROPFIND"])
        expect([path.length, (await send(port, path, { method })).status]).toEqual([path.length, 404]);
    expect(built.visits()).toBe(before);
    expect((await send(port, "/a".repeat(20))).status).toBe(200);
  });

  it("refuses to be asked for one loader's data by name", async () => {
    for (const query of ["_data=chat%2Finbox", "a=b&_data", "_%64ata=x"])
      expect([query, (await send(port, `/chat/inbox?${query}`)).status]).toEqual([query, 400]);
    expect((await send(port, "/chat/inbox?_routes=x&my_data=1")).status).toBe(200);
  });

  it("lets an ordinary manifest request through", async () => {
    expect((await send(port, "/__manifest?p=/tickets&p=/tickets/show/1&version=abc")).status).toBe(200);
    // The menu of an owner with every product, and a list of 100 rows beside it.
    const menu = Array.from({ length: 160 }, (_, at) => `p=/crm/settings/${at}`).join("&");
    expect((await send(port, `/__manifest?${menu}&version=abc`)).status).toBe(200);
  });

  it("refuses a body that announces too much, and one that turns out too long", async () => {
    const big = Buffer.alloc(20_000, "a");
    const headers = { origin: own() };
    const announced = await send(port, "/tickets/new", { method: "POST", headers, body: big });
    expect(announced.status).toBe(413);
    expect(announced.body.toString()).toContain("at most 10 kB");
    const counted = await send(port, "/tickets/new", { method: "POST", headers, body: big, chunked: true });
    expect(counted.status).toBe(413);
    expect(counted.body.toString()).toContain("too large");
  });

  it("names a file's own limit where there is one, and reads past the file so that its sender hears", async () => {
    const big = Buffer.alloc(80_000, "a");
    for (const chunked of [false, true]) {
      const options = { method: "POST", headers: { origin: own() }, body: big, chunked };
      const answer = await send(port, "/contacts/upload", options);
      expect([chunked, answer.status]).toEqual([chunked, 413]);
      expect(answer.body.toString()).toContain("The file is larger than 45 kB.");
    }
  });

  it("says that it closes the connection when it answers before all of a body has come, and only then", async () => {
    const headers = { origin: "https://evil.example", connection: "keep-alive" };
    const cut = await send(port, "/tickets/new", { method: "POST", headers, body: "a".repeat(9000), sent: 10 });
    expect([cut.status, cut.headers.connection]).toEqual([403, "close"]);
    const whole = await send(port, "/tickets/new", { method: "POST", headers, body: "a".repeat(9000) });
    expect([whole.status, whole.headers.connection]).toEqual([403, "keep-alive"]);
    const own = { origin: `http://127.0.0.1:${port}`, connection: "keep-alive" };
    const read = await send(port, "/tickets/new", { method: "POST", headers: own, body: "a".repeat(9000) });
    expect([read.status, read.headers.connection]).toEqual([200, "keep-alive"]);
  });

  it("keeps a short chunked body whole", async () => {
    const answer = await send(port, "/tickets/new", {
      method: "POST",
      headers: { origin: own() },
      body: "a".repeat(9000),
      chunked: true,
    });
    expect(answer.body.toString()).toBe("<p>9000</p>");
  });

  it("allows more where a prefix says so, and not beside it", async () => {
    const post = (path: string, size: number) =>
      send(port, path, { method: "POST", headers: { origin: own() }, body: Buffer.alloc(size) });
    expect((await post("/contacts/upload", 40_000)).status).toBe(200);
    expect((await post("/contacts/upload.data", 40_000)).status).toBe(200);
    expect((await post("/contacts/upload/file", 60_000)).status).toBe(413);
    expect((await post("/contacts/uploads", 40_000)).status).toBe(413);
    // The router takes these for the same page.
    for (const path of ["/Contacts/UPLOAD", "/contacts/upload/", "/contacts/%75pload"])
      expect([path, (await post(path, 60_000)).status]).toEqual([path, 413]);
  });

  it("takes the files of a form where a path says so, and nothing else of that size", async () => {
    const post = (path: string, type: string) =>
      send(port, path, {
        method: "POST",
        headers: { origin: own(), "content-type": type },
        body: Buffer.alloc(30_000),
      });
    const form = "multipart/form-data; boundary=x";
    expect((await post("/tickets/12/comments", form)).status).toBe(200);
    expect((await post("/tickets/12/comments.data", form)).status).toBe(200);
    expect((await post("/tickets/12/comments", "application/json")).status).toBe(413);
    expect((await post("/tickets/12/comments/more", form)).status).toBe(413);
    expect((await post("/tickets/comments", form)).status).toBe(413);
  });

  it.each(["TRACE", "PROPFIND", "LINK"])("refuses %s with the list of methods", async (method) => {
    const answer = await send(port, "/", { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
  });

  it("refuses addresses that cannot be meant", async () => {
    expect((await send(port, `/tickets?q=${"a".repeat(9000)}`)).status).toBe(414);
    for (const path of [
      "//evil.example/",
      "/%5cevil.example",
      "/tickets/%00",
      "/tickets?q=%00",
      "/tickets/%ff",
      "/%E0%A4%A",
    ])
      expect([path, (await send(port, path)).status]).toEqual([path, 400]);
  });

  it("refuses a host name that cannot be read", async () => {
    expect((await send(port, "/", { headers: { host: "a b<c>" } })).status).toBe(400);
  });
});

describe("the answer's headers", () => {
  it("carry a policy with a fresh nonce, the same as the page's", async () => {
    const nonces = new Set<string>();
    for (let at = 0; at < 5; at += 1) {
      const answer = await send(port, "/nonce");
      const policy = String(answer.headers["content-security-policy"]);
      const nonce = /'nonce-([\w-]{20,})'/.exec(policy)?.[1] ?? "";
      expect(answer.body.toString()).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });

  it("forbid framing, foreign scripts, plugins, foreign bases and forms, sniffing and caching", async () => {
    const { headers } = await send(port, "/tickets");
    const policy = String(headers["content-security-policy"]).split("; ");
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "style-src-attr 'unsafe-inline'",
    ])
      expect(policy).toContain(rule);
    expect(policy.find((rule) => rule.startsWith("script-src "))).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-robots-tag": "noindex, nofollow",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-store",
    });
    expect(headers["permissions-policy"]).toContain("microphone=(self)");
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  it("tell no other site where someone came from who had a link that opens their account", async () => {
    const links = [
      "/auth/password/a-token",
      "/AUTH/password/a-token",
      "/auth/password/a-token.data",
      "/login/link/a-token",
      "/respond/a-link/a-token",
      "/unsubscribe/a-token",
      "/mail/click/a-token/0",
    ];
    for (const path of links) expect((await send(port, path)).headers["referrer-policy"]).toBe("same-origin");
  });
});

describe("the host name of short links", () => {
  const short = gatedApp({ publicOrigin: "https://jibu.example", linkHost: "s.jibu.example" });
  const demo = gatedApp({ hosts: ["localhost", "127.0.0.1"], linkHost: "s.jibu.example" });

  it("answers short links and nothing else; other names answer as before", async () => {
    for (const app of [short, demo]) {
      const server = await open(app.app);
      const status = async (path: string, host: string) =>
        (await send(server.port, path, { headers: { host } })).status;
      expect(await status("/l/Ab3dEf0000000", "s.jibu.example")).toBe(200);
      expect(await status("/l/check", "S.JIBU.example:8443")).toBe(200);
      for (const path of ["/", "/login", "/l", "/l/", "/l/a/b", "/api/messaging/blasts", "/l/../login", "/assets/a.js"])
        expect([path, await status(path, "s.jibu.example")]).toEqual([path, 421]);
      expect(await status("/login", "127.0.0.1")).toBe(200);
      expect(await status("/login", "other.example")).toBe(app === demo ? 421 : 200);
      await server.close();
    }
  });
});
