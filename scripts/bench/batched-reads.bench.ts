import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inProcess } from "../../services/kit/client";
import { contract } from "../../services/kit/contract";
import { openDatabase } from "../../services/kit/database";
import type { Person } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import { contactHandlers } from "../../services/messaging/contacts/service";
import { contactCalls } from "../../services/messaging/contract.contacts";
import { migrate } from "../../services/migrations";
import { startDatabase } from "../database.mjs";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const account = "100001";
const rowCount = 100_000;
const rounds = 1_500;

/**
 * What the list page of contacts reads (its rows, its group, the total), with batched reads and without, in turns: the
 * wait of one client, and the processor time of this process. Less than a fifth gained, and they are to be removed.
 */
export default async function bench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  try {
    await migrate(cluster.url);
    await fill(cluster.url);
    const [batched, plain] = [true, false].map((batchedReads) => listOver(cluster.url, batchedReads));
    if (!batched || !plain) throw new Error("two databases were opened");
    const waits = { batched: [] as number[], plain: [] as number[] };
    const processor = { batched: 0, plain: 0 };
    for (let n = 0; n < rounds; n++)
      for (const [name, list] of [["batched", batched] as const, ["plain", plain] as const]) {
        const [began, used] = [performance.now(), process.cpuUsage()];
        await list.read();
        if (n < 200) continue;
        waits[name].push(performance.now() - began);
        const { user, system } = process.cpuUsage(used);
        processor[name] += user + system;
      }
    await batched.close();
    await plain.close();
    const median = (of: number[]) => of.sort((a, b) => a - b)[of.length >> 1] ?? Number.NaN;
    const [on, off] = [median(waits.batched), median(waits.plain)];
    const each = (micros: number) => `${(micros / (rounds - 200) / 1000).toFixed(2)} ms of processor`;
    return [
      {
        name: "reads: list of 25 contacts, batched",
        figure: `${on.toFixed(2)} ms, ${each(processor.batched)} (${Math.round((1 - on / off) * 100)} % less)`,
        limit: "20 % less",
        peer: `ordinary transactions: ${off.toFixed(2)} ms, ${each(processor.plain)}`,
        ok: on <= off * 0.8,
      },
    ];
  } finally {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

function listOver(url: string, batchedReads: boolean) {
  const database = openDatabase(url, { batchedReads });
  const log = { error: (fields: object) => process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`) };
  const options = { introspect: async () => owner, serviceSecret: "a-secret-for-the-bench-that-is-long-enough", log };
  const served = serve(contract("messaging", contactCalls), contactHandlers(database, { dataDir: "." }), options);
  const api = inProcess(served, { token: "owner", requestId: "bench", address: "127.0.0.1" });
  return {
    async read() {
      const [list, group] = await Promise.all([
        api.contacts({ params: { id: 1 }, query: {} }),
        api.group({ params: { id: 1 } }),
      ]);
      if (list.status !== 200 || list.body.data.length !== 25 || group.status !== 200) throw new Error("no page");
    },
    close: () => database.close(),
  };
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      set app.account = '${account}';
      insert into messaging.contact_groups (customer_account, name, contacts) values ('${account}', 'All', ${rowCount});
      insert into messaging.contacts (customer_account, msisdn, name)
        select '${account}', '+2547' || (10000000 + n), 'Wanjiru Maina' from generate_series(1, ${rowCount}) n;
      insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, name, fields, added_at)
        select '${account}', 1, id, msisdn, name, '{"town": "Kisumu"}', now() - id * interval '1 microsecond'
        from messaging.contacts;
    `);
    await client.query("vacuum analyze messaging.group_contacts");
  } finally {
    await client.end();
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
