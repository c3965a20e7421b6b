import { sql } from "kysely";
import { z } from "zod";
import { recordFieldNames } from "../../../rules/crm";
import { carriedValues, customChanges } from "../../../rules/crm-fields";
import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { hasRows, json } from "../../kit/rows";
import { type CallContext, HttpError } from "../../kit/serve";
import { type Conversion, type ConversionForm, type MergedField, mergedFields } from "../contract.contacts";
import { type CustomKey, CustomValues, type RelatedRecord } from "../contract.records";
import { findLinked, removeUnused } from "../organisation-links/link";
import { updatePairs, updatePairsOfSaved } from "../pairs/find";
import { addPoints } from "../points/store";
import { endForRecords } from "../sequence-state/end";
import { mustBeFree } from "../values/check";
import { listFields } from "../values/store";
import { recordActor } from "./actor";
import { createRecord, type FieldChange, type RecordActor, writeChanges } from "./changes";
import { copyNotesAndTags, keepTags, removeCopies, returnTags } from "./converted-copies";
import { copyPoints, listPointsToCarry, returnPoints } from "./converted-points";
import { moveBackToLead, moveToConverted } from "./converted-tasks";
import { convertOrganisation, restoreOrganisation } from "./organisation";
import type { RecordRow } from "./rows";
import { findRecord } from "./store";

/** What a contact said before a lead was added to it; conversions before 2026-11-25 kept no custom fields. */
const ContactBefore = z.object({
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  email: z.string(),
  source: z.string(),
  custom: CustomValues.optional(),
  organisation_id: z.number().nullable().optional(),
  /** Its further numbers and addresses; conversions before there were any kept none. */
  points: z.unknown().optional(),
  tags: z.unknown().optional(),
});
type ContactBefore = z.infer<typeof ContactBefore>;
const StoredConversion = z.object({
  contact_id: z.number(),
  contact_before: ContactBefore.nullable(),
  contact_version: z.number(),
  deal_id: z.number().nullable(),
  /** The organisation that it made. */
  organisation_id: z.number().nullable(),
});
type StoredConversion = z.infer<typeof StoredConversion>;

/**
 * Makes a contact of a lead, or adds it to one, and a deal (R129, Q147): its details and its notes are copied, its tasks
 * go there, and the lead is marked. Converted twice or by two at once, it is converted once, and both get the same answer.
 * @throws HttpError 404, 422
 */
export async function convertLead(
  trx: Trx,
  caller: CallContext,
  { lead_id, contact_id, take, deal, organisation_id, new_organisation }: z.output<typeof ConversionForm>,
): Promise<Conversion> {
  const { account } = caller;
  const by = recordActor(caller);
  const lead = await findRecord(trx, account, "lead", lead_id, true);
  if (lead.converted_at) return conversionAnswer(trx, account, lead_id);
  const before = contact_id === null ? undefined : await findLinked(trx, account, contact_id);
  const merged = contact_id === null ? undefined : await mergeInto(trx, account, contact_id, lead, take, by);
  const form = formFrom(lead);
  const own = contact_id === null ? await newValues(trx, account, lead, "contact") : {};
  const others = deal ? await newValues(trx, account, lead, "deal") : {};
  const contact =
    contact_id ??
    (await createRecord(
      trx,
      account,
      "contact",
      { ...form, custom: own, value_cents: null, expected_close: null, organisation_id: organisation_id ?? null },
      by,
    ));
  if (contact_id === null) await copyPoints(trx, account, lead, contact, by.name);
  const renamed = merged !== undefined && take.includes("company") && !["", merged.company].includes(lead.company);
  const named = { organisation_id, new_organisation, contact_id: contact, company: lead.company, renamed };
  const organisation = await convertOrganisation(trx, account, { ...named, by: by.name });
  if (contact_id !== null && organisation.changes.length > 0)
    await writeChanges(trx, account, "contact", contact, organisation.changes, by);
  const dealId = deal
    ? await createRecord(
        trx,
        account,
        "deal",
        { ...form, custom: others, contact_id: contact, organisation_id: organisation.id },
        by,
      )
    : null;
  await copyNotesAndTags(trx, account, lead_id, contact, contact_id === null ? undefined : by.name);
  if (dealId !== null) await copyNotesAndTags(trx, account, lead_id, dealId);
  await moveToConverted(trx, account, lead_id, dealId ?? contact);
  await endForRecords(trx, account, [lead_id], "The lead was converted.");
  // Whoever looked after the lead looks after what it became.
  await sql`
    update crm.records set sales_manager_id = ${lead.sales_manager_id}, sales_manager = ${lead.sales_manager}
    where customer_account = ${account} and (id = ${dealId} or (id = ${contact} and ${contact_id === null}))`.execute(
    trx,
  );
  await sql`
    update crm.records set contact_id = ${contact}, converted_at = now()
    where customer_account = ${account} and id = ${lead_id}`.execute(trx);
  await sql`
    insert into crm.conversions
      (customer_account, lead_id, contact_id, contact_before, contact_version, deal_id, organisation_id, by)
    values (${account}, ${lead_id}, ${contact},
      ${merged === undefined ? null : json({ ...merged, organisation_id: before?.id ?? null })},
      (select version from crm.records where customer_account = ${account} and id = ${contact}), ${dealId},
      ${organisation.made}, ${by.name})`.execute(trx);
  const what = contact_id === null ? "a new contact" : "a contact that was there";
  const change = { field: "Converted", before: "", after: deal ? `${what} and a deal` : what };
  await writeChanges(trx, account, "lead", lead_id, [change], by);
  // A lead that was converted is no more: its pairs go.
  await updatePairs(trx, account, "lead", [lead_id]);
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action: "Lead converted", subject: "lead", subject_id: String(lead_id) },
    description: `Lead ${lead_id} became ${change.after}.`,
  });
  return conversionAnswer(trx, account, lead_id);
}

