import { sql } from "kysely";
import { kindWords, type RecordKind } from "../../../rules/crm";
import {
  type CustomValue,
  type CustomValues,
  customChanges,
  type FieldDefinition,
  type GivenValue,
  readCustomValues,
  valueKey,
} from "../../../rules/crm-fields";
import { isDuplicate, type Trx } from "../../kit/database";
import { checkedRow, IdNameRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { listFields } from "./store";

/** The record that the values are for; a new one has no id yet. */
type ValuesOwner = { kind: RecordKind; id: number | null; before: CustomValues };

/**
 * What a record says in its custom fields after a form or a call, and what of it changed. Fields that are not given stay.
 * @throws HttpError 422 with the field that is wrong, or the record that has a unique value
 */
export async function readGivenValues(
  trx: Trx,
  account: string,
  { kind, id, before }: ValuesOwner,
  given: Readonly<Record<string, GivenValue>>,
) {
  const fields = await listFields(trx, account, kind);
  const { values, errors } = readCustomValues(fields, given, before, { required: true });
  const wrong = Object.entries(errors);
  if (wrong.length > 0) {
    const at = Object.fromEntries(wrong.map(([field, words]) => [`custom.${field}`, [words]]));
    throw new HttpError(422, "Please correct the marked fields.", at);
  }
  await mustBeFree(trx, account, { kind, id, fields, before }, values);
  return { values, changes: customChanges(fields, before, values) };
}

type UniqueCheck = Omit<ValuesOwner, "id"> & { id: number | null; fields: readonly FieldDefinition[] };

/**
 * The database has the last word about unique values; this one names the record, which is of the same kind and so open to
 * whoever may save it. @throws HttpError 422
 */
export async function mustBeFree(
  trx: Trx,
  account: string,
  { kind, id, fields, before }: UniqueCheck,
  values: CustomValues,
): Promise<void> {
  for (const field of fields) {
    const value = values[field.id];
    const other = value === undefined ? undefined : await findTaken(trx, account, { kind, id, field, before }, value);
    if (!other) continue;
    const words = `${field.name} must be unique: ${other.name} (${kindWords[kind][0]} ${other.id}) has this value already.`;
    throw new HttpError(422, words, { [`custom.${field.id}`]: [words] });
  }
}

/** The other record that has a unique value. */
async function findTaken(
  trx: Trx,
  account: string,
  { id, field, before }: ValuesOwner & { field: FieldDefinition },
  value: CustomValue,
): Promise<{ id: number; name: string } | undefined> {
  if (!field.unique || field.archived || value === before[field.id] || Array.isArray(value)) return undefined;
  return checkedRow(
    trx,
    IdNameRow,
    sql`select l.id, l.name from crm.custom_values v
      join crm.records l on l.customer_account = v.customer_account and l.id = v.record_id
      where v.customer_account = ${account} and v.field_id = ${field.id} and v.key = ${valueKey(value)}
        and v.is_unique and v.record_id is distinct from ${id}::bigint limit 1`,
  );
}

/** Which of the values may be kept, and which unique ones another record has. */
export async function splitTaken(
  trx: Trx,
  account: string,
  { kind, fields }: Pick<UniqueCheck, "kind" | "fields">,
  values: CustomValues,
): Promise<{ free: CustomValues; taken: CustomValues }> {
  const free: CustomValues = {};
  const taken: CustomValues = {};
  for (const field of fields) {
    const value = values[field.id];
    if (value === undefined || field.archived) continue;
    const other = await findTaken(trx, account, { kind, id: null, field, before: {} }, value);
    (other ? taken : free)[field.id] = value;
  }
  return { free, taken };
}

/**
 * Does the work once more where a unique value was taken in the same moment: then the record that has it is there to be
 * named. Of the work everything is undone before. @throws HttpError 409 where what comes back was taken meanwhile
 */
export async function onTakenValue<T>(work: () => Promise<T>): Promise<T> {
  const orElse = (next: (error: unknown) => Promise<T>) => (error: unknown) => {
    if (!isTakenValue(error)) throw error;
    return next(error);
  };
  const refuse = () => {
    throw new HttpError(409, "Another record has one of the unique values by now. Nothing was changed.");
  };
  return work().catch(orElse(() => work().catch(orElse(refuse))));
}

/** Whether the database refused a value that another record has. */
export function isTakenValue(error: unknown): boolean {
  return isDuplicate(error) && (error as { constraint?: string }).constraint === "custom_values_unique";
}
