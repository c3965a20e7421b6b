import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import pg from "pg";
import { inProcess } from "../../services/kit/client";
import { openDatabase } from "../../services/kit/database";
import type { Person } from "../../services/kit/principal";
import { migrate } from "../../services/migrations";
import { runImport } from "../../services/voice/outbound/import";
import { voiceService } from "../../services/voice/service";
import { voiceContext } from "../../services/voice/workspace/context";
import { startDatabase } from "../database.mjs";
import { account, type BenchRow } from "./sms.stage";

const calls = 1_000_000;
const targets = 500_000;

/** Reports of a call centre with a million calls in a year, and a list of 500,000 numbers to call. */
export default async function bench(): Promise<BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), "jibu-voice-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  const rows: BenchRow[] = [];
  try {
    await migrate(cluster.url);
    const file = join(home, "worker.mjs");
    const entryPoints = ["services/kit/contact-file/worker.ts"];
    buildSync({ entryPoints, outfile: file, bundle: true, platform: "node", format: "esm", target: "node20" });
    const database = openDatabase(cluster.url, { statementTimeout: 120_000 });
    const stage = voiceStage(database, { dataDir: home, workerUrl: pathToFileURL(file) });
    await stage.ask.callSettings({});
    await fill(cluster.url);
    await measureReports(stage, rows);
    await measureTargets(stage, rows);
    await database.close();
  } finally {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
  return rows;
}

type Stage = ReturnType<typeof voiceStage>;

