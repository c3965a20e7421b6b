import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { waitBefore } from "../../app/shell/live.client";
import { readSocketToken, socketToken, socketTokenLasts } from "../../front/live-token";
import { type EventFrame, socketPath } from "../../rules/live-frames";
import { inAccount } from "../../services/kit/database";
import { append, appendAll } from "../../services/kit/events";
import { asOwnerOf, freshDatabase, type TestDatabase } from "../setup/database";
import { person } from "../setup/people";
import { type Browser, closeAll, type Node, open, type Sessions, secret, startNode } from "./live.fixture";

let database: TestDatabase;
let node: Node;
let sessions: Sessions;
/** Each test has an account of its own: nothing of another is in its log. */
let account = 100_000;

beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  account += 1;
  sessions = new Map();
  node = await startNode(database.url, sessions);
});
afterEach(async () => {
  closeAll();
  await node.stop();
});
afterAll(() => database.drop());

const within = { timeout: 15_000, interval: 10 };

function someone(id: string, given: Parameters<typeof person>[0] = {}): string {
  const session = `session-${account}-${id}`;
  const holds = {
    roles: [{ name: "Clerk" }],
    permissions: ["View tickets" as const],
    products: ["Ticketing" as const],
  };
  sessions.set(session, person({ customer_account: String(account), id, name: `Person ${id}`, ...holds, ...given }));
  return session;
}

async function arrive(session: string, opening: Parameters<typeof open>[3] = {}, at = node): Promise<Browser> {
  const browser = open(at, session, sessions, opening);
  expect(await browser.outcome).toBe("ready");
  return browser;
}

function change(n: number): Promise<number> {
  const name = String(account);
  return inAccount(database.db, name, (trx) => append(trx, name, "ticket", { ids: [n], by: null }));
}

const numbers = (heard: readonly EventFrame[]) => heard.map(([, , body]) => (body.ids as number[])[0]);
const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);

