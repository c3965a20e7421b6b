import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { sql } from "kysely";
import type { crm } from "../../services/crm/contract";
import { runImport } from "../../services/crm/imports/run";
import { scoreTasks } from "../../services/crm/records/scoring";
import { crmService } from "../../services/crm/service";
import { inProcess } from "../../services/kit/client";
import { type Database, inAccount, openDatabase } from "../../services/kit/database";
import type { Person } from "../../services/kit/principal";
import { migrate } from "../../services/migrations";
import { startDatabase } from "../database.mjs";

type Row = { name: string; figure: string; limit: string; ok: boolean };

const count = 100_000;
/** Every tenth row is somebody who is a lead already. */
const knownEvery = 10;
const account = "100001";

/** From the upload's first byte to scored leads with duplicates found, and back, with PostgreSQL as in the product. */
export default async function bench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  try {
    await migrate(cluster.url);
    const worker = join(home, "worker.mjs");
    const entryPoints = ["services/kit/contact-file/worker.ts"];
    buildSync({ entryPoints, outfile: worker, bundle: true, platform: "node", format: "esm", target: "node20" });
    const database = openDatabase(cluster.url);
    const files = { dataDir: home, workerUrl: pathToFileURL(worker) };
    const ask = clientOf(database, files);
    for (const [property, points] of [
      ["phone", 10],
      ["company", 5],
    ] as const)
      await ask.createLeadScoreRule({ body: { property, operator: "is set", points } });

    const upload = async (text: string) => {
      const data = new FormData();
      data.set("file", new File([text], "leads.csv"));
      const { body, headers } = new Response(data);
      const stream = { body: body as ReadableStream<Uint8Array>, type: headers.get("content-type") ?? "" };
      const sent = await ask.uploadRecords({ query: { kind: "lead" }, stream });
      if (sent.status !== 201) throw new Error(sent.body.message);
      const mapping = { 0: "name", 1: "company", 2: "phone", 3: "email", 4: "value" } as const;
      const params = { id: sent.body.id };
      const started = await ask.startRecordImport({ params, body: { mapping, duplicates: "update" } });
      if (started.status !== 201) throw new Error(started.body.message);
      await runImport(database, files, account, sent.body.id);
      const done = await ask.recordImport({ params });
      if (done.status !== 200 || done.body.state !== "done") throw new Error(JSON.stringify(done.body));
      return done.body;
    };
    await upload(csv(count / knownEvery, knownEvery, "Known"));
    const rescored = await scoredAgain(database, ask);
    let began = performance.now();
    const { id, created, updated } = await upload(csv(count, 1, "Lead"));
    const seconds = (performance.now() - began) / 1000;
    if (created + updated !== count || updated !== count / knownEvery) throw new Error(`${created} and ${updated}`);

    began = performance.now();
    const undone = await ask.undoRecordImport({ params: { id } });
    const undo = (performance.now() - began) / 1000;
    if (undone.status !== 201 || undone.body.left_alone !== 0) throw new Error(JSON.stringify(undone.body));
    await database.close();
    return [
      row("crm: 10,000 leads rescored after a change of the rules", rescored, 20),
      row("crm import: 100,000 leads, 10,000 of them known, scored", seconds, 10),
      row("crm import: the same undone", undo, 3),
    ];
  } finally {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Seconds until all leads have the score of the rules with one more, from saving it. */
async function scoredAgain(database: Database, ask: ReturnType<typeof clientOf>): Promise<number> {
  const began = performance.now();
  const saved = await ask.createLeadScoreRule({ body: { property: "email", operator: "is set", points: 7 } });
  if (saved.status !== 201) throw new Error(saved.body.message);
  await scoreTasks(database, deps)["crm.rescore"]?.({ account });
  const seconds = (performance.now() - began) / 1000;
  const wrong = await inAccount(database.db, account, async (trx) =>
    sql<{ count: number }>`select count(*)::int as count from crm.records where score <> 22`.execute(trx),
  );
  if (wrong.rows[0]?.count !== 0) throw new Error(`${wrong.rows[0]?.count} leads have another score`);
  return seconds;
}

function row(name: string, seconds: number, limit: number): Row {
  return { name, figure: `${seconds.toFixed(2)} s`, limit: `${limit} s`, ok: seconds <= limit };
}

function csv(rows: number, step: number, name: string): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const n = at * step;
    return `${name} ${n},Company ${n % 997},0${712_000_000 + n},lead${n}@mail.test,${n % 5_000}\n`;
  });
  return `Name,Company,Phone,Email,Value\n${lines.join("")}`;
}

const members = { allMembers: async () => ({ status: 200 as const, body: { data: [] } }) };
const deps = { clientsOfAccount: () => ({ identity: members }) as never };

function clientOf(database: Database, files: { dataDir: string; workerUrl: URL }) {
  const log = { error: (fields: object) => process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`) };
  const around = { introspect: async () => owner, serviceSecret: "a-secret-for-the-bench-that-is-long-enough", log };
  const served = crmService(database, deps, files, around);
  return inProcess<typeof crm.calls>(served, { token: "owner", requestId: "bench", address: "127.0.0.1" });
}

const owner = {
  ...{ kind: "person", id: "1", name: "Wanjiku", customer_account: account, roles: [{ name: "Owner" }] },
  ...{ permissions: [], products: ["CRM"] },
} as unknown as Person;
