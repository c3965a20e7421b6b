import { describe, expect, it } from "vitest";
import { fetchOutside } from "../../services/kit/outside";
import { at, canaryPort, fault, listen, outside, policy, worldPort } from "./listeners";

listen();

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
      const error = await fault(fetchOutside(`http://${host}:${canaryPort()}/`, {}, names));
      expect([host, error]).toEqual([host, "private"]);
    }
    expect(outside.connections).toBe(0);
  });

  it("names that resolve to it reach nothing either, by the machine's own resolver", async () => {
    expect(await fault(fetchOutside(`http://localhost:${canaryPort()}/`))).toBe("private");
    expect(outside.connections).toBe(0);
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
    expect(outside.asked.length).toBe(0);
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
    outside.answer = (request, response) => {
      const hop = Number(request.url?.slice(1));
      const to = hop < good ? `/${hop + 1}` : `http://127.0.0.1:${canaryPort()}/`;
      response.writeHead(302, { location: to }).end();
    };
    expect(await fault(fetchOutside(at("/0"), {}, policy()))).toBe("private");
    expect(outside.asked.length).toBe(good + 1);
    expect(outside.connections).toBe(0);
  });

  it("three are followed, a fourth is not; one to another scheme is not", async () => {
    outside.answer = (request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 3) response.end("there");
      else response.writeHead(307, { location: `/${hop + 1}` }).end();
    };
    expect(await (await fetchOutside(at("/0"), {}, policy())).text()).toBe("there");
    expect(await fault(fetchOutside(at("/-1"), {}, policy()))).toBe("redirects");
    outside.answer = (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end();
    expect(await fault(fetchOutside(at("/"), {}, policy()))).toBe("address");
  });

  it("to another origin lose the credentials; a redirected POST becomes a GET without its body", async () => {
    outside.answer = (request, response) => {
      if (request.url === "/there") response.end("there");
      else response.writeHead(303, { location: at("/there", "other.example") }).end();
    };
    const headers = { Authorization: "Bearer t0ken", Cookie: "a=1", "Content-Type": "application/json", "x-kept": "1" };
    await (await fetchOutside(at("/"), { method: "POST", headers, body: "{}" }, policy())).text();
    expect(outside.asked.map((request) => request.method)).toEqual(["POST", "GET"]);
    expect(outside.asked[0]?.headers.authorization).toBe("Bearer t0ken");
    expect(outside.asked[1]?.headers).toMatchObject({ "x-kept": "1" });
    for (const name of ["authorization", "cookie", "content-type", "referer"])
      expect(outside.asked[1]?.headers[name]).toBeUndefined();
  });

  it("can be handed back instead", async () => {
    outside.answer = (_, response) => response.writeHead(302, { location: "http://127.0.0.1/" }).end();
    expect((await fetchOutside(at("/"), { redirect: "manual" }, policy())).status).toBe(302);
  });
});

describe("a name whose address changes (rebinding)", () => {
  it("is resolved once, and the judged address is the one that is dialled", async () => {
    outside.answer = (_, response) => response.writeHead(200, { connection: "close" }).end("hello");
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    let questions = 0;
    const rebinding = policy({
      allow: (address) => address === "127.0.0.1",
      resolve: async () => answers[Math.min(questions++, 1)] ?? [],
    });
    expect(await (await fetchOutside(at("/"), {}, rebinding)).text()).toBe("hello");
    expect(questions).toBe(1);
    expect(await fault(fetchOutside(at("/"), {}, rebinding))).toBe("private");
    expect(outside.asked.length).toBe(1);
    expect(outside.asked[0]?.headers.host).toBe(`world.example:${worldPort()}`);
  });
});

describe("the canary", () => {
  it("would have noticed", async () => {
    const open = { allow: () => true, resolve: async () => ["127.0.0.1"] };
    const got = await fetchOutside(`http://world.example:${canaryPort()}/`, {}, open);
    expect(await got.text()).toBe("secret");
    expect(outside.connections).toBe(1);
  });
});
