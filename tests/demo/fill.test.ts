import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../../demo/accounts";
import { fillDemo } from "../../demo/fill";
import { isFilled } from "../../demo/filled";
import { auditActions } from "../../rules/audit";
import { proof } from "../../services/billing/store";
import { activityColours } from "../../services/chat/records/contact-events";
import { inAccount, openDatabase } from "../../services/kit/database";
import { historyActions } from "../../services/ticketing/records/history";
import { freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
const said: string[] = [];
let before: boolean;
beforeAll(async () => {
  database = await freshDatabase();
  before = await isFilled(database);
  await fillDemo(database, (line) => said.push(line));
}, 60_000);
afterAll(() => database.drop());

/** Each combination of these columns that the demo accounts have. */
async function inEveryAccount(table: string, columns: string): Promise<{ action: string; color?: string }[]> {
  const found = [];
  for (const { customer_account } of demoAccounts)
    found.push(
      ...(await inAccount(database.db, customer_account, async (trx) => {
        const { rows } = await sql<{ action: string; color?: string }>`
          select distinct ${sql.raw(columns)} from ${sql.table(table)}`.execute(trx);
        return rows;
      })),
    );
  return found;
}

test("of two nodes that start together one fills the demo, and both find it filled", async () => {
  const empty = await freshDatabase();
  const other = openDatabase(empty.url, { max: 3 });
  const lines: string[] = [];
  try {
    await Promise.all([empty, other].map((node) => fillDemo(node, (line) => lines.push(line))));
    expect(lines).toHaveLength(1);
    expect(await isFilled(other)).toBe(true);
  } finally {
    await other.close();
    await empty.drop();
  }
});

describe("the demo accounts", () => {
  test.each(demoAccounts.map(({ customer_account }) => customer_account))(
    "%s: the ledger sums to zero and the balance is its sum",
    async (account) => {
      await inAccount(database.db, account, async (trx) => {
        const sums = await proof(trx, account);
        const wallet = await trx
          .selectFrom("billing.wallets")
          .selectAll()
          .where("customer_account", "=", account)
          .executeTakeFirstOrThrow();
        expect(sums).toEqual({ all: 0, available: wallet.available_cents, held: wallet.held_cents });
      });
    },
  );

  test("each number of a list to call has the calls that it counts, the last answered where it is done", async () => {
    await inAccount(database.db, "100001", async (trx) => {
      const { rows } = await sql<{ state: string; attempts: number; calls: number; last: string | null }>`
        select t.state, t.attempts, count(c.id)::int as calls,
          (select status from voice.calls l where l.customer_account = t.customer_account and l.id = t.call_id) as last
        from voice.targets t left join voice.calls c on c.customer_account = t.customer_account and c.target_id = t.id
        where t.group_id is not null group by t.customer_account, t.id`.execute(trx);
      expect(rows.filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(0);
      expect(rows.filter(({ attempts, calls }) => attempts !== calls)).toEqual([]);
      expect(rows.filter(({ state, last }) => state === "done" && last !== "Complete")).toEqual([]);
    });
  });

  test("counts of blasts, their messages and the figures by day say the same", async () => {
    for (const { customer_account } of demoAccounts)
      await inAccount(database.db, customer_account, async (trx) => {
        const messages = await trx
          .selectFrom("messaging.messages")
          .select((q) => q.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        const counts = await trx
          .selectFrom("messaging.blast_counts")
          .select((q) => [q.fn.sum<number>("delivered").as("delivered"), q.fn.sum<number>("failed").as("failed")])
          .executeTakeFirstOrThrow();
        const daily = await trx
          .selectFrom("messaging.daily")
          .select((q) => [q.fn.sum<number>("sent").as("sent"), q.fn.sum<number>("delivered").as("delivered")])
          .executeTakeFirstOrThrow();
        expect(Number(counts.delivered) + Number(counts.failed)).toBe(Number(messages.n));
        expect(Number(daily.sent)).toBe(Number(messages.n));
        expect(Number(daily.delivered)).toBe(Number(counts.delivered));
      });
  });

  test("sender IDs are in every state, and two requests wait for the platform", async () => {
    const { rows } = await database.pool.query(
      `select s.sender, s.status, string_agg(n.status, ' ' order by n.network) as networks from messaging.senders s
       join messaging.sender_networks n using (customer_account, sender) group by s.sender, s.status order by 1`,
    );
    const everywhere = (status: string) => `${status} ${status} ${status}`;
    expect(rows).toEqual([
      ...["22384", "22399"].map((sender) => ({ sender, status: "approved", networks: everywhere("approved") })),
      { sender: "KARIBU", status: "rejected", networks: everywhere("rejected") },
      { sender: "LAKESIDE", status: "approved", networks: everywhere("approved") },
      { sender: "LAKESIDELAB", status: "pending", networks: everywhere("pending") },
      { sender: "SAVANNA", status: "approved", networks: everywhere("approved") },
      { sender: "SAVANNACARE", status: "approved", networks: "pending approved pending" },
      { sender: "SAVANNANEWS", status: "approved", networks: everywhere("approved") },
    ]);
  });

  test("every action in the activities and histories is one that the program knows", async () => {
    const noted = await inEveryAccount("events.activities", "action");
    const [talks, tickets] = [
      await inEveryAccount("chat.activities", "action"),
      await inEveryAccount("ticketing.history", "action"),
    ];
    expect(noted.filter(({ action }) => !Object.hasOwn(auditActions, action))).toEqual([]);
    expect(talks.filter(({ action }) => !Object.hasOwn(activityColours, action))).toEqual([]);
    expect(tickets.filter(({ action }) => !historyActions.some((one) => one === action))).toEqual([]);
    expect([noted, talks, tickets].map(({ length }) => length > 0)).toEqual([true, true, true]);
  });

  test("each line of a conversation has the colour of its action", async () => {
    const lines = await inEveryAccount("chat.activities", "action, color");
    expect(
      lines.filter(
        ({ action, color }) => new Map<unknown, string>(Object.entries(activityColours)).get(action) !== color,
      ),
    ).toEqual([]);
  });

  test("is known to be filled from one question", async () => {
    expect([before, await isFilled(database)]).toEqual([false, true]);
  });

  test("each message went out 20 ms after the one before, and its parts came to one end", async () => {
    await inAccount(database.db, "100001", async (trx) => {
      const { rows } = await sql<{ n: number; odd: number }>`
        select count(*)::int as n, count(*) filter (where not (
          m.submitted_at = b.started_at + (m.place - 1) * interval '20 milliseconds'
          and m.done_at = m.submitted_at + interval '2.5 seconds' and m.sent_mask = (1 << m.parts) - 1
          and m.done_mask | m.bad_mask = m.sent_mask and m.done_mask & m.bad_mask = 0
          and (m.bad_mask = 0) = (m.status = 'delivered') and (m.reason = '') = (m.status = 'delivered')
          and (m.text is null) = (b.body not like '%{{%') and coalesce(m.text, '') not like '%{{%'))::int as odd
        from (select *, row_number() over (partition by blast_id order by seq) as place from messaging.messages) m
          join messaging.blasts b on b.customer_account = m.customer_account and b.id = m.blast_id`.execute(trx);
      expect(rows[0]?.n).toBeGreaterThan(10_000);
      expect(rows[0]?.odd).toBe(0);
    });
  });

  test("is filled once: a second start changes nothing", async () => {
    const again = openDatabase(database.url);
    const lines: string[] = [];
    await fillDemo(again, (line) => lines.push(line));
    await again.close();
    expect(said).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  test("every contact of a group can be read by name and number", async () => {
    await inAccount(database.db, "100001", async (trx) => {
      const odd = await trx
        .selectFrom("messaging.group_contacts")
        .select("contact_id")
        .where("customer_account", "=", "100001")
        .where("msisdn", "is", null)
        .execute();
      expect(odd).toEqual([]);
    });
  });
});
