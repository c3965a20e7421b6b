import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProcess } from "../../services/kit/client";
import { openDatabase } from "../../services/kit/database";
import type { Person } from "../../services/kit/principal";
import { migrate } from "../../services/migrations";
import { recountOpen } from "../../services/ticketing/clocks/recount";
import type { TicketingDeps } from "../../services/ticketing/deps";
import { ticketingService } from "../../services/ticketing/service";
import { sweep } from "../../services/ticketing/sweep";
import { startDatabase } from "../database.mjs";
import { account, fillTickets, openTickets, tickets } from "./tickets.fill";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

/** A desk of a million tickets, a hundred thousand of them open: the list by each filter, a board, and a recount. */
export default async function bench(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  try {
    await migrate(cluster.url);
    const database = openDatabase(cluster.url, { statementTimeout: 120_000 });
    const log = { error: (fields: object) => process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`) };
    const around = {
      introspect: async (token: string) => (token === "agent" ? agentOne : owner),
      serviceSecret: "a-secret-for-the-bench-that-is-long-enough",
      log,
    };
    const nobodyElse = { identity: { allMembers: async () => ({ status: 200, body: { data: [] } }) } };
    const deps = { supportAccount: "900009", clientsOfAccount: () => nobodyElse } as unknown as TicketingDeps;
    const service = ticketingService(database, deps, around);
    const ask = inProcess(service, { token: "owner", requestId: "bench", address: "" });
    const agent = inProcess(service, { token: "agent", requestId: "bench", address: "" });
    await ask.types();
    await fillTickets(cluster.url);
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
      "priority, group and type, a rare trio": { priority: 3, group: 1, type: 3 },
      "grid and overdue": { priority_grid: 5, due: "overdue" },
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
    const menus = await median(() => ask.choices());
    rows.push({
      name: "tickets: the menus that every page of them offers",
      figure: `${menus.toFixed(1)} ms`,
      limit: "50 ms",
      ok: menus < 50,
    });
    const board = await median(() => ask.cards({ params: { id: 1 }, query: {} }), 5);
    rows.push({
      name: "tickets: board of 5 x 200",
      figure: `${board.toFixed(0)} ms`,
      limit: "500 ms",
      ok: board < 500,
    });
    const narrow = await median(() => ask.cards({ params: { id: 1 }, query: { member: "7" } }), 5);
    rows.push({
      name: "tickets: board of one member",
      figure: `${narrow.toFixed(0)} ms`,
      limit: "300 ms",
      ok: narrow < 300,
    });
    const own = await median(() => agent.ticketList({ query: { status: "unresolved" }, body: {} }));
    rows.push({
      name: "tickets: one's own of 1,000,000, unresolved",
      figure: `${own.toFixed(0)} ms`,
      limit: "300 ms",
      ok: own < 300,
    });
    const alike = await median(() => ask.similar({ params: { id: tickets - 7 } }));
    rows.push({
      name: "tickets: similar ones",
      figure: `${alike.toFixed(0)} ms`,
      limit: "300 ms",
      ok: alike < 300,
    });
    for (const call of ["dispositionTickets", "stageTickets", "statusTickets", "memberTickets"] as const) {
      const time = await median(() => ask[call]({ query: {}, body: {} }), 5);
      rows.push({
        name: `tickets: report over 1,000,000, ${call}`,
        figure: `${(time / 1000).toFixed(2)} s`,
        limit: "1 s",
        ok: time < 1_000,
      });
    }
    const began = performance.now();
    const done = await recountOpen(database, account);
    const seconds = (performance.now() - began) / 1000;
    if (done !== openTickets) throw new Error(`counted ${done}`);
    rows.push({
      name: "tickets: 100,000 open counted anew",
      figure: `${seconds.toFixed(1)} s`,
      limit: "60 s",
      ok: seconds < 60,
    });
    const sweepBegan = performance.now();
    const broken = await sweep(database, new Date());
    const sweepSeconds = (performance.now() - sweepBegan) / 1000;
    rows.push({
      name: `tickets: a sweep that finds ${broken.toLocaleString("en-KE")} missed due times`,
      figure: `${sweepSeconds.toFixed(1)} s`,
      limit: "30 s",
      ok: broken > 0 && sweepSeconds < 30,
    });
    await database.close();
    return rows;
  } finally {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
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

const agentOne: Person = {
  ...owner,
  id: "7",
  name: "Agent 7",
  roles: [{ name: "Agent" }],
  permissions: ["View my tickets"],
};
