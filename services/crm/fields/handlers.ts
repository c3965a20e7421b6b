import { sql } from "kysely";
import { z } from "zod";
import { kindWords, type RecordKind } from "../../../rules/crm";
import { customId } from "../../../rules/crm-field-conditions";
import { canBeUnique, type FieldChoice, maxChoices, maxFields } from "../../../rules/crm-fields";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { bigints, hasRows, json } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { CustomField, CustomFieldChange, CustomFieldForm, fieldCalls } from "../contract.fields";
import { recordActor } from "../records/actor";
import { listRules, rescore } from "../records/scoring";
import { isTakenValue } from "../values/check";
import { listFields } from "../values/store";

/** Archived fields of a kind that are kept beside those in use. */
const maxArchived = 150;

/** The calls about custom fields. */
export function fieldHandlers({ db }: Database): Pick<Handlers<typeof crm.calls>, keyof typeof fieldCalls> {
  const changing = <T>(account: string, change: (trx: Trx) => Promise<T>): Promise<T> =>
    inAccount(db, account, async (trx) => {
      // Whoever saves values reads what is unique: none of them may be in the middle of it. An import takes minutes.
      await sql`set local lock_timeout = '5s'`.execute(trx);
      await sql`select pg_advisory_xact_lock(hashtextextended('crm.custom_fields ' || ${account}::text, 0))`.execute(
        trx,
      );
      return change(trx);
    }).catch((error: unknown) => {
      if ((error as { code?: string } | null)?.code === "55P03")
        throw new HttpError(409, "An import or another change is being saved. Try again in a moment.");
      if (isTakenValue(error) || !isDuplicate(error)) throw error;
      throw new HttpError(422, "There is a field of this name already.", {
        name: ["There is a field of this name already. Enter another name."],
      });
    });

  return {
    async customFields({ query }, { account }) {
      const data = await readAccount(db, account, (trx) => listFields(trx, account, query.kind, { batched: true }));
      return { status: 200, body: { data } };
    },
    async createCustomField({ body }, caller) {
      return { status: 201, body: await changing(caller.account, (trx) => addField(trx, caller, body)) };
    },
    async updateCustomField({ params: { id }, body }, caller) {
      return { status: 201, body: await changing(caller.account, (trx) => changeField(trx, caller, id, body)) };
    },
    async archiveCustomField({ params: { id }, body }, caller) {
      const done = await changing(caller.account, (trx) => archiveField(trx, caller, id, body.archived));
      return { status: 201, body: done };
    },
    async deleteCustomField({ params: { id } }, caller) {
      const name = await changing(caller.account, (trx) => deleteField(trx, caller, id));
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },
    async rankCustomFields({ body }, caller) {
      await changing(caller.account, (trx) => rankFields(trx, caller, body.kind, body.fields));
      return { status: 201, body: { status: 201, message: "The fields are in this order now." } };
    },
  };
}

/** @throws HttpError 404 */
async function findField(trx: Trx, account: string, id: number): Promise<CustomField> {
  const found = (await listFields(trx, account, undefined)).find((field) => field.id === id);
  if (!found) throw new HttpError(404, "There is no such field.");
  return found;
}

