import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeOutside, fetchOutside, OutsideError, type OutsidePolicy } from "../../services/kit/outside";

// Two listeners on loopback: the canary that nobody may reach, and a stand-in for a server in the outside world.
let canary: Server;
let world: Server;
let connections = 0;
let answer: RequestListener = (_, response) => response.end("hello");
const asked: IncomingMessage[] = [];
const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  canary = createServer((_, response) => response.end("secret")).on("connection", () => {
    connections += 1;
  });
  world = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => canary.listen(0, () => resolve()));
  await new Promise<void>((resolve) => world.listen(0, "127.0.0.1", () => resolve()));
});
afterAll(async () => {
  await closeOutside();
  for (const server of [canary, world]) {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});
beforeEach(() => {
  asked.length = 0;
});

/** Only the stand-in is "public"; every name leads to this machine. */
function policy(more: Partial<OutsidePolicy> = {}): OutsidePolicy {
  return { allow: (_, port) => port === portOf(world), resolve: async () => ["127.0.0.1"], ...more };
}

const at = (path: string, host = "world.example") => `http://${host}:${portOf(world)}${path}`;

async function fault(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutsideError)) throw new Error(`expected an OutsideError, got ${String(error)}`);
  return error.fault;
}

describe("40 spellings of this machine (security.md 1.4, R18)", () => {
  const spellings = [
    ...["127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "127.000.000.001", "0177.0.0.1", "0177.0.0.01"],
    ...["0x7f.0.0.1", "0x7f.1", "0x7f000001", "0X7F000001", "2130706433", "017700000001", "0", "0.0.0.0", "00000.0"],
    ...["１２７.０.０.１", "127。0。0。1", "①②⑦.0.0.1", "127%2e0%2e0%2e1", "%31%32%37.0.0.1"],
    ...[
      "[::1]",
      "[0:0:0:0:0:0:0:1]",
      "[0000::0001]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[::FFFF:7F00:0001]",
    ],
    ...["[0:0:0:0:0:ffff:127.0.0.1]", "[::127.0.0.1]", "[::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]"],
    ...["[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:7f00:0001::1]", "[::ffff:0:127.0.0.1]", "[fe80::5efe:7f00:1]"],
    ...[
      "[2001:db8::5efe:7f00:1]",
      "[::ffff:0.0.0.0]",
      "localhost",
      "LOCALHOST.",
      "localhost.localdomain",
      "ip6-localhost",
    ],
  ];
  it("reach nothing", async () => {
    expect(spellings.length).toBeGreaterThanOrEqual(40);
    const names = { resolve: async () => ["127.0.0.1"] };
    for (const host of spellings) {
      const error = await fault(fetchOutside(`http://${host}:${portOf(canary)}/`, {}, names));
      expect([host, error]).toEqual([host, "private"]);
    }
    expect(connections).toBe(0);
  });

  it("names that resolve to it reach nothing either, by the machine's own resolver", async () => {
    expect(await fault(fetchOutside(`http://localhost:${portOf(canary)}/`))).toBe("private");
    expect(connections).toBe(0);
  });
});

describe("other closed addresses", () => {
  it.each([
    ...["10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255"],
    ...["192.0.0.8", "198.18.0.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "203.0.113.9"],
    ...[
      "fc00::1",
      "fd12:3456::1",
      "fe80::1",
      "fe80::1%eth0",
      "ff02::1",
      "2001:db8::1",
      "2001::1",
      "100::1",
      "::ffff:a9fe:a9fe",
    ],
    ...["64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::", "2002:0a00:0001::1", "5f00::1", "not an address", ""],
  ])("%s", async (address) => {
    expect(await fault(fetchOutside("http://name.example/", {}, { resolve: async () => [address] }))).toBe("private");
  });

  it("one closed address among the answers refuses the name", async () => {
    const mixed = policy({
      allow: (address) => address === "127.0.0.1",
      resolve: async () => ["127.0.0.1", "10.0.0.1"],
    });
    expect(await fault(fetchOutside(at("/"), {}, mixed))).toBe("private");
    expect(asked.length).toBe(0);
  });
});

describe("addresses that are not fetched at all", () => {
  it.each([
    ...["file:///etc/passwd", "ftp://a.example/", "gopher://a.example/", "data:text/plain,hi", "javascript:alert(1)"],
    ...[
      "blob:http://a.example/1",
      "http://user:word@a.example/",
      "http://user@a.example/",
      "//a.example/",
      "nonsense",
      "http://",
    ],
  ])("%s", async (address) => {
    expect(await fault(fetchOutside(address))).toBe("address");
  });
});

describe("redirects", () => {
  it.each([0, 1, 2])("to a closed address after %i good hops is refused", async (good) => {
    answer = (request, response) => {
      const hop = Number(request.url?.slice(1));
      const to = hop < good ? `/${hop + 1}` : `http://127.0.0.1:${portOf(canary)}/`;
      response.writeHead(302, { location: to }).end();
    };
    expect(await fault(fetchOutside(at("/0"), {}, policy()))).toBe("private");
    expect(asked.length).toBe(good + 1);
    expect(connections).toBe(0);
  });

  it("three are followed, a fourth is not; one to another scheme is not", async () => {
    answer = (request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 3) response.end("there");
      else response.writeHead(307, { location: `/${hop + 1}` }).end();
    };
    expect(await (await fetchOutside(at("/0"), {}, policy())).text()).toBe("there");
    expect(await fault(fetchOutside(at("/-1"), {}, policy()))).toBe("redirects");
    answer = (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end();
    expect(await fault(fetchOutside(at("/"), {}, policy()))).toBe("address");
  });

  it("to another origin lose the credentials; a redirected POST becomes a GET without its body", async () => {
    answer = (request, response) => {
      if (request.url === "/there") response.end("there");
      else response.writeHead(303, { location: at("/there", "other.example") }).end();
    };
    const headers = { Authorization: "Bearer t0ken", Cookie: "a=1", "Content-Type": "application/json", "x-kept": "1" };
    await (await fetchOutside(at("/"), { method: "POST", headers, body: "{}" }, policy())).text();
    expect(asked.map((request) => request.method)).toEqual(["POST", "GET"]);
    expect(asked[0]?.headers.authorization).toBe("Bearer t0ken");
    expect(asked[1]?.headers).toMatchObject({ "x-kept": "1" });
    for (const name of ["authorization", "cookie", "content-type", "referer"])
      expect(asked[1]?.headers[name]).toBeUndefined();
  });

  it("can be handed back instead", async () => {
    answer = (_, response) => response.writeHead(302, { location: "http://127.0.0.1/" }).end();
    expect((await fetchOutside(at("/"), { redirect: "manual" }, policy())).status).toBe(302);
  });
});

describe("a name whose address changes (rebinding)", () => {
  it("is resolved once, and the judged address is the one that is dialled", async () => {
    answer = (_, response) => response.writeHead(200, { connection: "close" }).end("hello");
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    let questions = 0;
    const rebinding = policy({
      allow: (address) => address === "127.0.0.1",
      resolve: async () => answers[Math.min(questions++, 1)] ?? [],
    });
    expect(await (await fetchOutside(at("/"), {}, rebinding)).text()).toBe("hello");
    expect(questions).toBe(1);
    expect(await fault(fetchOutside(at("/"), {}, rebinding))).toBe("private");
    expect(asked.length).toBe(1);
    expect(asked[0]?.headers.host).toBe(`world.example:${portOf(world)}`);
  });
});

describe("slow and huge answers", () => {
  it("an answer that never begins, and one that trickles, end at the deadline", async () => {
    answer = () => undefined;
    expect(await fault(fetchOutside(at("/"), {}, policy({ seconds: 0.2 })))).toBe("slow");
    answer = (_, response) => {
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
    answer = (_, response) => void response.writeHead(200, { "content-length": "10000000000" }).write("a");
    expect(await fault(fetchOutside(at("/"), {}, policy()))).toBe("large");
    const closed = new Promise<void>((resolve) => {
      answer = (_, response) => {
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
    answer = (_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(3_000_000)));
    const bomb = await fetchOutside(at("/"), {}, policy({ bytes: 1_000_000 }));
    expect(await fault(bomb.arrayBuffer())).toBe("large");
  });
});

describe("an ordinary answer", () => {
  it("comes with its status, headers and unpacked body; nothing ambient was sent", async () => {
    answer = (_, response) =>
      response.writeHead(404, { "content-encoding": "gzip", "x-kept": "1" }).end(gzipSync("not here"));
    const got = await fetchOutside(at("/path?q=1"), { headers: { "x-sent": "1" } }, policy());
    expect([got.status, await got.text(), got.headers.get("x-kept")]).toEqual([404, "not here", "1"]);
    expect(got.headers.get("content-encoding")).toBeNull();
    expect(asked[0]?.headers).toMatchObject({ "x-sent": "1", host: `world.example:${portOf(world)}` });
    for (const name of ["cookie", "authorization", "referer", "origin"])
      expect(asked[0]?.headers[name]).toBeUndefined();
  });

  it("sends bodies, and keeps the connection for the next call", async () => {
    answer = (request, response) => request.pipe(response);
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
    const port = portOf(free);
    await new Promise<void>((resolve) => free.close(() => resolve()));
    const closed = { allow: () => true, resolve: async () => ["127.0.0.1"] };
    const refused = fetchOutside(`http://shut.example:${port}/hook?token=s3cret`, {}, closed);
    expect(await fault(refused)).toBe("unreachable");
    await expect(refused).rejects.toThrow(`shut.example:${port} could not be reached.`);
  });

  it("ends when the caller gives up", async () => {
    answer = () => undefined;
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
    expect(await fault(fetchOutside(`https://world.example:${portOf(secure)}/`, {}, open))).toBe("unreachable");
    expect(names).toEqual(["world.example"]);
    await new Promise<void>((resolve) => secure.close(() => resolve()));
  });
});

describe("the canary", () => {
  it("would have noticed", async () => {
    const open = { allow: () => true, resolve: async () => ["127.0.0.1"] };
    const got = await fetchOutside(`http://world.example:${portOf(canary)}/`, {}, open);
    expect(await got.text()).toBe("secret");
    expect(connections).toBe(1);
  });
});
