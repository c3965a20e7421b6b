import { type RawBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { pointKey } from "../../../rules/contact-points";
import { currencies, type RecordKind, recordKinds } from "../../../rules/crm";
import type { ListSort } from "../../../rules/list-orders";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { count, countCap, likePattern, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { numberBeginnings, scanned, startsWith, typedDigits } from "../../kit/search-ranges";
import { HttpError } from "../../kit/serve";
import type { Organisation, OrganisationDetail, organisationCalls } from "../contract.organisations";
import type { ContactPoint } from "../contract.records";
import { listOrganisationPoints, organisationsByBeginning, organisationsByPart } from "../points/organisations";
import { listLikely } from "./matches";

type OrganisationQuery = z.output<typeof organisationCalls.organisations.query>;

/** What of people and deals the caller may see. */
export type OrganisationScope = { deals: boolean };

const OrganisationRow = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string(),
  domain: z.string(),
  phone: z.string(),
  email: z.string(),
  town: z.string(),
  address: z.string(),
  tax_pin: z.string(),
  note: z.string(),
  sales_manager_id: z.string().nullable(),
  sales_manager: z.string(),
  version: z.number(),
  created_by: z.string(),
  created_at: z.date(),
});
export type OrganisationRow = z.infer<typeof OrganisationRow>;

const columns = sql.raw(`o.id, o.name, o.website, o.domain, o.phone, o.email, o.town, o.address, o.tax_pin, o.note,
  o.sales_manager_id, o.sales_manager, o.version, o.created_by, o.created_at`);

const orders = namedOrders<ListSort<"organisations">>(
  { created: [], name: keyColumn("text", "o.name_start") },
  keyColumn("bigint", "o.id"),
);

/** Counting what belongs to one organisation of a list stops here. */
const heldCap = 1_001;

/** A page of organisations, each with how many people and open deals it has. */
export async function organisationPage(trx: Trx, account: string, query: OrganisationQuery, scope: OrganisationScope) {
  const { sales_manager, town } = query;
  const conditions = [sql<SqlBool>`o.customer_account = ${account}`, await searchCondition(trx, account, query.q)];
  if (sales_manager !== undefined)
    conditions.push(
      sales_manager === "none" ? sql`o.sales_manager_id is null` : sql`o.sales_manager_id = ${sales_manager}`,
    );
  if (town) conditions.push(sql`lower(o.town) = lower(${town})`);
  const from = sql`crm.organisations o where ${sql.join(conditions, sql` and `)}`;
  const page = await pageOfRows(trx, query, {
    ...{ select: columns, from, order: orders(query.sort), schema: OrganisationRow, total: count(trx, from) },
  });
  const ids = page.data.map(({ id }) => id);
  const held = await countHeld(trx, account, ids);
  const points = query.points && (await listContactPoints(trx, account, ids));
  return {
    ...page,
    data: page.data.map(({ domain: _, address: _1, tax_pin: _2, note: _3, created_at, ...row }): Organisation => {
      const { people = 0, open_deals = 0 } = held.find(({ id }) => id === row.id) ?? {};
      return {
        ...{ ...row, created_at: created_at.toISOString(), people, open_deals: scope.deals ? open_deals : null },
        ...(points ? { contact_points: points.get(row.id) ?? [] } : {}),
      };
    }),
  };
}

/** The rows of numbers and addresses of these organisations. */
async function listContactPoints(trx: Trx, account: string, ids: readonly number[]) {
  const points = new Map<number, ContactPoint[]>();
  for (const { organisation_id, created_at, ...point } of await listOrganisationPoints(trx, account, ids)) {
    const said = { ...point, created_at: created_at.toISOString() };
    points.set(organisation_id, [...(points.get(organisation_id) ?? []), said]);
  }
  return points;
}

const HeldRow = z.object({ id: z.number(), people: z.number(), open_deals: z.number() });

