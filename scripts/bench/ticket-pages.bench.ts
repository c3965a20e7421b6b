import { setTimeout as pause } from "node:timers/promises";
import { inDemoAccount, signIn, startedApplication } from "./application";
import { account, fillTickets, openTickets, tickets } from "./tickets.fill";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const most = 300;
const times = 9;

/**
 * The pages that people of a desk have open all day, drawn whole, over a million tickets: one client, the median. A call
 * may be quick and its page not, for a page asks for its menus, its frame and what stands beside its list as well.
 */
export default async function bench(): Promise<Row[]> {
  const app = await startedApplication();
  try {
    const last = await filled(app.dataDir);
    await pause(2_000);
    const owner = await signIn(app.url);
    const agent = await signIn(app.url, "agent@savanna.test");
    const median = async (path: string, cookie: string) => {
      const found: number[] = [];
      for (let n = 0; n < times + 2; n++) {
        const began = performance.now();
        const response = await fetch(app.url + path, { headers: { cookie } });
        await response.text();
        if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
        if (n >= 2) found.push(performance.now() - began);
      }
      return found.sort((a, b) => a - b)[times >> 1] ?? Number.NaN;
    };
    const rows: Row[] = [];
    const measure = async (name: string, path: string, cookie: string, limit = most) => {
      const time = await median(path, cookie);
      const figure = `${time.toFixed(0)} ms`;
      rows.push({ name: `page: ${name}, 1,000,000 tickets`, figure, limit: `${limit} ms`, ok: time <= limit });
    };
    await measure("the list", "/ticketing/tickets", owner);
    await measure("the list, unresolved, by due time", "/ticketing/tickets?status=unresolved&sort=due", owner);
    await measure("an agent's own list", "/ticketing/main", agent);
    await measure("a board", "/ticketing/boards", owner);
    await measure("a ticket", `/ticketing/show/${last - openTickets + 7}`, owner);
    await measure("a new ticket", "/ticketing/new", owner);
    await measure("the tickets of a customer", "/ticketing/tickets?customer=0790000123", owner);
    await measure("the dashboard of tickets", "/ticketing/dashboard", owner, 1_000);
    return rows;
  } finally {
    await app.stop();
  }
}

/** Adds the tickets behind the demo's own; answers the highest number. */
function filled(dataDir: string): Promise<number> {
  return inDemoAccount(dataDir, async (client, url) => {
    const { rows } = await client.query(
      "select max(id)::int as last from ticketing.tickets where customer_account = $1",
      [account],
    );
    await fillTickets(url, rows[0].last);
    return rows[0].last + tickets;
  });
}
