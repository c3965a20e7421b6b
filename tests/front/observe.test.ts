import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { afterEach, describe, expect, it, vi } from "vitest";
import { gate } from "../../front/gate";
import { observe } from "../../front/observe";
import type { GateEnv } from "../../front/proxies";
import { createLog } from "../../services/kit/log";
import { metricsText } from "../../services/kit/metrics";

afterEach(() => void vi.useRealTimers());

describe("observe", () => {
  it("writes one line and one count per request, refusals and faults too, and never the query", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog({ level: "info", to: { write: (line: string) => void lines.push(JSON.parse(line)) } });
    const app = new Hono<GateEnv>();
    app.use(observe({ log }));
    app.use(gate({ production: true }));
    app.get("/sms/history", (c) => c.text("ok"));
    app.get("/sms/fault", () => {
      throw new Error("no reply for +254712345678");
    });
    app.post("/webchat/v1/rating", () => {
      throw new HTTPException(409, { message: "taken" });
    });
    app.onError((error, c) => c.text("Something went wrong.", error instanceof HTTPException ? error.status : 500));
    const ok = await app.request("/sms/history?q=0712345678&token=abcdef");
    await app.request("/sms/history", { method: "POST", headers: { origin: "https://evil.example" } });
    await app.request("/sms/fault");
    await app.request("/wp-login.php");
    await app.request("/xmlrpc.php");
    await app.request("/ticketing/tickets.data");
    await app.request("/auth/password/live-token-of-a-mail.data");
    await app.request("/login/link/live-token-of-a-mail");
    await app.request("/callbacks/mpesa/secret-of-a-payment", { method: "POST" });
    await app.request("/api/identity/user/Wanjiru%40shamba.test/mfa", { method: "POST" });
    await app.request("/api/identity/user/wanjiru@shamba.test/mfa", { method: "POST" });
    await app.request("/webchat/v1/rating", { method: "POST" });
    expect(lines.map(({ level, method, path, status }) => [level, method, path, status])).toEqual([
      ["info", "GET", "/sms/history", 200],
      ["info", "POST", "/sms/history", 403],
      ["error", "GET", "/sms/fault", 500],
      ["info", "GET", "/wp-login.php", 404],
      ["info", "GET", "/xmlrpc.php", 404],
      ["info", "GET", "/ticketing/tickets.data", 404],
      ["info", "GET", "/auth/password/***.data", 404],
      ["info", "GET", "/login/link/***", 404],
      ["info", "POST", "/callbacks/mpesa/***", 404],
      ["info", "POST", "/api/identity/user/***/mfa", 404],
      ["info", "POST", "/api/identity/user/***/mfa", 404],
      ["info", "POST", "/webchat/v1/rating", 409],
    ]);
    expect(lines[0]?.requestId).toBe(ok.headers.get("x-request-id"));
    expect(JSON.stringify(lines)).not.toMatch(/712345678|abcdef|live-token|secret-of|shamba|taken/i);
    const text = await metricsText();
    expect(text).toContain('jibu_http_requests_total{method="GET",group="sms",status="200"} 1');
    expect(text).toContain('jibu_http_requests_total{method="POST",group="sms",status="403"} 1');
    expect(text).toContain('jibu_http_requests_total{method="GET",group="ticketing",status="404"} 1');
    expect(text).toContain('jibu_http_requests_total{method="GET",group="other",status="404"} 2');
  });

  it("counts a request whose client went away as such, and a fault of ours beside it as a fault", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog({ level: "info", to: { write: (line: string) => void lines.push(JSON.parse(line)) } });
    const app = new Hono<GateEnv>();
    app.use(observe({ log }));
    let leave = new AbortController();
    /** Their client goes once they are at work. */
    const away = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
        leave.abort();
      });
    // The page breaks off as Remix does, with a 500.
    app.get("/sms/history", async (c) => {
      await away(c.req.raw.signal);
      return c.text("", 500);
    });
    app.get("/sms/fault", async (c) => {
      await away(c.req.raw.signal);
      throw new Error("a fault");
    });
    app.get("/sms/outbox", (c) => c.text("", 500));
    app.onError((_, c) => c.text("", 500));
    const server = createAdaptorServer({ fetch: app.fetch });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    for (const [at, path] of ["history", "fault"].entries()) {
      leave = new AbortController();
      await expect(fetch(`http://127.0.0.1:${port}/sms/${path}`, { signal: leave.signal })).rejects.toThrow();
      await vi.waitFor(() => expect(lines).toHaveLength(at + 1));
    }
    await fetch(`http://127.0.0.1:${port}/sms/outbox`);
    await vi.waitFor(() => expect(lines).toHaveLength(3));
    expect(lines.map(({ level, path, status }) => [level, path, status])).toEqual([
      ["info", "/sms/history", 499],
      ["error", "/sms/fault", 500],
      ["error", "/sms/outbox", 500],
    ]);
    await new Promise((resolve) => server.close(resolve));
  });

  it("tells of a request that has no answer after half a minute, once, and not of one that has", async () => {
    vi.useFakeTimers();
    const lines: Record<string, unknown>[] = [];
    const log = createLog({ level: "warn", to: { write: (line: string) => void lines.push(JSON.parse(line)) } });
    const app = new Hono<GateEnv>();
    app.use(observe({ log }));
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.get("/voice/reports/calls", async (c) => {
      await held;
      return c.text("ok");
    });
    app.get("/sms/history", (c) => c.text("ok"));
    const asked = app.request("/voice/reports/calls?q=0712345678");
    await app.request("/sms/history");
    await vi.advanceTimersByTimeAsync(29_000);
    expect(lines).toEqual([]);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(lines.map(({ level, method, path, msg }) => [level, method, path, msg])).toEqual([
      ["warn", "GET", "/voice/reports/calls", "request without an answer yet"],
    ]);
    expect(JSON.stringify(lines)).not.toContain("712345678");
    answer();
    expect((await asked).status).toBe(200);
  });
});
