import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { RecordKind } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { count, countCap, likePattern } from "../../kit/paging";
import { bigints, rows } from "../../kit/rows";
import { numberBeginnings, scanned, startsWith, turned, typedDigits } from "../../kit/search-ranges";

/**
 * Which records `l` of a kind a search finds; of deals also those whose contact is found. Up to 20,000 records of the kind
 * any part of a name, company, address or number; above that what begins so (a name, a surname, a company, an address, a
 * number) and numbers that end so, from indexes. What finds more than a list counts is looked for in the list's order.
 */
export async function searchCondition(
  trx: Trx,
  account: string,
  kind: RecordKind,
  typed: string,
): Promise<RawBuilder<SqlBool>> {
  const q = typed.trim();
  if (q === "") return sql`true`;
  const there = sql`crm.records where customer_account = ${account} and kind = ${kind}`;
  if ((await count(trx, there, { cap: scanned + 1 })).rows < scanned)
    return kind === "deal" ? either([anywhere("l", q), anywhere("c", q)]) : anywhere("l", q);
  const found = await rows<{ id: number }>(trx, matches(account, kind, q));
  if (found.length < countCap) return sql`l.id = any(${bigints(found.map(({ id }) => id))})`;
  return either(ranges("l", q));
}

/** The ids of what the indexes find, counted no further than a list counts. */
function matches(account: string, kind: RecordKind, q: string): RawBuilder<unknown> {
  const own = ranges("l", q).map(
    (range) => sql`(select l.id from crm.records l
      where l.customer_account = ${account} and l.kind = ${kind} and ${range} limit ${sql.lit(countCap)})`,
  );
  const byContact = ranges("c", q).map(
    (range) => sql`(select l.id from crm.records c
      join crm.records l on l.customer_account = ${account} and l.contact_id = c.id and l.kind = 'deal'
      where c.customer_account = ${account} and c.kind = 'contact' and ${range} limit ${sql.lit(countCap)})`,
  );
  const parts = kind === "deal" ? [...own, ...byContact] : own;
  return sql`select id from (${sql.join(parts, sql` union `)}) u limit ${sql.lit(countCap)}`;
}

/** What one index each answers. */
function ranges(table: "l" | "c", q: string): RawBuilder<SqlBool>[] {
  const column = (name: string) => sql.raw(`${table}.${name}`);
  const digits = typedDigits(q);
  if (digits) {
    const filled = sql`${column("phone")} <> ''`;
    const phone = sql.raw(`${table}.phone collate "C"`);
    return [
      ...numberBeginnings(q, digits).map(
        (prefix) => sql<SqlBool>`(${filled} and ${startsWith(phone, sql`${prefix}::text`)})`,
      ),
      sql<SqlBool>`(${column("phone_tail")} <> '' and ${startsWith(column("phone_tail"), sql`${turned(digits)}::text`)})`,
    ];
  }
  const text = sql<string>`lower(${q}::text)`;
  const filled = (name: string) => sql<SqlBool>`(${column(name)} <> '' and ${startsWith(column(name), text)})`;
  return [
    startsWith(column("name_start"), text),
    sql<SqlBool>`(${column("surname_start")} is not null and ${startsWith(column("surname_start"), text)})`,
    filled("company_start"),
    filled("email_key"),
  ];
}

/** The text anywhere in what a record is called and reached by. */
function anywhere(table: "l" | "c", q: string): RawBuilder<SqlBool> {
  const like = likePattern(q);
  const digits = typedDigits(q);
  const numbers = digits ? [...numberBeginnings(q, digits), digits] : [];
  return either([
    ...["name", "company", "email"].map((name) => sql<SqlBool>`${sql.raw(`${table}.${name}`)} ilike ${like}`),
    ...numbers.map((part) => sql<SqlBool>`strpos(${sql.raw(`${table}.phone`)}, ${part}) > 0`),
  ]);
}

function either(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`;
}
