import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { maxDays } from "../../../rules/crm-field-conditions";
import type { ScoreRule } from "../../../rules/crm-score";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import type { CrmDeps } from "../deps";
import { findWhoWrote } from "../heard/who-wrote";

/** How many days back the rules look for messages of the customer: all where one names no number, none where none asks. */
function daysHeard(rules: readonly Pick<ScoreRule, "property" | "value">[]): number | undefined {
  const days = rules.flatMap(({ property, value }) => (property === "wrote" ? [Number(value) || maxDays] : []));
  return days.length === 0 ? undefined : Math.max(...days);
}

const WritingRecord = z.object({ id: z.number(), wrote_at: z.date().nullable(), contacts: z.array(z.string()) });
type WritingRecord = z.infer<typeof WritingRecord>;

function listWriting(trx: Trx, account: string, which: RawBuilder<unknown>): Promise<WritingRecord[]> {
  return checkedRows(
    trx,
    WritingRecord,
    sql`select l.id, l.wrote_at, array(
        select x from (values (l.phone), (l.email_key)) v (x) where x <> ''
        union select c.key from crm.contact_points c
        where c.customer_account = l.customer_account and c.record_id = l.id) as contacts
      from crm.records l where l.customer_account = ${account} and ${which}`,
  );
}

/**
 * When the customers of these records last wrote, by record, as far back as the rules look; nothing where no rule asks.
 * @throws Error where a service does not answer
 */
export async function findWrote(
  { db }: Database,
  deps: CrmDeps,
  account: string,
  rules: readonly ScoreRule[],
  records: readonly number[],
): Promise<Map<number, Date | null>> {
  const days = daysHeard(rules);
  if (days === undefined || records.length === 0) return new Map();
  const found = await readAccount(db, account, (trx) =>
    listWriting(trx, account, sql`l.id = any(${bigints(records)})`),
  );
  // A day more: rules count whole days.
  const since = new Date(Date.now() - (days + 1) * 86_400_000);
  const contacts = found.flatMap((one) => one.contacts);
  const heard = await findWhoWrote(deps, account, contacts, since);
  return new Map(
    found.map(({ id, contacts: own }) => {
      const last = Math.max(0, ...own.map((contact) => heard.get(contact) ?? 0));
      return [id, last === 0 ? null : new Date(last)];
    }),
  );
}

/** Keeps when customers last wrote, where that is something else than what is kept. */
export async function keepWrote(
  { db }: Database,
  account: string,
  wrote: ReadonlyMap<number, Date | null>,
): Promise<void> {
  if (wrote.size === 0) return;
  const given = JSON.stringify([...wrote].map(([id, at]) => ({ id, at })));
  await inAccount(db, account, (trx) =>
    sql`update crm.records l set wrote_at = x.at from json_to_recordset(${given}::json) as x (id bigint, at timestamptz)
      where l.customer_account = ${account} and l.id = x.id and l.wrote_at is distinct from x.at`.execute(trx),
  );
}
