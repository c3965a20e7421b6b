import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { strToU8, zipSync } from "fflate";
import { from as copyFrom } from "pg-copy-streams";
import { inProcess } from "../../services/kit/client";
import { contract } from "../../services/kit/contract";
import { type Database, openDatabase } from "../../services/kit/database";
import type { Person } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import { runImport } from "../../services/messaging/contacts/import-run";
import { contactHandlers } from "../../services/messaging/contacts/service";
import { contactCalls } from "../../services/messaging/contract.contacts";
import { migrate } from "../../services/migrations";
import { startDatabase } from "../database.mjs";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const count = 100_000;
const account = "100001";

/** From the upload's first byte to a group that can be messaged, with PostgreSQL as in the product (fsync on). */
export default async function bench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  try {
    await migrate(cluster.url);
    const worker = join(home, "worker.mjs");
    const entryPoints = ["services/kit/contact-file/worker.ts"];
    buildSync({ entryPoints, outfile: worker, bundle: true, platform: "node", format: "esm", target: "node20" });
    const database = openDatabase(cluster.url);
    const bare = await copyBare(database);
    const deps = { dataDir: home, workerUrl: pathToFileURL(worker) };
    const rows: Row[] = [];
    await measured(database, deps, "CSV", csv(), 5, bare, rows);
    await measured(database, deps, "XLSX", xlsx(), 8, bare, rows);
    await database.close();
    return rows;
  } finally {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

type Deps = { dataDir: string; workerUrl: URL };

async function measured(
  database: Database,
  deps: Deps,
  kind: string,
  file: Uint8Array,
  limit: number,
  bare: number,
  rows: Row[],
): Promise<void> {
  const log = { error: (fields: object) => process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`) };
  const around = { introspect: async () => owner, serviceSecret: "a-secret-for-the-bench-that-is-long-enough", log };
  const served = serve(contract("messaging", contactCalls), contactHandlers(database, deps), around);
  const ask = inProcess(served, { token: "owner", requestId: "bench", address: "127.0.0.1" });
  const data = new FormData();
  data.set("file", new File([file as BlobPart], `contacts.${kind.toLowerCase()}`));
  const request = new Request("http://localhost/", { method: "POST", body: data });
  const stream = { body: request.body as ReadableStream<Uint8Array>, type: request.headers.get("content-type") ?? "" };

  const lag = monitorEventLoopDelay({ resolution: 5 });
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  lag.enable();
  const began = performance.now();
  const uploaded = await ask.upload({ stream });
  if (uploaded.status !== 201) throw new Error(uploaded.body.message);
  const { id, columns } = uploaded.body;
  const mapping = Object.fromEntries(columns.map(({ guess }, place) => [place, guess]));
  const started = await ask.startImport({ params: { id }, body: { mapping, group_name: kind } });
  if (started.status !== 201) throw new Error(started.body.message);
  await runImport(database, deps, account, id);
  const seconds = (performance.now() - began) / 1000;
  lag.disable();
  clearInterval(watch);
  const done = await ask.import({ params: { id } });
  if (done.status !== 200 || done.body.added + done.body.updated !== count) throw new Error("rows are missing");

  const peer = `COPY of the bare rows ${bare.toFixed(2)} s`;
  rows.push({
    name: `import: 100,000 rows of ${kind}`,
    figure: `${seconds.toFixed(2)} s`,
    limit: `${limit} s`,
    peer,
    ok: seconds <= limit,
  });
  const held = lag.max / 1e6;
  rows.push({
    name: `import: longest the loop was held (${kind})`,
    figure: `${held.toFixed(0)} ms`,
    limit: "100 ms",
    ok: held <= 100,
  });
  const more = (most - before) / 1024 / 1024;
  rows.push({
    name: `import: memory beside the idle process (${kind})`,
    figure: `${more.toFixed(0)} MB`,
    limit: "200 MB",
    ok: more <= 200,
  });

  const undoing = performance.now();
  const undone = await ask.undoImport({ params: { id } });
  const undo = (performance.now() - undoing) / 1000;
  rows.push({
    name: `import: 100,000 rows undone (${kind})`,
    figure: `${undo.toFixed(2)} s`,
    limit: "5 s",
    ok: undone.status === 201 && undo <= 5,
  });
}

function* records(): Generator<[name: string, phone: string, town: string, balance: string]> {
  for (let n = 0; n < count; n++) {
    const own = String((n * 7919) % 10_000_000).padStart(7, "0");
    const phone = [`07${`1${own}`}`, `+2547${`2${own}`}`, `2547${`0${own}`}`][n % 3] as string;
    yield [`Wanjiru Maina ${n}`, phone, ["Kisumu", "Nakuru", "Eldoret", "Thika"][n % 4] as string, String(n % 5_000)];
  }
}

function csv(): Uint8Array {
  let text = "Name,Phone,Town,Balance\r\n";
  for (const record of records()) text += `${record.join(",")}\r\n`;
  return Buffer.from(text);
}

/** As Excel writes it: shared strings for texts, numbers as numbers. */
function xlsx(): Uint8Array {
  const strings = new Map<string, number>();
  const shared = (text: string) => {
    const known = strings.get(text) ?? strings.size;
    strings.set(text, known);
    return `t="s"><v>${known}</v>`;
  };
  let body = "";
  let line = 0;
  for (const record of [["Name", "Phone", "Town", "Balance"], ...records()]) {
    line++;
    const cells = record.map((cell, at) => {
      const inside = line > 1 && at === 3 ? `><v>${cell}</v>` : shared(cell);
      return `<c r="${"ABCD"[at]}${line}" ${inside}</c>`;
    });
    body += `<row r="${line}">${cells.join("")}</row>`;
  }
  const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006/relationships";
  const items = [...strings.keys()].map((text) => `<si><t>${text}</t></si>`).join("");
  const files = {
    "[Content_Types].xml":
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "_rels/.rels": `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook ${ns} xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${ns}><sheetData>${body}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst ${ns}>${items}</sst>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 6 });
}

/** The limit: the same rows, already clean, into a table without a key. */
async function copyBare(database: Database): Promise<number> {
  const client = await database.pool.connect();
  try {
    await client.query("create temporary table bare (name text, msisdn text, town text, balance text)");
    const began = performance.now();
    const lines = Array.from(records(), (record) => `${record.join("\t")}\n`);
    await pipeline(Readable.from(lines), client.query(copyFrom("copy bare from stdin")));
    return (performance.now() - began) / 1000;
  } finally {
    client.release(true);
  }
}

const owner: Person = {
  kind: "person",
  customer_account: account,
  id: "1",
  name: "Bench",
  email: "bench@savanna.test",
  user_group: "1",
  roles: [{ name: "Owner" }],
  permissions: [],
  products: ["SMS"],
  billing_customer_id: "b-1",
};
