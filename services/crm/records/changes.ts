import { sql } from "kysely";
import type { z } from "zod";
import { kindWords, missingFields, type RecordKind, recordFieldNames, requirementNames } from "../../../rules/crm";
import type { CustomValues } from "../../../rules/crm-fields";
import { formatMoney } from "../../../rules/crm-money";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { HttpError } from "../../kit/serve";
import { tellWebhooks } from "../../kit/webhooks";
import type { RecordForm } from "../contract.records";
import { belongsToOrganisation, findNamed, linkByCompany, setOrganisation } from "../organisation-links/link";
import { updatePairsOfSaved } from "../pairs/find";
import { endForRecords } from "../sequence-state/end";
import { readGivenValues } from "../values/check";
import { listFields } from "../values/store";
import { changeOrganisation } from "./organisation";
import type { RecordRow } from "./rows";
import { scoreAgain } from "./scoring";
import { ensureStages, pipelineStages } from "./stages";
import { findRecord } from "./store";

type Form = z.output<typeof RecordForm>;
/** What a new record says; its custom fields as they are kept. */
type NewRecord = Omit<Form, "custom"> & { custom?: CustomValues };
/** Who does something: a user's id, or nobody's. */
export type RecordActor = { id: string | null; name: string };
export type FieldChange = { field: string; before: string; after: string };

/** The fields that its history tells of, besides the value and custom fields. */
const historyFields = ["name", "company", "phone", "email", "source", "expected_close"] as const;

/** The event that tells of a kind. */
export const recordEvents = { lead: "lead", contact: "crm_contact", deal: "deal" } as const;

/** Puts a new record into the first stage, for who adds it unless it is somebody else's. Answers its id. @throws HttpError 422 */
export async function createRecord(
  trx: Trx,
  account: string,
  kind: RecordKind,
  {
    contact_id = null,
    pipeline_id = null,
    organisation_id,
    ...form
  }: NewRecord & {
    contact_id?: number | null;
    pipeline_id?: number | null;
    organisation_id?: number | null | undefined;
  },
  by: RecordActor,
  owner: RecordActor = by,
): Promise<number> {
  const stages = await ensureStages(trx, account, kind);
  const [first] = pipelineStages(stages, pipeline_id);
  if (!first && stages.length > 0)
    throw new HttpError(422, "There is no such pipeline.", { pipeline_id: ["Choose a pipeline that has stages."] });
  if (!first) throw new HttpError(422, `Add a stage for ${kindWords[kind][1]} first.`);
  if (contact_id !== null) await mustBeContact(trx, account, contact_id);
  const organisation = organisation_id ? await findNamed(trx, account, organisation_id) : undefined;
  const made = await trx
    .insertInto("crm.records")
    .values({
      ...form,
      company: form.company || (organisation?.name ?? ""),
      kind,
      contact_id,
      customer_account: account,
      stage_id: first.id,
      sales_manager_id: owner.id,
      sales_manager: owner.name,
      created_by: by.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (organisation) await setOrganisation(trx, account, { id: made.id, kind }, organisation.id);
  else if (organisation_id === undefined && belongsToOrganisation(kind))
    await linkByCompany(trx, account, [made.id], { by: by.name });
  await scoreAgain(trx, account, [made.id]);
  await updatePairsOfSaved(trx, account, kind, made.id);
  await append(trx, account, recordEvents[kind], { id: made.id, by: by.id });
  if (kind === "lead") {
    const { name, company, phone, email, source } = form;
    const told = { id: made.id, name, company, phone, email, source, by: by.name, at: new Date().toISOString() };
    await tellWebhooks(trx, account, "lead.created", [told]);
  }
  return made.id;
}

async function mustBeContact(trx: Trx, account: string, id: number): Promise<void> {
  await findRecord(trx, account, "contact", id).catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    throw new HttpError(422, "There is no such contact.", { contact_id: ["Choose a contact."] });
  });
}

/** Changes what a record says. @throws HttpError 404, 409 when somebody else has changed it since */
export async function changeRecord(
  trx: Trx,
  account: string,
  kind: RecordKind,
  id: number,
  {
    version,
    custom,
    organisation_id,
    ...form
  }: Form & { version: number; organisation_id?: number | null | undefined },
  by: RecordActor,
): Promise<FieldChange[]> {
  const before = await findRecord(trx, account, kind, id, true);
  mustBe(before, version);
  const own = await readGivenValues(trx, account, { kind, id, before: before.custom }, custom);
  const said = { ...form, ...(own.changes.length > 0 ? { custom: own.values } : {}) };
  const differs = [...differences(before, form), ...own.changes];
  if (differs.length > 0)
    await trx
      .updateTable("crm.records")
      .set(said)
      .where("customer_account", "=", account)
      .where("id", "=", id)
      .execute();
  const { company } = form;
  const moved = await changeOrganisation(trx, account, before, { organisation_id, company, by: by.name });
  const changes = [...differs, ...moved];
  if (changes.length === 0) return [];
  await writeChanges(trx, account, kind, id, changes, by);
  await updatePairsOfSaved(trx, account, kind, id);
  return changes;
}

