import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Database, inAccount, openDatabase } from "../../services/kit/database";
import { append, appendAll, cursorAt, type Event, loadCursor, prune, readOn, since } from "../../services/kit/events";
import { type Hub, openHub } from "../../services/kit/live";
import type { TransientEvent } from "../../services/kit/transient-events";
import { asOwner, asOwnerOf, freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
const opened: { hub: Hub; own: Database }[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const { hub, own } of opened.splice(0)) {
    await hub.stop();
    await own.close();
  }
});
afterAll(() => database.drop());

/** A process of its own, as far as events are concerned: its own pool, its own listening connection. */
async function process(): Promise<Hub> {
  const own = openDatabase(database.url, { max: 4 });
  const hub = await openHub(own, { url: database.url, retry: 50 });
  opened.push({ hub, own });
  return hub;
}

function write(account: string, n: number): Promise<number> {
  return inAccount(database.db, account, (trx) => append(trx, account, "test", { n }));
}

/** Changes the log of one account behind everybody's back. */
/** As the owner: the application can't change its log. */
function change(account: string, statement: string): Promise<unknown> {
  return asOwnerOf(database.url, account, statement);
}

function ear(hub: Hub, account: string, cursor: number | "now" = 0) {
  const heard: Event[] = [];
  const resets: number[] = [];
  const transientEvents: TransientEvent[] = [];
  let ready: number | undefined;
  const stop = hub.subscribe(account, cursor, {
    events: (events) => void heard.push(...events),
    reset: (seq) => void resets.push(seq),
    ready: (seq) => {
      ready = seq;
    },
    transient: (event) => void transientEvents.push(event),
  });
  return { heard, resets, transientEvents, stop, ready: () => ready };
}

const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);
const within = { timeout: 15_000, interval: 10 };

