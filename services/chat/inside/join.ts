import { sql } from "kysely";
import { z } from "zod";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { learn, type Sender, vouched } from "../people/sender";
import { remember, tellContact } from "../records/contact-events";
import { end } from "../routing/moves";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";

type Joining = { inbox_id: number; external_id: string; sender: Sender };
const ContactPoint = z.object({ person_id: z.number(), blocked: z.boolean() });
type ContactPoint = z.infer<typeof ContactPoint>;

function findContactPoint(
  { trx, account }: UnitOfWork,
  inbox: number,
  external: string,
): Promise<ContactPoint | undefined> {
  return checkedRow(
    trx,
    ContactPoint,
    sql`
    select d.person_id, p.blocked_at is not null as blocked from chat.identities d
    join chat.people p on p.customer_account = d.customer_account and p.id = d.person_id
    where d.customer_account = ${account} and d.inbox_id = ${inbox} and d.external_id = ${external}`,
  );
}

const ContactIdRow = z.object({ contact_id: z.number() });

/**
 * An anonymous visitor whose conversation runs is vouched for: it is the conversation of whom the site says they are, and
 * what it belonged to is gone. Answers whether there was one.
 */
export async function joinVisitor(unit: UnitOfWork, { inbox_id, external_id, sender }: Joining): Promise<boolean> {
  const { trx, account, now } = unit;
  await lockAccount(unit);
  const anonymous = await findContactPoint(unit, inbox_id, external_id);
  if (!anonymous || anonymous.blocked) return false;
  const here = sql`customer_account = ${account} and inbox_id = ${inbox_id}`;
  const running = await checkedRow(
    trx,
    ContactIdRow,
    sql`select contact_id from chat.contacts where ${here} and user_id = ${external_id} and not ended for update`,
  );
  if (!running) return false;
  const known = await findContactPoint(unit, inbox_id, sender.external_id);
  const person = known?.person_id ?? (await vouched(unit, sender)) ?? anonymous.person_id;
  const [other] = await checkedRows(
    trx,
    ContactIdRow,
    sql`select contact_id from chat.contacts where ${here} and user_id = ${sender.external_id} and not ended`,
  );
  // They talk with us already, on another device: one of them runs on.
  if (other) await end(unit, running.contact_id);
  await sql`
    insert into chat.identities (customer_account, inbox_id, external_id, person_id, since)
    values (${account}, ${inbox_id}, ${sender.external_id}, ${person}, ${now}) on conflict do nothing`.execute(trx);
  await learn(unit, person, sender);
  await sql`
    update chat.contacts c set user_id = ${sender.external_id}, person_id = p.id, updated_at = ${now},
      name = coalesce(nullif(p.name, ''), c.name), email = coalesce(nullif(p.email, ''), c.email), msisdn = coalesce(p.msisdn, c.msisdn)
    from chat.people p where p.customer_account = ${account} and p.id = ${person}
      and c.customer_account = ${account} and c.inbox_id = ${inbox_id} and c.user_id = ${external_id}`.execute(trx);
  await sql`delete from chat.identities where ${here} and external_id = ${external_id}`.execute(trx);
  await dropEmpty(unit, anonymous.person_id);
  await remember(
    unit,
    running.contact_id,
    "changed",
    `The customer signed in${sender.name ? ` as ${sender.name}` : ""}`,
  );
  await tellContact(unit, running.contact_id, "changed");
  return true;
}

/** A person to whom nothing leads any more. */
async function dropEmpty({ trx, account }: UnitOfWork, person: number): Promise<void> {
  await sql`
    delete from chat.people p where p.customer_account = ${account} and p.id = ${person}
      and not exists (select from chat.identities d where d.customer_account = p.customer_account and d.person_id = p.id)
      and not exists (select from chat.contacts c where c.customer_account = p.customer_account and c.person_id = p.id)
      and not exists (select from chat.people m where m.customer_account = p.customer_account and m.merged_into = p.id)`.execute(
    trx,
  );
}
