import { sql } from "kysely";
import { z } from "zod";
import { parsePhone } from "../../../rules/phone.foreign";
import type { Trx } from "../../kit/database";
import { byTime } from "../../kit/ordering";
import { type PageQuery, pageOfRows, toIso } from "../../kit/paging";
import type { DataSubject, SubjectRecordCount } from "../../kit/person-data";
import { checkedRow } from "../../kit/row-schema";
import { PersonRequest } from "../contract.privacy";

/** Days for which an archive can be downloaded. */
export const archiveDays = 7;

const RequestRow = PersonRequest.omit({ url: true }).extend({
  created_at: z.date(),
  finished_at: z.date().nullable(),
  expires_at: z.date().nullable(),
  file_id: z.string().nullable(),
  msisdn: z.string().nullable(),
  email: z.string().nullable(),
});
export type RequestRow = z.infer<typeof RequestRow>;

const columns = sql`id, kind, label, state, outcome, message, file_id, expires_at, requested_by, created_at, finished_at,
  msisdn, email`;

/** The number or address that somebody wrote, as it is kept; nothing when it is neither. */
export function readContact(text: string): DataSubject | undefined {
  if (text.includes("@")) {
    const email = text.trim().toLowerCase();
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254 ? { msisdn: null, email } : undefined;
  }
  const phone = parsePhone(text);
  return phone.ok ? { msisdn: phone.e164, email: null } : undefined;
}

export function shownContact({ msisdn, email }: DataSubject): string {
  return msisdn ?? email ?? "";
}

/** "+254*****06", "a****@firm.test": enough to know it again, too little to keep a person who was erased. */
export function masked({ msisdn, email }: DataSubject): string {
  if (msisdn) return `${msisdn.slice(0, 4)}*****${msisdn.slice(-2)}`;
  const [name = "", host = ""] = (email ?? "").split("@");
  return `${name.slice(0, 1)}****@${host}`;
}

export async function addRequest(
  trx: Trx,
  account: string,
  request: { kind: PersonRequest["kind"]; whom: DataSubject; by: { id: string; name: string } },
): Promise<RequestRow> {
  const { kind, whom, by } = request;
  const label = kind === "erasure" ? masked(whom) : shownContact(whom);
  const row = await checkedRow(
    trx,
    RequestRow,
    sql`
    insert into identity.person_requests (customer_account, kind, msisdn, email, label, requested_by, requested_by_id)
    values (${account}, ${kind}, ${whom.msisdn}, ${whom.email}, ${label}, ${by.name}, ${by.id})
    returning ${columns}`,
  );
  if (!row) throw new Error("the request was not written");
  return row;
}

export async function findRequest(trx: Trx, account: string, id: number): Promise<RequestRow | undefined> {
  return checkedRow(
    trx,
    RequestRow,
    sql`
    select ${columns} from identity.person_requests where customer_account = ${account} and id = ${id}`,
  );
}

type RequestProgress = {
  state: PersonRequest["state"];
  message?: string;
  outcome?: SubjectRecordCount[];
  file_id?: string;
};

/** What has become of a request. One that is done is dated; an erasure that is done forgets whom it was about. */
export async function moveRequest(trx: Trx, account: string, id: number, moved: RequestProgress): Promise<void> {
  const done = moved.state === "done";
  await trx
    .updateTable("identity.person_requests")
    .set({
      state: moved.state,
      message: moved.message ?? "",
      ...(moved.outcome ? { outcome: JSON.stringify(moved.outcome) } : {}),
      ...(moved.file_id ? { file_id: moved.file_id, expires_at: new Date(Date.now() + archiveDays * 86_400_000) } : {}),
      ...(done ? { finished_at: new Date() } : {}),
    })
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .execute();
  if (done)
    await sql`
      update identity.person_requests set msisdn = null, email = null
      where customer_account = ${account} and id = ${id} and kind = 'erasure'`.execute(trx);
}

export function shownRequest(row: RequestRow, url: string | null): PersonRequest {
  const { created_at, finished_at, expires_at, file_id: _file, msisdn: _msisdn, email: _email, ...rest } = row;
  return {
    ...rest,
    url,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  };
}

const newestRequests = byTime("created_at", "id");

export async function requestPage(trx: Trx, account: string, pageQuery: PageQuery & { kind?: string | undefined }) {
  const here = sql`customer_account = ${account} ${pageQuery.kind ? sql`and kind = ${pageQuery.kind}` : sql``}`;
  const from = sql`identity.person_requests where ${here}`;
  const page = await pageOfRows(trx, pageQuery, { schema: RequestRow, select: columns, from, order: newestRequests });
  return { ...page, data: page.data.map((row) => shownRequest(row, null)) };
}

const newestConsents = byTime("at", "id");
const ConsentRow = z.object({
  id: z.number(),
  moment: z.string(),
  contact: z.string(),
  change: z.enum(["in", "out"]),
  source: z.string(),
  by: z.string(),
});

/** Every yes and no, newest first; a search finds whole numbers and addresses, however they are written. */
export async function consentPage(trx: Trx, account: string, pageQuery: PageQuery & { q: string }) {
  const whom = pageQuery.q === "" ? undefined : readContact(pageQuery.q);
  const subject =
    pageQuery.q === "" ? sql`true` : sql`contact = ${whom ? shownContact(whom) : pageQuery.q.toLowerCase()}`;
  const here = sql`customer_account = ${account} and ${subject}`;
  const select = sql`id, at::text as moment, contact, change, source, by`;
  const from = sql`events.consents where ${here}`;
  const page = await pageOfRows(trx, pageQuery, { schema: ConsentRow, select, from, order: newestConsents });
  return { ...page, data: page.data.map(({ moment, ...row }) => ({ ...row, at: toIso(moment) })) };
}

/** Whom a request is about. */
export function dataSubject({ msisdn, email }: RequestRow): DataSubject {
  return { msisdn, email };
}
