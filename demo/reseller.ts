import { sql } from "kysely";
import { post } from "../services/billing/store";
import { addSystemRoles } from "../services/identity/people/accounts";
import { within } from "../services/identity/within";
import { type Database, inAccount, type Trx } from "../services/kit/database";
import { type DemoChild, demoChildren } from "./children";
import { people, seeded } from "./people";

const parent = "100001";

/** Opens the demo's child accounts once. */
export async function fillChildren({ db }: Database, password: () => Promise<string>): Promise<void> {
  for (const child of demoChildren)
    await inAccount(db, parent, async (trx) => {
      const fresh = await trx
        .insertInto("identity.children")
        .values({
          customer_account: parent,
          child_account: child.number,
          key: `demo-${child.number}`,
          name: child.name,
          part_price: child.partPrice,
          created_by: "Wanjiru Maina",
        })
        .onConflict((on) => on.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!fresh) return;
      const hash = await password();
      await within(trx, parent, child.number, async () => {
        await fillAccount(trx, child, hash);
        await fillSending(trx, child);
      });
      if (child.number === "100101") await paidOffline(trx, child.number);
    });
}

async function fillAccount(trx: Trx, { number, name, owner, products, opening }: DemoChild, password_hash: string) {
  const [customer_account, billing_customer_id] = [number, `b-${number}`];
  await trx
    .insertInto("identity.accounts")
    .values({ customer_account, name, products, billing_customer_id, parent_account: parent })
    .execute();
  const roles = await addSystemRoles(trx, number);
  const user = await trx
    .insertInto("identity.users")
    .values({ customer_account, ...owner, role_id: roles.get("Owner") ?? null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("identity.logins")
    .values({ email: owner.email, customer_account, user_id: user.id, password_hash })
    .execute();
  await trx.insertInto("billing.wallets").values({ customer_account, billing_customer_id }).execute();
  await post(trx, number, {
    kind: "topup",
    reference: "opening",
    description: "Opening balance",
    entries: [
      { ledger: "available", cents: opening },
      { ledger: "cash", cents: -opening },
    ],
  });
}

async function fillSending(trx: Trx, { number, partPrice, senders, groups }: DemoChild): Promise<void> {
  await trx.insertInto("messaging.settings").values({ customer_account: number, part_price: partPrice }).execute();
  for (const sender of senders)
    await trx
      .insertInto("messaging.senders")
      .values({
        customer_account: number,
        sender,
        kind: sender === "SAVANNANEWS" ? "promotional" : "transactional",
        status: "approved",
        given_by: parent,
      })
      .execute();
  const random = seeded(Number(number));
  for (const [name, size] of groups) {
    const members = people(size, random);
    const group = await trx
      .insertInto("messaging.contact_groups")
      .values({ customer_account: number, name, contacts: size, field_names: ["first_name", "town"] })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = JSON.stringify(
      members.map(({ msisdn, name: full, town }) => ({
        msisdn,
        name: full,
        fields: { first_name: full.split(" ")[0], town },
      })),
    );
    await sql`
      with given as (
        select * from json_to_recordset(${rows}::json) as g (msisdn text, name text, fields jsonb)
      ), kept as (
        insert into messaging.contacts (customer_account, msisdn, name)
        select ${number}, msisdn, name from given
        on conflict (customer_account, msisdn) do update set name = excluded.name
        returning id, msisdn
      )
      insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, name, fields)
      select ${number}, ${group.id}, k.id, g.msisdn, g.name, g.fields
      from given g join kept k on k.msisdn = g.msisdn`.execute(trx);
  }
}

async function paidOffline(trx: Trx, child: string): Promise<void> {
  await trx
    .insertInto("identity.offline_activations")
    .values({
      ...{ customer_account: parent, child_account: child, product: "Ticketing", reference: "CHQ 00231" },
      ...{ amount_cents: 500_000, paid_on: sql<Date>`current_date - 12`, created_by: "Wanjiru Maina" },
      note: "Cheque, first month",
    })
    .execute();
}