async function addField(trx: Trx, caller: CallContext, form: z.output<typeof CustomFieldForm>): Promise<CustomField> {
  const { account } = caller;
  await mustHaveRoom(trx, account, form.kind);
  const { unique, choices, type, ...own } = form;
  const made = await trx
    .insertInto("crm.custom_fields")
    .values({
      ...own,
      type,
      customer_account: account,
      is_unique: unique,
      choices: JSON.stringify(
        isChoice(type) ? choices.map(({ label }, at) => ({ id: at + 1, label, archived: false })) : [],
      ),
      rank: sql`(select coalesce(max(rank), 0) + 1 from crm.custom_fields
        where customer_account = ${account} and kind = ${form.kind})`,
      created_by: recordActor(caller).name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await note(trx, caller, made.id, "Custom field added", `${form.name} was added to ${kindWords[form.kind][1]}.`);
  return findField(trx, account, made.id);
}

function isChoice(type: CustomField["type"]): boolean {
  return type === "choice" || type === "choices";
}

/** @throws HttpError 422 where a kind has as many fields as it may have */
async function mustHaveRoom(trx: Trx, account: string, kind: RecordKind): Promise<void> {
  const fields = await listFields(trx, account, kind);
  const used = fields.filter(({ archived }) => !archived).length;
  if (used < maxFields && fields.length < maxFields + maxArchived) return;
  const words = `There are ${used} fields for ${kindWords[kind][1]} already; ${maxFields} are possible. Archive one first.`;
  throw new HttpError(422, words, { name: [words] });
}

async function changeField(
  trx: Trx,
  caller: CallContext,
  id: number,
  { name, required, unique, help, choices }: z.output<typeof CustomFieldChange>,
): Promise<CustomField> {
  const { account } = caller;
  const before = await findField(trx, account, id);
  if (unique && !canBeUnique(before.type))
    throw new HttpError(422, "A choice can't be unique.", { unique: ["A choice can't be unique."] });
  const next = isChoice(before.type) ? await nextChoices(trx, account, before, choices) : [];
  await sql`
    update crm.custom_fields set name = ${name}, required = ${required}, is_unique = ${unique}, help = ${help},
      choices = ${json(next)} where customer_account = ${account} and id = ${id}`.execute(trx);
  if (unique !== before.unique) await enforce(trx, account, { ...before, unique });
  await note(trx, caller, id, "Custom field changed", `${before.name} of ${kindWords[before.kind][1]} was changed.`);
  return findField(trx, account, id);
}

const NamesRow = z.object({ names: z.array(z.string()).nullable() });

/** Makes the values of a field unique, or not any more. @throws HttpError 422 that names two records with the same value */
async function enforce(trx: Trx, account: string, field: CustomField): Promise<void> {
  const only = field.unique && !field.archived;
  if (only) {
    const twice = await checkedRow(
      trx,
      NamesRow,
      sql`select array_agg(l.name || ' (' || l.kind || ' ' || l.id || ')' order by l.id) as names from (
          select min(v.record_id) as one, max(v.record_id) as two from crm.custom_values v
          where v.customer_account = ${account} and v.field_id = ${field.id} group by v.key having count(*) > 1 limit 1) d
        join crm.records l on l.customer_account = ${account} and l.id in (d.one, d.two)`,
    );
    if (twice?.names) {
      const words = `${twice.names.join(" and ")} have the same value in ${field.name}. Correct one of them first.`;
      throw new HttpError(422, words, { unique: [words] });
    }
  }
  await sql`update crm.custom_values set is_unique = ${only}
    where customer_account = ${account} and field_id = ${field.id} and is_unique <> ${only}`.execute(trx);
}

/** The choices that are given, in their order; those left out that a record has are archived, the others go. @throws HttpError 422 */
async function nextChoices(
  trx: Trx,
  account: string,
  { id, choices: before }: CustomField,
  given: z.output<typeof CustomFieldChange>["choices"],
): Promise<FieldChoice[]> {
  if (given.length === 0) throw new HttpError(422, "Enter the choices.", { choices: ["Enter the choices."] });
  let next = Math.max(0, ...before.map((choice) => choice.id));
  const kept = given.map(({ id: known, label }): FieldChoice => {
    const same = before.find((one) => one.id === known) ?? before.find((one) => isSame(one.label, label));
    return { id: same?.id ?? ++next, label, archived: false };
  });
  const left: FieldChoice[] = [];
  for (const choice of before.filter((one) => !kept.some((other) => other.id === one.id))) {
    const used = await hasRows(
      trx,
      sql`select 1 from crm.custom_values where customer_account = ${account} and field_id = ${id}
        and key = ${String(choice.id)} limit 1`,
    );
    if (used) left.push({ ...choice, archived: true });
  }
  const all = [...kept, ...left];
  const doubled = all.find((one, at) => all.findIndex((other) => isSame(other.label, one.label)) !== at);
  if (doubled) {
    const words = `${doubled.label} is there twice.`;
    throw new HttpError(422, words, { choices: [words] });
  }
  if (new Set(all.map((one) => one.id)).size < all.length)
    throw new HttpError(422, "Two choices are the same.", { choices: ["Two choices are the same."] });
  if (all.length > 2 * maxChoices)
    throw new HttpError(422, "There are too many choices.", { choices: ["There are too many choices."] });
  return all;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A field that is not in use enforces nothing: its values are unique again when it comes back. @throws HttpError 404, 422 */
async function archiveField(trx: Trx, caller: CallContext, id: number, archived: boolean): Promise<CustomField> {
  const { account } = caller;
  const field = await findField(trx, account, id);
  if (field.archived === archived) return field;
  if (!archived) await mustHaveRoom(trx, account, field.kind);
  await sql`
    update crm.custom_fields set archived_at = ${archived ? sql`now()` : null}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  if (field.unique) await enforce(trx, account, { ...field, archived });
  // A rule about a field that is not in use gives no points; stages and forms that name it do not ask for it.
  if ((await listRules(trx, account)).some(({ property }) => customId(property) === id)) await rescore(trx, account);
  const action = archived ? "Custom field archived" : "Custom field restored";
  await note(trx, caller, id, action, `${field.name} of ${kindWords[field.kind][1]} was ${action.slice(13)}.`);
  return findField(trx, account, id);
}

/** @throws HttpError 404, 409 where a record says something in it */
async function deleteField(trx: Trx, caller: CallContext, id: number): Promise<string> {
  const { account } = caller;
  const field = await findField(trx, account, id);
  if (field.used)
    throw new HttpError(409, `Some ${kindWords[field.kind][1]} have a value in ${field.name}. Archive it instead.`);
  await forgetField(trx, account, id);
  await sql`delete from crm.custom_fields where customer_account = ${account} and id = ${id}`.execute(trx);
  await note(trx, caller, id, "Custom field deleted", `${field.name} of ${kindWords[field.kind][1]} was deleted.`);
  return field.name;
}

/** Stages and lead forms do not ask for a field that goes, and the score rules about it go with it. */
async function forgetField(trx: Trx, account: string, id: number): Promise<void> {
  const name = `custom.${id}`;
  await sql`update crm.stages set required_fields = array_remove(required_fields, ${name}::text)
    where customer_account = ${account} and ${name}::text = any(required_fields)`.execute(trx);
  await sql`update crm.lead_forms set fields = (
      select coalesce(jsonb_agg(asked order by at), '[]') from jsonb_array_elements(fields) with ordinality f (asked, at)
      where asked->>'field' <> ${name})
    where customer_account = ${account} and fields @> ${json([{ field: name }])}::jsonb`.execute(trx);
  const gone =
    await sql`delete from crm.score_rules where customer_account = ${account} and property = ${name}`.execute(trx);
  if ((gone.numAffectedRows ?? 0n) > 0n) await rescore(trx, account);
}

async function rankFields(trx: Trx, caller: CallContext, kind: RecordKind, ids: readonly number[]): Promise<void> {
  await sql`
    update crm.custom_fields f set rank = x.rank from unnest(${bigints(ids)}) with ordinality as x (id, rank)
    where f.customer_account = ${caller.account} and f.kind = ${kind} and f.id = x.id`.execute(trx);
  const description = `The custom fields of ${kindWords[kind][1]} were put into another order.`;
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action: "Custom fields ranked", subject: "custom field", description },
  });
}

type FieldAction =
  | "Custom field added"
  | "Custom field changed"
  | "Custom field archived"
  | "Custom field restored"
  | "Custom field deleted";

async function note(trx: Trx, caller: CallContext, id: number, action: FieldAction, description: string) {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "custom field", subject_id: String(id), description },
  });
}