function voiceStage(database: ReturnType<typeof openDatabase>, files: { dataDir: string; workerUrl: URL }) {
  const log = { error: (fields: object) => process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`) };
  const nobody = async () => ({ status: 200 as const, body: { msisdns: [] } });
  const others = { messaging: { optedOut: nobody } } as never;
  const context = voiceContext(database, {
    ...{ clientsFor: () => others, clientsOfAccount: () => others, secret: "a-secret-for-the-bench-0123456789" },
    pbx: { wssUrl: undefined, stunServers: [] },
  });
  const around = { introspect: async () => owner, serviceSecret: "a-secret-for-the-bench-0123456789", log };
  const served = voiceService(context, files, { driver: undefined, isSet: false, detectsMachines: false }, around);
  const ask = inProcess(served, { requestId: "bench", address: "", token: "owner" });
  return { ask, read: (id: number) => runImport(context, files, account, id) };
}

async function measureReports({ ask }: Stage, rows: BenchRow[]): Promise<void> {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const asked = [
    ["the last 30 days by day", { by: "day" }],
    ["the last 30 days by interval of 15 minutes", { by: "interval" }],
    ["the last 30 days by agent", { by: "agent" }],
    ["the last 90 days by queue", { by: "queue", from: day(89), to: day(0) }],
  ] as const;
  for (const [name, query] of asked) {
    const seconds: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const began = performance.now();
      const found = await ask.figures({ query });
      seconds.push((performance.now() - began) / 1000);
      if (found.status !== 200 || found.body.total.handled === 0) throw new Error("nothing is counted");
    }
    rows.push(upTo(`voice: figures of ${name}, of 1,000,000 calls in a year`, median(seconds), 1));
  }
  const lists = [
    ["the last calls", {}],
    ["the calls of a queue in 90 days", { queue: "Sales", from: day(89), to: day(0) }],
  ] as const;
  for (const [name, query] of lists) {
    const began = performance.now();
    const listed = await ask.callRecords({ query });
    if (listed.status !== 200 || listed.body.data.length === 0) throw new Error("nothing is listed");
    rows.push(upTo(`voice: ${name}, of 1,000,000`, (performance.now() - began) / 1000, 1));
  }
}

async function measureTargets({ ask, read }: Stage, rows: BenchRow[]): Promise<void> {
  const lines = ["Phone,Name,Account number"];
  for (let n = 0; n < targets; n += 1)
    lines.push(`07${String((n * 7919) % 100_000_000).padStart(8, "0")},Customer ${n},${n}`);
  const data = new FormData();
  data.set("file", new File([lines.join("\n")], "targets.csv"));
  const request = new Request("http://localhost/", { method: "POST", body: data });
  const stream = { body: request.body as ReadableStream<Uint8Array>, type: request.headers.get("content-type") ?? "" };
  const began = performance.now();
  const sent = await ask.uploadTargets({ query: { template: "calls" }, stream });
  if (sent.status !== 201) throw new Error(sent.body.message);
  await read(sent.body.id);
  const seconds = (performance.now() - began) / 1000;
  const group = await ask.targetGroup({ params: { id: sent.body.id } });
  if (group.status !== 200 || group.body.added !== targets) throw new Error(`not all were added`);
  rows.push(upTo("voice: 500,000 numbers to call uploaded", seconds, 30));
}

function median(seconds: readonly number[]): number {
  return [...seconds].sort((one, other) => one - other)[Math.floor(seconds.length / 2)] ?? Number.POSITIVE_INFINITY;
}

function upTo(name: string, seconds: number, most: number): BenchRow {
  return { name, figure: `${seconds.toFixed(2)} s`, limit: `${most} s`, ok: seconds <= most };
}

/** Calls of twenty agents in two queues over a year, a third of them outbound, one in ten given up while waiting. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select set_config('app.account', $1, false)", [account]);
    await client.query(
      `insert into voice.numbers (customer_account, phone_number, prefix, queue)
       values ($1, '+254709000100', '2547', 'Sales'), ($1, '+254709000101', '2547', 'Support')`,
      [account],
    );
    await client.query(
      `insert into voice.queue_calls (customer_account, reference, queue, number_id, phone_number, enqueued_at, answered_at,
         abandoned_at, user_id)
       select $1, 'q' || n, case n % 2 when 0 then 'Sales' else 'Support' end, 1 + n % 2, '+25471' || lpad(n::text, 7, '0'), at,
         case when n % 10 > 0 then at + (n % 40) * interval '1 second' end,
         case when n % 10 = 0 then at + (n % 90) * interval '1 second' end,
         case when n % 10 > 0 then (n % 20)::text end
       from (select n, now() - (n::float8 / $2::int * 365) * interval '1 day' as at
         from generate_series(1, $2::int * 2 / 3) n) x`,
      [account, calls],
    );
    await client.query(
      `insert into voice.calls (customer_account, reference, call_id, type, status, state, user_id, user_name, phone_number,
         number_id, queue_call_id, started_at, answered_at, ended_at, talk_seconds, hold_seconds, ring_seconds)
       select q.customer_account, 'i' || q.id, 'sip', 'inbound', 'Complete', 'terminated', q.user_id, 'Agent ' || q.user_id,
         q.phone_number, q.number_id, q.id, q.answered_at, q.answered_at, q.answered_at + interval '3 minutes', 180, 10, 4
       from voice.queue_calls q where q.customer_account = $1 and q.user_id is not null`,
      [account],
    );
    await client.query(
      `insert into voice.calls (customer_account, reference, call_id, type, status, state, user_id, user_name, phone_number,
         number_id, started_at, answered_at, ended_at, talk_seconds, ring_seconds)
       select $1, 'o' || n, 'sip', 'outbound', case n % 3 when 0 then 'Missed' else 'Complete' end, 'terminated', (n % 20)::text,
         'Agent ' || n % 20, '+25472' || lpad(n::text, 7, '0'), 1 + n % 2, at, at, at + interval '2 minutes', 120, 9
       from (select n, now() - (n::float8 / ($2::int * 2 / 5) * 365) * interval '1 day' as at
         from generate_series(1, $2::int * 2 / 5) n) x`,
      [account, calls],
    );
    await client.query("vacuum analyze voice.calls");
    await client.query("vacuum analyze voice.queue_calls");
  } finally {
    await client.end();
  }
}

const owner: Person = {
  ...{ kind: "person", customer_account: account, id: "1", name: "Wanjiru Maina", email: "owner@savanna.test" },
  ...{ user_group: "1", roles: [{ name: "Owner" }], permissions: [], products: ["Voice"] },
  billing_customer_id: "b-100001",
};
