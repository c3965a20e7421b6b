import { sql } from "kysely";
import { z } from "zod";
import { type Condition, isMeant } from "../../../rules/audience";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { listGroups } from "../contacts/recipients";
import type { AudienceRules } from "../contract.audience";
import { type LeftOut, type LeftOutReason, mergeValues, type Person } from "./tally";

/** Answers for a batch why each person is left out; those who are not in it are meant. */
export type LeaveOut = (people: readonly Person[]) => Promise<LeftOut>;

/** Reads the rules of an audience once for a whole message. @throws HttpError 422 for a group that is not the account's own */
export async function readLeaveOut(trx: Trx, account: string, rules: AudienceRules): Promise<LeaveOut> {
  const { exclude_ids: groups, quiet_days: days, conditions } = rules;
  const found = await listGroups(trx, account, groups);
  if (found.length !== new Set(groups).size)
    throw new HttpError(422, "Please correct the marked fields.", {
      exclude_ids: ["A group to leave out was deleted. Remove it or choose another."],
    });
  if (days > 0) await gatherRecent(trx, account, days);
  const asked: Condition[] = conditions.map((condition) => ({ ...condition, field: condition.field.toLowerCase() }));

  return async (people) => {
    const numbers = people.map(({ msisdn }) => msisdn);
    const inGroups = groups.length > 0 ? await findMembers(trx, account, groups, numbers) : undefined;
    const lately = days > 0 ? await findRecent(trx, numbers) : undefined;
    const left = new Map<Person, LeftOutReason>();
    for (const person of people) {
      if (inGroups?.has(person.msisdn)) left.set(person, "excluded");
      else if (lately?.has(person.msisdn)) left.set(person, "recent");
      else if (asked.length > 0 && !isMeant(asked, mergeValues(person))) left.set(person, "unmatched");
    }
    return left;
  };
}

const MsisdnRow = z.object({ msisdn: z.string() });

async function findMembers(trx: Trx, account: string, groups: readonly number[], numbers: readonly string[]) {
  const rows = await checkedRows(
    trx,
    MsisdnRow,
    sql`
    select m.msisdn from unnest(${groups}::bigint[]) as g (id) join messaging.group_contacts m
      on m.customer_account = ${account} and m.group_id = g.id and m.msisdn = any(${numbers}::text[])`,
  );
  return new Set(rows.map(({ msisdn }) => msisdn));
}

/**
 * The numbers that were sent a message in the last days, gathered once: an account has no index by number alone, and
 * its blasts of these days are read one after the other by their keys.
 */
async function gatherRecent(trx: Trx, account: string, days: number): Promise<void> {
  await sql`create temporary table recent_numbers (msisdn text collate "C" primary key) on commit drop`.execute(trx);
  await sql`
    insert into recent_numbers
    select m.msisdn from messaging.blasts b
    join messaging.messages m on m.customer_account = b.customer_account and m.blast_id = b.id
    where b.customer_account = ${account} and not b.reply
      and (b.finished_at is null or b.finished_at > now() - make_interval(days => ${days}))
      and b.started_at is not null and m.submitted_at > now() - make_interval(days => ${days})
    on conflict do nothing`.execute(trx);
}

async function findRecent(trx: Trx, numbers: readonly string[]) {
  const rows = await checkedRows(
    trx,
    MsisdnRow,
    sql`
    select msisdn from recent_numbers where msisdn = any(${numbers}::text[])`,
  );
  return new Set(rows.map(({ msisdn }) => msisdn));
}
