import { sql } from "kysely";
import { addPoints, type NewPoint } from "../services/crm/points/store";
import type { Trx } from "../services/kit/database";
import { rows } from "../services/kit/unchecked-rows";

/** What the first contacts of the demo have beside their number and address. */
const further: readonly (readonly NewPoint[])[] = [
  [
    { kind: "phone", value: "+254733900120", label: "Home" },
    { kind: "email", value: "private.mail@example.com", label: "Home" },
  ],
  [{ kind: "phone", value: "+254202900121", label: "Work" }],
];

/** Further numbers and addresses of the demo's contacts. */
export async function addContactPoints(trx: Trx, account: string): Promise<void> {
  const contacts = await rows<{ id: number }>(
    trx,
    sql`select id from crm.records where customer_account = ${account} and kind = 'contact' order by id
      limit ${further.length}`,
  );
  for (const [at, { id }] of contacts.entries()) await addPoints(trx, account, id, further[at] ?? [], "Mercy Nduku");
}
