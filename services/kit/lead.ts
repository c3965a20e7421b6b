import pg from "pg";
import { appRole } from "./database";

/**
 * Whether this process is the one of several that does something. The lock is the connection's: who is gone holds
 * nothing. Two may believe it for a moment.
 * @param lock its number in PostgreSQL, and the connection's name there
 */
export function openLead(url: string, lock: { number: number; name: string }, onError: (error: unknown) => void) {
  let client: pg.Client | undefined;
  let leads = false;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      options: `-c role=${appRole}`,
      application_name: lock.name,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const lose = (error?: unknown) => {
      if (client !== fresh) return;
      client = undefined;
      leads = false;
      if (error) onError(error);
    };
    fresh.on("error", lose);
    fresh.on("end", () => lose());
    await fresh.connect();
    return fresh;
  }

  return {
    /** Asks for the lead, unless it is held. */
    async take(): Promise<boolean> {
      client ??= await connect();
      if (leads) await client.query("select 1");
      else {
        const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${lock.number}) as got`);
        leads = rows[0]?.got ?? false;
      }
      return leads;
    },
    leads: () => leads,
    async stop() {
      const last = client;
      client = undefined;
      leads = false;
      await last?.end().catch(() => undefined);
    },
  };
}
