import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { issueValues } from "../contract.issues";

/** The support desk's rows with fixed numbers (spec 1 §9). Safe to repeat. */
export async function makeSupportDesk(trx: Trx, account: string): Promise<void> {
  const { disposition_id, disposition_name, sub_disposition_id, sub_disposition_name, type_id, group_ids, policy_id } =
    issueValues;
  await sql`
    insert into ticketing.types (customer_account, id, name) values (${account}, ${type_id}, 'Incident') on conflict do nothing`.execute(
    trx,
  );
  await sql`
    insert into ticketing.dispositions (customer_account, id, parent_id, name)
    values (${account}, ${disposition_id}, null, ${disposition_name}),
      (${account}, ${sub_disposition_id}, ${disposition_id}, ${sub_disposition_name}) on conflict do nothing`.execute(
    trx,
  );
  await sql`
    insert into ticketing.groups (customer_account, id, name)
    values (${account}, ${group_ids[0]}, 'Support'), (${account}, ${group_ids[1]}, 'Engineering') on conflict do nothing`.execute(
    trx,
  );
  await sql`
    insert into ticketing.policies (customer_account, id, name, rank, first_minutes, next_minutes, resolution_minutes)
    values (${account}, ${policy_id}, 'Reported issues', 1, 60, 120, 480) on conflict do nothing`.execute(trx);
}
