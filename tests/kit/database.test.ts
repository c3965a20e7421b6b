import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Database, inAccount, openDatabase, readAccount, type Trx } from "../../services/kit/database";
import { checkedRows } from "../../services/kit/row-schema";
import { rows } from "../../services/kit/unchecked-rows";
import { schemas } from "../../services/migrations";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const ours = Object.keys(schemas);

/** Read before an account is known; each says why in its comment, and holds nothing but ids and proofs. */
const exempt = ["identity.logins", "identity.sessions"];

describe("the two locks on every row", () => {
  test("the application's role is no superuser, owns nothing and can't pass row security", async () => {
    const { rows } = await sql<{ rolsuper: boolean; rolbypassrls: boolean; owned: number }>`
      select rolsuper, rolbypassrls, (select count(*) from pg_class c where c.relowner = r.oid)::int as owned
      from pg_roles r where rolname = current_user`.execute(database.db);
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, owned: 0 }]);
  });

  test("every table with an account has row security, forced, but the listed ones", async () => {
    const { rows } = await asOwner(
      database.url,
      `select n.nspname || '.' || c.relname as name, c.relrowsecurity and c.relforcerowsecurity as locked,
              coalesce(obj_description(c.oid, 'pg_class'), '') as comment
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_account' and not a.attisdropped
       where c.relkind in ('r', 'p') and n.nspname = any('{${ours.join(",")}}')`,
    );
    const open = rows.filter((row) => !row.locked);
    for (const { name, comment } of open) expect(comment, `${name} says why`).toMatch(/^no row security: .{10,}/);
    expect(open.map((row) => row.name)).toEqual(expect.arrayContaining(exempt));
    expect(open.filter((row) => /users|contacts|messages|inbox|wallets|ledger/.test(row.name))).toEqual([]);
  });

  test("a query that forgets the account sees one account only, and writes into no other", async () => {
    const account = (name: string) => ({ customer_account: name, name, billing_customer_id: `b-${name}` });
    for (const name of ["100001", "200002"])
      await inAccount(database.db, name, (trx) => trx.insertInto("identity.accounts").values(account(name)).execute());
    const seen = await inAccount(database.db, "100001", (trx) =>
      trx.selectFrom("identity.accounts").select("name").execute(),
    );
    expect(seen).toEqual([{ name: "100001" }]);
    const outside = database.db.selectFrom("identity.accounts").select("name").execute();
    expect(await outside).toEqual([]);
    const write = inAccount(database.db, "100001", (trx) =>
      trx.insertInto("identity.accounts").values(account("300003")).execute(),
    );
    await expect(write).rejects.toThrow(/row-level security/);
    const change = await inAccount(database.db, "100001", (trx) =>
      trx
        .updateTable("identity.accounts")
        .set({ name: "taken" })
        .where("customer_account", "=", "200002")
        .executeTakeFirst(),
    );
    expect(change.numUpdatedRows).toBe(0n);
  });

  describe.each([true, false])("batched reads: %s", (batchedReads) => {
    let opened: Database;
    beforeAll(() => {
      opened = openDatabase(database.url, { batchedReads });
    });
    afterAll(() => opened.close());

    test("a read sees one account only, one at a time and side by side, and leaves no account behind", async () => {
      const names = (account: string) =>
        readAccount(opened.db, account, (trx) => trx.selectFrom("identity.accounts").select("name").execute());
      const asked = Array.from({ length: 40 }, (_, i) => (i % 2 ? "100001" : "200002"));
      const seen = await Promise.all(asked.map(names));
      expect(seen).toEqual(asked.map((name) => [{ name }]));
      const outside = opened.db.selectFrom("identity.accounts").select("name").execute();
      expect(await outside).toEqual([]);
      await expect(names("1'; drop table x")).rejects.toThrow(/no account number/);
    });

    test("a read that writes fails, and so does a broken one; the connection serves on", async () => {
      const read = (statement: ReturnType<typeof sql>) =>
        readAccount(opened.db, "100001", (trx) => statement.execute(trx));
      await expect(read(sql`update identity.accounts set name = 'taken'`)).rejects.toMatchObject({ code: "25006" });
      for (let i = 0; i < 20; i++)
        await expect(read(sql`select ${1}::int / 0 as nothing`)).rejects.toMatchObject({ code: "22012" });
      await expect(read(sql`select nothing from nowhere`)).rejects.toMatchObject({ code: "42P01" });
      const { rows } = await read(sql`select name from identity.accounts where customer_account = ${"100001"}`);
      expect(rows).toEqual([{ name: "100001" }]);
      const write = (name: string) =>
        inAccount(opened.db, "100001", (trx) => trx.updateTable("identity.accounts").set({ name }).execute());
      await Promise.all(Array.from({ length: 20 }, () => write("100001")));
    });
  });

  test("batched reads asked for in one turn share a message; each has its own rows, its own account and its own fault", async () => {
    const batched = (account: string, statement: ReturnType<typeof sql>) =>
      readAccount(database.db, account, (trx) => rows(trx, sql`select ${statement}`, { batched: true }));
    const own = sql`name, pg_current_snapshot()::text as at from identity.accounts`;
    for (let times = 0; times < 3; times++) {
      const asked = [
        batched("100001", own),
        batched("200002", own),
        batched("100001", sql`${times}::int / 0 as nothing`),
        batched("100001", sql`array[1, ${times}::int] as list, null as nothing, '{"a":1}'::jsonb as json`),
        batched("100001", sql`nothing from nowhere`),
        batched("100001", sql`1 as one where false`),
      ];
      const [first, other, divided, typed, unknown, none] = await Promise.allSettled(asked);
      expect(first).toMatchObject({ value: [{ name: "100001" }] });
      expect(other).toMatchObject({ value: [{ name: "200002" }] });
      expect(divided).toMatchObject({ reason: { code: "22012" } });
      expect(typed).toMatchObject({ value: [{ list: [1, times], nothing: null, json: { a: 1 } }] });
      expect(unknown).toMatchObject({ reason: { code: "42P01" } });
      expect(none).toMatchObject({ value: [] });
    }
    await expect(batched("100001", sql`set_config('app.account', '200002', true)`)).resolves.toBeDefined();
    expect(await batched("100001", own)).toMatchObject([{ name: "100001" }]);
  });

  test("however many texts come once, a connection keeps those that come again prepared, and a bounded number", async () => {
    const { db, close } = openDatabase(database.url, { max: 1 });
    const read = async (text: string, ...values: number[]) => {
      const parts = sql.join([sql.raw(text), ...values.map((value) => sql`${value}`)], sql` `);
      return (await readAccount(db, "100001", (trx) => sql`${parts}`.execute(trx))).rows;
    };
    const usual = "select 'again' as said where 1 < ";
    try {
      for (let n = 0; n < 1_000; n++) {
        expect(await read(`select ${n} as n`)).toEqual([{ n }]);
        if (n > 400 && n % 100 === 0) expect(await read(usual, 2)).toEqual([{ said: "again" }]);
        if (n === 150) await expect(read("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
      }
      const texts = await read("select statement, generic_plans + custom_plans as times from pg_prepared_statements");
      expect(texts.length).toBeLessThan(400);
      const [kept] = texts.filter((row) => String((row as { statement: string }).statement).startsWith(usual));
      expect((kept as { times: number }).times).toBeGreaterThan(1);
      for (let n = 0; n < 1_000; n += 7) expect(await read(`select ${n} as n`)).toEqual([{ n }]);
    } finally {
      await close();
    }
  });

  test("a batched read whose table has changed under it is prepared anew", async () => {
    await asOwner(
      database.url,
      "create table identity.changing (one int); grant select on identity.changing to public",
    );
    const read = () =>
      readAccount(database.db, "100001", (trx) => rows(trx, sql`select * from identity.changing`, { batched: true }));
    await read();
    await asOwner(database.url, "alter table identity.changing add two int");
    await Promise.allSettled(Array.from({ length: 30 }, read));
    await asOwner(database.url, "insert into identity.changing values (1, 2)");
    for (let times = 0; times < 5; times++) expect(await read()).toEqual([{ one: 1, two: 2 }]);
    await asOwner(database.url, "drop table identity.changing");
  });

  test("bigint comes as a number, alone and in a list, read together with others or by itself", async () => {
    const read = sql`select 9007199254740991::bigint as one, array[1, null, 9007199254740991]::bigint[] as many,
      '{}'::bigint[] as none`;
    const expected = [{ one: 9007199254740991, many: [1, null, 9007199254740991], none: [] }];
    expect((await read.execute(database.db)).rows).toEqual(expected);
    const Numbers = z.object({ one: z.number(), many: z.array(z.number().nullable()), none: z.array(z.number()) });
    const batched = await readAccount(database.db, "100001", (trx) =>
      checkedRows(trx, Numbers, read, { batched: true }),
    );
    expect(batched).toEqual(expected);
  });

  test("the account does not outlive its transaction", async () => {
    await inAccount(database.db, "100001", async () => undefined);
    const { rows } = await sql<{
      account: string | null;
    }>`select current_setting('app.account', true) as account`.execute(database.db);
    expect(rows[0]?.account ?? "").toBe("");
  });
});