/** `won_on`: the day for a deal that is won by it. */
export type RecordMove = {
  stage_id: number;
  lost_reason: string;
  version?: number | undefined;
  won_on?: string | null;
};

/** Puts a record into a stage. Answers the stage's name; undefined when it is there already. @throws HttpError 404, 409, 422 */
export async function moveRecord(
  trx: Trx,
  account: string,
  kind: RecordKind,
  id: number,
  { stage_id, lost_reason, version, won_on = null }: RecordMove,
  by: RecordActor,
): Promise<string | undefined> {
  const before = await findRecord(trx, account, kind, id, true);
  if (version !== undefined) mustBe(before, version);
  if (before.converted_at) throw new HttpError(409, "This lead was converted. Work with its contact and its deal.");
  const stages = await ensureStages(trx, account, kind);
  const stage = stages.find((one) => one.id === stage_id);
  if (!stage) throw new HttpError(422, "There is no such stage.", { stage_id: ["Choose a stage."] });
  if (stage.id === before.stage_id) return undefined;
  // A contact that is one no more needs no reason.
  const lost = stage.category === "lost" && kind !== "contact";
  if (lost && lost_reason === "")
    throw new HttpError(422, "Say why it was lost.", { lost_reason: ["Say why it was lost."] });
  if (stage.category !== "lost")
    await mustSay(trx, account, before, stages.find(({ id }) => id === before.stage_id)?.required_fields ?? []);
  const won = kind === "deal" && stage.category === "won" ? won_on : null;
  await sql`
    insert into crm.stage_times (customer_account, record_id, stage_id, stage, entered_at)
    values (${account}, ${id}, ${before.stage_id}, ${before.stage}, ${before.stage_at})`.execute(trx);
  await sql`
    update crm.records set stage_id = ${stage.id}, stage_at = now(), lost_reason = ${lost ? lost_reason : ""},
      won_on = ${won}::date where customer_account = ${account} and id = ${id}`.execute(trx);
  const changes = [{ field: "Stage", before: before.stage, after: stage.name }];
  if (lost) changes.push({ field: "Why it was lost", before: "", after: lost_reason });
  if (won) changes.push({ field: "Won on", before: "", after: won });
  if (stage.category === "lost" && kind !== "deal") await endForRecords(trx, account, [id], `Moved to ${stage.name}.`);
  await writeChanges(trx, account, kind, id, changes, by);
  if (won) {
    const { name, value_cents, currency, contact_id, sales_manager } = before;
    const told = { id, name, value_cents, currency, contact_id, sales_manager, won_on: won, by: by.name };
    await tellWebhooks(trx, account, "deal.won", [told]);
  }
  return stage.name;
}

/** @throws HttpError 422 where the record says less than its stage requires */
async function mustSay(trx: Trx, account: string, record: RecordRow, required: readonly string[]): Promise<void> {
  const empty = missingFields(required, record);
  if (empty.length === 0) return;
  const missing = requirementNames(empty, await listFields(trx, account, record.kind));
  if (missing.length === 0) return;
  const words = `Fill in ${missing.join(", ")} before it leaves ${record.stage}.`;
  throw new HttpError(422, words, { stage_id: [words] });
}

/** Gives a record to somebody, or to nobody. Answers it as it was; undefined where it was theirs. @throws HttpError 404 */
export async function assignRecord(
  trx: Trx,
  account: string,
  kind: RecordKind,
  id: number,
  to: RecordActor,
  by: RecordActor,
): Promise<RecordRow | undefined> {
  const before = await findRecord(trx, account, kind, id, true);
  if (before.sales_manager_id === to.id) return undefined;
  await sql`
    update crm.records set sales_manager_id = ${to.id}, sales_manager = ${to.name}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const change = { field: "Sales manager", before: before.sales_manager, after: to.name };
  await writeChanges(trx, account, kind, id, [change], by);
  return before;
}

function mustBe(found: RecordRow, version: number): void {
  if (found.version !== version)
    throw new HttpError(
      409,
      `This ${kindWords[found.kind][0]} was changed by another person meanwhile. Look at it again, then save your change.`,
    );
}

function differences(before: RecordRow, form: Omit<Form, "custom">): FieldChange[] {
  const changes = historyFields.map((name) => ({
    ...{ field: recordFieldNames[name] as string, before: before[name] ?? "", after: form[name] ?? "" },
  }));
  const value = {
    field: "Value",
    before: formatMoney(before.value_cents, before.currency),
    after: formatMoney(form.value_cents, form.currency),
  };
  return [...changes, value].filter((change) => change.before !== change.after);
}

/** A record's history, its version, its score, and those who look at it. */
export async function writeChanges(
  trx: Trx,
  account: string,
  kind: RecordKind,
  id: number,
  changes: readonly FieldChange[],
  by: RecordActor,
): Promise<void> {
  await sql`
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select ${account}, ${id}::bigint, ${by.name}, field, before, after
    from json_to_recordset(${JSON.stringify(changes)}::json) as x (field text, before text, after text)`.execute(trx);
  await sql`update crm.records set version = version + 1, active_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await scoreAgain(trx, account, [id]);
  await append(trx, account, recordEvents[kind], { id, by: by.id });
}
