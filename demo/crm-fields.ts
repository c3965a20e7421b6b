import { sql } from "kysely";
import type { Trx } from "../services/kit/database";

const account = "100001";
const counties = ["Nairobi", "Mombasa", "Kisumu", "Uasin Gishu", "Nakuru"];

const asChoices = (labels: readonly string[]) =>
  JSON.stringify(labels.map((label, at) => ({ id: at + 1, label, archived: false })));

/** Fields that the demo's account added to its leads, contacts and deals, with some values. */
export async function fillCrmFields(trx: Trx, customer_account: string): Promise<void> {
  if (customer_account !== account) return;
  const by = { customer_account, created_by: "Mercy Nduku" };
  const added = await trx
    .insertInto("crm.custom_fields")
    .values([
      { ...by, kind: "contact", name: "County", type: "choice", choices: asChoices(counties), rank: 1 },
      { ...by, kind: "contact", name: "Customer since", type: "date", rank: 2 },
      { ...by, kind: "contact", name: "Credit limit", type: "money", help: "Agreed with accounts.", rank: 3 },
      { ...by, kind: "lead", name: "County", type: "choice", choices: asChoices(counties), rank: 1 },
      { ...by, kind: "deal", name: "Delivery date", type: "date", rank: 1 },
    ])
    .returning(["id", "kind", "name"])
    .execute();
  const idOf = (kind: string, name: string) => String(added.find((one) => one.kind === kind && one.name === name)?.id);
  await sql`
    update crm.records set custom = jsonb_build_object(
      case kind when 'lead' then ${idOf("lead", "County")}::text else ${idOf("contact", "County")}::text end, id % 5 + 1)
    where customer_account = ${customer_account} and kind in ('lead', 'contact') and id % 4 <> 3`.execute(trx);
}
