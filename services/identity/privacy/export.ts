import { nairobi } from "../../../rules/format";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { DataSubject, SubjectDataSection, SubjectRecordCount } from "../../kit/person-data";
import { subjectArchive } from "./archive";
import { dataKeepers, type PrivacyDeps } from "./keepers";
import { ownSections } from "./own-data";
import { archiveDays, dataSubject, moveRequest, type RequestRow, shownContact } from "./requests";
import { dropTask, subject } from "./task-names";

/** Answers a request for one's data: an archive of all of it, kept for a while. */
export async function exportPerson(
  database: Database,
  deps: PrivacyDeps,
  account: string,
  request: RequestRow,
): Promise<void> {
  const { db } = database;
  const whom = dataSubject(request);
  const sections = await listSections(database, deps, account, whom);
  const timeZone = await readAccount(db, account, (trx) => loadTimeZone(trx, account));
  const stream = {
    body: subjectArchive({ contact: shownContact(whom), account, at: new Date(), timeZone }, sections),
    type: "application/zip",
  };
  const to = { subject, subject_id: String(request.id) };
  const files = deps.clientsOfAccount(account).uploads;
  // An earlier try may have left one.
  await files.dropOf({ body: to });
  const kept = await files.keep({ stream, query: { purpose: "export", name: `person-${request.id}.zip`, ...to } });
  if (kept.status !== 201) throw new Error(`the archive was not kept: ${kept.body.message}`);
  const outcome = sections.map(
    ({ kind, rows }): SubjectRecordCount => ({ kind, count: rows.length, outcome: "kept", why: "" }),
  );
  await inAccount(db, account, async (trx) => {
    await moveRequest(trx, account, request.id, { state: "done", outcome, file_id: kept.body.id });
    const at = new Date(Date.now() + archiveDays * 86_400_000);
    await sendLater(trx, dropTask, { account, id: request.id }, { at });
  });
}

/** Everything of a person, from every service that keeps people's data. */
async function listSections(
  { db }: Database,
  deps: PrivacyDeps,
  account: string,
  whom: DataSubject,
): Promise<SubjectDataSection[]> {
  const sections: SubjectDataSection[] = [];
  for (const [name, service] of dataKeepers(deps, account)) {
    const answer = await service.personData?.({ body: whom });
    if (answer && answer.status !== 200) throw new Error(`${name} did not tell its data: ${answer.body.message}`);
    if (answer) sections.push(...answer.body.sections);
  }
  return [...sections, ...(await readAccount(db, account, (trx) => ownSections(trx, account, whom)))];
}

async function loadTimeZone(trx: Trx, account: string): Promise<string> {
  const row = await trx
    .selectFrom("identity.accounts")
    .select("time_zone")
    .where("customer_account", "=", account)
    .executeTakeFirst();
  return row?.time_zone ?? nairobi;
}
