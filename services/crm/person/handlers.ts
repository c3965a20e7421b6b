import { sql } from "kysely";
import { z } from "zod";
import { recordKinds } from "../../../rules/crm";
import type { Database, Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { eraseNotices } from "../../kit/notice-store";
import type { DataSubject, personCalls, SubjectRecordCount } from "../../kit/person-data";
import { personDataHandlers } from "../../kit/person-handlers";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import { eraseLinks } from "../customer-links/store";
import { unlink } from "../organisation-links/link";
import { removePoints } from "../points/store";
import { recordEvents } from "../records/changes";
import { scoreAgain } from "../records/scoring";
import { forgetInSequences } from "../sequence-state/end";
import { removeTags } from "../tags/store";
import { appointmentsWith, hasPoint, listRecordIds, personRecords } from "./data";

/** What the CRM has of one person, for archives and erasures. */
export function personHandlers(database: Database): Pick<Handlers<typeof crm.calls>, keyof typeof personCalls> {
  return personDataHandlers(database, { ...personRecords, erase });
}

async function erase(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
  const found = await personRecords.count(trx, account, whom);
  await eraseRecords(trx, account, await listRecordIds(trx, account, whom));
  await eraseInImports(trx, account, whom);
  await eraseEntries(trx, account, whom);
  await eraseInOrganisations(trx, account, whom);
  const { msisdn, email } = whom;
  await eraseLinks(
    trx,
    account,
    [msisdn, email?.toLowerCase()].flatMap((key) => key || []),
  );
  return found;
}

/** What waits for a link in a mail to be opened. */
async function eraseEntries(trx: Trx, account: string, { msisdn, email }: DataSubject): Promise<void> {
  await sql`
    update crm.form_entries set state = 'expired', answers = '{}', referrer = '', confirm_hash = null
    where customer_account = ${account} and state = 'pending'
      and (answers->>'phone' = ${msisdn} or lower(answers->>'email') = lower(${email}))`.execute(trx);
}

/** An organisation is no person, but its number or address may be a person's own: that goes, and from its history too. */
async function eraseInOrganisations(trx: Trx, account: string, { msisdn, email }: DataSubject): Promise<void> {
  const points = [msisdn, email?.toLowerCase() ?? null];
  // A further one is followed by its label.
  const theirs = (column: "before" | "after") =>
    sql`lower(regexp_replace(${sql.ref(column)}, ' \\(\\w+\\)$', '')) = any(${points}::text[])`;
  const about = sql`(field in ('Phone', 'Email') or field like 'Further %' or field like 'Label of %')`;
  const has = hasPoint(account, { msisdn, email });
  await sql`
    update crm.organisation_changes set
      before = case when ${theirs("before")} then '' else before end,
      after = case when ${theirs("after")} then '' else after end
    where customer_account = ${account} and ${about} and organisation_id in (
      select id from crm.organisations o where customer_account = ${account} and ${has}
      union all
      select organisation_id from crm.organisation_changes
      where customer_account = ${account} and ${about} and (${theirs("before")} or ${theirs("after")}))`.execute(trx);
  await sql`
    update crm.organisations o set version = version + 1,
      phone = case when phone = ${msisdn} then '' else phone end,
      email = case when email_key = lower(${email}) then '' else email end
    where customer_account = ${account} and ${has}`.execute(trx);
  await sql`delete from crm.organisation_points
    where customer_account = ${account} and key in (${msisdn}, lower(${email}))`.execute(trx);
}

/** What the lists of refused rows, and the first rows of files, have of them. */
async function eraseInImports(trx: Trx, account: string, { msisdn, email }: DataSubject): Promise<void> {
  // A file has a number as somebody typed it: by its last nine digits, whatever is between them.
  const digits = msisdn ? [msisdn.slice(-9)] : [];
  for (const part of [...digits, ...(email ? [email.toLowerCase()] : [])]) {
    const has = (column: string) => sql`position(${part} in lower(translate(${sql.raw(column)}, ' -().', '')))  > 0
      or position(${part} in lower(${sql.raw(column)})) > 0`;
    await sql`delete from crm.import_refused where customer_account = ${account} and (${has("cells::text")})`.execute(
      trx,
    );
    await sql`
      update crm.imports set preview = '[]', columns = '[]'
      where customer_account = ${account} and state <> 'running' and (${has("preview::text || columns::text")})`.execute(
      trx,
    );
  }
}

/** What was offered stays, with nothing that tells to whom; the link to it leads nowhere. */
async function eraseQuotes(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  const their = sql`customer_account = ${account} and (contact_id = any(${bigints(ids)}) or deal_id = any(${bigints(ids)}))`;
  const erased = json({ name: "Erased", company: "", phone: "", email: "" });
  await sql`
    delete from crm.secret_links where customer_account = ${account} and kind = 'quote'
      and subject in (select id::text from crm.quotes where ${their})`.execute(trx);
  await sql`
    update crm.quote_versions set document = document || jsonb_build_object('buyer', ${erased}, 'terms', '')
    where customer_account = ${account} and quote_id in (select id from crm.quotes where ${their})`.execute(trx);
  await sql`
    update crm.quotes set token = null, terms = '', decline_reason = '', revision = revision + 1,
      answered_by = case when answered_by = '' then '' else 'Erased' end
    where ${their}`.execute(trx);
}

/** Notices of notes. */
const mentionKinds = ["lead mention", "contact mention", "deal mention"] as const;
/** Notices that name a record. */
const namingKinds = ["lead arrived", "lead waiting", "contact waiting", "deal waiting"] as const;

const RecordRow = z.object({ id: z.number(), kind: z.enum(recordKinds) });

/** Stage, value and days stay for the reports, with nothing that tells who it was. */
async function eraseRecords(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const their = bigints(ids);
  await sql`
    delete from crm.appointment_messages
    where customer_account = ${account} and appointment_id in (${appointmentsWith(account, ids)})`.execute(trx);
  await sql`delete from crm.appointments where customer_account = ${account} and record_id = any(${their})`.execute(
    trx,
  );
  await sql`
    delete from crm.tasks
    where customer_account = ${account} and (record_id = any(${their}) or lead_id = any(${their}))`.execute(trx);
  await sql`delete from crm.logged_calls where customer_account = ${account} and record_id = any(${their})`.execute(
    trx,
  );
  const notes = await checkedRows(
    trx,
    IdRow,
    sql`delete from crm.notes where customer_account = ${account} and record_id = any(${their}) returning id`,
  );
  const mentions = { kinds: mentionKinds, keys: notes.map(({ id }) => `note mention ${id}`) };
  await eraseNotices(trx, account, mentions, "Erased note");
  await eraseNotices(trx, account, { kinds: namingKinds, ids }, "Erased record");
  await forgetInSequences(trx, account, ids);
  await unlink(trx, account, ids);
  await removePoints(trx, account, ids);
  await removeTags(trx, account, ids);
  await sql`
    update crm.changes set before = '', after = ''
    where customer_account = ${account} and record_id = any(${their}) and field not in ('Stage', 'Sales manager')`.execute(
    trx,
  );
  await sql`
    update crm.records set name = 'Erased', company = '', phone = '', email = '', custom = '{}', version = version + 1,
      lost_reason = case when lost_reason = '' then '' else 'Erased' end
    where customer_account = ${account} and id = any(${their})`.execute(trx);
  await eraseQuotes(trx, account, ids);
  await scoreAgain(trx, account, ids);
  // What a merge kept of the other record goes, and with it the way back.
  await sql`delete from crm.merges where customer_account = ${account} and kept_id = any(${their})`.execute(trx);
  await sql`delete from crm.duplicate_pairs
    where customer_account = ${account} and (first_id = any(${their}) or second_id = any(${their}))`.execute(trx);
  await sql`
    update crm.form_entries set answers = '{}', referrer = '', lead_id = null
    where customer_account = ${account} and lead_id = any(${their})`.execute(trx);
  await sql`
    delete from crm.bulk_change_records where customer_account = ${account} and record_id = any(${their})`.execute(trx);
  await sql`
    delete from crm.import_replaced where customer_account = ${account} and record_id = any(${their})`.execute(trx);
  // What a conversion kept of the contact as it was goes, and with it the way back.
  await sql`delete from crm.conversions
    where customer_account = ${account} and (contact_id = any(${their}) or lead_id = any(${their}))`.execute(trx);
  const known = await checkedRows(
    trx,
    RecordRow,
    sql`select id, kind from crm.records where customer_account = ${account} and id = any(${their})`,
  );
  for (const { id, kind } of known) await append(trx, account, recordEvents[kind], { id, by: null });
}
