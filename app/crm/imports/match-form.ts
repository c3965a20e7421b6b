import { z } from "zod";
import {
  type ColumnUse,
  type DuplicateChoice,
  duplicateChoices,
  importUses,
  isCustomUse,
} from "../../../rules/crm-import";
import { typedText } from "../../kit/typed-fields";

/** The matched columns, what is done with rows that are there already, and whose new records are. */
export const MatchFields = z.object({
  columns: z.array(z.string().default("ignore")).max(1000).default([]),
  duplicates: z.enum(duplicateChoices, { error: "Choose what to do." }),
  sales_manager_id: typedText,
});
type MatchFields = z.output<typeof MatchFields>;

/** The form in the words of the call that starts the import. */
export function importStart({ columns, duplicates, sales_manager_id }: MatchFields): {
  mapping: Record<string, ColumnUse>;
  duplicates: DuplicateChoice;
  sales_manager_id: string | null;
} {
  const uses = columns.map((use, place) => [
    String(place),
    importUses.find((known) => known === use) ?? (isCustomUse(use) ? use : "ignore"),
  ]);
  return { mapping: Object.fromEntries(uses), duplicates, sales_manager_id: sales_manager_id || null };
}
