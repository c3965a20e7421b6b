import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { gate } from "../../front/gate";
import type { GateEnv } from "../../front/proxies";

function small() {
  const app = new Hono<GateEnv>();
  app.use(gate({ production: true, connect: ["wss://pbx.example"] }));
  app.get("/redirect", () => Response.redirect("http://localhost/elsewhere"));
  app.get("/cookies", () => {
    const headers = new Headers({ location: "/x" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    return new Response(null, { status: 302, headers });
  });
  app.get(
    "/file",
    () =>
      new Response("<svg/>", {
        headers: { "content-security-policy": "sandbox", "cache-control": "private, max-age=60" },
      }),
  );
  const file = (type: string) => new Response("x", { headers: { "content-type": type, "cache-control": "public" } });
  app.get("/assets/kit-a.js", () => file("text/javascript; charset=utf-8"));
  app.get("/assets/root-a.css", () => file("text/css; charset=utf-8"));
  app.get("/assets/recorder.worker-a.js", () => file("text/javascript; charset=utf-8"));
  app.get("/assets/icons-a.svg", () => file("image/svg+xml"));
  app.get("/script.js", () => file("text/javascript; charset=utf-8"));
  app.get("/page", (c) => c.html("<p>Hello"));
  app.get("/fault", () => {
    throw new Error("broken");
  });
  app.onError((_, c) => c.text("Something went wrong.", 500));
  return app;
}

describe("security headers", () => {
  it.each(["/redirect", "/cookies", "/file", "/page", "/fault", "/unknown"])("are on %s", async (path) => {
    const { headers } = await small().request(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
    expect(headers.get("content-security-policy")).not.toBeNull();
    expect(headers.get("x-request-id")).toMatch(/^[a-z0-9]{32}$/);
  });

  it("let the recorder's thread alone compile WebAssembly, and no page", async () => {
    const policy = async (path: string) => (await small().request(path)).headers.get("content-security-policy") ?? "";
    expect(await policy("/assets/encoder.worker-Am3iznmf.js")).toContain("script-src 'self' 'wasm-unsafe-eval'");
    for (const path of ["/page", "/file", "/assets/dock-abc.js", "/x/assets/encoder.worker-a.js"])
      expect(await policy(path)).not.toContain("wasm");
  });

  it.each(["/assets/kit-a.js", "/assets/root-a.css"])("are few on %s, of which a page has many", async (path) => {
    const { headers } = await small().request(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("content-security-policy")).toBeNull();
  });

  it.each(["/assets/recorder.worker-a.js", "/assets/icons-a.svg", "/script.js"])(
    "have a policy on %s",
    async (path) => {
      const { headers } = await small().request(path);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    },
  );

  it("leave a redirect's place and both cookies as they were", async () => {
    expect((await small().request("/redirect")).headers.get("location")).toBe("http://localhost/elsewhere");
    expect((await small().request("/cookies")).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("leave a file's own policy and caching alone", async () => {
    const { headers } = await small().request("/file");
    expect(headers.get("content-security-policy")).toBe("sandbox");
    expect(headers.get("cache-control")).toBe("private, max-age=60");
  });

  it("let the pages, and nothing else, talk to the places the settings name", async () => {
    const policy = (await small().request("/page")).headers.get("content-security-policy");
    expect(policy).toContain("connect-src 'self' wss://pbx.example");
    expect((await small().request("/fault")).headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("are on a refusal", async () => {
    const answer = await small().request("/page", { method: "POST", headers: { origin: "https://evil.example" } });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });
});
