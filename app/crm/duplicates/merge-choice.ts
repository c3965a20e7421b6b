import { z } from "zod";
import { formatMoney } from "../../../rules/crm-money";
import { showPhone } from "../../../rules/phone";
import { type MergeField, mergeFields, type PairDetail } from "../../../services/crm/contract.duplicates";
import type { CrmRecord } from "../../../services/crm/contract.records";

export const mergeFieldLabels: Record<MergeField, string> = {
  name: "Name",
  company: "Company",
  phone: "Phone",
  email: "Email",
  source: "Source",
  value: "Value",
  expected_close: "Expected close",
  sales_manager: "Sales manager",
};

/** What a record says in a field, for people. */
export function mergeFieldText(record: CrmRecord, field: MergeField): string {
  if (field === "value") return formatMoney(record.value_cents, record.currency);
  if (field === "phone") return record.phone && showPhone(record.phone);
  return record[field] ?? "";
}

/** The fields in which the two say something different. */
export function differingFields(first: CrmRecord, second: CrmRecord): MergeField[] {
  return mergeFields.filter((field) => mergeFieldText(first, field) !== mergeFieldText(second, field));
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
  ...(Object.fromEntries(mergeFields.map((field) => [field, side.optional().catch(undefined)])) as Record<
    MergeField,
    z.ZodCatch<z.ZodOptional<typeof side>>
  >),
});
export type MergeChoice = z.infer<typeof ChoiceQuery>;

export function readMergeChoice(search: URLSearchParams): MergeChoice {
  return ChoiceQuery.parse(Object.fromEntries(search));
}

/** Which record is kept unless another is chosen: the older one. */
export function keptSide({ keep }: MergeChoice): Side {
  return keep ?? "first";
}

/** Whose value a field has unless another is chosen: the kept one's, or the other's where it alone says something. */
export function fieldSide(choice: MergeChoice, field: MergeField, [first, second]: readonly CrmRecord[]): Side {
  const chosen = choice[field];
  if (chosen) return chosen;
  const kept = keptSide(choice);
  const [own, others] = kept === "first" ? [first, second] : [second, first];
  const takes = own && others && mergeFieldText(own, field) === "" && mergeFieldText(others, field) !== "";
  return takes ? (kept === "first" ? "second" : "first") : kept;
}

/** The body of the merge that was chosen; nothing where the address does not say which versions were compared. */
export function mergeBody(choice: MergeChoice, { records }: Pick<PairDetail, "records">) {
  const { first_version, second_version } = choice;
  if (first_version === undefined || second_version === undefined) return undefined;
  const kept = keptSide(choice);
  return {
    keep_id: records[kept === "first" ? 0 : 1]?.id ?? 0,
    take: mergeFields.filter((field) => fieldSide(choice, field, records) !== kept),
    ...{ first_version, second_version },
  };
}
