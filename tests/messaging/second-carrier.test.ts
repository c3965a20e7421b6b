import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { bundled } from "../../scripts/bench/smsc-process";
import { secondConnector } from "../../services/messaging/connectors/settings";
import { smppCarrier } from "../../services/messaging/connectors/smpp-carrier";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";

const window = 100;
let fixture: Stage;
let first: Smsc;
let second: Smsc;
let program: Awaited<ReturnType<typeof bundled>>;
let child: ChildProcess | undefined;
let next = 0;

beforeAll(async () => {
  [fixture, first, second, program] = await Promise.all([
    blastStage(),
    startSmsc({ phones: 20_000 }),
    startSmsc({ phones: 20_000, seed: 2 }),
    bundled("tests/messaging/crash-worker.ts"),
  ]);
});
beforeEach(() => {
  for (const smsc of [first, second]) {
    smsc.clear();
    Object.assign(smsc.settings, { accounts: null, latencyMs: 0, dropAfter: 0 });
  }
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await fixture.close();
  await Promise.all([first.close(), second.close()]);
  program.remove();
});

/** A worker on both, when both links are up. */
async function work() {
  const at = (smsc: Smsc) => ({ url: `smpp://jibu:sandbox@127.0.0.1:${smsc.port}`, window, tps: 0 });
  const worker = await fixture.work((hooks) => smppCarrier(fixture.database, at(first), hooks), {
    ...{ window, failoverMs: 3_000, unknownWaitMs: 200 },
    secondCarrier: (hooks) => smppCarrier(fixture.database, at(second), hooks, secondConnector),
  });
  await until("both are up", async () => (await tries("select from messaging.links where up")).length === 2);
  return worker;
}

async function blast(recipients: number) {
  const from = next;
  next += recipients;
  const numbers = Array.from({ length: recipients }, (_, n) => phone(from + n));
  const made = await fixture.send({ group_ids: [await fixture.group(numbers.map((msisdn) => ({ msisdn })))] });
  return { id: made.id, numbers };
}

/** The link to a message centre is cut, and none can be made. */
function cut(smsc: Smsc): void {
  smsc.settings.accounts = { nobody: "x" };
  smsc.drop();
}

const gotBy = (smsc: Smsc, numbers: readonly string[]) => numbers.filter((number) => smsc.handset(number).length > 0);
const inBoth = (numbers: readonly string[]) => gotBy(first, gotBy(second, numbers));
const tries = <T>(statement: string) => fixture.database.pool.query(statement).then(({ rows }) => rows as T[]);

test("the first takes everything while its link is up; another order is another first", async () => {
  const worker = await work();
  const { id, numbers } = await blast(50);
  expect(await fixture.settled(id)).toMatchObject({ status: "sent" });
  expect([gotBy(first, numbers).length, gotBy(second, numbers).length]).toEqual([50, 0]);
  await tries("insert into messaging.connectors (name, priority) values ('smpp', 5)");
  await until("the second is first", async () => {
    const more = await blast(1);
    await fixture.settled(more.id);
    return gotBy(second, more.numbers).length === 1;
  });
  await tries("delete from messaging.connectors");
  await worker.stop();
});

test("the first goes down in the middle: the second sends the rest, and nothing that the first may have", async () => {
  const worker = await work();
  // The link breaks after so many, the last ones without an answer, and none can be made again.
  Object.assign(first.settings, { accounts: { nobody: "x" }, latencyMs: 30, dropAfter: 300 });
  const { id, numbers } = await blast(1_200);
  await until("only what may have left is left", async () => {
    const rows = await fixture.rows<{ status: string; connector: string | null }>(
      `select distinct status, connector from messaging.messages where blast_id = ${id} and status in ('queued', 'unknown')`,
    );
    return rows.length === 1 && rows[0]?.status === "unknown" && rows[0].connector === "smpp" && rows;
  });
  expect(gotBy(second, numbers).length).toBeGreaterThan(500);
  expect(inBoth(numbers)).toEqual([]);
  expect(await fixture.detail(id)).toMatchObject({ status: "sending" });

  first.settings.accounts = null;
  expect(await fixture.settled(id, 40_000)).toMatchObject({ status: "sent", queued: 0, failed: 0 });
  expect(inBoth(numbers)).toEqual([]);
  expect(gotBy(first, numbers).length + gotBy(second, numbers).length).toBe(1_200);
  await worker.stop();
}, 120_000);

async function startProcess(): Promise<ChildProcess> {
  const ports = [String(first.port), String(window), String(second.port)];
  const started = spawn(process.execPath, [program.file, fixture.database.url, ...ports]);
  await once(started.stdout, "data");
  return started;
}

const killed = async () => {
  child?.kill("SIGKILL");
  if (child) await once(child, "exit");
};

test("kill -9 of either's sender with the first gone: what was under way waits for its own carrier, the rest goes out", async () => {
  // At most 500 a second, so that the kills come in the middle.
  for (const smsc of [first, second]) smsc.settings.latencyMs = 200;
  child = await startProcess();
  const { id, numbers } = await blast(4_000);
  await until("the first sends", () => gotBy(first, numbers).length > 300);
  await killed();
  cut(first);
  child = await startProcess();
  await until("the second sends", () => gotBy(second, numbers).length > 300, 40_000);
  await killed();
  second.settings.latencyMs = 0;
  child = await startProcess();
  await until(
    "all is sent but what is bound to the first",
    async () => {
      const left = await tries<{ connector: string }>(
        `select distinct connector from messaging.chunks where blast_id = ${id}`,
      );
      return left.length === 1 && left[0]?.connector === "smpp" && gotBy(second, numbers).length > 1_000;
    },
    40_000,
  );
  expect(inBoth(numbers)).toEqual([]);
  expect(await fixture.detail(id)).toMatchObject({ status: "sending" });
  first.settings.accounts = null;
  expect(await fixture.settled(id, 60_000)).toMatchObject({ status: "sent", queued: 0, failed: 0 });
  expect(inBoth(numbers)).toEqual([]);
  expect(gotBy(first, numbers).length + gotBy(second, numbers).length).toBe(4_000);
}, 180_000);
