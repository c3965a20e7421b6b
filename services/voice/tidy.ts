import { sql } from "kysely";
import { z } from "zod";
import { inAccount } from "../kit/database";
import { AccountRow, checkedRows } from "../kit/row-schema";
import { forgetOldClaims } from "./agents/claims";
import { endLostCalls } from "./calls/lost";
import { endLostFlowCalls } from "./flows/store";
import { forgetMessages } from "./flows/voicemails";
import { releaseIdleTargets } from "./targets/after-call";
import { systemActor, type VoiceContext } from "./workspace/context";

/** Seconds after which a call of which nothing is told has ended: a long talk tells nothing while it goes on. */
const quietSeconds = 4 * 3_600;

const FileIdRow = z.object({ file_id: z.string() });

/** Ends calls whose browsers died, and removes recordings and messages that are older than their account keeps them. */
export async function tidyVoice(service: VoiceContext): Promise<void> {
  const { database, change, deps, now } = service;
  const accounts = await checkedRows(
    database.db,
    AccountRow,
    sql`
    select distinct customer_account as account from voice.directory`,
  );
  for (const { account } of accounts) {
    await change(account, systemActor, (unit) => endLostCalls(unit, { quietSeconds }));
    await change(account, systemActor, (unit) => endLostFlowCalls(unit, quietSeconds));
    await change(account, systemActor, releaseIdleTargets);
    await change(account, systemActor, forgetOldClaims);
    const old = await inAccount(database.db, account, (trx) =>
      checkedRows(
        trx,
        FileIdRow,
        sql`select file_id from (
            select file_id, at from voice.recordings where customer_account = ${account}
            union all select file_id, at from voice.voicemails where customer_account = ${account} and file_id is not null
          ) kept
          where at < ${now()}::timestamptz - (select recording_days from voice.settings where customer_account = ${account})
            * interval '1 day' order by at limit 1000`,
      ),
    );
    const ids = old.map(({ file_id }) => file_id);
    if (ids.length === 0) continue;
    const dropped = await deps.clientsOfAccount(account).uploads.dropFiles({ body: { ids } });
    if (dropped.status !== 200) continue;
    await inAccount(database.db, account, async (trx) => {
      await sql`delete from voice.recordings where customer_account = ${account} and file_id = any(${ids}::uuid[])`.execute(
        trx,
      );
      await forgetMessages(trx, account, ids);
    });
  }
}
