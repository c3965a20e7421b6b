import { sql } from "kysely";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { erasePerson } from "./erasure";
import { exportPerson } from "./export";
import type { PrivacyDeps } from "./keepers";
import { findRequest, moveRequest } from "./requests";
import { findRetention, nightFrom } from "./retention";
import { applyRetention } from "./retention-run";
import { dropTask, requestTask, retentionTask, subject } from "./task-names";

/** The jobs behind data protection; each may run twice. */
export function privacyTasks(database: Database, deps: PrivacyDeps): Tasks {
  const { db } = database;
  return {
    async [requestTask](payload) {
      const [account, id] = [String(payload.account), Number(payload.id)];
      const request = await inAccount(db, account, async (trx) => {
        const found = await findRequest(trx, account, id);
        if (!found || found.state === "done") return undefined;
        await moveRequest(trx, account, id, { state: "running" });
        return found;
      });
      if (!request) return;
      try {
        await (request.kind === "export" ? exportPerson : erasePerson)(database, deps, account, request);
      } catch (error) {
        const message = "Something went wrong. It is tried again automatically.";
        await inAccount(db, account, (trx) => moveRequest(trx, account, id, { state: "failed", message }));
        throw error;
      }
    },

    async [dropTask](payload) {
      const account = String(payload.account);
      await deps.clientsOfAccount(account).uploads.dropOf({ body: { subject, subject_id: String(payload.id) } });
    },

    async [retentionTask](payload) {
      const account = String(payload.account);
      const kept = await readAccount(db, account, (trx) => findRetention(trx, account));
      if (!kept || !(kept.messages_months || kept.tickets_months || kept.activities_months || kept.files_months))
        return;
      const removed = await applyRetention(database, deps, account, kept);
      await inAccount(db, account, async (trx) => {
        await sql`
          update identity.retention set ran_at = now(), removed = ${JSON.stringify(removed)}::jsonb
          where customer_account = ${account}`.execute(trx);
        const all = Object.entries(removed).filter(([, count]) => count > 0);
        if (all.length > 0)
          await recordActivity(trx, account, "system", {
            action: "Retention applied",
            description: `Older than is kept, and removed: ${all.map(([kind, count]) => `${count} ${kind}`).join(", ")}.`,
          });
        await sendLater(trx, retentionTask, { account }, { at: nightFrom(new Date()), key: `retention ${account}` });
      });
    },
  };
}
