import { sql } from "kysely";
import { makeDkimKey } from "../services/connectors/email/dkim";
import type { EmailDeps } from "../services/email/deps";
import { makeDraft } from "../services/email/mailings/create";
import { confirm } from "../services/email/mailings/moves";
import { insertDomain, insertSender, listDomains, updateChecked } from "../services/email/senders/store";
import { compileEmail } from "../services/email/templates/compile";
import { insertTemplate } from "../services/email/templates/store";
import { type Database, inAccount, type Trx } from "../services/kit/database";
import { people, seeded } from "./people";

const shop = "100001";
const domain = "savanna.test";
const groupName = "Newsletter";

/** Readers whose hosts send mail back, or who complain: what comes back is seen in the demo as well. */
const odd = ["gone.customer@mail.test", "full.mailbox@mail.test", "spam.reader@mail.test", "unknown.person@mail.test"];

/** Where the records of a name are published. */
type DnsHost = { set(name: string, values: readonly string[]): void };

/** The readers of the shop's newsletter. */
export async function fillEmailGroup(trx: Trx, account: string): Promise<void> {
  if (account !== shop) return;
  const readers = people(60, seeded(17)).map(({ name, town }, at) => {
    const [first = "", last = ""] = name
      .toLowerCase()
      .replace(/[^a-z ]/g, "")
      .split(" ");
    return { name, town, msisdn: `+254799${400_100 + at}`, email: odd[at] ?? `${first}.${last}${at}@mail.test` };
  });
  const { rows } = await sql<{ id: number }>`
    insert into messaging.contact_groups (customer_account, name, type, contacts, field_names)
    values (${account}, ${groupName}, 'email', ${readers.length}, '{first_name,town}') returning id`.execute(trx);
  const fields = readers.map(({ name, town }) => JSON.stringify({ first_name: name.split(" ")[0], town }));
  await sql`
    with given as (
      select * from unnest(${readers.map(({ email }) => email)}::text[], ${readers.map(({ name }) => name)}::text[],
        ${fields}::text[], ${readers.map(({ msisdn }) => msisdn)}::text[]) g (email, name, fields, msisdn)
    ), made as (
      insert into messaging.contacts (customer_account, msisdn, email, name)
      select ${account}, msisdn, email, name from given returning id, email
    )
    insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, email, name, fields)
    select ${account}, ${rows[0]?.id ?? 0}, made.id, given.msisdn, given.email, given.name, given.fields::jsonb
    from made join given on given.email = made.email`.execute(trx);
}

const template = {
  name: "Weekly offers",
  subject: "This week in {{town|your town}}, {{first_name|friend}}",
  preheader: "Cooking oil, school shoes and a 43 inch TV",
  text: "",
  blocks: [
    { kind: "heading" as const, text: "Karibu, {{first_name|friend}}" },
    {
      kind: "text" as const,
      text: "Ten per cent off **all cooking oil** until Sunday, in every Savanna shop.\n\nAsante for shopping with us.",
    },
    { kind: "button" as const, label: "See the offers", link: "https://savanna.test/offers" },
    {
      kind: "columns" as const,
      left: "**School shoes**\nFrom KES 1,200",
      right: "**43 inch TV**\nKES 28,500, delivered",
    },
    { kind: "divider" as const },
  ],
};

/**
 * The shop's own domain, proved in the sandbox's DNS, which remembers nothing: at each start. The first time also an
 * address, a template, and a newsletter that is really sent, so that something comes back.
 */
export async function connectDemoDomain(
  { database, deps }: { database: Database; deps: EmailDeps },
  dns: DnsHost,
): Promise<void> {
  const { db } = database;
  const known = await inAccount(db, shop, (trx) => listDomains(trx, shop));
  for (const { records } of known) for (const { name, value } of records) dns.set(name, [value]);
  if (known.length > 0) return;
  const keys = await makeDkimKey();
  const { html } = await compileEmail(template);
  const made = await inAccount(db, shop, async (trx) => {
    const row = await insertDomain(trx, shop, domain, { keys, secret: deps.secret, bounceDomain: deps.bounceDomain });
    const records = row.records.map((record) => ({ ...record, state: "found" as const, found: record.value }));
    for (const { name, value } of records) dns.set(name, [value]);
    await updateChecked(trx, shop, row.id, { records, proved: true });
    await insertSender(trx, shop, {
      name: "Savanna Traders",
      address: `news@${domain}`,
      reply_to: `support@${domain}`,
    });
    const { id } = await insertTemplate(trx, shop, { form: template, html, by: "Wanjiru Maina" });
    const group = await sql<{ id: number }>`
      select id from messaging.contact_groups where customer_account = ${shop} and name = ${groupName} and type = 'email'`.execute(
      trx,
    );
    return { template: id, group: group.rows[0]?.id };
  });
  if (made.group === undefined) return;
  const form = {
    ...{ kind: "bulk" as const, key: "demo-newsletter", name: "Weekly offers", sender: `news@${domain}`, body: "" },
    ...{
      subject: template.subject,
      preheader: template.preheader,
      template_id: made.template,
      file_ids: [],
      addresses: "",
    },
    ...{
      group_ids: [made.group],
      list_id: null,
      exclude_ids: [],
      quiet_days: 0,
      conditions: [],
      missing: {},
      send_at: null,
    },
  };
  const id = await makeDraft(database, deps, shop, form, {
    id: null,
    name: "Wanjiru Maina",
    balance: 0,
    now: new Date(),
  });
  await confirm(database, deps, shop, id);
}