function countHeld(trx: Trx, account: string, ids: readonly number[]) {
  const theirs = sql`crm.organisation_records m where m.customer_account = ${account} and m.organisation_id = x.id`;
  return checkedRows(
    trx,
    HeldRow,
    sql`select x.id,
        (select count(*)::int from (select from ${theirs} and m.kind = 'contact' limit ${sql.lit(heldCap)}) a) as people,
        (select count(*)::int from (select from crm.records l
            join crm.stages s on s.customer_account = l.customer_account and s.id = l.stage_id
          where l.customer_account = ${account} and s.category in ('new', 'working')
            and l.id in (select m.record_id from ${theirs} and m.kind = 'deal')
          limit ${sql.lit(heldCap)}) b) as open_deals
      from unnest(${bigints(ids)}) x (id)`,
  );
}

/**
 * Up to 20,000 organisations any part of a name, town, website, address or number; above that what a name, a website, an
 * address or a number begins with, from indexes.
 */
async function searchCondition(trx: Trx, account: string, typed: string): Promise<RawBuilder<SqlBool>> {
  const q = typed.trim();
  if (q === "") return sql`true`;
  const digits = typedDigits(q);
  const numbers = digits ? numberBeginnings(q, digits) : [];
  const there = sql`crm.organisations where customer_account = ${account}`;
  if ((await count(trx, there, { cap: scanned + 1 })).rows < scanned) {
    const like = likePattern(q);
    const parts = [
      ...["name", "town", "domain", "email"].map((name) => sql<SqlBool>`${sql.ref(`o.${name}`)} ilike ${like}`),
      ...[...numbers, ...(digits ? [digits] : [])].map((part) => sql<SqlBool>`strpos(o.phone, ${part}) > 0`),
      sql<SqlBool>`o.tax_pin = upper(${q})`,
      sql<SqlBool>`o.id in ${organisationsByPart(account, q)}`,
    ];
    return sql`(${sql.join(parts, sql` or `)})`;
  }
  const text = sql<string>`lower(${q}::text)`;
  const ranges = [
    startsWith(sql.raw("o.name_start"), text),
    sql<SqlBool>`(o.domain <> '' and ${startsWith(sql.raw("o.domain"), text)})`,
    sql<SqlBool>`(o.email_key <> '' and ${startsWith(sql.raw("o.email_key"), text)})`,
    ...numbers.map(
      (prefix) => sql<SqlBool>`(o.phone <> '' and ${startsWith(sql.raw("o.phone"), sql`${prefix}::text`)})`,
    ),
  ];
  const each = ranges.map(
    (range) => sql`(select o.id from crm.organisations o
      where o.customer_account = ${account} and ${range} limit ${sql.lit(countCap)})`,
  );
  const all = [...each, ...organisationsByBeginning(account, q, countCap)];
  return sql`o.id in (${sql.join(all, sql` union `)})`;
}

