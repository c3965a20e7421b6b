import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { limited } from "../../front/limited";
import type { GateEnv } from "../../front/proxies";
import { fixedWindow } from "../../services/kit/limits";

describe("limited", () => {
  it("refuses with 429 and Retry-After, each address for itself, an IPv6 subscriber as one", async () => {
    const app = new Hono<GateEnv>();
    app.use((c, next) => {
      c.set("address", c.req.header("x-test-address") ?? "");
      return next();
    });
    app.use(limited(fixedWindow({ limit: 2, seconds: 600, now: () => 0 })));
    app.get("/", (c) => c.text("in"));
    const ask = async (address: string) => {
      const answer = await app.request("/", { headers: { "x-test-address": address } });
      return { status: answer.status, after: answer.headers.get("retry-after"), body: await answer.text() };
    };
    expect((await ask("41.90.1.1")).status).toBe(200);
    expect((await ask("41.90.1.1")).status).toBe(200);
    const third = await ask("41.90.1.1");
    expect(third).toMatchObject({ status: 429, after: "600" });
    expect(third.body).toContain("Too many requests. Try again in 10 minutes.");
    expect((await ask("41.90.1.2")).status).toBe(200);
    expect((await ask("2c0f:fe38::1")).status).toBe(200);
    expect((await ask("2c0f:fe38::2")).status).toBe(200);
    expect((await ask("2c0f:fe38:0:0:ffff::3")).status).toBe(429);
    expect((await ask("2c0f:fe38:0:1::3")).status).toBe(200);
  });
});
