import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "../../app/sitemap";
import { contracts as documented } from "../../services/contracts";
import type { Call, Calls, Contract } from "../../services/kit/contract";
import { type Apart, startApart } from "../setup/apart";
import { sendRequest } from "../setup/request";

/**
 * What costs a program more than it costs its sender, sent to every page and every call: names, indexes, depths, counts,
 * lengths, paths and bodies that never come. Nothing of it may be a fault, end the process, or keep others waiting.
 */
let application: Apart;
let guest: Record<string, string>;
let owner: Record<string, string>;
let bearer: Record<string, string>;
beforeAll(async () => {
  application = await startApart();
  guest = { origin: application.url };
  owner = { ...guest, cookie: await application.cookie("owner@savanna.test") };
  bearer = { authorization: `Bearer ${await application.token("owner@savanna.test")}` };
}, 120_000);
afterAll(() => application.stop());

const contracts: Contract<Calls>[] = Object.values(documented);
const calls = contracts.flatMap(({ service, calls }) =>
  Object.values<Call>(calls).map((call) => ({
    call,
    address: `/api/${service}/${call.path.replace(/^\/+/, "").replace(/\{\w+\}/g, "1")}`,
  })),
);
const pages = allRoutes
  .filter(({ path, group }) => path !== "/logout" && !group)
  .map(({ path, guest }) => ({ address: path.replace(/:\w+/g, "1"), guest: guest === true }));
/** Where a page's script posts to: the same action, and no page to draw. */
const dataOf = (address: string) => (address === "/" ? "/_root.data" : `${address}.data`);

