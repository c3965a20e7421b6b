import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../services/migrations";
import { addressOf, asOwner, dropDatabase } from "../setup/database";

const name = `t_${randomBytes(6).toString("hex")}`;
const url = addressOf(name);
const clients: pg.Client[] = [];

/** A database of the version before, with rows, brought up to date. */
beforeAll(async () => {
  await asOwner(addressOf("jibu"), `create database ${name}`);
  await migrate(url, (migration) => !/^crm\/0(2[3-9]|[3-9])/.test(migration));
  const open = "alter table crm.%s no force row level security;";
  const tables = ["pipelines", "stages", "records", "notes", "sales"];
  const closed = tables.map((table) => open.replace("no force", "force").replace("%s", table)).join("");
  await asOwner(
    url,
    `${tables.map((table) => open.replace("%s", table)).join("")}
    insert into crm.stages (customer_account, name, category, rank, kind) values ('1', 'New', 'new', 1, 'contact');
    insert into crm.records (customer_account, kind, name, stage_id)
      select '1', 'contact', n, id from crm.stages, unnest(array['Noted', 'Sold to', 'Alone', 'Locked']) n;
    insert into crm.notes (customer_account, record_id, text, by)
      select '1', id, 'Called', 'Wanjiku' from crm.records where name = 'Noted';
    insert into crm.sales (customer_account, key, contact_id, currency, total_cents, lines, sold_on)
      select '1', 'one', id, 'KES', 100, '[]', '2026-11-01' from crm.records where name = 'Sold to';
    ${closed}`,
  );
  await migrate(url);
}, 60_000);
afterAll(async () => {
  for (const client of clients) await client.end();
  await dropDatabase(name);
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: "-c role=jibu_app -c app.account=1" });
  clients.push(client);
  await client.connect();
  return client;
}

const remove = (client: pg.Client, record: string) =>
  client.query("delete from crm.records where customer_account = '1' and name = $1", [record]);
const note = (client: pg.Client, record: number | string) =>
  client.query("insert into crm.notes (customer_account, record_id, text, by) values ('1', $1, 'New', 'Otieno')", [
    record,
  ]);

test("what belongs to a record goes with it, and what a sale names can't be deleted, as before", async () => {
  const client = await connect();
  await expect(remove(client, "Sold to")).rejects.toMatchObject({ code: expect.stringMatching(/^2300[13]$/) });
  expect((await remove(client, "Alone")).rowCount).toBe(1);
  expect((await remove(client, "Noted")).rowCount).toBe(1);
  expect((await client.query("select 1 from crm.notes")).rows).toEqual([]);
  expect((await client.query("select 1 from crm.sales")).rows).toHaveLength(1);
});

test("nothing belongs to a record that is not there, or is another account's", async () => {
  const client = await connect();
  await expect(note(client, 999_999)).rejects.toMatchObject({ code: "23503" });
  const { rows } = await client.query("select id from crm.records where name = 'Sold to'");
  await client.query("select set_config('app.account', '2', false)");
  await expect(
    client.query("insert into crm.notes (customer_account, record_id, text, by) values ('2', $1, 'New', 'Otieno')", [
      rows[0].id,
    ]),
  ).rejects.toMatchObject({ code: "23503" });
});

test("a note for a record that is being deleted waits and is refused: it does not go with the record", async () => {
  const [one, other] = [await connect(), await connect()];
  const { rows } = await one.query("select id from crm.records where name = 'Locked'");
  const { pid } = (await other.query("select pg_backend_pid() as pid")).rows[0];
  await note(one, rows[0].id);
  await one.query("begin");
  await one.query("select from crm.records where customer_account = '1' and name = 'Locked' for update");
  const late = note(other, rows[0].id).then(
    () => "kept",
    (error: { code: string }) => error.code,
  );
  await expect
    .poll(async () => (await one.query("select 1 from pg_locks where pid = $1 and not granted", [pid])).rows.length)
    .toBe(1);
  await remove(one, "Locked");
  await one.query("commit");
  expect(await late).toBe("23503");
});
