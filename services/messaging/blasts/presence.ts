import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import { z } from "zod";
import type { Database } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";

/**
 * This worker's life as the database sees it: a connection that holds a lock on the worker's name and hears what
 * happens to the queue. When the process dies, PostgreSQL lets go of the lock at once, wherever the process ran, so the
 * others know for certain and need not wait for a lease to run out.
 */
export type Presence = {
  /** The name this worker's chunks carry; undefined while the connection is lost. */
  name(): string | undefined;
  /** Frees the chunks of workers that are dead. Answers how many. */
  buryDead(): Promise<number>;
  stop(): Promise<void>;
};

type On = { queueChanged(): void; lost(): void; error(error: unknown): void };

const OwnerRow = z.object({ owner: z.string() });

export async function appear(database: Database, on: On): Promise<Presence> {
  let name: string | undefined;
  let client: pg.PoolClient | undefined;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = await database.pool.connect();
    const mine = `worker-${process.pid}-${randomBytes(6).toString("hex")}`;
    fresh.on("notification", on.queueChanged);
    fresh.once("error", gone);
    fresh.once("end", gone);
    function gone(): void {
      fresh.removeListener("notification", on.queueChanged);
      fresh.removeListener("end", gone);
      if (client !== fresh) return;
      client = undefined;
      name = undefined;
      // A broken connection is thrown away, not given back.
      fresh.release(true);
      on.lost();
      later();
    }
    await fresh.query("select pg_advisory_lock(hashtextextended($1, 0))", [mine]);
    await fresh.query("listen sending");
    client = fresh;
    name = mine;
  }

  function later(): void {
    if (stopped) return;
    again = setTimeout(() => {
      connect().then(on.queueChanged, (error: unknown) => {
        on.error(error);
        later();
      });
    }, 500);
  }

  await connect();
  return {
    name: () => name,
    async buryDead() {
      const mine = name;
      if (!mine || !client) return 0;
      const rows = await checkedRows(
        database.db,
        OwnerRow,
        sql`
        select distinct owner from messaging.chunks where owner is not null and owner <> ${mine}`,
      );
      let freed = 0;
      for (const { owner } of rows) freed += await freeIfDead(database, owner);
      return freed;
    },
    async stop() {
      stopped = true;
      clearTimeout(again);
      const last = client;
      client = undefined;
      name = undefined;
      // Ends the connection, and with it the lock.
      last?.release(true);
    },
  };
}

const DeadRow = z.object({ dead: z.boolean() });

/** The dead worker's lock can be had; a transaction's own lock lets go by itself. */
function freeIfDead(database: Database, owner: string): Promise<number> {
  return database.db.transaction().execute(async (trx) => {
    const row = await checkedRow(
      trx,
      DeadRow,
      sql`
      select pg_try_advisory_xact_lock(hashtextextended(${owner}, 0)) as dead`,
    );
    if (!row?.dead) return 0;
    const freed = await trx
      .updateTable("messaging.chunks")
      .set({ owner: null, lease_until: null })
      .where("owner", "=", owner)
      .executeTakeFirst();
    return Number(freed.numUpdatedRows);
  });
}
