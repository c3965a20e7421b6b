import { sql } from "kysely";
import type { z } from "zod";
import { formatMoney } from "../../../rules/crm-money";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { HttpError } from "../../kit/serve";
import type { LeadForm } from "../contract.leads";
import type { LeadRow } from "../records/rows";
import { scoreAgain } from "../records/scoring";
import { ensureStages } from "../records/stages";
import { findLead } from "./store";

type Form = z.output<typeof LeadForm>;
/** Who does something: a user's id, or nobody's. */
export type LeadActor = { id: string | null; name: string };
type FieldChange = { field: string; before: string; after: string };

/** What the fields of a lead are called in its history. */
const fieldNames = {
  name: "Name",
  company: "Company",
  phone: "Phone",
  email: "Email",
  source: "Source",
  expected_close: "Expected close",
} as const;

/** Puts a new lead into the first stage, for who adds it. Answers its id. */
export async function createLead(trx: Trx, account: string, form: Form, by: LeadActor): Promise<number> {
  const [first] = await ensureStages(trx, account);
  if (!first) throw new HttpError(422, "Add a stage for leads first.");
  const made = await trx
    .insertInto("crm.leads")
    .values({
      ...form,
      customer_account: account,
      stage_id: first.id,
      sales_manager_id: by.id,
      sales_manager: by.name,
      created_by: by.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await scoreAgain(trx, account, [made.id]);
  await append(trx, account, "lead", { id: made.id, by: by.id });
  return made.id;
}

/** Changes what a lead says. @throws HttpError 404, 409 when somebody else has changed it since */
export async function changeLead(
  trx: Trx,
  account: string,
  id: number,
  { version, ...form }: Form & { version: number },
  by: LeadActor,
): Promise<FieldChange[]> {
  const before = await findLead(trx, account, id, true);
  mustBe(before, version);
  const changes = differences(before, form);
  if (changes.length === 0) return [];
  await trx.updateTable("crm.leads").set(form).where("customer_account", "=", account).where("id", "=", id).execute();
  await write(trx, account, id, changes, by);
  return changes;
}

/** Puts a lead into a stage. Answers the stage's name; undefined when it is there already. @throws HttpError 404, 409, 422 */
export async function moveLead(
  trx: Trx,
  account: string,
  id: number,
  { stage_id, lost_reason, version }: { stage_id: number; lost_reason: string; version?: number | undefined },
  by: LeadActor,
): Promise<string | undefined> {
  const before = await findLead(trx, account, id, true);
  if (version !== undefined) mustBe(before, version);
  const stage = (await ensureStages(trx, account)).find((one) => one.id === stage_id);
  if (!stage) throw new HttpError(422, "There is no such stage.", { stage_id: ["Choose a stage."] });
  if (stage.id === before.stage_id) return undefined;
  const lost = stage.category === "lost";
  if (lost && lost_reason === "")
    throw new HttpError(422, "Say why it was lost.", { lost_reason: ["Say why it was lost."] });
  await sql`
    update crm.leads set stage_id = ${stage.id}, stage_at = now(), lost_reason = ${lost ? lost_reason : ""}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const changes = [{ field: "Stage", before: before.stage, after: stage.name }];
  if (lost) changes.push({ field: "Why it was lost", before: "", after: lost_reason });
  await write(trx, account, id, changes, by);
  return stage.name;
}

/** Gives a lead to somebody, or to nobody. @throws HttpError 404 */
export async function assignLead(
  trx: Trx,
  account: string,
  id: number,
  to: LeadActor,
  by: LeadActor,
): Promise<boolean> {
  const before = await findLead(trx, account, id, true);
  if (before.sales_manager_id === to.id) return false;
  await sql`
    update crm.leads set sales_manager_id = ${to.id}, sales_manager = ${to.name}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await write(trx, account, id, [{ field: "Sales manager", before: before.sales_manager, after: to.name }], by);
  return true;
}

function mustBe(lead: LeadRow, version: number): void {
  if (lead.version !== version)
    throw new HttpError(
      409,
      "This lead was changed by another person meanwhile. Look at it again, then save your change.",
    );
}

function differences(before: LeadRow, form: Form): FieldChange[] {
  const fields = Object.entries(fieldNames) as [keyof typeof fieldNames, string][];
  const changes = fields.map(([name, field]) => ({ field, before: before[name] ?? "", after: form[name] ?? "" }));
  const value = {
    field: "Value",
    before: formatMoney(before.value_cents, before.currency),
    after: formatMoney(form.value_cents, form.currency),
  };
  return [...changes, value].filter((change) => change.before !== change.after);
}

/** Its history, its version, its score, and those who look at it. */
async function write(trx: Trx, account: string, id: number, changes: FieldChange[], by: LeadActor): Promise<void> {
  await sql`
    insert into crm.lead_changes (customer_account, lead_id, by, field, before, after)
    select ${account}, ${id}::bigint, ${by.name}, field, before, after
    from json_to_recordset(${JSON.stringify(changes)}::json) as x (field text, before text, after text)`.execute(trx);
  await sql`update crm.leads set version = version + 1, active_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await scoreAgain(trx, account, [id]);
  await append(trx, account, "lead", { id, by: by.id });
}