const times = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join("");
const forms: Record<string, string> = {
  "an index of a hundred million": "email[99999999]=x",
  "a name of 20,000 segments": `a${".a".repeat(20_000)}=x`,
  "a name of 20,000 brackets": `a${"[0]".repeat(20_000)}=x`,
  "an intent to fill a row of a billion":
    '__intent__={"type":"update","payload":{"name":"a","index":999999999,"value":1}}',
  "a name 20,000 times": "a=&".repeat(20_000),
  "10,000 names": times(10_000, (at) => `n${at}=&`),
  "U+0000 in a name": "a%00b=x&email=x",
  "U+0000 in a value": "email=%00&name=%00",
};
const json: Record<string, string> = {
  "lists 20,000 deep": `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  "objects 10,000 deep": `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  "12,000 names": `{${times(12_000, (at) => `"n${at}":0,`)}"n":0}`,
  "U+0000 in a name": '{"a\\u0000b":1}',
  "half of a pair in a name": '{"\\ud83d":1}',
};
const multipart = { "content-type": "multipart/form-data; boundary=x" };
const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\na\r\n`;
const parts: Record<string, string> = {
  "1,200 parts": `${part("a").repeat(1_200)}--x--\r\n`,
  "an index of a hundred million": `${part("email[99999999]")}--x--\r\n`,
  "U+0000 in a name": `${part("a\0b")}--x--\r\n`,
  "no end": part("a"),
};

type HostileRequest = { address: string; method?: string; headers: Record<string, string>; body?: string };
type Heard = { status: number; about: string };

/** Sends them, eight at a time, while another client asks all the time whether the application is there. */
async function sweep(sent: readonly HostileRequest[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  const left = [...sent];
  const under = new Set<HostileRequest>();
  const worker = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      under.add(one);
      const { address, ...init } = one;
      const response = await sendRequest(application.url + address, init);
      under.delete(one);
      heard.push({ status: response.status, about: `${one.method ?? "GET"} ${address.slice(0, 100)}` });
    }
  };
  const suspects = new Set<HostileRequest>();
  const workers = Promise.all(Array.from({ length: 8 }, worker));
  let going = true;
  const sending = workers.finally(() => {
    going = false;
  });
  while (going) {
    const meanwhile = [...under];
    if (!(await isPrompt())) for (const one of meanwhile) suspects.add(one);
    await wait(20);
  }
  await sending;
  expect(application.alive()).toBe(true);
  // A machine may be busy with something else: what is to blame is so when it is sent alone.
  const slow: string[] = [];
  for (const { address, ...init } of suspects) {
    const answer = sendRequest(application.url + address, init);
    if (!(await isPrompt())) slow.push(`${init.method ?? "GET"} ${address.slice(0, 100)}`);
    await answer;
  }
  expect(slow).toEqual([]);
  return heard;
}

/** Whether somebody else is answered within a second. */
async function isPrompt(): Promise<boolean> {
  const answered = sendRequest(`${application.url}/healthz`).then((response) => response.ok);
  return Promise.race([answered, wait(1_000, false)]);
}

const about = (heard: readonly Heard[], wrong: (status: number) => boolean) =>
  heard.flatMap(({ status, about }) => (wrong(status) ? [`${status} ${about}`] : []));
const isFault = (status: number) => status >= 500;

test.each<[string, string, string?]>([
  ["a row of a hundred million", "/login", "email[99999999]=x"],
  ["a name 200,000 times", "/login", "a=&".repeat(200_000)],
  ["a name 200,000 times to the same page in other words", "/LOGIN/", "a=&".repeat(200_000)],
  ["100,000 names to a call", "/api/identity/login/token", times(100_000, (at) => `n${at}=&`)],
  ["3,700 segments", "/a".repeat(3_700)],
  ["3,700 segments under a page", `/settings${"/a".repeat(3_700)}`],
])(
  "a guest who sends %s is refused, and everyone else is answered meanwhile",
  async (_, address, body) => {
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const sent: HostileRequest = { address, headers: guest };
    const heard = await sweep([
      body === undefined ? sent : { ...sent, method: "POST", body, headers: { ...guest, ...type } },
    ]);
    expect(heard.map(({ status }) => status)).toEqual([expect.toSatisfy((status) => [400, 404, 413].includes(status))]);
  },
  60_000,
);

test("an address with more segments than any page has is 404 under every page and every call", async () => {
  const deep = "/a".repeat(1_000);
  const addresses = new Set(
    [...pages, ...calls].flatMap(({ address }) => [`${address}${deep}`, `${address}${deep}.data`]),
  );
  const under = [...addresses].map((address) => ({ address: address.replace(/^\/\//, "/"), headers: owner }));
  expect(about(await sweep(under), (status) => status !== 404)).toEqual([]);
}, 60_000);

describe("a form is refused in words by every page that takes one", () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const posted = (body: string, kind: object): HostileRequest[] =>
    pages.map(({ address, guest: open }) => ({
      ...{ address: open ? address : dataOf(address), method: "POST", body },
      headers: { ...(open ? guest : owner), ...kind },
    }));

  test.each(Object.entries(forms))(
    "with %s",
    async (_, body) => {
      const heard = await sweep(posted(body, type));
      expect(about(heard, isFault)).toEqual([]);
      // The others have no form to read: they lead elsewhere, or take no post.
      expect(about(heard, (status) => status === 400 || status === 413).length).toBeGreaterThan(60);
    },
    60_000,
  );

  test.each(Object.entries(parts))(
    "in parts, with %s",
    async (_, body) => {
      const heard = await sweep(posted(body, multipart));
      expect(about(heard, isFault)).toEqual([]);
      expect(about(heard, (status) => status >= 400).length).toBeGreaterThan(60);
    },
    60_000,
  );
});

describe("a body is refused in words by every call that takes one", () => {
  const taking = calls.filter(({ call }) => call.body || call.raw);
  const posted = (body: string, type: string): HostileRequest[] =>
    taking.map(({ address, call: { method, public: open } }) => ({
      ...{ address, method, body },
      headers: { ...(open ? {} : bearer), "content-type": type },
    }));

  test.each([
    ...Object.entries(json).map(([what, body]) => [what, "application/json", body]),
    ...Object.entries(forms).map(([what, body]) => [`a form with ${what}`, "application/x-www-form-urlencoded", body]),
    ...Object.entries(parts).map(([what, body]) => [`parts with ${what}`, multipart["content-type"], body]),
  ])(
    "%s",
    async (_, type, body) => {
      const heard = await sweep(posted(body, type));
      expect(heard.length).toBeGreaterThan(100);
      expect(about(heard, isFault)).toEqual([]);
    },
    60_000,
  );
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
  "there is no service called %s",
  async (name) => {
    expect((await fetch(`${application.url}/api/${name}/x`)).status).toBe(404);
  },
);

test("asking for one loader's data by name is refused by every page", async () => {
  const asked = pages.map(({ address }) => ({ address: `${address}?_data=x`, headers: owner }));
  expect(about(await sweep(asked), (status) => status !== 400)).toEqual([]);
}, 60_000);

test("bodies that do not come keep no one waiting, one at every page and every call", async () => {
  const { hostname, port, host } = new URL(application.url);
  const taking = calls.filter(({ call }) => call.body || call.raw);
  const addresses = [
    ...pages.map(({ address }) => [address, owner] as const),
    ...taking.map(({ address }) => [address, bearer] as const),
  ];
  const sockets = await Promise.all(
    addresses.map(async ([address, headers]) => {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => undefined);
      const said = Object.entries({ ...headers, host, "content-type": "application/json", "content-length": "1000" });
      const head = said.map(([name, value]) => `${name}: ${value}\r\n`).join("");
      await new Promise<void>((resolve) => socket.write(`POST ${address} HTTP/1.1\r\n${head}\r\n{`, () => resolve()));
      return socket satisfies Socket;
    }),
  );
  expect(sockets.length).toBeGreaterThan(400);
  // Six hundred requests are some work; waiting for the rest of them is none.
  const calm = async () => (await isPrompt()) && (await isPrompt()) && (await isPrompt());
  await expect.poll(calm, { timeout: 30_000 }).toBe(true);
  for (const socket of sockets) socket.destroy();
  expect(application.alive()).toBe(true);
}, 60_000);

test("after all this the owner is signed in and sees the dashboard", async () => {
  const response = await fetch(`${application.url}/dashboard`, { headers: owner, redirect: "manual" });
  expect(response.status).toBe(200);
});
