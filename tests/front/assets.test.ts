import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assets } from "../../front/assets";
import { precompress } from "../../front/precompress";
import type { GateEnv } from "../../front/proxies";
import { open, send } from "./door";

const script = `export const words = ${JSON.stringify(Array.from({ length: 400 }, (_, at) => `word ${at % 37}`))};`;
let root = "";
let port = 0;
let close: () => Promise<void>;

beforeAll(async () => {
  root = join(await mkdtemp(join(tmpdir(), "assets-")), "client");
  await mkdir(join(root, "assets"), { recursive: true });
  await writeFile(join(root, "assets", "page-Ab12.js"), script);
  await writeFile(join(root, "assets", "small.css"), "a{}");
  await writeFile(join(root, "favicon.ico"), Buffer.alloc(2000, 1));
  await writeFile(join(root, ".env"), "SECRET=1");
  await writeFile(join(root, "..", "secret.txt"), "SECRET=1");
  await symlink(join(root, "..", "secret.txt"), join(root, "link.txt"));
  await precompress(root);
  const app = new Hono<GateEnv>();
  app.use(assets({ root }));
  app.all("*", (c) => c.html("<p>a page"));
  ({ port, close } = await open(app));
});
afterAll(async () => {
  await close();
  await rm(join(root, ".."), { recursive: true });
});

describe("precompress", () => {
  it("writes both forms of texts over 1 kB and of nothing else, and does not do its work twice", async () => {
    expect((await readdir(join(root, "assets"))).sort()).toEqual([
      "page-Ab12.js",
      "page-Ab12.js.br",
      "page-Ab12.js.gz",
      "small.css",
    ]);
    const again = await precompress(root);
    expect(again).toMatchObject({ files: 1, before: script.length });
    expect(again.after).toBeLessThan(script.length / 4);
  });
});

describe("a hashed file", () => {
  it("is kept for a year and sent in the form the browser likes best", async () => {
    const forms: [string, string | undefined, (body: Buffer) => Buffer][] = [
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
      ["identity", undefined, (body) => body],
    ];
    const etags = new Set<unknown>();
    for (const [accept, encoding, decode] of forms) {
      const answer = await send(port, "/assets/page-Ab12.js", { headers: { "accept-encoding": accept } });
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        vary: "Accept-Encoding",
        "content-length": String(answer.body.length),
      });
      expect(answer.headers["content-encoding"]).toBe(encoding);
      expect(decode(answer.body).toString()).toBe(script);
      etags.add(answer.headers.etag);
    }
    expect(etags.size).toBe(3);
  });

  it("answers 304 to a browser that has it", async () => {
    const first = await send(port, "/assets/page-Ab12.js");
    const headers = { "if-none-match": `"other", W/${first.headers.etag}` };
    const again = await send(port, "/assets/page-Ab12.js", { headers });
    expect(again.status).toBe(304);
    expect(again.body.length).toBe(0);
    expect(again.headers.etag).toBe(first.headers.etag);
  });

  it("answers HEAD with the length and no body", async () => {
    const answer = await send(port, "/assets/small.css", { method: "HEAD" });
    expect(answer).toMatchObject({ status: 200, headers: { "content-length": "3" } });
    expect(answer.body.length).toBe(0);
  });

  it("that is gone is a hard 404, not a page and not kept", async () => {
    const answer = await send(port, "/assets/page-Old9.js");
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
});

describe("other files", () => {
  it("are kept for minutes only", async () => {
    expect((await send(port, "/favicon.ico")).headers["cache-control"]).toBe("public, max-age=300");
  });

  it("leave the rest to the pages", async () => {
    expect((await send(port, "/tickets")).body.toString()).toBe("<p>a page");
    expect((await send(port, "/favicon.ico", { method: "POST" })).body.toString()).toBe("<p>a page");
  });
});

describe("nothing outside the folder", () => {
  it.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/assets/....//....//secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/assets/%252e%252e%252fsecret.txt",
    "//secret.txt",
    "/.env",
    "/assets/../.env",
    "/link.txt",
    "/assets/page-Ab12.js.br",
    "/assets/page-Ab12.js%00.css",
    "/assets/",
  ])("%s", async (path) => {
    const answer = await send(port, path);
    expect(answer.body.toString()).not.toContain("SECRET");
    expect([answer.status, answer.body.toString()]).not.toEqual([200, expect.stringContaining("export const")]);
    expect(answer.headers["cache-control"] ?? "").not.toContain("immutable");
  });
});