function formFrom({ name, company, phone, email, source, value_cents, currency, expected_close }: RecordRow) {
  return { name, company, phone, email, source, value_cents, currency, expected_close };
}

/** What a new contact or deal takes over. @throws HttpError 422 where another one has a unique value of it */
async function newValues(trx: Trx, account: string, lead: RecordRow, kind: "contact" | "deal"): Promise<CustomValues> {
  const values = await valuesFor(trx, account, lead, kind);
  const fields = Object.keys(values).length === 0 ? [] : await listFields(trx, account, kind);
  await mustBeFree(trx, account, { kind, id: null, fields, before: {} }, values);
  return values;
}

/** What a lead says in the fields that contacts or deals have by the same name and type. */
async function valuesFor(trx: Trx, account: string, lead: RecordRow, kind: "contact" | "deal"): Promise<CustomValues> {
  if (Object.keys(lead.custom).length === 0) return {};
  const [from, fields] = await Promise.all([listFields(trx, account, "lead"), listFields(trx, account, kind)]);
  return carriedValues(from, lead.custom, fields);
}

/** Takes the chosen fields of the lead over. Answers what the contact said before. */
async function mergeInto(
  trx: Trx,
  account: string,
  id: number,
  lead: RecordRow,
  take: readonly (MergedField | CustomKey)[],
  by: RecordActor,
): Promise<ContactBefore> {
  const contact = await findRecord(trx, account, "contact", id, true).catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    throw new HttpError(422, "There is no such contact.", { contact_id: ["Choose a contact."] });
  });
  const own = mergedFields.filter((field) => take.includes(field) && lead[field] !== "");
  const custom = await takenValues(trx, account, { contact, lead }, take);
  const changes: FieldChange[] = [
    ...own
      .filter((field) => lead[field] !== contact[field])
      .map((field) => ({ field: recordFieldNames[field], before: contact[field], after: lead[field] })),
    ...custom.changes,
  ];
  const points = await listPointsToCarry(trx, account, { contact, lead }, take);
  const before = {
    points: points.before,
    tags: await keepTags(trx, account, id),
    ...(Object.fromEntries(mergedFields.map((field) => [field, contact[field]])) as Record<MergedField, string>),
    custom: contact.custom,
  };
  if (changes.length > 0) {
    const taken = { ...Object.fromEntries(own.map((field) => [field, lead[field]])), custom: custom.values };
    await trx
      .updateTable("crm.records")
      .set(taken)
      .where("customer_account", "=", account)
      .where("id", "=", id)
      .execute();
    await writeChanges(trx, account, "contact", id, changes, by);
  }
  // What the contact had before stays as a further one.
  await addPoints(trx, account, id, points.points, by.name);
  await updatePairsOfSaved(trx, account, "contact", id);
  return before;
}

/** What the contact says in its custom fields with those that are taken over from the lead. @throws HttpError 422 */
async function takenValues(
  trx: Trx,
  account: string,
  { contact, lead }: { contact: RecordRow; lead: RecordRow },
  take: readonly string[],
) {
  const fields = await listFields(trx, account, "contact");
  const carried = Object.entries(await valuesFor(trx, account, lead, "contact"));
  const taken = Object.fromEntries(carried.filter(([id]) => take.includes(`custom.${id}`)));
  const values = { ...contact.custom, ...taken };
  await mustBeFree(trx, account, { kind: "contact", id: contact.id, fields, before: contact.custom }, values);
  return { values, changes: customChanges(fields, contact.custom, values) };
}

