import { sql } from "kysely";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { inAccount } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import { publishNotices } from "../../kit/notices";
import { findTargets } from "../targets/store";
import type { VoiceContext } from "../workspace/context";
import { importTask, runImport } from "./import";

/** The job that tells an agent that a promised call is due. */
export const callBackTask = "voice.call-back";

/** The jobs of outbound calls; each may run twice. */
export function outboundTasks(service: VoiceContext, files: FileReaderDeps): Tasks {
  return {
    [importTask]: ({ account, group_id }) => runImport(service, files, String(account), Number(group_id)),
    async [callBackTask]({ account: named, target_id }) {
      const account = String(named);
      await inAccount(service.database.db, account, async (trx) => {
        const [due] = await findTargets(trx, account, sql`t.id = ${Number(target_id)} and t.state = 'waiting'`);
        if (!due || due.owner_id === "") return;
        await publishNotices(trx, account, [
          {
            ...{ kind: "call back due", subject: due.id, key: `call-back:${due.id}:${due.next_at.getTime()}` },
            users: [due.owner_id],
            words: `Call ${due.name || due.phone_number} back now, as you promised.`,
          },
        ]);
      });
    },
  };
}
