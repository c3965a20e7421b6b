import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { type DataSubject, maxRecords, type SubjectDataSection, type SubjectRecordCount } from "../../kit/person-data";
import { CountRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { type CopyKind, copyKinds, copyQuery } from "./copies";
import { subjectTickets } from "./find-by-subject";

/** What an erasure does with each kind of data of this service. */
const kinds = {
  tickets: {
    kind: "Tickets",
    outcome: "anonymised",
    why: "Name, number, address, subject and text go; the ticket's number, times and states stay for the reports.",
  },
  comments: {
    kind: "Comments on their tickets",
    outcome: "anonymised",
    why: "The words go; who answered and when stays.",
  },
  items: { kind: "Checklists on their tickets", outcome: "anonymised", why: "The words go; what was done stays." },
  files: { kind: "Files on their tickets", outcome: "removed", why: "" },
  ...copyKinds,
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

/** Tickets' numbers, oldest first. What came to one by a merge belongs to the ticket where it was written. */
export async function listIds(trx: Trx, account: string, whom: DataSubject): Promise<number[]> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select id from ticketing.tickets t where ${subjectTickets(account, whom)} order by id`,
  );
  return found.map(({ id }) => id);
}

function query(kind: Exclude<Kind, CopyKind>, account: string, ids: readonly number[]): RawBuilder<unknown> {
  const their = bigints(ids);
  if (kind === "tickets")
    return sql`select id as ticket, subject, description, status, product, source, customer_name, customer_phone,
        customer_email, cc, customer_id, created_at, resolved_at, closed_at, deleted_at
      from ticketing.tickets where customer_account = ${account} and id = any(${their}) order by id`;
  if (kind === "comments")
    return sql`select origin_id as ticket, kind, author, sender, body, at from ticketing.comments
      where customer_account = ${account} and origin_id = any(${their}) order by id`;
  if (kind === "items")
    return sql`select ticket_id as ticket, name, description, done, due_at, created_at from ticketing.items
      where customer_account = ${account} and ticket_id = any(${their}) order by id`;
  return sql`select origin_id as ticket, name, type, bytes, added_by, added_at, file_id from ticketing.files
    where customer_account = ${account} and origin_id = any(${their}) order by id`;
}

/** What there is to ask for: their own tickets, and by their address what they are on beside. */
async function queries(trx: Trx, account: string, whom: DataSubject): Promise<[Kind, RawBuilder<unknown>][]> {
  const own = await listIds(trx, account, whom);
  const email = whom.email?.toLowerCase();
  return names.flatMap((name): [Kind, RawBuilder<unknown>][] => {
    if (name in copyKinds) return email ? [[name, copyQuery(name as CopyKind, { account, email, own })]] : [];
    return own.length > 0 ? [[name, query(name as Exclude<Kind, CopyKind>, account, own)]] : [];
  });
}

export async function personCounts(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
  const found: SubjectRecordCount[] = [];
  for (const [name, asked] of await queries(trx, account, whom)) {
    const [row] = await checkedRows(trx, CountRow, sql`select count(*)::int as count from (${asked}) r`);
    if (row && row.count > 0) found.push({ ...kinds[name], count: row.count });
  }
  return found;
}

const PersonSectionRow = z.record(z.string(), z.unknown());

/** `link` gives a file's address, good as long as the archive is kept. Notes that colleagues wrote for each other stay in. */
export async function personSections(
  trx: Trx,
  account: string,
  whom: DataSubject,
  link: (file: string) => Promise<string>,
): Promise<SubjectDataSection[]> {
  const sections: SubjectDataSection[] = [];
  for (const [name, asked] of await queries(trx, account, whom)) {
    const found = await checkedRows(trx, PersonSectionRow, sql`${asked} limit ${maxRecords + 1}`);
    if (found.length === 0) continue;
    const kept = found.slice(0, maxRecords);
    sections.push({
      kind: kinds[name].kind,
      rows: name === "files" || name === "letterFiles" ? await withLinks(kept, link) : kept,
      more: found.length > maxRecords,
    });
  }
  return sections;
}

async function withLinks(files: readonly Record<string, unknown>[], link: (file: string) => Promise<string>) {
  const linked: Record<string, unknown>[] = [];
  for (const { file_id, ...file } of files)
    linked.push({ ...file, link: typeof file_id === "string" ? await link(file_id) : "" });
  return linked;
}
