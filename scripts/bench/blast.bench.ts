import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, openDatabase } from "../../services/kit/database";
import { startWorker } from "../../services/messaging/blasts/sending";
import { smppCarrier } from "../../services/messaging/connectors/smpp-carrier";
import type { BlastDetail } from "../../services/messaging/contract.blasts";
import { migrate } from "../../services/migrations";
import { startDatabase } from "../database.mjs";
import { type BenchRow, fillSms, smsStage } from "./sms.stage";
import { startSmscProcess } from "./smsc-process";

const recipients = 100_000;

/**
 * A blast to 100,000 with a merge field, as in the product: PostgreSQL with fsync and synchronous_commit on, the real
 * connector over TCP to the sandbox's message centre in a process of its own, every receipt stored.
 */
export default async function bench(): Promise<BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), "jibu-blast-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  const smsc = await startSmscProcess();
  const rows: BenchRow[] = [];
  try {
    await migrate(cluster.url);
    const database = openDatabase(cluster.url);
    await measure(database, smsc.port, rows);
    await database.close();
  } finally {
    await smsc.stop();
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
  return rows;
}

async function measure(database: Database, port: number, rows: BenchRow[]): Promise<void> {
  const group = await fillSms(database, recipients);
  const { ask, billingFor, log } = smsStage(database, tmpdir());
  const body = {
    sender: "SAVANNA",
    group_ids: [group],
    body: "Dear {{first_name}}, your balance is KES {{balance}}. Karibu Savanna Traders, Moi Avenue.",
    key: randomUUID(),
  };

  const price = await timed(() => ask.price({ body }));
  rows.push(upTo("blast: 100,000 priced, the merge run on every row", price.seconds, 3));
  const lag = watchLoop();
  const made = await timed(() => ask.createBlast({ body }));
  rows.push(upTo("blast: 100,000 made with their messages", made.seconds, 3));
  rows.push({
    name: "blast: longest the loop was held meanwhile",
    figure: `${lag.stop().toFixed(0)} ms`,
    limit: "50 ms",
    ok: lag.worst() <= 50,
  });
  if (made.value.status !== 201) throw new Error(made.value.body.message);
  const { id, cost_cents: cost } = made.value.body;
  const confirmed = await timed(() => ask.confirmBlast({ params: { id } }));
  rows.push(upTo("blast: 100,000 accepted", confirmed.seconds, 2));

  const url = `smpp://jibu:sandbox@127.0.0.1:${port}`;
  const began = performance.now();
  const worker = await startWorker(database, {
    billingFor,
    log,
    window: 500,
    carrier: (hooks) => smppCarrier(database, { url, window: 500, tps: 0 }, hooks),
  });
  const seen = async () => {
    const answer = await ask.blast({ params: { id } });
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body;
  };
  const submitted = await until(seen, (now) => now.queued === 0);
  const seconds = (submitted.at - began) / 1000;
  rows.push(upTo("blast: 100,000 submitted, rows and receipts durable", seconds, 30));
  const a = recipients / seconds;
  rows.push({
    name: "blast: messages a second",
    figure: a.toFixed(0),
    limit: "5,000",
    peer: "Kannel with receipts 4,000-5,000",
    ok: a >= 5_000,
  });
  const delivered = await until(seen, (now) => now.delivered === recipients);
  rows.push(upTo("blast: last receipt after the last submit", (delivered.at - submitted.at) / 1000, 15));
  const last = await until(seen, (now) => now.charged_cents + now.released_cents === cost);
  const exact = last.value.charged_cents === cost && last.value.status === "sent";
  rows.push({ name: "blast: charged", figure: `${last.value.charged_cents} cents`, limit: `${cost} cents`, ok: exact });
  await worker.stop();
}

async function until(look: () => Promise<BlastDetail>, enough: (now: BlastDetail) => boolean) {
  for (const end = performance.now() + 120_000; ; ) {
    const value = await look();
    if (enough(value)) return { value, at: performance.now() };
    if (performance.now() > end) throw new Error(`gave up: ${JSON.stringify({ ...value, price: undefined })}`);
    await pause(100);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - began) / 1000 };
}

function upTo(name: string, seconds: number, most: number): BenchRow {
  return { name, figure: `${seconds.toFixed(2)} s`, limit: `${most} s`, ok: seconds <= most };
}

/** The longest pause between two turns of the event loop, less the timer's own step. */
function watchLoop() {
  let worst = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - 5);
    last = now;
  }, 5);
  return {
    worst: () => worst,
    stop() {
      clearInterval(timer);
      return worst;
    },
  };
}
