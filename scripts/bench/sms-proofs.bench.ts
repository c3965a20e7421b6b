import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { type RawBuilder, sql } from "kysely";
import { type Database, inAccount, openDatabase } from "../../services/kit/database";
import { startWorker } from "../../services/messaging/blasts/sending";
import { secondConnector } from "../../services/messaging/connectors/settings";
import { smppCarrier } from "../../services/messaging/connectors/smpp-carrier";
import { runImport } from "../../services/messaging/contacts/import-run";
import { blacklisted } from "../../services/messaging/contacts/recipients";
import { migrate } from "../../services/migrations";
import { startDatabase } from "../database.mjs";
import { account, type BenchRow, fillSms, smsStage } from "./sms.stage";
import { type SmscProcess, startSmscProcess } from "./smsc-process";

const recipients = 60_000;
const expressRows = 300_000;
const window = 500;

/**
 * What stays true beside a full blast: single messages, STOP, a second carrier and short links; and an express file of
 * 300,000. PostgreSQL with fsync, the real connector, the sandbox's message centres in processes of their own.
 */
export default async function bench(): Promise<BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), "jibu-sms-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  const centres = await Promise.all([startSmscProcess(), startSmscProcess()]);
  const rows: BenchRow[] = [];
  try {
    await migrate(cluster.url);
    const file = join(home, "worker.mjs");
    const entryPoints = ["services/kit/contact-file/worker.ts"];
    buildSync({ entryPoints, outfile: file, bundle: true, platform: "node", format: "esm", target: "node20" });
    const database = openDatabase(cluster.url);
    const group = await fillSms(database, recipients);
    await measureExpress(database, { dataDir: home, workerUrl: pathToFileURL(file) }, rows);
    await measureBlasts(database, { home, group }, centres, rows);
    await database.close();
  } finally {
    await Promise.all(centres.map((centre) => centre.stop()));
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
  return rows;
}

type Stage = ReturnType<typeof smsStage>;

async function measureBlasts(
  database: Database,
  { home, group }: { home: string; group: number },
  [first, second]: readonly SmscProcess[],
  rows: BenchRow[],
): Promise<void> {
  if (!first || !second) return;
  const stage = smsStage(database, home);
  const plain = await sendBlast(database, stage, { group, text: "Karibu Savanna Traders, Moi Avenue." }, [first]);
  await stage.ask.setLinkSettings({ body: { short_links: true, promotional_links: false, link_domain: "" } });
  const links = await sendBlast(
    database,
    stage,
    { group, text: "Karibu Savanna Traders: https://savanna.test/offers" },
    [first, second],
  );
  const share = links.perSecond / plain.perSecond;
  rows.push({
    name: "sms: messages a second with a second carrier and short links",
    figure: `${links.perSecond.toFixed(0)} (${(share * 100).toFixed(0)} %)`,
    limit: "85 % of the plain one",
    peer: `plain ${plain.perSecond.toFixed(0)}/s`,
    ok: share >= 0.85,
  });
  const busy = await sendBlast(
    database,
    stage,
    { group, text: "Karibu Savanna Traders." },
    [first],
    async (running) => {
      const single = await singlesBeside(stage, running);
      rows.push(
        upTo(`sms: p95 of ${single.length} single messages beside a full blast, call to carrier`, p95(single), 1),
      );
    },
  );
  rows.push({
    name: "sms: messages a second with single ones beside them",
    figure: busy.perSecond.toFixed(0),
    limit: "",
    peer: `plain ${plain.perSecond.toFixed(0)}/s`,
    ok: true,
  });
  const stops = await stopsBeside(database, stage, group, first);
  const { length } = stops.seconds;
  rows.push(upTo(`sms: p95 of ${length} STOP beside a full blast, phone to effect`, p95(stops.seconds), 1), {
    name: "sms: of them got nothing of the blast that ran",
    figure: String(stops.leftOut),
    limit: String(length),
    ok: length > 0 && stops.leftOut === length,
  });
}

type RunningProgram = () => boolean;

async function sendBlast(
  database: Database,
  { ask, billingFor, log }: Stage,
  { group, text }: { group: number; text: string },
  centres: readonly SmscProcess[],
  beside?: (running: RunningProgram) => Promise<void>,
): Promise<{ perSecond: number }> {
  const body = { sender: "SAVANNA", group_ids: [group], body: `Dear {{first_name}}. ${text}`, key: randomUUID() };
  const made = await ask.createBlast({ body });
  if (made.status !== 201) throw new Error(made.body.message);
  const { id } = made.body;
  const url = (centre: SmscProcess) => `smpp://jibu:sandbox@127.0.0.1:${centre.port}`;
  const [first, second] = centres;
  if (!first) throw new Error("no carrier");
  const worker = await startWorker(database, {
    ...{ billingFor, log, window },
    carrier: (hooks) => smppCarrier(database, { url: url(first), window, tps: 0 }, hooks),
    ...(second
      ? {
          secondCarrier: (hooks) => smppCarrier(database, { url: url(second), window, tps: 0 }, hooks, secondConnector),
        }
      : {}),
  });
  await ask.confirmBlast({ params: { id } });
  const began = performance.now();
  let running = true;
  const meanwhile = beside?.(() => running);
  await until(async () => {
    const now = await ask.blast({ params: { id } });
    return now.status === 200 && now.body.queued === 0;
  });
  const perSecond = recipients / ((performance.now() - began) / 1000);
  running = false;
  await meanwhile;
  await worker.stop();
  return { perSecond };
}

