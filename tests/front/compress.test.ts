import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { compress } from "../../front/compress";
import { preferredEncoding } from "../../front/encoding";

const rows = Array.from({ length: 900 }, (_, at) => `<tr><td>${at}</td><td>Wanjiku ${at * 7919}</td></tr>`).join("");

function streamed(parts: (string | Promise<string>)[]): ReadableStream<Uint8Array> {
  const left = [...parts];
  return new ReadableStream({
    async pull(controller) {
      const part = left.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(await part));
    },
  });
}

function small() {
  const app = new Hono();
  app.use(compress());
  app.get("/page", (c) => c.html(rows));
  app.get("/stream", () => new Response(streamed([rows, rows]), { headers: { "content-type": "text/html" } }));
  app.get("/data", () => new Response(rows, { headers: { "content-type": "text/x-script; charset=utf-8" } }));
  app.get("/large", (c) => c.html(rows.repeat(4)));
  app.get("/short", (c) => c.json({ message: "ok" }));
  app.get("/picture", () => new Response(rows, { headers: { "content-type": "image/png" } }));
  app.get("/events", () => new Response(rows, { headers: { "content-type": "text/event-stream" } }));
  app.get("/made", () => new Response(rows, { headers: { "content-type": "text/css", "content-encoding": "br" } }));
  app.get("/etag", () => new Response(rows, { headers: { "content-type": "text/css", etag: '"a"', vary: "Cookie" } }));
  app.get("/cookies", () => {
    const headers = new Headers({ "content-type": "text/html" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    return new Response(rows, { status: 422, headers });
  });
  app.onError((_, c) => c.text("Something went wrong.", 500));
  app.get("/broken", () => {
    const body = streamed([rows, Promise.reject(new Error("upstream went away"))]);
    return new Response(body, { headers: { "content-type": "text/html" } });
  });
  return app;
}

async function ask(path: string, accept: string, method = "GET") {
  const answer = await small().request(path, { method, headers: { "accept-encoding": accept } });
  return { answer, body: Buffer.from(await answer.arrayBuffer()) };
}

describe("compress", () => {
  it("a large page comes as brotli to a browser that takes both, and as gzip to one that takes no other", async () => {
    const both = await ask("/large", "gzip, deflate, br");
    expect(both.answer.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(both.body).toString()).toBe(rows.repeat(4));
    const one = await ask("/large", "gzip");
    expect(one.answer.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(one.body).toString()).toBe(rows.repeat(4));
    expect(both.body.length).toBeLessThan(one.body.length);
  });

  it.each(["/page", "/stream", "/data"])("%s comes as brotli or gzip, whole", async (path) => {
    const whole = path === "/stream" ? rows + rows : rows;
    const br = await ask(path, "br");
    expect(br.answer.headers.get("content-encoding")).toBe("br");
    expect(br.answer.headers.get("vary")).toBe("Accept-Encoding");
    expect(brotliDecompressSync(br.body).toString()).toBe(whole);
    expect(br.body.length).toBeLessThan(whole.length / 3);
    const gzip = await ask(path, "gzip, deflate, br");
    expect(gzip.answer.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(gzip.body).toString()).toBe(whole);
  });

  it("leaves alone what is short, not text, an event stream, already compressed, or not wanted", async () => {
    for (const path of ["/short", "/picture", "/events"])
      expect([path, (await ask(path, "br")).answer.headers.get("content-encoding")]).toEqual([path, null]);
    expect((await ask("/short", "br")).body.toString()).toBe('{"message":"ok"}');
    expect((await ask("/made", "br")).body.toString()).toBe(rows);
    const plain = await ask("/page", "identity");
    expect(plain.answer.headers.get("vary")).toBe("Accept-Encoding");
    expect(plain.body.toString()).toBe(rows);
  });

  it("keeps the status, both cookies and the other headers; a strong ETag becomes a weak one", async () => {
    const { answer } = await ask("/cookies", "br");
    expect(answer.status).toBe(422);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    const tagged = await ask("/etag", "br");
    expect(tagged.answer.headers.get("etag")).toBe('W/"a"');
    expect(tagged.answer.headers.get("vary")).toBe("Cookie, Accept-Encoding");
  });

  it("sends the first part of a page while the second is still being made", async () => {
    let release = (_: string) => {};
    const later = new Promise<string>((resolve) => {
      release = resolve;
    });
    const app = new Hono();
    app.use(compress());
    app.get("/", () => new Response(streamed([rows, later]), { headers: { "content-type": "text/html" } }));
    const answer = await app.request("/", { headers: { "accept-encoding": "br" } });
    const unzip = createBrotliDecompress();
    let text = "";
    unzip.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    const reader = answer.body?.getReader();
    while (text.length < rows.length) {
      const part = await reader?.read();
      await new Promise<void>((resolve) => unzip.write(part?.value, () => resolve()));
    }
    expect(text).toBe(rows);
    release("<p>the end");
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) unzip.write(part.value);
    await new Promise<void>((resolve) => unzip.end(resolve));
    expect(text).toBe(`${rows}<p>the end`);
  });

  it("a page that fails before anything was sent is a fault", async () => {
    expect((await small().request("/broken", { headers: { "accept-encoding": "br" } })).status).toBe(500);
  });

  it("breaks off when the page does, instead of ending as if it were whole", async () => {
    let fail = (_: Error) => {};
    const later = new Promise<string>((_, reject) => {
      fail = reject;
    });
    const app = new Hono();
    app.use(compress());
    app.get("/", () => new Response(streamed([rows, later]), { headers: { "content-type": "text/html" } }));
    const answer = await app.request("/", { headers: { "accept-encoding": "br" } });
    expect(answer.status).toBe(200);
    fail(new Error("upstream went away"));
    await expect(answer.arrayBuffer()).rejects.toThrow("upstream went away");
  });

  it("stops the page when the reader leaves", async () => {
    let stopped = false;
    const app = new Hono();
    app.use(compress());
    app.get("/", () => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new TextEncoder().encode(rows + Math.random())),
        cancel: () => {
          stopped = true;
        },
      });
      return new Response(body, { headers: { "content-type": "text/html" } });
    });
    const answer = await app.request("/", { headers: { "accept-encoding": "gzip" } });
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(stopped).toBe(true);
  });
});

describe("preferredEncoding", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0.1, gzip;q=0.9", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["identity;q=1, *;q=0", undefined],
    ["BR", "br"],
    ["x-gzip", "gzip"],
    ["", undefined],
    ["br;q=nonsense", undefined],
  ])("%s -> %s", (accept, expected) => {
    expect(preferredEncoding(accept, ["br", "gzip"])).toBe(expected);
  });
});
