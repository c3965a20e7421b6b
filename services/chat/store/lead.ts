import pg from "pg";
import { appRole } from "../../kit/database";

/** The lock's number: one process at a time writes the store. */
const lock = 5_091_091;

/**
 * Whether this process is the one that writes. The lock is the connection's: who is gone holds nothing. Two who believe
 * it for a moment do no harm, for the store refuses whoever writes from an older place; it only saves the second one's
 * work.
 */
export function openLead(url: string, onError: (error: unknown) => void) {
  let client: pg.Client | undefined;
  let leads = false;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      options: `-c role=${appRole}`,
      application_name: "jibu chat store",
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
        const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${lock}) as got`);
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
