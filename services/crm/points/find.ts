import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { pointLabels, unlabelled } from "../../../rules/contact-points";
import type { RecordKind } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { likePattern } from "../../kit/paging";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { numberBeginnings, startsWith, turned, typedDigits } from "../../kit/search-ranges";

/** Numbers in E.164 and addresses in small letters. */
export type SoughtPoints = { phones: readonly string[]; emails: readonly string[] };

/**
 * The records with one of these numbers or addresses, as `id` and `rank`: 0 where it is the first one of the record, 1
 * where it is a further one. Every search of a record by a number or an address is this one; each part has its index.
 */
export function recordsWith(account: string, { phones, emails }: SoughtPoints): RawBuilder<unknown> {
  return sql`select id, min(rank) as rank from (
      select id, 0 as rank from crm.records
      where customer_account = ${account} and phone = any(${texts(phones)}) and phone <> ''
      union all
      select id, 0 from crm.records
      where customer_account = ${account} and email_key = any(${texts(emails)}) and email_key <> ''
      union all
      select record_id, 1 from crm.contact_points
      where customer_account = ${account} and key = any(${texts([...phones, ...emails])}) and not is_primary
    ) known group by id`;
}

/** The same for one number and one address as a record has them; either may be empty. */
export function recordsWithEither(account: string, { phone, email }: { phone: string; email: string }) {
  return recordsWith(account, {
    phones: phone === "" ? [] : [phone],
    emails: email === "" ? [] : [email.toLowerCase()],
  });
}

const KeyRow = z.object({ record_id: z.number(), key: z.string() });

/** The further numbers and addresses of these records. */
export async function listKeys(trx: Trx, account: string, ids: RawBuilder<unknown>): Promise<Map<number, string[]>> {
  const found = await checkedRows(
    trx,
    KeyRow,
    sql`select record_id, key from crm.contact_points
      where customer_account = ${account} and record_id = any(${ids}) and not is_primary order by record_id, id`,
  );
  const keys = new Map<number, string[]>();
  for (const { record_id, key } of found) keys.set(record_id, [...(keys.get(record_id) ?? []), key]);
  return keys;
}

const LabelRow = z.object({ of: z.string(), label: z.enum(pointLabels) });

/** What the numbers and addresses of these records are, the first ones too; each once, those without a label left out. */
export function listLabels(trx: Trx, account: string, ids: RawBuilder<unknown>) {
  return checkedRows(
    trx,
    LabelRow,
    sql`select distinct on (key) key as of, label from crm.contact_points
      where customer_account = ${account} and record_id = any(${ids}) and label <> ${unlabelled}
      order by key, is_primary desc, id`,
  );
}

/** The records of a kind that a further number or address begins so, or a number ends so: from indexes. */
export function recordsByBeginning(account: string, kind: RecordKind, q: string, most: number): RawBuilder<unknown>[] {
  const found = (range: RawBuilder<unknown>) => sql`(select p.record_id as id from crm.contact_points p
    where p.customer_account = ${account} and p.record_kind = ${kind} and not p.is_primary and ${range}
    limit ${sql.lit(most)})`;
  const key = sql.raw("p.key");
  const digits = typedDigits(q);
  if (!digits) return [found(startsWith(key, sql<string>`lower(${q}::text)`))];
  return [
    ...numberBeginnings(q, digits).map((prefix) => found(startsWith(key, sql`${prefix}::text`))),
    found(startsWith(sql.raw("p.key_tail"), sql`${turned(digits)}::text`)),
  ];
}

/** The records of a kind that have the text anywhere in a further number or address; for accounts with few records. */
export function recordsByPart(account: string, kind: RecordKind, q: string): RawBuilder<unknown> {
  const digits = typedDigits(q);
  const parts = digits ? [...numberBeginnings(q, digits), digits] : [];
  const has = [
    sql`(p.kind = 'email' and p.value ilike ${likePattern(q)})`,
    ...parts.map((part) => sql`(p.kind = 'phone' and strpos(p.key, ${part}) > 0)`),
  ];
  return sql`(select p.record_id from crm.contact_points p
    where p.customer_account = ${account} and p.record_kind = ${kind} and not p.is_primary
      and (${sql.join(has, sql` or `)}))`;
}
