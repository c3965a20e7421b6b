import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { maxRecords, type SubjectDataSection, type SubjectRecordCount } from "../../kit/person-data";
import { CountRow, checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import type { Theirs } from "./find-by-subject";

/** What an erasure does with each kind of data of this service. */
const kinds = {
  people: {
    kind: "Customers in the chat",
    outcome: "anonymised",
    why: "Name, number, address and what they told of themselves go; that there was someone stays.",
  },
  identities: { kind: "Ways into the chat", outcome: "removed", why: "" },
  contacts: {
    kind: "Chat conversations",
    outcome: "anonymised",
    why: "Who it was and where they came from go; number, times, states, channel and who answered stay for the reports.",
  },
  messages: {
    kind: "Chat messages",
    outcome: "anonymised",
    why: "The words go; when was written, and by which agent, stays.",
  },
  answers: { kind: "Answers to chat forms", outcome: "removed", why: "" },
  consents: {
    kind: "Consent given in the chat",
    outcome: "removed",
    why: "What was agreed stays in the log of consent.",
  },
  ratings: {
    kind: "Ratings of chats",
    outcome: "anonymised",
    why: "The stars stay; what was written beside them goes.",
  },
  filesSent: { kind: "Files sent to them in chats", outcome: "removed", why: "" },
  filesReceived: {
    kind: "Files they sent in chats",
    outcome: "removed",
    why: "",
  },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

/** Bound to the conversation when an agent sent it; what comes in is kept by the service of its network. */
export const sentByAgent = sql<boolean>`(m.author = 'agent' and m.author_id is not null)`;

function query(kind: Kind, account: string, theirs: Theirs): RawBuilder<unknown> {
  const people = sql`customer_account = ${account} and id = any(${bigints(theirs.people)})`;
  const contacts = sql`customer_account = ${account} and contact_id = any(${bigints(theirs.contacts)})`;
  if (kind === "people")
    return sql`select id as customer, name, email, msisdn as phone, language, verified, blocked_at, made_at, seen_at
      from chat.people where ${people} order by id`;
  if (kind === "identities")
    return sql`select i.channel, i.name as inbox, d.external_id, d.since
      from chat.identities d join chat.inboxes i on i.customer_account = d.customer_account and i.id = d.inbox_id
      where d.customer_account = ${account} and d.person_id = any(${bigints(theirs.people)}) order by d.since, d.external_id`;
  if (kind === "contacts")
    return sql`select contact_id as conversation, channel, user_id as external_id, name, msisdn as phone, email, recipient,
        language, page, response_by, started, ended_at, ended_by, disposition_label as disposition, disposition_note,
        (select string_agg(l.name, ', ' order by lower(l.name)) from chat.contact_labels x
          join chat.labels l on l.customer_account = x.customer_account and l.id = x.label_id
          where x.customer_account = contacts.customer_account and x.contact_id = contacts.contact_id) as labels, created_at
      from chat.contacts where ${contacts} order by contact_id`;
  if (kind === "messages")
    return sql`select contact_id as conversation, author, author_name as by, type, text, meta, file_name as file, at, status,
        deleted_at from chat.messages where ${contacts} order by contact_id, at, id`;
  if (kind === "ratings")
    return sql`select contact_id as conversation, rating, rating_note as note, rated_at
      from chat.contacts where ${contacts} and rating is not null order by contact_id`;
  if (kind === "filesSent" || kind === "filesReceived")
    return sql`select contact_id as conversation, file_name as name, file_type as type, file_bytes as bytes, at, file_id
      from chat.messages m where ${contacts} and file_id is not null
        and ${kind === "filesSent" ? sentByAgent : sql`not ${sentByAgent}`} order by id`;
  // What a form asks for is an answer, unless it is a box that says yes: then it is the time of the tick.
  const isConsent = sql`(a.key = 'consent' or a.key in (
    select f ->> 'name' from chat.forms s cross join jsonb_array_elements(s.fields) f
    where s.customer_account = ${account} and f ->> 'kind' = 'consent'))`;
  const which = kind === "consents" ? isConsent : sql`not ${isConsent}`;
  const value = sql.ref(kind === "consents" ? "agreed_at" : "answer");
  return sql`
    select contact_id as conversation, a.key as question, a.value as ${value}
    from chat.contacts cross join jsonb_each_text(form) a where ${contacts} and ${which}
    union all
    select null, a.key, a.value from chat.people cross join jsonb_each_text(fields) a where ${people} and ${which}
    order by 1 nulls first, 2`;
}

export async function countRecords(trx: Trx, account: string, theirs: Theirs): Promise<SubjectRecordCount[]> {
  if (isNobody(theirs)) return [];
  const found: SubjectRecordCount[] = [];
  for (const name of names) {
    const [row] = await checkedRows(
      trx,
      CountRow,
      sql`select count(*)::int as count from (${query(name, account, theirs)}) r`,
    );
    if (row && row.count > 0) found.push({ ...kinds[name], count: row.count });
  }
  return found;
}

const SectionRow = z.record(z.string(), z.unknown());

/** `link` gives a file's address, good as long as the archive is kept. Notes that colleagues wrote for each other stay in. */
export async function listSections(
  trx: Trx,
  account: string,
  theirs: Theirs,
  link: (file: string) => Promise<string>,
): Promise<SubjectDataSection[]> {
  if (isNobody(theirs)) return [];
  const sections: SubjectDataSection[] = [];
  for (const name of names) {
    const found = await checkedRows(trx, SectionRow, sql`${query(name, account, theirs)} limit ${maxRecords + 1}`);
    if (found.length === 0) continue;
    const kept: Record<string, unknown>[] = [];
    for (const { file_id, ...row } of found.slice(0, maxRecords))
      kept.push(typeof file_id === "string" ? { ...row, link: await link(file_id) } : row);
    sections.push({ kind: kinds[name].kind, rows: kept, more: found.length > maxRecords });
  }
  return sections;
}

export function isNobody({ people, contacts }: Theirs): boolean {
  return people.length === 0 && contacts.length === 0;
}
