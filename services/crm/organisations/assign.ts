import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import type { CallContext } from "../../kit/serve";
import type { FieldChange, RecordActor } from "../records/changes";
import { publishDeed, writeHistory } from "./changes";
import { findOrganisation, type OrganisationRow } from "./store";

/** Gives an organisation to somebody, or to no one. Answers it as it was; undefined where it was theirs. @throws HttpError 404 */
export async function assignOrganisation(
  trx: Trx,
  caller: CallContext,
  id: number,
  owner: RecordActor,
): Promise<OrganisationRow | undefined> {
  const before = await findOrganisation(trx, caller.account, id, true);
  const changes = ownerChange(before, owner);
  if (changes.length === 0) return undefined;
  await sql`
    update crm.organisations set sales_manager_id = ${owner.id}, sales_manager = ${owner.name}
    where customer_account = ${caller.account} and id = ${id}`.execute(trx);
  await writeHistory(trx, caller, id, changes);
  const what = owner.id === null ? "has no sales manager now." : `was given to ${owner.name}.`;
  await publishDeed(trx, caller, id, { action: "Organisation changed", what: `${before.name} ${what}` });
  return before;
}

export function ownerChange(before: OrganisationRow, owner: RecordActor): FieldChange[] {
  if (before.sales_manager_id === owner.id) return [];
  return [{ field: "Sales manager", before: before.sales_manager, after: owner.name }];
}
