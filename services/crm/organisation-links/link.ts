import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { RecordKind } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";

/** The kinds that belong to organisations. */
export const organisationKinds = ["contact", "deal"] as const satisfies readonly RecordKind[];
export type OrganisationKind = (typeof organisationKinds)[number];

export function belongsToOrganisation(kind: RecordKind): kind is OrganisationKind {
  return organisationKinds.some((one) => one === kind);
}

const NamedOrganisation = z.object({ id: z.number(), name: z.string() });
export type NamedOrganisation = z.infer<typeof NamedOrganisation>;

/** @throws HttpError 422 where the account has no such organisation */
export async function findNamed(trx: Trx, account: string, id: number): Promise<NamedOrganisation> {
  const found = await checkedRow(
    trx,
    NamedOrganisation,
    // It is not deleted before the record belongs to it.
    sql`select id, name from crm.organisations where customer_account = ${account} and id = ${id} for key share`,
  );
  if (found) return found;
  throw new HttpError(422, "There is no such organisation.", { organisation_id: ["Choose an organisation."] });
}

/** The organisation of a record; nothing where it has none. */
export function findLinked(trx: Trx, account: string, record: number): Promise<NamedOrganisation | undefined> {
  return checkedRow(
    trx,
    NamedOrganisation,
    sql`select o.id, o.name from crm.organisation_records m
      join crm.organisations o on o.customer_account = m.customer_account and o.id = m.organisation_id
      where m.customer_account = ${account} and m.record_id = ${record}`,
  );
}

type LinkedRecord = { id: number; kind: RecordKind };

/** Puts a contact or a deal into an organisation, or with null out of the one it is in. */
export async function setOrganisation(
  trx: Trx,
  account: string,
  { id, kind }: LinkedRecord,
  organisation: number | null,
): Promise<void> {
  if (!belongsToOrganisation(kind)) return;
  if (organisation === null) return unlink(trx, account, [id]);
  await sql`
    insert into crm.organisation_records (customer_account, record_id, organisation_id, kind)
    values (${account}, ${id}, ${organisation}, ${kind})
    on conflict (customer_account, record_id) do update set organisation_id = excluded.organisation_id`.execute(trx);
}

/** Takes records out of their organisations. */
export async function unlink(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  await sql`delete from crm.organisation_records
    where customer_account = ${account} and record_id = any(${bigints(ids)})`.execute(trx);
}

type Origin = { by: string; import_id?: number };

/**
 * Links contacts and deals without an organisation to the one whose name their company says: the oldest of that name, or
 * a new one. Deals that say no company belong where their contact does. Answers the ids of the new ones.
 */
export async function linkByCompany(
  trx: Trx,
  account: string,
  ids: readonly number[],
  origin: Origin,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const unlinked = sql`crm.records l where l.customer_account = ${account} and l.id = any(${bigints(ids)})
    and l.kind in ('contact', 'deal')
    and not exists (select from crm.organisation_records m
      where m.customer_account = l.customer_account and m.record_id = l.id)`;
  const first = firstNamed(account, sql`l.company_key`);
  const missing = sql`from ${unlinked} and l.company_key <> '' and ${first} is null`;
  const lacking = await checkedRow(trx, IdRow, sql`select l.id ${missing} limit 1`);
  let made: { id: number }[] = [];
  if (lacking) {
    // Two who name the same new organisation at once: the second waits and finds that of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`crm.organisations ${account}`}, 0))`.execute(trx);
    made = await checkedRows(
      trx,
      IdRow,
      sql`insert into crm.organisations (customer_account, name, created_by, import_id)
      select ${account}, company, ${origin.by}, ${origin.import_id ?? null} from (
        select distinct on (l.company_key) l.company, l.id ${missing} order by l.company_key, l.id) x
      order by id returning id`,
    );
  }
  const link = (organisation: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    insert into crm.organisation_records (customer_account, record_id, organisation_id, kind)
    select customer_account, id, organisation, kind from (
      select l.customer_account, l.id, l.kind, ${organisation} as organisation from ${unlinked} and ${which}
      for key share of l) x
    where organisation is not null order by id
    on conflict do nothing`;
  await link(first, sql`l.company_key <> ''`).execute(trx);
  const contacts = sql`(select m.organisation_id from crm.organisation_records m
    where m.customer_account = l.customer_account and m.record_id = l.contact_id)`;
  await link(contacts, sql`l.kind = 'deal' and l.company = '' and l.contact_id is not null`).execute(trx);
  return made.map(({ id }) => id);
}

/** The oldest organisation of a name. The order is by an expression, so that the index of the name finds it. */
function firstNamed(account: string, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select o.id from crm.organisations o where o.customer_account = ${account}
    and o.name_key <> '' and o.name_key = ${key} order by o.id + 0 limit 1)`;
}

/** Adds an organisation that has a name and nothing else yet. */
export async function addNamed(trx: Trx, account: string, name: string, by: string): Promise<NamedOrganisation> {
  const { id } = await trx
    .insertInto("crm.organisations")
    .values({ customer_account: account, name, created_by: by })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, name };
}

/** Deletes organisations that nobody has changed and nothing belongs to, of those that `which` says. */
export async function removeUnused(trx: Trx, account: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from crm.organisations o where o.customer_account = ${account} and o.version = 1 and ${which}
      and not exists (select from crm.organisation_records m
        where m.customer_account = o.customer_account and m.organisation_id = o.id)`.execute(trx);
}
