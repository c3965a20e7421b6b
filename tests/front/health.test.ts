import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { type HealthOptions, health } from "../../front/health";
import type { GateEnv } from "../../front/proxies";

function small(options: Partial<HealthOptions>, local = false) {
  const app = new Hono<GateEnv>();
  app.use((c, next) => {
    c.set("local", local);
    return next();
  });
  app.route("/", health({ check: async () => undefined, metrics: async () => "jibu_up 1\n", ...options }));
  return app;
}

describe("/healthz", () => {
  it("says that the process is up, whatever the database does", async () => {
    const answer = await small({ check: () => Promise.reject(new Error("gone")) }).request("/healthz");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: "ok" });
  });
});

describe("/readyz", () => {
  it("says ready when the check finds nothing wrong", async () => {
    expect((await small({}).request("/readyz")).status).toBe(200);
  });

  it("says what is missing, with 503 and Retry-After", async () => {
    const answer = await small({ check: async () => "Two migrations are waiting." }).request("/readyz");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toEqual({ status: "not ready", reason: "Two migrations are waiting." });
  });

  it("does not wait for a database that hangs, and gives no words of its errors away", async () => {
    const hanging = await small({ check: () => new Promise(() => {}), timeoutMs: 20 }).request("/readyz");
    expect(hanging.status).toBe(503);
    const failing = () => Promise.reject(new Error("password authentication failed for user jibu at 10.0.0.5"));
    const answer = await small({ check: failing }).request("/readyz");
    expect(await answer.text()).not.toMatch(/jibu|10\.0\.0\.5/);
  });
});

describe("/metrics", () => {
  const ask = (local: boolean, token?: string, said?: string) =>
    small(token === undefined ? {} : { metricsToken: token }, local).request("/metrics", {
      headers: said === undefined ? {} : { authorization: said },
    });

  it("is open to this machine", async () => {
    const answer = await ask(true);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    expect(await answer.text()).toBe("jibu_up 1\n");
  });

  it("is open to a scraper with the token", async () => {
    expect((await ask(false, "scrape-me", "Bearer scrape-me")).status).toBe(200);
  });

  it.each([
    ["no token set, none said", undefined, undefined],
    ["no token set, an empty one said", undefined, "Bearer "],
    ["an empty token set", "", "Bearer "],
    ["none said", "scrape-me", undefined],
    ["a wrong one", "scrape-me", "Bearer scrape-mf"],
    ["a longer one", "scrape-me", "Bearer scrape-me2"],
    ["another scheme", "scrape-me", "Basic scrape-me"],
  ])("is an unknown address to everyone else: %s", async (_, token, said) => {
    expect((await ask(false, token, said)).status).toBe(404);
  });
});