/** @throws HttpError 404 */
export async function findOrganisation(trx: Trx, account: string, id: number, lock = false): Promise<OrganisationRow> {
  const found = await checkedRow(
    trx,
    OrganisationRow,
    sql`select ${columns} from crm.organisations o
      where o.customer_account = ${account} and o.id = ${id} ${lock ? sql`for update` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such organisation.");
  return found;
}

/** One organisation with all that its page says. @throws HttpError 404 */
export async function loadOrganisation(
  trx: Trx,
  account: string,
  id: number,
  scope: OrganisationScope,
): Promise<OrganisationDetail> {
  const { domain: _, created_at, ...found } = await findOrganisation(trx, account, id);
  const { name, website, phone, email } = found;
  const kinds: RecordKind[] = scope.deals ? ["contact", "deal"] : ["contact"];
  const points = (await listContactPoints(trx, account, [id])).get(id) ?? [];
  const further = points.filter(({ is_primary }) => !is_primary).map((point) => pointKey(point.value));
  const [people, deals, changes, activities, likely] = await Promise.all([
    count(
      trx,
      sql`crm.organisation_records m
        where m.customer_account = ${account} and m.organisation_id = ${id} and m.kind = 'contact'`,
    ),
    scope.deals ? sumDeals(trx, account, id) : null,
    listChanges(trx, account, id),
    listActivities(trx, account, id, kinds),
    listLikely(trx, account, { name, website, phone, email, further }, id),
  ]);
  return {
    ...found,
    created_at: created_at.toISOString(),
    contact_points: points,
    people: people.rows,
    ...{ deals, changes, activities, likely },
  };
}

const DealRow = z.object({
  state: z.enum(["open", "won", "lost"]),
  currency: z.enum(currencies),
  deals: z.number(),
  cents: z.number(),
});

/** What the deals of an organisation are worth: open, won and lost ones apart, and each currency by itself. */
function sumDeals(trx: Trx, account: string, id: number) {
  return checkedRows(
    trx,
    DealRow,
    sql`select case when s.category in ('won', 'lost') then s.category else 'open' end as state, l.currency,
        count(*)::int as deals, coalesce(sum(l.value_cents), 0)::bigint as cents
      from crm.organisation_records m
      join crm.records l on l.customer_account = m.customer_account and l.id = m.record_id
      join crm.stages s on s.customer_account = l.customer_account and s.id = l.stage_id
      where m.customer_account = ${account} and m.organisation_id = ${id} and m.kind = 'deal'
      group by 1, 2 order by 1, 2`,
  );
}

const ChangeRow = z.object({
  ...{ id: z.number(), at: z.date(), by: z.string(), field: z.string() },
  ...{ before: z.string(), after: z.string() },
});

async function listChanges(trx: Trx, account: string, id: number) {
  const found = await checkedRows(
    trx,
    ChangeRow,
    sql`select id, at, by, field, before, after from crm.organisation_changes
      where customer_account = ${account} and organisation_id = ${id} order by id desc limit 100`,
  );
  return found.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
}

const ActivityRow = z.object({
  kind: z.enum(["note", "call", "appointment"]),
  at: z.date(),
  record_kind: z.enum(recordKinds),
  record_id: z.number(),
  record_name: z.string(),
  text: z.string(),
  by: z.string(),
});

/** The newest notes and appointments of its newest people and deals. */
async function listActivities(trx: Trx, account: string, id: number, kinds: readonly RecordKind[]) {
  const theirs = sql`(select m.record_id from crm.organisation_records m
      where m.customer_account = ${account} and m.organisation_id = ${id} and m.kind = any(${texts(kinds)})
      order by m.record_id desc limit 1000) x
    join crm.records l on l.customer_account = ${account} and l.id = x.record_id`;
  const found = await checkedRows(
    trx,
    ActivityRow,
    sql`(select 'note' as kind, n.created_at as at, l.kind as record_kind, l.id as record_id, l.name as record_name,
          left(n.text, 500) as text, n.by
        from ${theirs} join crm.notes n on n.customer_account = ${account} and n.record_id = l.id
        order by n.created_at desc limit 20)
      union all
      (select 'call', c.at, l.kind, l.id, l.name,
          concat_ws(': ', c.direction || ' call, ' || c.outcome, nullif(left(c.note, 500), '')), c.by
        from ${theirs} join crm.logged_calls c on c.customer_account = ${account} and c.record_id = l.id
        order by c.at desc limit 20)
      union all
      (select 'appointment', a.starts_at, l.kind, l.id, l.name,
          a.title || case when a.state = 'cancelled' then ' (called off)' else '' end, a.user_name
        from ${theirs} join crm.appointments a on a.customer_account = ${account} and a.record_id = l.id
        order by a.starts_at desc limit 20)
      order by at desc limit 20`,
  );
  return found.map(({ at, kind, text, by, ...record }) => ({
    ...{ kind, at: at.toISOString(), text, by },
    record: { kind: record.record_kind, id: record.record_id, name: record.record_name },
  }));
}