async function conversionAnswer(trx: Trx, account: string, lead: number): Promise<Conversion> {
  const kept = await findConversion(trx, account, lead);
  const related = async (kind: "contact" | "deal", id: number): Promise<RelatedRecord> => {
    const { name, stage } = await findRecord(trx, account, kind, id);
    return { id, kind, name, stage };
  };
  return {
    contact: await related("contact", kept.contact_id),
    deal: kept.deal_id === null ? null : await related("deal", kept.deal_id),
    organisation: (await findLinked(trx, account, kept.deal_id ?? kept.contact_id)) ?? null,
  };
}

async function findConversion(trx: Trx, account: string, lead: number): Promise<StoredConversion> {
  const kept = await checkedRow(
    trx,
    StoredConversion,
    sql`select contact_id, contact_before, contact_version, deal_id, organisation_id from crm.conversions
      where customer_account = ${account} and lead_id = ${lead} for update`,
  );
  if (!kept) throw new HttpError(409, "This lead was not converted.");
  return kept;
}

/**
 * Takes back what a conversion made: its deal, its contact or what the contact took over. Nothing is taken back of what
 * somebody has worked on since. @throws HttpError 404, 409
 */
export async function undoConversion(trx: Trx, caller: CallContext, lead: number): Promise<void> {
  const { account } = caller;
  const by = recordActor(caller);
  await findRecord(trx, account, "lead", lead, true);
  const kept = await findConversion(trx, account, lead);
  const { contact_id, contact_before, contact_version, deal_id } = kept;
  const contact = await findRecord(trx, account, "contact", contact_id, true);
  const deal = deal_id === null ? undefined : await findRecord(trx, account, "deal", deal_id, true);
  const others = await hasRows(
    trx,
    sql`select 1 from crm.records where customer_account = ${account} and contact_id = ${contact_id}
      and id not in (${lead}, ${deal_id ?? 0}) limit 1`,
  );
  const sold = await hasRows(
    trx,
    sql`select 1 from (
        select customer_account, deal_id, contact_id from crm.sales
        union all select customer_account, deal_id, contact_id from crm.quotes) s
      where customer_account = ${account}
        and (deal_id = ${deal_id} or (contact_id = ${contact_id} and ${contact_before === null})) limit 1`,
  );
  const worked = contact.version !== contact_version || (deal !== undefined && deal.version !== 1);
  if (worked || sold || (contact_before === null && others))
    throw new HttpError(409, "Its contact or its deal was changed since. Nothing was undone.");
  await sql`delete from crm.conversions where customer_account = ${account} and lead_id = ${lead}`.execute(trx);
  await sql`update crm.records set contact_id = null, converted_at = null
    where customer_account = ${account} and id = ${lead}`.execute(trx);
  const made = [...(deal_id === null ? [] : [deal_id]), ...(contact_before === null ? [contact_id] : [])];
  await moveBackToLead(trx, account, lead, made);
  for (const id of made)
    await sql`delete from crm.records where customer_account = ${account} and id = ${id}`.execute(trx);
  if (contact_before !== null) {
    // Conversions before there were organisations kept none.
    const { organisation_id: held, points, tags, ...said } = contact_before;
    const from = { id: contact_id, kind: "contact" } as const;
    const moved = held === undefined ? [] : await restoreOrganisation(trx, account, from, held);
    await removeCopies(trx, account, lead, contact_id);
    const fields = await listFields(trx, account, "contact");
    const changes = [
      ...mergedFields
        .filter((field) => contact_before[field] !== contact[field])
        .map((field) => ({ field: recordFieldNames[field], before: contact[field], after: contact_before[field] })),
      ...customChanges(fields, contact.custom, contact_before.custom ?? contact.custom),
      ...moved,
    ];
    if (changes.length > 0) {
      await trx
        .updateTable("crm.records")
        .set(said)
        .where("customer_account", "=", account)
        .where("id", "=", contact_id)
        .execute();
      await writeChanges(trx, account, "contact", contact_id, changes, by);
    }
    await returnPoints(trx, account, contact_id, points);
    await returnTags(trx, account, contact_id, tags);
    await updatePairs(trx, account, "contact", [contact_id]);
  }
  if (kept.organisation_id !== null) await removeUnused(trx, account, sql`o.id = ${kept.organisation_id}`);
  await updatePairs(trx, account, "lead", [lead]);
  await writeChanges(trx, account, "lead", lead, [{ field: "Converted", before: "yes", after: "undone" }], by);
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action: "Conversion undone", subject: "lead", subject_id: String(lead) },
    description: `Lead ${lead} is a lead again.`,
  });
}