/** Seconds from the call of a program until the carrier has taken its message, one after the other while the blast runs. */
async function singlesBeside({ ask }: Stage, running: RunningProgram): Promise<number[]> {
  const seconds: number[] = [];
  for (let n = 0; running(); n += 1) {
    const began = performance.now();
    const sent = await ask.sendMessage({
      body: { sender: "SAVANNA", to: `+25479${String(1_000_000 + n)}`, text: `Your code is ${1_000 + n}.` },
    });
    if (sent.status !== 201) throw new Error(sent.body.message);
    await until(async () => {
      const now = await ask.programMessage({ params: { id: sent.body.id } });
      return now.status === 200 && now.body.status !== "queued";
    }, 10);
    seconds.push((performance.now() - began) / 1000);
    await pause(50);
  }
  return seconds;
}

type Stopped = { seconds: number[]; leftOut: number };

/**
 * Seconds from STOP on a phone until the opt-out counts for every message that is still to be sent: one of a blast that
 * runs is looked at just before it leaves, one that is scheduled when its time comes. `leftOut`: of those whose turn in
 * the running blast came after it, how many got nothing.
 */
async function stopsBeside(database: Database, stage: Stage, group: number, centre: SmscProcess): Promise<Stopped> {
  const seconds: number[] = [];
  const stopped: string[] = [];
  await sendBlast(database, stage, { group, text: "Reply STOP to stop." }, [centre], async (running) => {
    for (const msisdn of await lastNumbers(database, 10)) {
      if (!running() || (await statusOfLast(database, msisdn)) !== "queued") break;
      const began = performance.now();
      await centre.ask({ do: "answer", msisdn, to: "SAVANNA", text: "STOP" });
      await until(
        () => inAccount(database.db, account, async (trx) => (await blacklisted(trx, account, [msisdn])).has(msisdn)),
        10,
      );
      seconds.push((performance.now() - began) / 1000);
      stopped.push(msisdn);
    }
  });
  const outcomes = await Promise.all(stopped.map((msisdn) => statusOfLast(database, msisdn)));
  return { seconds, leftOut: outcomes.filter((status) => status === "suppressed").length };
}

/** The newest one to the group; the answers to STOP are small ones. */
const newestBlast = sql`select max(id) from messaging.blasts where customer_account = ${account} and recipients > 1`;

/** The numbers that it comes to last. */
async function lastNumbers(database: Database, most: number): Promise<string[]> {
  const found = await listRows<{ msisdn: string }>(
    database,
    sql`select msisdn from messaging.messages where customer_account = ${account}
      and blast_id = (${newestBlast})
      order by seq desc limit ${most}`,
  );
  return found.map(({ msisdn }) => msisdn);
}

async function statusOfLast(database: Database, msisdn: string): Promise<string | undefined> {
  const [found] = await listRows<{ status: string }>(
    database,
    sql`select status from messaging.messages where customer_account = ${account} and msisdn = ${msisdn}
      and blast_id = (${newestBlast})`,
  );
  return found?.status;
}

function listRows<T>({ db }: Database, statement: RawBuilder<unknown>): Promise<T[]> {
  return inAccount(db, account, async (trx) => (await statement.execute(trx)).rows as T[]);
}

async function measureExpress(
  database: Database,
  deps: { dataDir: string; workerUrl: URL },
  rows: BenchRow[],
): Promise<void> {
  const { ask } = smsStage(database, deps.dataDir, deps.workerUrl);
  const lines = ["Mobile,Message,Order No"];
  for (let n = 0; n < expressRows; n += 1)
    lines.push(
      `07${String((n * 7919) % 100_000_000).padStart(8, "0")},"Dear customer, order ${n} is on its way.",A-${n}`,
    );
  const data = new FormData();
  data.set("file", new File([lines.join("\n")], "rows.csv"));
  lines.length = 0;
  const request = new Request("http://localhost/", { method: "POST", body: data });
  const stream = { body: request.body as ReadableStream<Uint8Array>, type: request.headers.get("content-type") ?? "" };
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const began = performance.now();
  const uploaded = await ask.uploadExpress({ stream });
  if (uploaded.status !== 201) throw new Error(uploaded.body.message);
  const { id } = uploaded.body;
  const started = await ask.startExpress({ params: { id }, body: { phone: 0, message: 1 } });
  if (started.status !== 201) throw new Error(started.body.message);
  await runImport(database, deps, account, id);
  const read = performance.now();
  const priced = await ask.price({
    body: { kind: "express", list_id: id, sender: "SAVANNA", body: "{{message}}", key: randomUUID() },
  });
  const done = performance.now();
  clearInterval(watch);
  if (priced.status !== 200 || priced.body.recipients !== expressRows)
    throw new Error(`not all are priced: ${JSON.stringify(priced.body).slice(0, 300)}`);
  rows.push(upTo("sms: an express file of 300,000 with their own messages priced", (done - read) / 1000, 6), {
    ...upTo("sms: that file uploaded and read", (read - began) / 1000, 15),
    limit: "15 s (100,000 contacts: 5 s)",
  });
  const more = (most - before) / 1024 / 1024;
  rows.push({
    name: "sms: memory of it beside the idle process",
    figure: `${more.toFixed(0)} MB`,
    limit: "250 MB",
    ok: more <= 250,
  });
}

async function until(enough: () => Promise<boolean>, everyMs = 100): Promise<void> {
  for (const end = performance.now() + 120_000; !(await enough()); ) {
    if (performance.now() > end) throw new Error("gave up");
    await pause(everyMs);
  }
}

function p95(seconds: readonly number[]): number {
  const sorted = [...seconds].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
}

function upTo(name: string, seconds: number, most: number): BenchRow {
  return { name, figure: `${seconds.toFixed(2)} s`, limit: `${most} s`, ok: seconds <= most };
}
