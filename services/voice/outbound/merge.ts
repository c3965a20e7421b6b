import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { CountRow, checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { VoiceUpstreams } from "../deps";

type Messaging = Pick<VoiceUpstreams["messaging"], "optedOut">;

/** So many numbers are asked for at once. */
const askedAtOnce = 500;

export const noCallReason = "on the do-not-call list";

/** Those of the numbers that are never called: the do-not-call list is the one that STOP writes to. @throws HttpError 503 */
export async function listOptedOut(messaging: Messaging, numbers: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < numbers.length; at += askedAtOnce) {
    const answer = await messaging.optedOut({ body: { msisdns: numbers.slice(at, at + askedAtOnce) } });
    if (answer.status !== 200)
      throw new HttpError(503, "The do-not-call list can't be read now. Try again in a moment.");
    found.push(...answer.body.msisdns);
  }
  return found;
}

const MsisdnRow = z.object({ msisdn: z.string() });

/**
 * Brings the staged rows into a list, and empties `staged`. What is on the do-not-call list is refused, what waits in
 * another list already is told; both stay as rows to read.
 */
export async function mergeStaged(trx: Trx, account: string, group: number, messaging: Messaging) {
  const given = await checkedRows(
    trx,
    MsisdnRow,
    sql`select msisdn from staged where reason is null and msisdn is not null`,
  );
  const out = await listOptedOut(
    messaging,
    given.map(({ msisdn }) => msisdn),
  );
  const refused = await sql`
    update staged set kind = 'refused', reason = ${noCallReason} where reason is null and msisdn = any(${texts(out)})`.execute(
    trx,
  );
  const repeated = await sql`
    update staged s set kind = 'repeated', reason = 'in the list ' || k.name || ' already'
    from (select distinct on (t.phone_number) t.phone_number, g.name
      from staged f
      join voice.targets t on t.customer_account = ${account} and t.phone_number = f.msisdn and t.phone_number <> ''
        and t.state in ('waiting', 'assigned')
      join voice.target_groups g on g.customer_account = ${account} and g.id = t.group_id and g.deleted_at is null
      where f.reason is null order by t.phone_number, t.id) k
    where s.reason is null and s.msisdn = k.phone_number`.execute(trx);
  const added = await checkedRow(
    trx,
    CountRow,
    sql`with made as (
        insert into voice.targets (customer_account, group_id, phone_number, name, details, note)
        select ${account}, ${group}::bigint, msisdn, left(coalesce(name, ''), 200), coalesce(fields, '{}') - 'note',
          left(coalesce(fields->>'note', ''), 2000)
        from staged where reason is null and msisdn is not null order by line
        on conflict do nothing returning 1)
      select count(*)::int as count from made`,
  );
  await sql`
    insert into voice.target_rows (customer_account, group_id, line, kind, reason, cells)
    select ${account}, ${group}::bigint, line, kind, reason, coalesce(cells, '[]') from staged where reason is not null
    on conflict do nothing`.execute(trx);
  await sql`truncate staged`.execute(trx);
  return {
    added: added?.count ?? 0,
    refused: Number(refused.numAffectedRows ?? 0n),
    repeated: Number(repeated.numAffectedRows ?? 0n),
  };
}
