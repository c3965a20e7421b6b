import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { type DataSubject, maxRecords, type SubjectDataSection, type SubjectRecordCount } from "../../kit/person-data";
import { CountRow, checkedRow, checkedRows } from "../../kit/row-schema";

const kinds = {
  sent: {
    kind: "Emails sent to them",
    outcome: "anonymised",
    why: "Address, name and personal values go; counts, dates and costs stay for the books.",
  },
  engagement: { kind: "Opens and clicks of emails", outcome: "removed", why: "" },
  bounces: { kind: "Emails that came back", outcome: "removed", why: "" },
  suppression: {
    kind: "Suppressed address",
    outcome: "kept",
    why: "The address stays on the suppression list, or they would be written to again.",
  },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

function query(kind: Kind, account: string, address: string): RawBuilder<unknown> {
  if (kind === "sent")
    return sql`select m.subject, m.sender, r.address, r.name, r.fields, r.status, r.reason, r.sent_at, r.bounced_at,
      r.complained_at, r.unsubscribed_at from email.recipients r
      join email.mailings m on m.customer_account = r.customer_account and m.id = r.mailing_id
      where r.customer_account = ${account} and r.address = ${address}`;
  if (kind === "engagement")
    return sql`select m.subject, (
        select array_agg(m.content -> 'links' -> k.link ->> 'template' order by k.link) from email.link_clicks k
        where k.customer_account = e.customer_account and k.mailing_id = e.mailing_id and k.seq = e.seq) as links, e.opens, e.opened_at, e.clicks, e.clicked_at, e.prefetches, e.prefetched_at
      from email.engagement e
      join email.recipients r on r.customer_account = e.customer_account and r.mailing_id = e.mailing_id and r.seq = e.seq
      join email.mailings m on m.customer_account = e.customer_account and m.id = e.mailing_id
      where r.customer_account = ${account} and r.address = ${address}`;
  if (kind === "bounces")
    return sql`select address, kind, code, reason, at from email.bounces where customer_account = ${account} and address = ${address}`;
  return sql`select s.address, coalesce(l.name, 'All emails') as list, s.source, s.reason, s.added_by, s.created_at, s.expires_at
    from email.suppressions s left join email.lists l on l.customer_account = s.customer_account and l.id = s.list_id
    where s.customer_account = ${account} and s.address = ${address}`;
}

export async function personCounts(trx: Trx, account: string, { email }: DataSubject): Promise<SubjectRecordCount[]> {
  const found: SubjectRecordCount[] = [];
  if (!email) return found;
  for (const name of names) {
    const row = await checkedRow(
      trx,
      CountRow,
      sql`select count(*)::int as count from (${query(name, account, email)}) r`,
    );
    const count = row?.count ?? 0;
    if (count > 0) found.push({ ...kinds[name], count });
  }
  return found;
}

const PersonSectionRow = z.record(z.string(), z.unknown());

export async function personSections(trx: Trx, account: string, { email }: DataSubject): Promise<SubjectDataSection[]> {
  const sections: SubjectDataSection[] = [];
  if (!email) return sections;
  for (const name of names) {
    const rows = await checkedRows(trx, PersonSectionRow, sql`${query(name, account, email)} limit ${maxRecords + 1}`);
    if (rows.length > 0)
      sections.push({ kind: kinds[name].kind, rows: rows.slice(0, maxRecords), more: rows.length > maxRecords });
  }
  return sections;
}
