import { sql } from "kysely";
import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { missing } from "../../kit/principal";
import type { CallContext } from "../../kit/serve";
import { recordNeeds } from "../contract.records";
import { recordActor } from "../records/actor";
import type { FieldChange } from "../records/changes";
import type { OrganisationScope } from "./store";

/** What of people and deals the caller may see. */
export function organisationScope({ who }: CallContext): OrganisationScope {
  return { deals: who?.kind !== "person" || missing(who, recordNeeds.deal) === undefined };
}

/** Writes the history of an organisation, which is another version then. */
export async function writeHistory(
  trx: Trx,
  caller: CallContext,
  id: number,
  changes: readonly FieldChange[],
): Promise<void> {
  const { account } = caller;
  await sql`
    insert into crm.organisation_changes (customer_account, organisation_id, by, field, before, after)
    select ${account}, ${id}::bigint, ${recordActor(caller).name}, field, before, after
    from json_to_recordset(${JSON.stringify(changes)}::json) as x (field text, before text, after text)`.execute(trx);
  await sql`update crm.organisations set version = version + 1
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

type Deed = {
  action: "Organisation added" | "Organisation changed" | "Organisation deleted";
  what: string;
};

/** Writes the activity, and tells whoever looks at it. */
export async function publishDeed(trx: Trx, caller: CallContext, id: number, { action, what }: Deed): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "organisation", subject_id: String(id) },
    description: what,
  });
  await append(trx, caller.account, "organisation", { id, by: recordActor(caller).id });
}
