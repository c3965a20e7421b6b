import { sql } from "kysely";
import { linkByCompany } from "../services/crm/organisation-links/link";
import { addOrganisationPoints } from "../services/crm/points/organisations";
import type { NewPoint } from "../services/crm/points/store";
import type { Trx } from "../services/kit/database";
import { bigints } from "../services/kit/rows";
import { rows } from "../services/kit/unchecked-rows";

/** What is known of the first organisations beside their names. */
const details = [
  {
    town: "Nairobi",
    address: "Enterprise Road, Industrial Area",
    phone: "+254202000101",
    email: "office@example.com",
    tax_pin: "P051234501A",
  },
  { town: "Mombasa", address: "Nyerere Avenue", phone: "+254412000102", email: "", tax_pin: "P051234502B" },
  { town: "Nakuru", address: "", phone: "+254512000103", email: "", tax_pin: "" },
];

/** What the first one has beside its number. */
const further: readonly NewPoint[] = [
  { kind: "phone", value: "+254733900131", label: "Mobile" },
  { kind: "email", value: "orders.desk@example.com", label: "Work" },
];

/** The organisations of the demo's contacts and deals. */
export async function addOrganisations(trx: Trx, account: string): Promise<void> {
  const records = await rows<{ id: number }>(
    trx,
    sql`select id from crm.records where customer_account = ${account} and kind <> 'lead' order by kind, id`,
  );
  const ids = records.map(({ id }) => id);
  const made = await linkByCompany(trx, account, ids, { by: "Mercy Nduku" });
  for (const [at, detail] of details.entries()) {
    const id = made[at];
    if (id === undefined) continue;
    await trx
      .updateTable("crm.organisations")
      .set({ ...detail, sales_manager: "Mercy Nduku" })
      .where("customer_account", "=", account)
      .where("id", "=", id)
      .execute();
  }
  const [first] = made;
  if (first !== undefined) await addOrganisationPoints(trx, account, first, further, "Mercy Nduku");
  await sql`
    update crm.organisations o set created_at = (
      select min(l.created_at) from crm.organisation_records m
      join crm.records l on l.customer_account = m.customer_account and l.id = m.record_id
      where m.customer_account = o.customer_account and m.organisation_id = o.id)
    where o.customer_account = ${account} and o.id = any(${bigints(made)})`.execute(trx);
}
