import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fetchOutside } from "../../services/kit/outside";
import { at, fault, listen, outside, policy, worldPort } from "./listeners";

listen();

describe("slow and huge answers", () => {
  it("an answer that never begins, and one that trickles, end at the deadline", async () => {
    outside.answer = () => undefined;
    expect(await fault(fetchOutside(at("/"), {}, policy({ seconds: 0.2 })))).toBe("slow");
    outside.answer = (_, response) => {
      const trickle = setInterval(() => response.write("a"), 10);
      response.on("close", () => clearInterval(trickle));
    };
    const dripping = await fetchOutside(at("/"), {}, policy({ seconds: 0.3 }));
    expect(await fault(dripping.text())).toBe("slow");
  });

  it("a name that is never resolved ends at the deadline too", async () => {
    const stuck = policy({ seconds: 0.2, resolve: () => new Promise(() => {}) });
    expect(await fault(fetchOutside(at("/"), {}, stuck))).toBe("slow");
  });

  it("an answer that announces too much is not read; an endless one is cut and its connection closed", async () => {
    outside.answer = (_, response) => void response.writeHead(200, { "content-length": "10000000000" }).write("a");
    expect(await fault(fetchOutside(at("/"), {}, policy()))).toBe("large");
    const closed = new Promise<void>((resolve) => {
      outside.answer = (_, response) => {
        const pour = () => {
          while (!response.destroyed && response.write("a".repeat(65_536)));
        };
        response.on("drain", pour).on("close", resolve);
        pour();
      };
    });
    const endless = await fetchOutside(at("/"), {}, policy({ bytes: 1_000_000 }));
    expect(await fault(endless.arrayBuffer())).toBe("large");
    await closed;
  });

  it("counts what a compressed answer unpacks to", async () => {
    outside.answer = (_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(3_000_000)));
    const bomb = await fetchOutside(at("/"), {}, policy({ bytes: 1_000_000 }));
    expect(await fault(bomb.arrayBuffer())).toBe("large");
  });
});

describe("an ordinary answer", () => {
  it("comes with its status, headers and unpacked body; nothing ambient was sent", async () => {
    outside.answer = (_, response) =>
      response.writeHead(404, { "content-encoding": "gzip", "x-kept": "1" }).end(gzipSync("not here"));
    const got = await fetchOutside(at("/path?q=1"), { headers: { "x-sent": "1" } }, policy());
    expect([got.status, await got.text(), got.headers.get("x-kept")]).toEqual([404, "not here", "1"]);
    expect(got.headers.get("content-encoding")).toBeNull();
    expect(outside.asked[0]?.headers).toMatchObject({ "x-sent": "1", host: `world.example:${worldPort()}` });
    for (const name of ["cookie", "authorization", "referer", "origin"])
      expect(outside.asked[0]?.headers[name]).toBeUndefined();
  });

  it("sends bodies, and keeps the connection for the next call", async () => {
    outside.answer = (request, response) => request.pipe(response);
    let questions = 0;
    const kept = policy({
      resolve: async () => {
        questions += 1;
        return ["127.0.0.1"];
      },
    });
    const echo = async (body: string | Uint8Array<ArrayBuffer>) =>
      (await fetchOutside(at("/"), { method: "POST", body }, kept)).text();
    expect(await echo("text")).toBe("text");
    expect(await echo(new TextEncoder().encode("bytes"))).toBe("bytes");
    for (let call = 0; call < 18; call += 1) await echo("again");
    expect(questions).toBeLessThan(10);
  });

  it("says which fault it was when there is none, and names the host but not the path", async () => {
    const unknown = { resolve: () => Promise.reject(new Error("ENOTFOUND")) };
    expect(await fault(fetchOutside("http://nowhere.example/", {}, unknown))).toBe("unknown");
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", () => resolve()));
    const port = (free.address() as AddressInfo).port;
    await new Promise<void>((resolve) => free.close(() => resolve()));
    const closed = { allow: () => true, resolve: async () => ["127.0.0.1"] };
    const refused = fetchOutside(`http://shut.example:${port}/hook?token=s3cret`, {}, closed);
    expect(await fault(refused)).toBe("unreachable");
    await expect(refused).rejects.toThrow(`shut.example:${port} could not be reached.`);
  });

  it("ends when the caller gives up", async () => {
    outside.answer = () => undefined;
    const stop = new AbortController();
    const waiting = fetchOutside(at("/"), { signal: stop.signal }, policy());
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("over TLS", () => {
  it("asks for the certificate of the name, not of the address it dials, and takes no bad one", async () => {
    const names: string[] = [];
    const secure = createTlsServer({
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    });
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", () => resolve()));
    const open = { allow: () => true, resolve: async () => ["127.0.0.1"] };
    expect(
      await fault(fetchOutside(`https://world.example:${(secure.address() as AddressInfo).port}/`, {}, open)),
    ).toBe("unreachable");
    expect(names).toEqual(["world.example"]);
    await new Promise<void>((resolve) => secure.close(() => resolve()));
  });
});
