import { sql } from "kysely";
import { z } from "zod";
import { checkedRow } from "../../kit/row-schema";
import { remember, tellContact } from "../records/contact-events";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";

type Change = {
  inbox_id: number;
  external_id: string;
  description: string;
  new_id?: string | undefined;
  msisdn: string;
};

const PersonIdRow = z.object({ person_id: z.number() });

const ContactIdRow = z.object({ contact_id: z.number() });

/**
 * What the network says of a customer: a line of activity in their last conversation. With another id they stay the
 * same person, and what runs goes on under it; an id that is somebody else's stays theirs.
 */
export async function customerChanged(unit: UnitOfWork, given: Change): Promise<void> {
  const { trx, account } = unit;
  const { inbox_id, external_id, new_id, msisdn, description } = given;
  await lockAccount(unit);
  const known = await checkedRow(
    trx,
    PersonIdRow,
    sql`
    select person_id from chat.identities
    where customer_account = ${account} and inbox_id = ${inbox_id} and external_id = ${external_id}`,
  );
  if (!known) return;
  if (new_id) await moveTo(unit, known.person_id, { inbox_id, external_id, new_id, msisdn });
  const last = await checkedRow(
    trx,
    ContactIdRow,
    sql`
    select contact_id from chat.contacts where customer_account = ${account} and inbox_id = ${inbox_id}
      and person_id = ${known.person_id} order by ended, contact_id desc limit 1`,
  );
  if (!last) return;
  await remember(unit, last.contact_id, "changed", description);
  await tellContact(unit, last.contact_id, "changed");
}

type Move = { inbox_id: number; external_id: string; new_id: string; msisdn: string };

async function moveTo({ trx, account, now }: UnitOfWork, person: number, given: Move): Promise<void> {
  const { inbox_id, external_id, new_id, msisdn } = given;
  await sql`
    insert into chat.identities (customer_account, inbox_id, external_id, person_id, since)
    values (${account}, ${inbox_id}, ${new_id}, ${person}, ${now}) on conflict do nothing`.execute(trx);
  const owner = await checkedRow(
    trx,
    PersonIdRow,
    sql`
    select person_id from chat.identities
    where customer_account = ${account} and inbox_id = ${inbox_id} and external_id = ${new_id}`,
  );
  if (owner?.person_id !== person) return;
  if (msisdn !== "")
    await sql`update chat.people set msisdn = ${msisdn} where customer_account = ${account} and id = ${person}`.execute(
      trx,
    );
  await sql`
    update chat.contacts c set user_id = ${new_id}, msisdn = coalesce(nullif(${msisdn}, ''), msisdn), updated_at = ${now}
    where customer_account = ${account} and inbox_id = ${inbox_id} and user_id = ${external_id} and not ended
      and not exists (select from chat.contacts o where o.customer_account = ${account} and o.inbox_id = ${inbox_id}
        and o.user_id = ${new_id} and not o.ended)`.execute(trx);
}
