import { z } from "zod";
import { recordFieldNames } from "../../../rules/crm";
import { type FieldDefinition, fieldText } from "../../../rules/crm-fields";
import { formatMoney } from "../../../rules/crm-money";
import { showPhone } from "../../../rules/phone";
import { type MergeField, mergeFields, type PairDetail } from "../../../services/crm/contract.duplicates";
import type { CrmRecord, CustomKey } from "../../../services/crm/contract.records";

/** Something that a merge chooses: a field of the product, or one that the account added. */
export type MergeRow = {
  name: MergeField | CustomKey;
  label: string;
  /** What a record says in it, for people. */
  text(record: CrmRecord): string;
};

function ownText(record: CrmRecord, field: MergeField): string {
  if (field === "value") return formatMoney(record.value_cents, record.currency);
  if (field === "phone") return record.phone && showPhone(record.phone);
  return record[field] ?? "";
}

/** What is chosen in a merge, in order. @param fields the custom fields of the kind; one in which neither says anything is left out */
export function mergeRows(fields: readonly FieldDefinition[], records: readonly CrmRecord[]): MergeRow[] {
  const own = mergeFields.map((name) => ({
    name,
    label: recordFieldNames[name],
    text: (record: CrmRecord) => ownText(record, name),
  }));
  const custom = fields
    .filter(({ id }) => records.some(({ custom }) => custom[id] !== undefined))
    .map((field): MergeRow => {
      const text = ({ custom }: CrmRecord) => fieldText(field, custom[field.id]);
      return { name: `custom.${field.id}`, label: field.name, text };
    });
  return [...own, ...custom];
}

const side = z.enum(["first", "second"]);
type Side = z.infer<typeof side>;

/**
 * What the address of the confirmation says: which record is kept, of which each field comes, and the versions that were
 * compared. It says no more than "first" and "second", as addresses are kept in histories and logs.
 */
const ChoiceQuery = z.object({
  keep: side.optional().catch(undefined),
  first_version: z.coerce.number().int().min(1).optional().catch(undefined),
  second_version: z.coerce.number().int().min(1).optional().catch(undefined),
});
export type MergeChoice = z.infer<typeof ChoiceQuery> & { sides: Record<string, Side> };

export function readMergeChoice(search: URLSearchParams): MergeChoice {
  const sides = [...search].flatMap(([name, value]) => {
    const said = side.safeParse(value);
    return said.success && name !== "keep" ? [[name, said.data] as const] : [];
  });
  return { ...ChoiceQuery.parse(Object.fromEntries(search)), sides: Object.fromEntries(sides) };
}

/** Which record is kept unless another is chosen: the older one. */
export function keptSide({ keep }: MergeChoice): Side {
  return keep ?? "first";
}

/** Whose value a field has unless another is chosen: the kept one's, or the other's where it alone says something. */
export function fieldSide(choice: MergeChoice, { name, text }: MergeRow, [first, second]: readonly CrmRecord[]): Side {
  const chosen = choice.sides[name];
  if (chosen) return chosen;
  const kept = keptSide(choice);
  const [own, others] = kept === "first" ? [first, second] : [second, first];
  const takes = own && others && text(own) === "" && text(others) !== "";
  return takes ? (kept === "first" ? "second" : "first") : kept;
}

/** The body of the merge that was chosen; nothing where the address does not say which versions were compared. */
export function mergeBody(
  choice: MergeChoice,
  { records }: Pick<PairDetail, "records">,
  fields: readonly FieldDefinition[],
) {
  const { first_version, second_version } = choice;
  if (first_version === undefined || second_version === undefined) return undefined;
  const kept = keptSide(choice);
  return {
    keep_id: records[kept === "first" ? 0 : 1]?.id ?? 0,
    take: mergeRows(fields, records)
      .filter((row) => fieldSide(choice, row, records) !== kept)
      .map(({ name }) => name),
    ...{ first_version, second_version },
  };
}
