import { sql } from "kysely";
import { z } from "zod";
import { brand } from "../../../rules/brand";
import { type FieldDefinition, fieldText } from "../../../rules/crm-fields";
import { recordActivity } from "../../kit/activities";
import { recordConsents } from "../../kit/consents";
import type { Trx } from "../../kit/database";
import { publishNotices, publishToAudience } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";
import { LeadForm } from "../contract.forms";
import { CustomValues } from "../contract.records";
import { recordsWithEither } from "../points/find";
import { createRecord, type RecordActor, writeChanges } from "../records/changes";
import { splitTaken } from "../values/check";

/** A custom field that is archived or gone is not asked. */
export const PublicFormRow = LeadForm.omit({
  ...{ active: true, created_by: true, created_at: true, arrived: true, pending: true, last_at: true },
}).extend({ account: z.string() });
/** A form as its visitors' requests need it, with the custom fields that are asked. */
export type PublicForm = z.infer<typeof PublicFormRow> & { custom: FieldDefinition[] };

/** What a visitor typed, in the form in which it is kept. */
export const Answers = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  company: z.string(),
  message: z.string(),
  custom: CustomValues,
});
export type Answers = z.infer<typeof Answers>;

type Arrival = { form: PublicForm; entry: number; answers: Answers; consented: boolean; source: string };

/**
 * Makes a lead of an entry: scored, given to the next of the form's sales managers, and told to them. Somebody who is an
 * open lead already is not added again: what they wrote is a note of that lead. So is a unique value that another lead has:
 * the visitor is not told of it.
 * @param people who can be given leads, by id
 */
export async function arrive(trx: Trx, arrival: Arrival, people: ReadonlyMap<string, string>): Promise<void> {
  const { form, entry, answers, consented, source } = arrival;
  const { account } = form;
  const by: RecordActor = { id: null, name: `Form ${form.name}`.slice(0, 200) };
  const known = await findOpenLead(trx, account, answers);
  const owner = known ? { id: known.sales_manager_id, name: "" } : await nextManager(trx, form, people);
  const { free, taken } = await splitTaken(trx, account, { kind: "lead", fields: form.custom }, answers.custom);
  const lead = known?.id ?? (await addLead(trx, account, { answers: { ...answers, custom: free }, source }, by, owner));
  if (known) await writeChanges(trx, account, "lead", lead, [{ field: "Form", before: "", after: form.name }], by);
  const others = known
    ? sayValues(form, answers.custom)
    : sayValues(form, taken).map((line) => `${line} (another lead has this value)`);
  for (const text of [...(answers.message === "" ? [] : [answers.message]), ...paragraphs(others)])
    await sql`insert into crm.notes (customer_account, record_id, text, by)
      values (${account}, ${lead}, ${text}, ${by.name})`.execute(trx);
  await sql`
    update crm.form_entries set state = 'arrived', lead_id = ${lead}, answers = '{}', arrived_at = now(), confirm_hash = null
    where customer_account = ${account} and id = ${entry}`.execute(trx);
  const contacts = [answers.phone, answers.email].filter((contact) => contact !== "");
  if (consented) await recordConsents(trx, account, contacts, { change: "in", source: `Lead form ${form.name}` });
  await recordActivity(trx, account, "system", {
    ...{ action: known ? "Lead changed" : "Lead added", subject: "lead", subject_id: String(lead) },
    description: `Lead ${lead} ${known ? "filled in" : "came from"} the form ${form.name}.`,
  });
  const words = known ? `A lead of yours filled in the form ${form.name}.` : `A lead came from the form ${form.name}.`;
  const notice = { kind: "lead arrived", subject: lead, key: `form-entry:${entry}`, words } as const;
  if (owner.id === null) await publishToAudience(trx, account, notice);
  else await publishNotices(trx, account, [{ ...notice, users: [owner.id] }]);
}

/** Values as lines of a note, in the order in which they were asked. */
function sayValues({ fields, custom }: PublicForm, values: CustomValues): string[] {
  return fields.flatMap(({ field: name, label }) => {
    const field = custom.find(({ id }) => name === `custom.${id}`);
    const said = field && fieldText(field, values[field.id]);
    return said ? [`${label}: ${said}`] : [];
  });
}

/** Characters of a note. */
const maxNote = 5_000;

/** Lines in as few notes as they fit into. */
function paragraphs(lines: readonly string[]): string[] {
  const notes: string[] = [];
  for (const line of lines) {
    const last = notes.at(-1);
    const joined = `${last}\n${line}`;
    if (last === undefined || joined.length > maxNote) notes.push(line.slice(0, maxNote));
    else notes[notes.length - 1] = joined;
  }
  return notes;
}

function addLead(
  trx: Trx,
  account: string,
  { answers: { name, company, phone, email, custom }, source }: { answers: Answers; source: string },
  by: RecordActor,
  owner: RecordActor,
): Promise<number> {
  const value = { value_cents: null, currency: "KES", expected_close: null } as const;
  const called = name || company || email || phone || brand.name;
  return createRecord(
    trx,
    account,
    "lead",
    { name: called.slice(0, 200), company, phone, email, source, custom, ...value },
    by,
    owner,
  );
}

const OpenLeadRow = z.object({ id: z.number(), sales_manager_id: z.string().nullable() });

function findOpenLead(trx: Trx, account: string, { phone, email }: Answers) {
  return checkedRow(
    trx,
    OpenLeadRow,
    sql`with hit as materialized (${recordsWithEither(account, { phone, email })})
      select l.id, l.sales_manager_id from hit
      join crm.records l on l.customer_account = ${account} and l.id = hit.id
      join crm.stages s on s.customer_account = l.customer_account and s.id = l.stage_id
      where l.kind = 'lead' and l.converted_at is null and s.category not in ('won', 'lost')
      order by hit.rank, l.id limit 1`,
  );
}

const TurnRow = z.object({ turn: z.number() });

/** The next one in turn who is still of the account; nobody where the form names none. */
async function nextManager(trx: Trx, form: PublicForm, people: ReadonlyMap<string, string>): Promise<RecordActor> {
  const there = form.manager_ids.filter((id) => people.has(id));
  if (there.length === 0) return { id: null, name: "" };
  const turn = await checkedRow(
    trx,
    TurnRow,
    sql`update crm.lead_forms set next_manager = (next_manager + 1) % 1000000
      where customer_account = ${form.account} and id = ${form.id} returning next_manager as turn`,
  );
  const id = there[((turn?.turn ?? 1) + there.length - 1) % there.length] ?? null;
  return { id, name: people.get(id ?? "") ?? "" };
}
