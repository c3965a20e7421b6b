import { sql } from "kysely";
import { z } from "zod";
import { parsePhone } from "../../../rules/phone.foreign";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { readExpressRows } from "../contacts/express-rows";
import { blacklisted, listGroups, readRecipients } from "../contacts/recipients";
import type { LeaveOut } from "./left-out";
import { type BlastCounts, type Person, type Row, tally } from "./tally";

export type AudienceInput = {
  kind: "bulk" | "express";
  group_ids: number[];
  numbers: string;
  list_id: number | null;
  /** Of a program: these and nobody else. */
  people?: Person[];
};
export type Group = { id: number; name: string };

/** The groups chosen, all of them this account's own. Refuses with 422 otherwise. */
export async function chosenGroups(trx: Trx, account: string, ids: readonly number[]): Promise<Group[]> {
  const found = await listGroups(trx, account, ids);
  const sms = found.filter((group) => group.type === "sms");
  if (sms.length !== new Set(ids).size)
    throw new HttpError(422, "Please correct the marked fields.", {
      group_ids: ["A chosen group was deleted or is not for SMS. Remove it or choose another."],
    });
  return sms.map(({ id, name }) => ({ id, name }));
}

/** Numbers typed or pasted, one a line or with commas between. Refuses with 422 that names each bad one. */
export function typedNumbers(typed: string): Person[] {
  const entries = typed.split(/[\r\n,;]+/).map((entry) => entry.trim());
  const people: Person[] = [];
  const refused: string[] = [];
  for (const entry of entries) {
    if (entry === "") continue;
    const phone = parsePhone(entry);
    if (phone.ok) people.push({ msisdn: phone.e164, name: "", fields: {} });
    else if (refused.length < 20) refused.push(`${entry.slice(0, 40)}: ${phone.reason}.`);
  }
  if (refused.length > 0)
    throw new HttpError(422, "Some numbers can't be used. Nothing was sent.", { numbers: refused });
  return people;
}

/**
 * Goes through everybody who is wanted, in batches, and hands each batch of messages to `write`. Between batches the
 * event loop is free: each waits for the database.
 */
export async function countAudience(
  trx: Trx,
  account: string,
  wanted: AudienceInput,
  draft: BlastCounts,
  write: (rows: Row[]) => Promise<void>,
  leaveOut?: LeaveOut,
) {
  const counted = tally(draft);
  // Batch after batch in the order of an index; for a new group the planner would rather sort all of it each time.
  await sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_bitmapscan', 'off', true)`.execute(trx);
  for await (const people of readPeople(trx, account, wanted)) {
    const optedOut = await blacklisted(
      trx,
      account,
      people.map((person) => person.msisdn),
    );
    const rows = counted.take(people, optedOut, await leaveOut?.(people));
    if (rows.length > 0) await write(rows);
  }
  if (wanted.kind === "bulk") counted.invalid(await withoutNumber(trx, account, wanted.group_ids));
  return counted;
}

async function* readPeople(trx: Trx, account: string, wanted: AudienceInput): AsyncGenerator<Person[]> {
  if (wanted.kind === "bulk") {
    yield* readRecipients(trx, account, wanted.group_ids);
    return;
  }
  if (wanted.list_id !== null) {
    yield* readExpressRows(trx, account, wanted.list_id);
    return;
  }
  const people = wanted.people ?? typedNumbers(wanted.numbers);
  for (let from = 0; from < people.length; from += 2000) yield people.slice(from, from + 2000);
}

const PeopleRow = z.object({ people: z.number() });

async function withoutNumber(trx: Trx, account: string, groups: readonly number[]): Promise<number> {
  const row = await checkedRow(
    trx,
    PeopleRow,
    sql`
    select count(*) as people from messaging.group_contacts
    where customer_account = ${account} and group_id = any(${groups}::bigint[]) and msisdn is null`,
  );
  return row?.people ?? 0;
}
