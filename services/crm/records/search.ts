import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { RecordKind } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { count, countCap, likePattern } from "../../kit/paging";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { numberBeginnings, scanned, startsWith, turned, typedDigits } from "../../kit/search-ranges";
import { recordsByBeginning, recordsByPart } from "../points/find";

/** Which records `l` beside their contacts `c` a search finds, and how far it is worth counting them. */
export type FoundRecords = { where: RawBuilder<SqlBool>; cap: number };

/** What very many have is counted no further: the list reads them in its order. */
const commonCap = 1_001;

/**
 * Which records of a kind a search finds; of deals also those whose contact is found, unless more than 10,000 contacts are. Up to 20,000 records of the kind
 * any part of a name, company, address or number; above that what begins so (a name, a surname, a company, an address, a
 * number) and numbers that end so, from indexes. Further numbers and addresses are looked at like the first ones.
 */
export async function searchCondition(
  trx: Trx,
  account: string,
  kind: RecordKind,
  typed: string,
): Promise<FoundRecords> {
  const q = typed.trim();
  if (q === "") return { where: sql`true`, cap: countCap };
  const withContact = (condition: (table: "l" | "c") => RawBuilder<SqlBool>) =>
    kind === "deal" ? either([condition("l"), condition("c")]) : condition("l");
  // Asked once for the whole search: the further numbers and addresses of a deal are those of its contact.
  const further = (table: "l" | "c", ids: (of: RecordKind) => RawBuilder<unknown>) =>
    sql<SqlBool>`${sql.raw(`${table}.id`)} in ${ids(table === "c" ? "contact" : kind)}`;
  const there = sql`crm.records where customer_account = ${account} and kind = ${kind}`;
  if ((await count(trx, there, { cap: scanned + 1 })).rows < scanned)
    return {
      where: withContact((table) =>
        anywhere(
          table,
          q,
          further(table, (of) => recordsByPart(account, of, q)),
        ),
      ),
      cap: countCap,
    };
  const ids = await indexedIds(trx, account, kind, q);
  if (ids) return { where: sql`l.id = any(${bigints(ids)})`, cap: countCap };
  const begun = (of: RecordKind) => sql`(${sql.join(recordsByBeginning(account, of, q, countCap), sql` union `)})`;
  return { where: withContact((table) => either([...begins(table, q), further(table, begun)])), cap: commonCap };
}

/** The ids of what the indexes find; undefined where there are more than a list counts. */
async function indexedIds(trx: Trx, account: string, kind: RecordKind, q: string): Promise<number[] | undefined> {
  const found = (which: RecordKind) => {
    const each = ranges(q).map(
      (range) => sql`(select l.id from crm.records l
        where l.customer_account = ${account} and l.kind = ${which} and ${range} limit ${sql.lit(countCap)})`,
    );
    const all = [...each, ...recordsByBeginning(account, which, q, countCap)];
    return sql`select id from (${sql.join(all, sql` union `)}) u limit ${sql.lit(countCap)}`;
  };
  const readIds = async (statement: RawBuilder<unknown>) =>
    (await checkedRows(trx, IdRow, statement)).map(({ id }) => id);
  const own = await readIds(found(kind));
  if (own.length === countCap) return undefined;
  if (kind !== "deal") return own;
  const contacts = await readIds(found("contact"));
  // So many that no one looks for a deal by them: its own name, company, address and number are left.
  if (contacts.length === countCap) return own;
  const theirs = await readIds(sql`select id from crm.records
    where customer_account = ${account} and kind = 'deal' and contact_id = any(${bigints(contacts)})
    limit ${sql.lit(countCap)}`);
  const all = [...new Set([...own, ...theirs])];
  return all.length < countCap ? all : undefined;
}

/** What one index each answers, of a record `l`. */
function ranges(q: string): RawBuilder<SqlBool>[] {
  const column = (name: string) => sql.raw(`l.${name}`);
  const digits = typedDigits(q);
  if (digits) {
    const phone = sql.raw('l.phone collate "C"');
    return [
      ...numberBeginnings(q, digits).map(
        (prefix) => sql<SqlBool>`(l.phone <> '' and ${startsWith(phone, sql`${prefix}::text`)})`,
      ),
      sql<SqlBool>`(l.phone_tail <> '' and ${startsWith(column("phone_tail"), sql`${turned(digits)}::text`)})`,
    ];
  }
  const text = sql<string>`lower(${q}::text)`;
  return [
    startsWith(column("name_start"), text),
    sql<SqlBool>`(l.surname_start is not null and ${startsWith(column("surname_start"), text)})`,
    sql<SqlBool>`(l.company_start <> '' and ${startsWith(column("company_start"), text)})`,
    sql<SqlBool>`(l.email_key <> '' and ${startsWith(column("email_key"), text)})`,
  ];
}

/** The same in a form that no index answers, so that the list's order is read until its page is full. */
function begins(table: "l" | "c", q: string): RawBuilder<SqlBool>[] {
  const at = (name: string, prefix: RawBuilder<unknown>) =>
    sql<SqlBool>`strpos(${sql.raw(`${table}.${name}`)}, ${prefix}) = 1`;
  const digits = typedDigits(q);
  if (digits)
    return [
      ...numberBeginnings(q, digits).map((prefix) => at("phone", sql`${prefix}::text`)),
      at("phone_tail", sql`${turned(digits)}::text`),
    ];
  return ["name_start", "surname_start", "company_start", "email_key"].map((name) => at(name, sql`lower(${q}::text)`));
}

/** The text anywhere in what a record is called and reached by first. @param table its alias */
export function isNamed(table: "l" | "a" | "b", q: string): RawBuilder<SqlBool> {
  return anywhere(table, q, sql`false`);
}

/** The same, or in its further numbers and addresses. */
function anywhere(table: "l" | "c" | "a" | "b", q: string, further: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const like = likePattern(q);
  const digits = typedDigits(q);
  const numbers = digits ? [...numberBeginnings(q, digits), digits] : [];
  return either([
    ...["name", "company", "email"].map((name) => sql<SqlBool>`${sql.raw(`${table}.${name}`)} ilike ${like}`),
    ...numbers.map((part) => sql<SqlBool>`strpos(${sql.raw(`${table}.phone`)}, ${part}) > 0`),
    further,
  ]);
}

function either(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`;
}