describe("who may open a socket", () => {
  test.each([
    ["another site", "https://evil.example"],
    ["a sandboxed frame", "null"],
    ["our host over another scheme", "https://127.0.0.1"],
  ])("not a page of %s", async (_, origin) => {
    expect(await open(node, someone("1"), sessions, { origin }).outcome).toBe("websocket error");
  });

  test("a program without a browser's headers comes with its token; with a cookie and no origin it does not", async () => {
    const browser = open(node, someone("1"), sessions, { origin: null });
    expect(await browser.outcome).toBe("ready");
    const answer = await new Promise<string>((resolve) => {
      const line = connect(node.port, "127.0.0.1", () =>
        line.write(
          `GET ${socketPath}?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${node.port}\r\nCookie: a=b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        ),
      );
      line.on("data", (bytes) => resolve(bytes.toString().split("\r\n")[0] ?? ""));
    });
    expect(answer).toContain(" 400 ");
  });

  test("only by websocket", async () => {
    const answer = await fetch(`${node.url}${socketPath}?EIO=4&transport=polling`);
    expect(answer.status).toBe(400);
  });

  test("not without a token, with a forged or changed one, or with one that is too old", async () => {
    const session = someone("1");
    const claims = { session, user: "1", account: String(account) };
    const good = socketToken(secret, claims);
    const changed = `${good.slice(0, -2)}${good.endsWith("AA") ? "BB" : "AA"}`;
    const forged = socketToken("another-secret-that-is-long-enough-too", claims);
    const old = socketToken(secret, claims, Date.now() - socketTokenLasts * 1000 - 1);
    for (const token of ["", "x", good.slice(1), changed, forged, old])
      expect(await open(node, session, sessions, { token }).outcome).toBe("token");
    expect(readSocketToken(secret, good)).toEqual(claims);
    expect(readSocketToken(secret, { toString: () => good })).toBeUndefined();
    expect(good).not.toContain(session);
  });

  test("not when the session is over, or is another person's or account's than the token says", async () => {
    const session = someone("1");
    const claims = { session, user: "1", account: String(account) };
    for (const wrong of [{ session: "none" }, { user: "2" }, { account: "999999" }]) {
      const token = socketToken(secret, { ...claims, ...wrong });
      expect(await open(node, session, sessions, { token }).outcome).toBe("over");
    }
  });

  test("not in another namespace than the one that is guarded", async () => {
    expect(await open(node, someone("1"), sessions, { namespace: "/admin" }).outcome).toBe("Invalid namespace");
  });
});

describe("what is heard", () => {
  test("events of one's own account that are meant for one, live, on whichever node one is", async () => {
    const far = await startNode(database.url, sessions);
    try {
      const agent = await arrive(someone("1"));
      const away = await arrive(someone("2"), {}, far);
      const clerk = await arrive(someone("3", { permissions: [] }));
      const foreign = await arrive(someone("4", { customer_account: "999999" }));
      for (const n of upTo(20)) await change(n);
      for (const { heard } of [agent, away]) await vi.waitFor(() => expect(numbers(heard)).toEqual(upTo(20)), within);
      const name = String(account);
      await inAccount(database.db, name, (trx) => append(trx, name, "notice", { to: ["3", "77"] }));
      await vi.waitFor(
        () => expect(clerk.heard.map(([, kind, body]) => [kind, body])).toEqual([["notice", {}]]),
        within,
      );
      expect(foreign.heard).toEqual([]);
      expect(agent.heard).toHaveLength(20);
    } finally {
      await far.stop();
    }
  });

  test("what happened since the cursor, over several pages, then what happens; each once and in order", async () => {
    const name = String(account);
    await inAccount(database.db, name, (trx) =>
      appendAll(
        trx,
        name,
        upTo(1_200).map((n) => ({ kind: n % 2 ? "ticket" : "balance", body: { ids: [n] } })),
      ),
    );
    const session = someone("1");
    const browser = open(node, session, sessions, { auth: { cursor: 200 } });
    const writing = Promise.all(upTo(30).map((n) => change(5_000 + n)));
    await browser.outcome;
    await writing;
    await vi.waitFor(() => expect(browser.heard).toHaveLength(530), within);
    const seqs = browser.heard.map(([seq]) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(numbers(browser.heard).slice(0, 500)).toEqual(upTo(1_200).filter((n) => n > 200 && n % 2));
  });

  test("a page without a cursor hears what happened since it was drawn", async () => {
    await change(1);
    await asOwnerOf(database.url, String(account), "update events.log set at = now() - interval '1 minute'");
    const drawn = Date.now();
    await change(2);
    const browser = await arrive(someone("1"), { auth: { at: drawn } });
    expect(numbers(browser.heard)).toEqual([2]);
  });

  test("a cursor that is no longer kept gets a reset, never a silent gap", async () => {
    for (const n of upTo(5)) await change(n);
    await asOwnerOf(database.url, String(account), "delete from events.log where seq <= 3");
    const browser = await arrive(someone("1"), { auth: { cursor: 1 } });
    expect(browser.resets).toEqual([5]);
    await change(6);
    await vi.waitFor(() => expect(numbers(browser.heard)).toEqual([6]), within);
  });

  test("whoever gets a permission hears from then on, whoever loses it no more", async () => {
    const session = someone("1", { permissions: [] });
    const gains = await arrive(session);
    const loser = someone("2");
    const loses = await arrive(loser);
    someone("1");
    someone("2", { permissions: [] });
    let n = 0;
    await vi.waitFor(async () => {
      n += 1;
      await change(n);
      expect(numbers(gains.heard)).toContain(n);
    }, within);
    const had = loses.heard.length;
    await change(n + 1);
    await vi.waitFor(() => expect(numbers(gains.heard)).toContain(n + 1), within);
    expect(loses.heard.length).toBe(had);
  });
});

describe("who is cut off", () => {
  test("a person whose session ends, within 5 s, and they are told not to come back", async () => {
    const session = someone("1");
    const browser = await arrive(session);
    const other = await arrive(someone("2"));
    const began = performance.now();
    sessions.delete(session);
    expect(await browser.ended).toBe("over");
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(other.socket.connected).toBe(true);
  });

  test("who works in a child account, within a second of its end, however seldom others are asked for", async () => {
    const seldom = await startNode(database.url, sessions, 0, 60_000);
    try {
      const delegation = { parent_account: "1", parent_name: "Acme", expires_at: "2026-11-23T12:00:00Z" };
      const session = someone("delegate.1.7", { delegation });
      const [browser, other] = [await arrive(session, {}, seldom), await arrive(someone("2"), {}, seldom)];
      const began = performance.now();
      sessions.delete(session);
      expect(await browser.ended).toBe("over");
      expect(performance.now() - began).toBeLessThan(1_000);
      expect(other.socket.connected).toBe(true);
    } finally {
      await seldom.stop();
    }
  });

  test("a frame over 64 kB closes the socket", async () => {
    const browser = await arrive(someone("1"));
    browser.socket.emit("place", "x".repeat(70_000), "looking");
    expect(await browser.ended).toBe("transport close");
  });

  test("who floods, while nonsense harms no one", async () => {
    const browser = await arrive(someone("1"));
    const odd = browser.socket as unknown as { emit(name: string, ...given: unknown[]): void };
    for (const given of [
      [null],
      [{}, []],
      ["ticket/1", "dancing"],
      ["__proto__/1", "looking"],
      [["ticket/1"], "looking"],
    ])
      odd.emit("place", ...given);
    odd.emit("nothing", 1);
    const quiet = await arrive(someone("2"));
    for (let i = 0; i < 600; i++) browser.socket.emit("place", "ticket/1", "looking");
    expect(await browser.ended).toMatch(/disconnect|close/);
    expect(quiet.socket.connected).toBe(true);
    expect(node.faults).toEqual([]);
  });

  test("the fifty-first socket of one person", async () => {
    const session = someone("1");
    await Promise.all(upTo(50).map(() => arrive(session)));
    expect(await open(node, session, sessions).outcome).toBe("too many");
    expect(await open(node, someone("2"), sessions).outcome).toBe("ready");
  });
});

describe("who is where", () => {
  const presence = ({ transientEvents }: Browser) =>
    new Map(transientEvents.map(([, body]) => [body.id, body.activity] as [unknown, unknown]));

  test("two nodes: each sees the other come, write and go, and who came first is known to who comes later", async () => {
    const far = await startNode(database.url, sessions);
    try {
      const first = await arrive(someone("1"));
      first.socket.emit("place", "ticket/12", "writing");
      await vi.waitFor(() => expect(presence(first).get("1")).toBe("writing"), within);
      const second = await arrive(someone("2"), {}, far);
      const elsewhere = await arrive(someone("3"));
      elsewhere.socket.emit("place", "ticket/13", "looking");
      second.socket.emit("place", "ticket/12", "looking");
      await vi.waitFor(() => expect(presence(second).get("1")).toBe("writing"), within);
      await vi.waitFor(() => expect(presence(first).get("2")).toBe("looking"), within);
      second.socket.disconnect();
      await vi.waitFor(() => expect(presence(first).get("2")).toBe("gone"), within);
      expect([...presence(elsewhere).keys()]).toEqual(["3"]);
      expect(first.transientEvents.every(([, { activity }]) => activity !== "who")).toBe(true);
    } finally {
      await far.stop();
    }
  });

  test("who may not see tickets is at none, and tells no one", async () => {
    const agent = await arrive(someone("1"));
    agent.socket.emit("place", "ticket/12", "looking");
    const clerk = await arrive(someone("2", { permissions: [] }));
    clerk.socket.emit("place", "ticket/12", "looking");
    agent.socket.emit("place", "ticket/12", "writing");
    await vi.waitFor(() => expect(presence(agent).get("1")).toBe("writing"), within);
    expect(presence(agent).has("2")).toBe(false);
    expect(clerk.transientEvents).toEqual([]);
  });
});

describe("a restart", () => {
  test("waits begin at 5 s, grow, are spread and never exceed a minute by more than a fifth", () => {
    expect([1, 2].map((attempt) => waitBefore(attempt, 0.5))).toEqual([5_000, 8_000]);
    expect(waitBefore(1, 0)).toBe(4_000);
    expect(waitBefore(1, 1)).toBe(6_000);
    expect(waitBefore(1_000, 1)).toBe(72_000);
  });

  test("with twenty sockets open: all are back within 10 s and nothing is missing", async () => {
    const people = upTo(20).map((n) => someone(String(n)));
    const browsers = await Promise.all(people.map((session) => arrive(session)));
    await change(1);
    for (const { heard } of browsers) await vi.waitFor(() => expect(numbers(heard)).toEqual([1]), within);
    const began = performance.now();
    const { port } = node;
    await node.stop();
    const writing = Promise.all(upTo(40).map((n) => change(n + 1)));
    const back = browsers.map(async ({ ended, heard, cursor }, at) => {
      await ended;
      const known = cursor();
      for (let attempt = 1; ; attempt++) {
        await new Promise((resolve) => setTimeout(resolve, waitBefore(attempt)));
        const auth = known === undefined ? {} : { cursor: known };
        const again = open(node, people[at] ?? "", sessions, { auth }, heard);
        if ((await again.outcome) === "ready") return again;
      }
    });
    node = await startNode(database.url, sessions, port);
    await Promise.all(back);
    expect(performance.now() - began).toBeLessThan(10_000);
    await writing;
    for (const { heard } of browsers)
      await vi.waitFor(() => expect(numbers(heard).sort((a = 0, b = 0) => a - b)).toEqual(upTo(41)), within);
  }, 30_000);
});
