import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inProcess } from "../../services/kit/client";
import { openDatabase } from "../../services/kit/database";
import { migrate } from "../../services/kit/migrate";
import type { Person } from "../../services/kit/principal";
import { recountOpen } from "../../services/ticketing/clocks/recount";
import type { TicketingDeps } from "../../services/ticketing/deps";
import { ticketingService } from "../../services/ticketing/service";
import { startDatabase } from "../database.mjs";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const account = "100001";
const tickets = 1_000_000;
const open = 100_000;

/** A desk of a million tickets, a hundred thousand of them open: the list by each filter, a board, and a recount. */
export default async function bench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  try {
    await migrate(cluster.url);
    const database = openDatabase(cluster.url, { statementTimeout: 120_000 });
    const log = { error: (fields: object) => process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`) };
    const around = { introspect: async () => owner, serviceSecret: "a-secret-for-the-bench-that-is-long-enough", log };
    const deps = { supportAccount: "900009" } as TicketingDeps;
    const ask = inProcess(ticketingService(database, deps, around), {
      token: "owner",
      requestId: "bench",
      address: "",
    });
    await ask.types();
    await fill(cluster.url);
    const median = async (work: () => Promise<{ status: number }>, times = 9) => {
      const found: number[] = [];
      for (let n = 0; n < times; n++) {
        const began = performance.now();
        const { status } = await work();
        if (status !== 200) throw new Error(`answered ${status}`);
        found.push(performance.now() - began);
      }
      return found.sort((a, b) => a - b)[times >> 1] ?? Number.NaN;
    };
    const filters: Record<string, object> = {
      none: {},
      status: { status: "open" },
      "status and member": { status: "open", member: "7" },
      unresolved: { status: "unresolved" },
      stage: { stage: 2 },
      disposition: { disposition: 1 },
      member: { member: "7" },
      "no member": { member: "none" },
      group: { group: 1 },
      "priority grid": { priority_grid: 9 },
      overdue: { due: "overdue" },
      "due today": { due: "today" },
      "date due": { start: "2026-01-01", end: "2026-12-31" },
      "date created": { date_filter: "created", start: "2026-03-01", end: "2026-03-07" },
      "sla breached": { sla: "breached" },
      "sla near": { sla: "near" },
      "sla met": { sla: "met" },
      type: { type: 3 },
      words: { q: "blender 4711" },
      "by due time": { status: "unresolved", sort: "due" },
    };
    const rows: Row[] = [];
    let slowest = { name: "", time: 0 };
    for (const [name, query] of Object.entries(filters)) {
      const time = await median(() => ask.ticketList({ query, body: {} }));
      if (time > slowest.time) slowest = { name, time };
      rows.push({
        name: `tickets: list of 1,000,000, ${name}`,
        figure: `${time.toFixed(1)} ms`,
        limit: "200 ms",
        ok: time < 200,
      });
    }
    const board = await median(() => ask.cards({ params: { id: 1 }, query: {} }), 5);
    rows.push({
      name: "tickets: board of 5 x 200",
      figure: `${board.toFixed(0)} ms`,
      limit: "500 ms",
      ok: board < 500,
    });
    const began = performance.now();
    const done = await recountOpen(database, account);
    const seconds = (performance.now() - began) / 1000;
    if (done !== open) throw new Error(`counted ${done}`);
    rows.push({
      name: "tickets: 100,000 open counted anew",
      figure: `${seconds.toFixed(1)} s`,
      limit: "60 s",
      ok: seconds < 60,
    });
    await database.close();
    return rows;
  } finally {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Two years of tickets, the newest hundred thousand open, half of them paused or due. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      set app.account = '${account}';
      set synchronous_commit = off;
      insert into ticketing.people (customer_account, user_id, name) select '${account}', n::text, 'Agent ' || n from generate_series(1, 40) n;
      insert into ticketing.groups (customer_account, id, name) select '${account}', n, 'Group ' || n from generate_series(1, 8) n;
      insert into ticketing.dispositions (customer_account, id, name) select '${account}', n, 'Disposition ' || n from generate_series(1, 20) n;
      insert into ticketing.policies (customer_account, id, name, first_minutes, resolution_minutes) values ('${account}', 1, 'All', 60, 480);
      insert into ticketing.tickets (customer_account, id, subject, status, stage_id, type_id, priority_id, urgency_id, impact_id,
          disposition_id, ruling_policy_id, rank, created_at, updated_at, resolved_at, closed_at, due_at, due_clock, warn_at, sla_state,
          breached_at, customer_name)
        select '${account}', n, 'Blender number ' || n || ' does not start', status, stage, 1 + n % 4, 1 + n % 5, 1 + n % 3, 1 + n / 3 % 3,
          1 + n % 20, 1, ticketing.rank_of(n), at, at, case when done then at + interval '1 day' end, case when done then at + interval '2 days' end,
          case when status in ('new', 'open') then now() + (n % 2000 - 1000) * interval '1 minute' end,
          case when status in ('new', 'open') then 'resolution' end,
          case when status in ('new', 'open') then now() + (n % 2000 - 1100) * interval '1 minute' end,
          case when done then case when n % 7 = 0 then 'missed' else 'met' end when status = 'pending' then 'paused' else 'running' end,
          case when n % 7 = 0 and done then at + interval '9 hours' end, 'Customer ' || n % 5000
        from (select n, n <= ${tickets - open} as done, now() - (${tickets} - n) * interval '1 minute' as at,
            case when n <= ${tickets - open} then case when n % 2 = 0 then 'resolved' else 'closed' end else (array['new', 'open', 'pending'])[1 + n % 3] end as status,
            case when n <= ${tickets - open} then 4 + n % 2 else 1 + n % 3 end as stage from generate_series(1, ${tickets}) n) x;
      insert into ticketing.ticket_members (customer_account, ticket_id, user_id)
        select '${account}', n, (1 + n % 40)::text from generate_series(1, ${tickets}) n where n % 10 > 0;
      insert into ticketing.ticket_groups (customer_account, ticket_id, group_id)
        select '${account}', n, 1 + n % 8 from generate_series(1, ${tickets}) n where n % 5 > 0;
      insert into ticketing.words (customer_account, ticket_id, word)
        select '${account}', n, w from generate_series(1, ${tickets}) n, unnest(array['blender', n::text]) w;
      insert into ticketing.spells (customer_account, ticket_id, at, state)
        select customer_account, id, created_at, case when status = 'pending' then 'paused' else 'running' end
        from ticketing.tickets where status in ('new', 'open', 'pending');
      insert into ticketing.clocks (customer_account, ticket_id, kind, policy_id, started_at, target_ms, due_at, warn_at, paused)
        select customer_account, id, 'resolution', 1, created_at, 28800000, due_at, warn_at, status = 'pending'
        from ticketing.tickets where status in ('new', 'open', 'pending');
    `);
    for (const table of ["tickets", "ticket_members", "ticket_groups", "words", "spells", "clocks"])
      await client.query(`vacuum analyze ticketing.${table}`);
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
  products: ["Ticketing"],
  billing_customer_id: "b-1",
};