describe("the event log", () => {
  test("several events of one change follow each other, and the last number is answered", async () => {
    const last = await inAccount(database.db, "1", (trx) =>
      appendAll(
        trx,
        "1",
        [1, 2, 3].map((n) => ({ kind: "test", body: { n } })),
      ),
    );
    expect(last).toBe(3);
    const events = await inAccount(database.db, "1", (trx) => since(trx, "1", 1));
    expect(events.map(({ seq, body }) => [seq, body.n])).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  test("a page says whether it follows without a gap", async () => {
    for (const n of upTo(5)) await write("2", n);
    const page = (cursor: number) => inAccount(database.db, "2", (trx) => readOn(trx, "2", cursor, 2));
    expect(await page(5)).toEqual({ events: [], head: 5, lost: false });
    expect((await page(1)).events.map(({ seq }) => seq)).toEqual([2, 3]);
    expect((await page(9)).lost).toBe(true);
    await change("2", "delete from events.log where seq <= 3");
    expect(await page(1)).toMatchObject({ lost: true, head: 5 });
    expect(await page(3)).toMatchObject({ lost: false });
    expect(await inAccount(database.db, "3", (trx) => readOn(trx, "3", 0))).toEqual({
      events: [],
      head: 0,
      lost: false,
    });
  });

  test("a moment has a number: what a page drawn then may not know comes after it", async () => {
    for (const n of upTo(3)) await write("4", n);
    await change("4", "update events.log set at = timestamptz '2026-01-01 10:00Z' + seq * interval '1 minute'");
    const at = (time: string) => inAccount(database.db, "4", (trx) => cursorAt(trx, "4", new Date(time)));
    expect(await at("2026-01-01T09:00:00Z")).toBe(0);
    expect(await at("2026-01-01T10:02:30Z")).toBe(2);
    expect(await at("2026-01-01T12:00:00Z")).toBe(3);
    expect(await inAccount(database.db, "5", (trx) => cursorAt(trx, "5", new Date()))).toBe(0);
  });

  test("old events go, young ones and the numbers stay, and what is kept has no gap whatever the clocks did", async () => {
    for (const n of upTo(6)) await write("6", n);
    // 5 was written by a clock that was behind.
    await change("6", "update events.log set at = now() - interval '4 days' where seq in (1, 2, 3, 5)");
    await prune(database.db, 3);
    expect(await prune(database.db, 3)).toBe(0);
    const left = await inAccount(database.db, "6", (trx) => readOn(trx, "6", 3));
    expect(left.events.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    expect(await inAccount(database.db, "6", (trx) => loadCursor(trx, "6"))).toBe(6);
    expect(await write("6", 7)).toBe(7);
  });
});

describe("the hub", () => {
  test("two processes hear what either writes, in order, each once", async () => {
    const [one, two] = [ear(await process(), "10"), ear(await process(), "10")];
    await Promise.all(upTo(200).map((n) => write("10", n)));
    for (const { heard } of [one, two])
      await vi.waitFor(() => expect(heard.map(({ seq }) => seq)).toEqual(upTo(200)), within);
  });

  test("another account's events are not heard", async () => {
    const hub = await process();
    const other = ear(hub, "12", "now");
    const mine = ear(hub, "11", "now");
    await vi.waitFor(() => expect(other.ready()).toBeDefined(), within);
    await vi.waitFor(() => expect(mine.ready()).toBeDefined(), within);
    await write("11", 1);
    await vi.waitFor(() => expect(mine.heard).toHaveLength(1), within);
    expect(other.heard).toEqual([]);
  });

  test("who comes late is caught up by pages while others write on, and misses nothing", async () => {
    const hub = await process();
    await inAccount(database.db, "13", (trx) =>
      appendAll(
        trx,
        "13",
        upTo(1_300).map((n) => ({ kind: "test", body: { n } })),
      ),
    );
    const late = ear(hub, "13", 100);
    const writing = Promise.all(upTo(50).map((n) => write("13", n)));
    await writing;
    await vi.waitFor(() => expect(late.heard).toHaveLength(1_250), within);
    expect(late.heard.map(({ seq }) => seq)).toEqual(upTo(1_350).slice(100));
  });

  test("a listener that fails harms no other, and one that stopped hears no more", async () => {
    const hub = await process();
    hub.subscribe("14", "now", {
      events: () => {
        throw new Error("mine");
      },
      reset: () => undefined,
    });
    const gone = ear(hub, "14", "now");
    const good = ear(hub, "14", "now");
    await vi.waitFor(() => expect(good.ready()).toBeDefined(), within);
    gone.stop();
    await write("14", 1);
    await write("14", 2);
    await vi.waitFor(() => expect(good.heard).toHaveLength(2), within);
    expect(gone.heard).toEqual([]);
  });

  test("the listening connection is killed again and again while others write: nothing is missed", async () => {
    const listening = ear(await process(), "15");
    for (const round of upTo(4)) {
      const killing = asOwner(
        database.url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jibu live' and datname = current_database()",
      );
      await Promise.all([killing, ...upTo(25).map((n) => write("15", n))]);
      await vi.waitFor(() => expect(listening.heard.map(({ seq }) => seq)).toEqual(upTo(25 * round)), within);
    }
    expect(listening.resets).toEqual([]);
  });

  test("a cursor that is too old, and one that is not ours, is told to begin anew and then hears what happens", async () => {
    const hub = await process();
    for (const n of upTo(4)) await write("16", n);
    await change("16", "delete from events.log where seq <= 3");
    const old = ear(hub, "16", 1);
    const foreign = ear(hub, "16", 900);
    await vi.waitFor(() => expect([old.resets, foreign.resets]).toEqual([[4], [4]]), within);
    await write("16", 5);
    for (const { heard } of [old, foreign])
      await vi.waitFor(() => expect(heard.map(({ seq }) => seq)).toEqual([5]), within);
  });

  test("data read after the position was asked for contain all up to it", async () => {
    const hub = await process();
    await write("17", 1);
    expect(hub.position("17")).toBeUndefined();
    await vi.waitFor(() => expect(hub.position("17")).toBe(1), within);
    await write("17", 2);
    await vi.waitFor(() => expect(hub.position("17")).toBe(2), within);
  });

  test("what is committed is known as soon as it was asked for, without waiting for the notice of it", async () => {
    const hub = await process();
    await hub.caughtUp("29");
    expect(hub.position("29")).toBeUndefined();
    for (const count of [1, 2, 3, 4, 5]) {
      await write("29", count);
      await hub.caughtUp("29");
      expect(hub.position("29")).toBe(count);
    }
  });

  test("a transient event reaches every process, its account only, and is kept nowhere", async () => {
    const one = await process();
    const [mine, far, other] = [ear(one, "18", "now"), ear(await process(), "18", "now"), ear(one, "19", "now")];
    await one.sendTransient("18", "presence.ticket", { place: "ticket/1", text: "ü'\\" });
    for (const { transientEvents } of [mine, far])
      await vi.waitFor(
        () => expect(transientEvents).toEqual([{ kind: "presence.ticket", body: { place: "ticket/1", text: "ü'\\" } }]),
        within,
      );
    expect(other.transientEvents).toEqual([]);
    await expect(one.sendTransient("18", "presence.ticket", { text: "x".repeat(7_000) })).rejects.toThrow("too long");
    expect(await inAccount(database.db, "18", (trx) => since(trx, "18", 0))).toEqual([]);
  });
});
