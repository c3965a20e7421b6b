import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { type DataSubject, maxRecords, type SubjectDataSection, type SubjectRecordCount } from "../../kit/person-data";
import { CountRow, checkedRow, checkedRows } from "../../kit/row-schema";

/** What an erasure does with each kind of data of this service. */
const kinds = {
  contacts: { kind: "Contact", outcome: "removed", why: "" },
  groups: { kind: "Group memberships", outcome: "removed", why: "" },
  sent: {
    kind: "Messages sent to them",
    outcome: "anonymised",
    why: "Number, name and personal text go; counts, dates and costs stay for the books.",
  },
  clicks: { kind: "Links that they followed", outcome: "removed", why: "" },
  lists: { kind: "Rows of express sends", outcome: "removed", why: "" },
  received: { kind: "Messages received from them", outcome: "removed", why: "" },
  optOut: {
    kind: "Opt-out",
    outcome: "kept",
    why: "The number stays on the blacklist, or they would be written to again.",
  },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
type Kind = keyof typeof kinds;

/** The contact row of a number; of an address only where there is no number, or they share the row. */
export function contactIs(account: string, { msisdn, email }: DataSubject): RawBuilder<boolean> {
  return sql<boolean>`c.customer_account = ${account} and (
    (${msisdn}::text is not null and c.msisdn = ${msisdn}) or (${email}::text is not null and c.email_key = ${email}))`;
}

/** The messages to a number: one look into an index for each blast, since an account has no index by number alone. */
export function messagesTo(account: string, msisdn: string): RawBuilder<unknown> {
  return sql`messaging.blasts b cross join lateral (
      select m.* from messaging.messages m
      where m.customer_account = b.customer_account and m.blast_id = b.id and m.msisdn = ${msisdn} offset 0) m
    where b.customer_account = ${account}`;
}

function query(kind: Kind, account: string, whom: DataSubject): RawBuilder<Record<string, unknown>> | undefined {
  const { msisdn } = whom;
  const member = sql`exists (select 1 from messaging.contacts c
    where c.id = g.contact_id and ${contactIs(account, whom)})`;
  if (kind === "contacts")
    return sql`select c.msisdn, c.email, c.name, c.created_at from messaging.contacts c where ${contactIs(account, whom)}`;
  if (kind === "groups")
    return sql`select n.name as group, g.name, g.email, g.fields, g.added_at from messaging.group_contacts g
      join messaging.contact_groups n on n.customer_account = g.customer_account and n.id = g.group_id
      where g.customer_account = ${account} and ${member}`;
  if (!msisdn) return undefined;
  if (kind === "sent")
    return sql`select b.name as blast, b.sender, m.msisdn, m.name, coalesce(m.text, b.body) as text, m.parts, m.status,
      m.reason, m.submitted_at, m.done_at from ${messagesTo(account, msisdn)}`;
  if (kind === "clicks")
    return sql`select l.target, k.first_at, k.last_at, k.clicks from messaging.link_clicks k
      join messaging.short_links l on l.customer_account = k.customer_account and l.blast_id = k.blast_id
        and l.position = k.position
      where k.customer_account = ${account} and k.clicks > 0 and (k.blast_id, k.seq) in (
        select m.blast_id, m.seq from ${messagesTo(account, msisdn)})`;
  if (kind === "lists")
    return sql`select i.file_name as file, r.msisdn, r.name, r.fields, i.created_at from messaging.express_rows r
      join messaging.imports i on i.customer_account = r.customer_account and i.id = r.import_id
      where r.customer_account = ${account} and r.msisdn = ${msisdn}`;
  if (kind === "received")
    return sql`select msisdn, name, sent_to, text, keyword, received_at from messaging.inbox
      where customer_account = ${account} and msisdn = ${msisdn}`;
  return sql`select msisdn, reason, source, added_by, created_at from messaging.blacklist
    where customer_account = ${account} and msisdn = ${msisdn}`;
}

const names = Object.keys(kinds) as Kind[];

export async function personCounts(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
  const found: SubjectRecordCount[] = [];
  for (const name of names) {
    const rows = query(name, account, whom);
    if (!rows) continue;
    const counted = await checkedRow(trx, CountRow, sql`select count(*)::int as count from (${rows}) r`);
    const count = counted?.count ?? 0;
    if (count > 0) found.push({ ...kinds[name], count });
  }
  return found;
}

const PersonSectionRow = z.record(z.string(), z.unknown());

export async function personSections(trx: Trx, account: string, whom: DataSubject): Promise<SubjectDataSection[]> {
  const sections: SubjectDataSection[] = [];
  for (const name of names) {
    const asked = query(name, account, whom);
    if (!asked) continue;
    const rows = await checkedRows(trx, PersonSectionRow, sql`${asked} limit ${maxRecords + 1}`);
    if (rows.length > 0)
      sections.push({ kind: kinds[name].kind, rows: rows.slice(0, maxRecords), more: rows.length > maxRecords });
  }
  return sections;
}
