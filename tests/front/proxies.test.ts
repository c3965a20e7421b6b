import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import { proxies } from "../../front/proxies";
import { gatedApp } from "./door";

type SeenRequest = { address: string; origin: string; local: boolean; requestId: string; seen: Record<string, string> };

async function who(
  options: Parameters<typeof gatedApp>[0],
  peer: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<{ status: number; seen: SeenRequest; id: string | null }> {
  const incoming = { socket: { remoteAddress: peer }, headers: { ...headers } } as unknown as IncomingMessage;
  const env = { incoming } as HttpBindings;
  const answer = await gatedApp(options).app.request("http://jibu.example/who", { method, headers }, env);
  const id = answer.headers.get("x-request-id");
  return { status: answer.status, seen: (await answer.json()) as SeenRequest, id };
}

const forwarded = {
  host: "inner:3000",
  "x-forwarded-for": "198.51.100.7, 10.0.0.9",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "jibu.example",
  "x-real-ip": "1.2.3.4",
  forwarded: "for=1.2.3.4",
  "x-request-id": "from-outside-1234",
};

describe("headers that only a proxy may set", () => {
  it("are taken off when the peer is not a configured proxy", async () => {
    const { seen, id } = await who({}, "41.90.1.1", forwarded);
    expect(seen.address).toBe("41.90.1.1");
    expect(seen.origin).toBe("http://inner:3000");
    expect(Object.keys(seen.seen).filter((name) => /forwarded|real-ip/.test(name))).toEqual([]);
    expect(id).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(seen.requestId).toBe(id);
  });

  it("count when it is", async () => {
    const { seen, id } = await who({ trustedProxies: ["10.0.0.0/8"] }, "::ffff:10.0.0.1", forwarded);
    expect(seen).toMatchObject({ address: "198.51.100.7", origin: "https://jibu.example", local: false });
    expect(id).toBe("from-outside-1234");
  });

  it("give the nearest address that is not one of our proxies, never what the visitor wrote before it", async () => {
    const trustedProxies = ["10.0.0.0/8"];
    const said = { ...forwarded, "x-forwarded-for": "127.0.0.1, 6.6.6.6, 41.90.64.2, 10.0.0.9" };
    expect((await who({ trustedProxies }, "10.0.0.1", said)).seen.address).toBe("41.90.64.2");
    const port = { ...forwarded, "x-forwarded-for": "[2a00:1450::5]:4711" };
    expect((await who({ trustedProxies }, "10.0.0.1", port)).seen.address).toBe("2a00:1450::5");
    const nonsense = { ...forwarded, "x-forwarded-for": "41.90.64.2, <script>" };
    expect((await who({ trustedProxies }, "10.0.0.1", nonsense)).seen.address).toBe("10.0.0.1");
  });

  it.each(["short", "has spaces in it", "x".repeat(65), "line\tbreak1", 'quote"quote'])(
    "a request id like %j is replaced even from a proxy",
    async (said) => {
      const { id } = await who({ trustedProxies: ["10.0.0.0/8"] }, "10.0.0.1", { "x-request-id": said });
      expect(id).toMatch(/^[A-Za-z0-9]{32}$/);
    },
  );
});

describe("our origin", () => {
  it("is the configured one, whatever Host says; Remix behind the gate hears the same", async () => {
    const options = { publicOrigin: "https://jibu.example/" };
    const good = { host: "inner:3000", origin: "https://jibu.example", cookie: "a=1" };
    const passed = await who(options, "41.90.1.1", good, "POST");
    expect(passed.status).toBe(200);
    expect(passed.seen.seen["x-forwarded-host"]).toBe("jibu.example");
    const bad = { host: "evil.example", origin: "http://evil.example", cookie: "a=1" };
    expect((await who(options, "41.90.1.1", bad, "POST")).status).toBe(403);
  });
});

describe("local", () => {
  it("is this machine, and not someone behind a proxy that runs on it", async () => {
    expect((await who({}, "127.0.0.1", {})).seen.local).toBe(true);
    expect((await who({}, "::1", {})).seen.local).toBe(true);
    expect((await who({}, "::ffff:127.0.0.1", {})).seen.local).toBe(true);
    expect((await who({}, "127.0.0.1", { "x-forwarded-for": "41.90.1.1" })).seen.local).toBe(false);
    expect((await who({}, "127.0.0.1", { forwarded: "for=41.90.1.1" })).seen.local).toBe(false);
    expect((await who({}, "41.90.1.1", {})).seen.local).toBe(false);
  });
});

describe("the list of proxies", () => {
  it("knows addresses and blocks", () => {
    const { isTrusted } = proxies(["10.1.0.0/16", "192.168.4.4", "fd00::/8"]);
    expect(["10.1.255.1", "192.168.4.4", "fd12::1", "::ffff:10.1.0.1"].every(isTrusted)).toBe(true);
    expect(["10.2.0.1", "192.168.4.5", "fe80::1", "unknown", ""].some(isTrusted)).toBe(false);
  });

  it.each(["10.0.0.0/33", "nginx", "10.0.0/8", "fd00::/129", "10.0.0.0/x"])("refuses %j at the start", (wrong) => {
    expect(() => proxies([wrong])).toThrow("is not an address");
  });
});
