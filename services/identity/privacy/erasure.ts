import { sql } from "kysely";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { DataSubject, SubjectRecordCount } from "../../kit/person-data";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { dataKeepers, type PrivacyDeps } from "./keepers";
import { eraseOwn } from "./own-data";
import { dataSubject, masked, moveRequest, type RequestRow } from "./requests";
import { requestTask, subject } from "./task-names";

const tenMinutes = 600_000;

/** Answers a request to be forgotten: every service erases, then identity. One that can't yet is asked again later. */
export async function erasePerson(
  { db }: Database,
  deps: PrivacyDeps,
  account: string,
  request: RequestRow,
): Promise<void> {
  const whom = dataSubject(request);
  const outcome: SubjectRecordCount[] = [];
  for (const [name, service] of dataKeepers(deps, account)) {
    const answer = await service.erasePerson?.({ body: whom });
    if (answer?.status === 409) {
      const { message } = answer.body;
      await inAccount(db, account, async (trx) => {
        await moveRequest(trx, account, request.id, { state: "waiting", message });
        await sendLater(trx, requestTask, { account, id: request.id }, { at: new Date(Date.now() + tenMinutes) });
      });
      return;
    }
    if (answer && answer.status !== 200) throw new Error(`${name} did not erase: ${answer.body.message}`);
    if (answer) outcome.push(...answer.body.data);
  }
  const archives = await readAccount(db, account, (trx) => listArchives(trx, account, whom));
  for (const id of archives)
    await deps.clientsOfAccount(account).uploads.dropOf({ body: { subject, subject_id: String(id) } });
  await inAccount(db, account, async (trx) => {
    const all = [...outcome, ...(await eraseOwn(trx, account, whom, masked(whom)))];
    await moveRequest(trx, account, request.id, { state: "done", outcome: merged(request.outcome, all) });
    await recordActivity(trx, account, "system", {
      action: "Person erased",
      description: `The data of ${masked(whom)} was erased, as ${request.requested_by} had asked.`,
      subject,
      subject_id: String(request.id),
    });
  });
}

/** A repeated erasure finds nothing of what the first try took: what was noted before stays noted. */
function merged(before: readonly SubjectRecordCount[], now: readonly SubjectRecordCount[]): SubjectRecordCount[] {
  return [...before.filter(({ kind }) => !now.some((found) => found.kind === kind)), ...now];
}

async function listArchives(trx: Trx, account: string, whom: DataSubject): Promise<number[]> {
  const rows = await checkedRows(
    trx,
    IdRow,
    sql`
    select id from identity.person_requests where customer_account = ${account} and kind = 'export'
      and file_id is not null and (msisdn = ${whom.msisdn} or email = ${whom.email})`,
  );
  return rows.map(({ id }) => id);
}
