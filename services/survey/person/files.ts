import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import type { SurveyDeps } from "../deps";

/** The job that removes files that came as replies: `{ account, ids }`. */
export const dropFilesTask = "survey.drop-files";

const FileIdRow = z.object({ file_id: z.string() });

/** Queues the removal of the files of sessions. Before their messages are deleted. */
export async function queueFileDrop(trx: Trx, account: string, sessions: readonly number[]): Promise<void> {
  const files = await checkedRows(
    trx,
    FileIdRow,
    sql`select file_id from survey.turns
      where customer_account = ${account} and session_id = any(${bigints(sessions)}) and file_id is not null`,
  );
  const ids = files.map(({ file_id }) => file_id);
  if (ids.length > 0) await sendLater(trx, dropFilesTask, { account, ids });
}

/** Removes the files; what is gone already stays gone. @throws Error where uploads gives no clear answer */
export async function dropFiles(
  { clientsOfAccount }: Pick<SurveyDeps, "clientsOfAccount">,
  payload: Record<string, unknown>,
): Promise<void> {
  const { account, ids } = payload as { account: string; ids: string[] };
  for (let at = 0; at < ids.length; at += 50) {
    const answer = await clientsOfAccount(account).uploads.dropFiles({ body: { ids: ids.slice(at, at + 50) } });
    if (answer.status !== 200) throw new Error(`uploads answered ${answer.status}: ${answer.body.message}`);
  }
}
