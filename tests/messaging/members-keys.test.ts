import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});
afterAll(() => database.drop());

/** A connection of the application's role that sees one account. */
async function connected(account = "100001"): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, options: "-c role=jibu_app" });
  clients.push(client);
  await client.connect();
  await client.query("select set_config('app.account', $1, false)", [account]);
  return client;
}

let next = 0;
async function group(client: pg.Client, account = "100001"): Promise<number> {
  const text = "insert into messaging.contact_groups (customer_account, name) values ($1, $2) returning id";
  return Number((await client.query(text, [account, `Group ${next++}`])).rows[0].id);
}
async function contact(client: pg.Client, account = "100001"): Promise<number> {
  const text = "insert into messaging.contacts (customer_account, msisdn) values ($1, $2) returning id";
  return Number((await client.query(text, [account, `+25471${String(next++).padStart(7, "0")}`])).rows[0].id);
}
function join(client: pg.Client, ...pairs: [group: number, contact: number][]) {
  return client.query(
    `insert into messaging.group_contacts (customer_account, group_id, contact_id)
     select '100001', g, c from unnest($1::bigint[], $2::bigint[]) as x (g, c)`,
    [pairs.map(([g]) => g), pairs.map(([, c]) => c)],
  );
}
const broken = { code: "23503" };

/** True once somebody waits for a lock of this connection. */
async function waiting(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  await vi.waitUntil(
    async () =>
      (await asOwner(database.url, `select 1 from pg_stat_activity where ${rows[0].pid} = any(pg_blocking_pids(pid))`))
        .rowCount,
    { interval: 5, timeout: 10_000 },
  );
}

describe("a member's group and contact", () => {
  test("exist, in the same account: one that does not refuses the whole statement", async () => {
    const client = await connected();
    const [g, c] = [await group(client), await contact(client)];
    const stranger = await connected("200002");
    const [otherGroup, otherContact] = [await group(stranger, "200002"), await contact(stranger, "200002")];
    await expect(join(client, [g, c], [g, 999_999])).rejects.toMatchObject(broken);
    await expect(join(client, [g, c], [999_999, c])).rejects.toMatchObject(broken);
    await expect(join(client, [otherGroup, c])).rejects.toMatchObject(broken);
    await expect(join(client, [g, otherContact])).rejects.toMatchObject(broken);
    expect((await client.query("select 1 from messaging.group_contacts")).rowCount).toBe(0);
    await join(client, [g, c]);
  });

  test("a contact in a group can't be deleted, a free one can; a group takes its members along", async () => {
    const client = await connected();
    const [g, c, free] = [await group(client), await contact(client), await contact(client)];
    await join(client, [g, c]);
    const drop = (id: number) => client.query("delete from messaging.contacts where id = $1", [id]);
    await expect(drop(c)).rejects.toMatchObject(broken);
    expect((await drop(free)).rowCount).toBe(1);
    await client.query("delete from messaging.contact_groups where id = $1", [g]);
    expect((await client.query("select 1 from messaging.group_contacts where group_id = $1", [g])).rowCount).toBe(0);
    expect((await drop(c)).rowCount).toBe(1);
  });

  test("their keys do not change", async () => {
    const client = await connected();
    const [g, c] = [await group(client), await contact(client)];
    await join(client, [g, c]);
    for (const text of [
      "update messaging.group_contacts set contact_id = contact_id + 1",
      "update messaging.group_contacts set group_id = group_id + 1",
      "update messaging.contacts set id = default",
      "update messaging.contact_groups set id = default",
    ])
      await expect(client.query(`${text} where customer_account = '100001'`), text).rejects.toMatchObject(broken);
  });

  for (const [what, table] of [
    ["contact", "messaging.contacts"],
    ["group", "messaging.contact_groups"],
  ] as const)
    test(`a ${what} deleted while a member of it is being added: whoever is first wins, and the other is told`, async () => {
      const [adding, deleting] = [await connected(), await connected()];
      const [g, c] = [await group(adding), await contact(adding)];
      const remove = () => deleting.query(`delete from ${table} where id = $1`, [what === "contact" ? c : g]);
      const members = async () =>
        (await adding.query("select 1 from messaging.group_contacts where group_id = $1", [g])).rowCount;

      await adding.query("begin");
      await join(adding, [g, c]);
      const removed = remove().then(
        () => "deleted",
        (error: { code?: string }) => error.code,
      );
      await waiting(adding);
      await adding.query("commit");
      // The contact stays; the group goes, and the new member with it.
      expect(await removed).toBe(what === "contact" ? "23503" : "deleted");
      expect(await members()).toBe(what === "contact" ? 1 : 0);
      if (what === "group") return;

      const free = await contact(adding);
      await deleting.query("begin");
      await deleting.query("delete from messaging.contacts where id = $1", [free]);
      const joined = join(adding, [g, free]).then(
        () => "joined",
        (error: { code?: string }) => error.code,
      );
      await waiting(deleting);
      await deleting.query("commit");
      expect(await joined).toBe("23503");
    });
});
