import { sql } from "kysely";
import { z } from "zod";
import { eraseInActivities } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { type DataSubject, maxRecords, type SubjectDataSection, type SubjectRecordCount } from "../../kit/person-data";
import { CountRow, checkedRow, checkedRows } from "../../kit/row-schema";

/*
 * What the identity service itself has of a person: what was written down about them, what they agreed to, and, when
 * they are a colleague, their sign-in. The last is removed under User Management, where its history is looked after.
 */
const kinds = {
  activities: {
    kind: "Activities that name them",
    outcome: "anonymised",
    why: "Who did what must stay; the number or address in it goes.",
  },
  consents: { kind: "Consent", outcome: "kept", why: "The proof of what was agreed on a day; the law asks for it." },
  colleague: {
    kind: "Sign-in of a colleague",
    outcome: "kept",
    why: "A colleague is removed under User Management.",
  },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

function contactOf({ msisdn, email }: DataSubject): string {
  return msisdn ?? email ?? "";
}

/** Their number or address as it may stand in a sentence: as it is kept, and without the plus. */
function mentions(whom: DataSubject) {
  const contact = contactOf(whom).replace(/^\+/, "");
  return sql<boolean>`strpos(lower(description), ${contact}) > 0`;
}

function query(kind: Kind, account: string, whom: DataSubject) {
  if (kind === "activities")
    return sql`select at, by, action, description from events.activities
      where customer_account = ${account} and ${mentions(whom)}`;
  if (kind === "consents")
    return sql`select at, contact, change, source, by from events.consents
      where customer_account = ${account} and contact = ${contactOf(whom)}`;
  return sql`select name, email, phone, created_at from identity.users
    where customer_account = ${account} and (lower(email) = ${whom.email} or (phone <> '' and phone = ${whom.msisdn}))`;
}

export async function ownCounts(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
  const found: SubjectRecordCount[] = [];
  for (const name of names) {
    const row = await checkedRow(
      trx,
      CountRow,
      sql`
      select count(*)::int as count from (${query(name, account, whom)}) r`,
    );
    const count = row?.count ?? 0;
    if (count > 0) found.push({ ...kinds[name], count });
  }
  return found;
}

const KeptRow = z.record(z.string(), z.unknown());

export async function ownSections(trx: Trx, account: string, whom: DataSubject): Promise<SubjectDataSection[]> {
  const sections: SubjectDataSection[] = [];
  for (const name of names) {
    const rows = await checkedRows(
      trx,
      KeptRow,
      sql`
      ${query(name, account, whom)} limit ${maxRecords + 1}`,
    );
    if (rows.length > 0)
      sections.push({ kind: kinds[name].kind, rows: rows.slice(0, maxRecords), more: rows.length > maxRecords });
  }
  return sections;
}

/** Takes the number or address out of the sentences of activities, and out of earlier requests about the person. */
export async function eraseOwn(
  trx: Trx,
  account: string,
  whom: DataSubject,
  label: string,
): Promise<SubjectRecordCount[]> {
  const found = await ownCounts(trx, account, whom);
  await eraseInActivities(trx, account, contactOf(whom).replace(/^\+/, ""));
  await sql`
    update identity.person_requests set msisdn = null, email = null, label = ${label}, file_id = null, expires_at = now()
    where customer_account = ${account} and kind = 'export'
      and (msisdn = ${whom.msisdn} or email = ${whom.email})`.execute(trx);
  return found;
}
