import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import {
  type ComparedOrganisation,
  mailDomain,
  type OrganisationReason,
  organisationMatch,
  organisationReasons,
  readWebsite,
  websiteDomain,
} from "../../../rules/organisations";
import { parsePhone } from "../../../rules/phone.foreign";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { OrganisationMatch } from "../contract.organisations";
import { organisationsWith } from "../points/organisations";

/** Organisations of one name, website, number or address that are compared. */
const alike = 10;
/** Neighbours in the order of the names that are compared, before and after. */
const neighbours = 25;
/** As many are shown. */
const most = 5;

/** What is known of the organisation that is looked for. */
export type SoughtOrganisation = {
  name: string;
  website: string;
  phone: string;
  email: string;
  /** Further numbers in E.164, and further addresses in small letters. */
  further?: readonly string[];
};

const Compared = z.object({
  id: z.number(),
  name: z.string(),
  town: z.string(),
  website: z.string(),
  people: z.number(),
  name_key: z.string(),
  domain: z.string(),
  phone: z.string(),
  email_key: z.string(),
  further: z.array(z.string()),
});

const KeyRow = z.object({ key: z.string() });

/** Organisations that may be the one that is looked for, the likeliest first; each is found through an index. */
export async function listLikely(
  trx: Trx,
  account: string,
  { name, website, phone, email, further = [] }: SoughtOrganisation,
  except?: number,
): Promise<OrganisationMatch[]> {
  const parsed = parsePhone(phone);
  const key = await checkedRow(trx, KeyRow, sql`select crm.organisation_key(${name}::text) as key`);
  const sought = {
    name_key: key?.key ?? "",
    domain: websiteDomain(readWebsite(website) ?? "") || mailDomain(email),
    phone: parsed.ok ? parsed.e164 : "",
    email_key: email.toLowerCase(),
    further,
  };
  const found = await listCandidates(trx, account, { ...sought, name }, except);
  const weight = (reasons: readonly OrganisationReason[]) =>
    reasons.reduce((sum, reason) => sum + organisationReasons.length - organisationReasons.indexOf(reason), 0);
  return found
    .map((one) => ({ one, reasons: organisationMatch(sought, one) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => weight(b.reasons) - weight(a.reasons) || a.one.id - b.one.id)
    .slice(0, most)
    .map(({ one: { id, name, town, website, people }, reasons }) => ({ id, name, town, website, people, reasons }));
}

type Sought = ComparedOrganisation & { name: string; further: readonly string[] };

function listCandidates(trx: Trx, account: string, sought: Sought, except: number | undefined) {
  const here = sql`select o.* from crm.organisations o where o.customer_account = ${account}`;
  const same = (column: "name_key" | "domain" | "phone" | "email_key", values = [sought[column]]) =>
    sql`(${here} and ${sql.ref(`o.${column}`)} <> '' and ${sql.ref(`o.${column}`)} = any(${texts(values)})
      order by o.id limit ${sql.lit(alike)})`;
  const points = [sought.phone, sought.email_key, ...sought.further].filter((key) => key !== "");
  const further = sql`(${here} and o.id in ${organisationsWith(account, points, alike)})`;
  const start = sql`lower(${sought.name}::text)`;
  const near: RawBuilder<unknown>[] =
    sought.name_key === ""
      ? []
      : [
          sql`(${here} and o.name_start >= ${start} order by o.name_start, o.id limit ${sql.lit(neighbours)})`,
          sql`(${here} and o.name_start < ${start} order by o.name_start desc, o.id desc limit ${sql.lit(neighbours)})`,
        ];
  const all = [
    ...[same("name_key"), same("domain"), same("phone", points), same("email_key", points)],
    ...[...(points.length === 0 ? [] : [further]), ...near],
  ];
  return checkedRows(
    trx,
    Compared,
    sql`select x.id, x.name, x.town, x.website, x.name_key, x.domain, x.phone, x.email_key,
        array(select p.key from crm.organisation_points p where p.customer_account = ${account}
          and p.organisation_id = x.id and not p.is_primary) as further,
        (select count(*)::int from (select from crm.organisation_records m where m.customer_account = ${account}
          and m.organisation_id = x.id and m.kind = 'contact' limit 1001) counted) as people
      from (${sql.join(all, sql` union `)}) x where x.id is distinct from ${except ?? null}::bigint`,
  );
}
