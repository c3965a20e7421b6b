import { sql } from "kysely";
import { brand } from "../rules/brand";
import type { Trx } from "../services/kit/database";
import { history } from "./history";
import { type DemoPerson, people, seeded } from "./people";
import { fillSenders } from "./senders";
import { clinic, type DemoMessage, shop } from "./texts";

export type DemoGroup = { groupId: number; name: string; members: DemoPerson[] };

/** Contacts, groups, senders, a year of messages and answers, and the money they cost, of one demo account. */
export async function fillMessaging(trx: Trx, account: string): Promise<void> {
  const business = account === "100001" ? shop : account === "200002" ? clinic : undefined;
  if (!business) return;
  const random = seeded(Number(account));
  const everyone = people(account === "100001" ? 2_600 : 700, random);
  const ids = await addContacts(trx, account, everyone);
  const groups: DemoGroup[] = [];
  for (const name of business.groups) groups.push(await addGroup(trx, account, name, everyone, ids, random));
  await fillSenders(trx, account, business.senders);
  await addTemplates(trx, account, business.messages);
  const codes = business.senders.flatMap(([sender]) => (/^\d+$/.test(sender) ? [sender] : []));
  for (const address of codes)
    await trx.insertInto("messaging.routes").values({ address, customer_account: account }).execute();
  await history(trx, account, business, groups, codes[0] ?? "", random);
}

/** What they send often, kept as templates. */
async function addTemplates(trx: Trx, account: string, messages: readonly DemoMessage[]): Promise<void> {
  for (const { name, body } of messages)
    await trx
      .insertInto("messaging.templates")
      .values({ customer_account: account, channel: "sms", name, body, created_by: brand.name })
      .execute();
}

async function addContacts(trx: Trx, account: string, everyone: DemoPerson[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; msisdn: string }>`
    insert into messaging.contacts (customer_account, msisdn, name)
    select ${account}, msisdn, name from unnest(${everyone.map((p) => p.msisdn)}::text[], ${everyone.map((p) => p.name)}::text[]) as p (msisdn, name)
    returning id, msisdn`.execute(trx);
  return new Map(rows.map(({ id, msisdn }) => [msisdn, id]));
}

async function addGroup(
  trx: Trx,
  account: string,
  name: string,
  everyone: DemoPerson[],
  ids: Map<string, number>,
  random: () => number,
): Promise<DemoGroup> {
  const size = 60 + Math.floor(random() * 640);
  const from = Math.floor(random() * (everyone.length - size));
  const members = everyone.slice(from, from + size);
  const fields = members.map(({ name: full, town, balance, due, points }) =>
    JSON.stringify({ first_name: full.split(" ")[0], town, balance, due_date: due, points }),
  );
  const group = await trx
    .insertInto("messaging.contact_groups")
    .values({
      customer_account: account,
      name,
      contacts: members.length,
      field_names: ["first_name", "town", "balance", "due_date", "points"],
      created_at: sql<Date>`now() - interval '1 year'`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, name, fields, added_at)
    select ${account}, ${group.id}, contact_id, msisdn, name, fields::jsonb, now() - interval '1 year'
    from unnest(${members.map((m) => ids.get(m.msisdn) ?? 0)}::bigint[], ${members.map((m) => m.msisdn)}::text[],
      ${members.map((m) => m.name)}::text[], ${fields}::text[]) as m (contact_id, msisdn, name, fields)`.execute(trx);
  return { groupId: group.id, name, members };
}
