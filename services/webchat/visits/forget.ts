import { sql } from "kysely";
import type { Trx } from "../../kit/database";

/** Removes the visitors of a way in by their ids there, with their sessions. Answers how many there were. */
export async function forgetVisitors(
  trx: Trx,
  account: string,
  { inbox_id, external_ids }: { inbox_id: number; external_ids: readonly string[] },
): Promise<number> {
  const gone = await sql`
    delete from webchat.visitors v using webchat.applications a
    where v.customer_account = ${account} and v.external_id = any(${[...external_ids]}::text[])
      and a.customer_account = v.customer_account and a.id = v.application_id and a.inbox_id = ${inbox_id}`.execute(
    trx,
  );
  return Number(gone.numAffectedRows ?? 0);
}
