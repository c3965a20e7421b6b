import { sql } from "kysely";
import { z } from "zod";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { json, texts } from "../../kit/rows";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** Who writes, as a network tells it (contract.inside). */
export type Sender = {
  external_id: string;
  aliases: string[];
  name: string;
  email: string;
  msisdn: string;
  language: string;
  verified: boolean;
  fields: Record<string, string>;
};

/** The person a sender is, and every id they have on this way in. */
export type SenderIdentity = { person: number; blocked: boolean; ids: string[]; name: string };

const phoneLike = /^\+?\d{7,15}$/;

const PersonRow = z.object({ external_id: z.string(), id: z.number(), blocked: z.boolean(), name: z.string() });

/**
 * Finds or makes the person who writes. Two ids of one sender that belong to two people stay with two people, and the
 * one with the number is meant (statement M11). Who is not vouched for joins nobody who is known (M40). The account's
 * lock is held when `make`.
 */
export async function findPerson(
  unit: UnitOfWork,
  inbox: number,
  sender: Sender,
  make: boolean,
): Promise<SenderIdentity | undefined> {
  const { trx, account, now } = unit;
  const given = [...new Set([sender.external_id, ...sender.aliases])];
  const known = await checkedRows(
    trx,
    PersonRow,
    sql`
    select d.external_id, p.id, coalesce(r.blocked_at, p.blocked_at) is not null as blocked, p.name
    from chat.identities d join chat.people p on p.customer_account = d.customer_account and p.id = d.person_id
    left join chat.people r on r.customer_account = p.customer_account and r.id = p.merged_into
    where d.customer_account = ${account} and d.inbox_id = ${inbox} and d.external_id = any(${texts(given)})`,
  );
  const meant =
    known.find(({ external_id }) => phoneLike.test(external_id)) ??
    known.find(({ external_id }) => external_id === sender.external_id) ??
    known[0];
  if (!meant && !make) return undefined;
  const person = meant?.id ?? (await vouched(unit, sender)) ?? (await makePerson(unit, sender));
  const fresh = given.filter((id) => !known.some(({ external_id }) => external_id === id));
  if (fresh.length > 0) {
    if (!make) return undefined;
    await sql`
      insert into chat.identities (customer_account, inbox_id, external_id, person_id, since)
      select ${account}::text, ${inbox}::bigint, id, ${person}::bigint, ${now}::timestamptz from unnest(${texts(fresh)}) id on conflict do nothing`.execute(
      trx,
    );
  }
  if (meant) await learn(unit, person, sender);
  const theirs = known.filter(({ id }) => id === person).map(({ external_id }) => external_id);
  const ids = [...new Set([...theirs, ...fresh])];
  return { person, blocked: meant?.blocked ?? false, ids, name: sender.name || (meant?.name ?? "") };
}

/** One person whom a channel vouched for already by the same number or address: a new door of theirs. */
export async function vouched(
  { trx, account }: UnitOfWork,
  { verified, msisdn, email }: Sender,
): Promise<number | undefined> {
  if (!verified || (msisdn === "" && email === "")) return undefined;
  const found = await checkedRows(
    trx,
    IdRow,
    sql`
    select id from chat.people where customer_account = ${account} and verified and merged_into is null
      and ((${msisdn} <> '' and msisdn = ${msisdn}) or (${email} <> '' and email <> '' and lower(email) = lower(${email})))
    limit 2`,
  );
  return found.length === 1 ? found[0]?.id : undefined;
}

async function makePerson({ trx, account, now }: UnitOfWork, sender: Sender): Promise<number> {
  const made = await checkedRow(
    trx,
    IdRow,
    sql`
    insert into chat.people (customer_account, name, email, msisdn, language, fields, verified, made_at, seen_at)
    values (${account}, ${sender.name}, ${sender.email}, ${sender.msisdn || null}, ${sender.language}, ${json(sender.fields)},
      ${sender.verified}, ${now}, ${now}) returning id`,
  );
  return made?.id ?? 0;
}

/** Keeps what a sender says of themselves. Without a voucher it fills what is empty and changes nothing. */
export async function learn({ trx, account, now }: UnitOfWork, person: number, sender: Sender): Promise<void> {
  const { name, email, msisdn, language, verified, fields } = sender;
  await sql`
    update chat.people set
      name = case when ${name} <> '' and (name = '' or ${verified}) then ${name} else name end,
      email = case when ${email} <> '' and (email = '' or ${verified}) then ${email} else email end,
      msisdn = case when ${msisdn} <> '' and (msisdn is null or ${verified}) then ${msisdn} else msisdn end,
      language = case when ${language} <> '' then ${language} else language end,
      fields = case when ${verified} then fields || ${json(fields)} else ${json(fields)} || fields end,
      verified = verified or ${verified}, seen_at = ${now}
    where customer_account = ${account} and id = ${person}
      and (seen_at < ${now}::timestamptz - interval '1 minute' or ${verified} or ${fields !== undefined && Object.keys(fields).length > 0}
        or (${name} <> '' and name = '') or (${email} <> '' and email = '') or (${msisdn} <> '' and msisdn is null))`.execute(
    trx,
  );
}
