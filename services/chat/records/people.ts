import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { likePattern } from "../../kit/paging";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { ChatPerson } from "../contract.schemas";

export const PersonRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  msisdn: z.string().nullable(),
  language: z.string(),
  fields: z.record(z.string(), z.string()),
  verified: z.boolean(),
  blocked_at: z.date().nullable(),
  merged_into: z.number().nullable(),
});
export type PersonRow = z.infer<typeof PersonRow>;

export function personRow(trx: Trx, account: string, id: number): Promise<PersonRow | undefined> {
  return checkedRow(trx, PersonRow, sql`select * from chat.people where customer_account = ${account} and id = ${id}`);
}

/** The one that a person was joined into, or themselves. @throws HttpError 404 */
export async function loadRootPerson(trx: Trx, account: string, id: number): Promise<PersonRow> {
  const found = await personRow(trx, account, id);
  if (!found) throw new HttpError(404, "There is no such customer.");
  return (found.merged_into && (await personRow(trx, account, found.merged_into))) || found;
}

/** Customers by a name, a number or an address; who was seen last comes first. */
export function foundPeople(trx: Trx, account: string, q: string): Promise<PersonRow[]> {
  const like = likePattern(q);
  const digits = q.replace(/\D/g, "").replace(/^0/, "");
  return checkedRows(
    trx,
    PersonRow,
    sql`
    select * from chat.people where customer_account = ${account} and merged_into is null
      and (${q} = '' or name ilike ${like} or email ilike ${like} or (${digits.length >= 4} and msisdn like ${likePattern(digits)}))
    order by seen_at desc limit 20`,
  );
}

/** Everybody that is one person with this one: the root and who was joined into it. */
export async function listMergedPeople(trx: Trx, account: string, root: number): Promise<number[]> {
  const joined = await checkedRows(
    trx,
    IdRow,
    sql`select id from chat.people where customer_account = ${account} and merged_into = ${root} order by id`,
  );
  return [root, ...joined.map(({ id }) => id)];
}

const IdentityRow = ChatPerson.shape.identities.element.extend({ root: z.number() });

const JoinedRow = z.object({
  root: z.number(),
  id: z.number(),
  name: z.string(),
  email: z.string(),
  msisdn: z.string().nullable(),
});

/** People as the contract has them, with every door they came through. */
export async function shownPeople(trx: Trx, account: string, roots: readonly PersonRow[]): Promise<ChatPerson[]> {
  if (roots.length === 0) return [];
  const ids = bigints(roots.map(({ id }) => id));
  const contactPoints = await checkedRows(
    trx,
    IdentityRow,
    sql`
    select coalesce(p.merged_into, p.id) as root, i.channel, i.name as inbox, d.external_id, extract(epoch from d.since)::bigint as since
    from chat.people p join chat.identities d on d.customer_account = p.customer_account and d.person_id = p.id
    join chat.inboxes i on i.customer_account = d.customer_account and i.id = d.inbox_id
    where p.customer_account = ${account} and (p.id = any(${ids}) or p.merged_into = any(${ids})) order by d.since limit 500`,
  );
  const joined = await checkedRows(
    trx,
    JoinedRow,
    sql`
    select merged_into as root, id, name, email, msisdn from chat.people
    where customer_account = ${account} and merged_into = any(${ids}) order by id`,
  );
  return roots.map(({ blocked_at, ...person }) => {
    const merged = joined.filter(({ root }) => root === person.id);
    return {
      ...person,
      email: person.email || (merged.find(({ email }) => email !== "")?.email ?? ""),
      msisdn: person.msisdn ?? merged.find(({ msisdn }) => msisdn !== null)?.msisdn ?? null,
      blocked: blocked_at !== null,
      identities: contactPoints.filter(({ root }) => root === person.id),
      merged: merged.map(({ id, name }) => ({ id, name })),
    };
  });
}

/** One person as the contract has them. @throws HttpError 404 */
export async function shownPerson(trx: Trx, account: string, id: number): Promise<ChatPerson> {
  const [shown] = await shownPeople(trx, account, [await loadRootPerson(trx, account, id)]);
  if (!shown) throw new HttpError(404, "There is no such customer.");
  return shown;
}