test("a database that only served accounts is closed with its connections", async () => {
  const other = openDatabase(database.url);
  await inAccount(other.db, "100001", (trx) => sql`select 1`.execute(trx));
  expect(other.pool.totalCount).toBe(1);
  await other.close();
  expect(other.pool.totalCount).toBe(0);
  await other.close();
});

test("room for ids: no key is smaller than bigint", async () => {
  const { rows } = await asOwner(
    database.url,
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where table_schema = any('{${ours.join(",")}}') and data_type in ('integer', 'smallint')
       and (is_identity = 'YES' or column_default like 'nextval%' or column_name = 'id' or column_name like '%\\_id')`,
  );
  expect(rows).toEqual([]);
});

describe("a transaction that met another", () => {
  test("is repeated once when each waited for the other, so both are done", async () => {
    const keys = ["deadlock a", "deadlock b"];
    await database.db
      .insertInto("identity.attempts")
      .values(keys.map((key) => ({ key, times: 0 })))
      .execute();
    const add = (trx: Trx, key = "") =>
      trx.updateTable("identity.attempts").set({ times: sql`times + 1` }).where("key", "=", key).execute();
    let met: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      met = resolve;
    });
    let begun = 0;
    const run = (first: number) =>
      inAccount(database.db, "100001", async (trx) => {
        await add(trx, keys[first]);
        if (++begun === 2) met();
        await both;
        await add(trx, keys[1 - first]);
      });
    await Promise.all([run(0), run(1)]);
    expect(begun).toBe(3);
    const rows = await database.db.selectFrom("identity.attempts").select("times").where("key", "in", keys).execute();
    expect(rows).toEqual([{ times: 2 }, { times: 2 }]);
  });

  test("is repeated after a collision of keys where that is asked for, and then finds the other's row", async () => {
    const key = "collision";
    const insert = (db: typeof database.db | Trx, times: number) =>
      db.insertInto("identity.attempts").values({ key, times }).execute();
    const find = (trx: Trx) =>
      trx.selectFrom("identity.attempts").select("times").where("key", "=", key).executeTakeFirst();
    const found = await inAccount(
      database.db,
      "100001",
      async (trx) => {
        const there = await find(trx);
        if (there) return there.times;
        await insert(database.db, 7);
        await insert(trx, 8);
        return undefined;
      },
      { collisions: true },
    );
    expect(found).toBe(7);
  });

  test.each(["40001", "40P01"])("repeats %s three times and no more, and no other error", async (code) => {
    let runs = 0;
    const fail = (error: string) =>
      inAccount(database.db, "100001", async () => {
        runs++;
        throw Object.assign(new Error("met another"), { code: error });
      });
    await expect(fail(code)).rejects.toMatchObject({ code });
    expect(runs).toBe(4);
    await expect(fail("23505")).rejects.toMatchObject({ code: "23505" });
    expect(runs).toBe(5);
  });
});
