import { ListChecks } from "lucide-react";
import { filterName } from "../../../rules/crm-field-filters";
import { type FieldDefinition, fieldText } from "../../../rules/crm-fields";
import type { CrmRecord } from "../../../services/crm/contract.records";
import type { BulkAction, ListColumn, ListFilter } from "../../kit/lists/definition";
import { changeRecords, undoChanges } from "../record/bulk";
import { CustomText } from "./custom-values";

const inUse = (fields: readonly FieldDefinition[]) => fields.filter(({ archived }) => !archived);

/** The columns of custom fields: hidden until they are chosen, and in every file. */
export function customColumns(fields: readonly FieldDefinition[]): ListColumn<CrmRecord>[] {
  return inUse(fields).map((field): ListColumn<CrmRecord> => {
    const { id, type, name, currency } = field;
    const number = type === "number" || type === "money";
    return {
      name: filterName(id),
      label: name,
      extra: true,
      ...(number ? { align: "right", num: true } : {}),
      ...(type === "money" ? { heading: `${name} (${currency})` } : {}),
      value: ({ custom }) => {
        const value = custom[id];
        if (value === undefined) return null;
        if (type === "money") return Number(value) / 100;
        return type === "number" ? Number(value) : fieldText(field, value);
      },
      cell: ({ custom }) => <CustomText field={field} value={custom[id]} />,
    };
  });
}

/** The filters of custom fields: a choice, a text, or the days and amounts between two. */
export function customFilters(fields: readonly FieldDefinition[]): ListFilter[] {
  return inUse(fields).flatMap((field): ListFilter[] => {
    const { id, type, name, choices } = field;
    if (type === "choice" || type === "choices")
      return [
        {
          name: filterName(id),
          label: name,
          choices: [
            { value: "none", label: "None" },
            ...choices.map((choice) => ({ value: String(choice.id), label: choice.label })),
          ],
        },
      ];
    if (type === "text" || type === "link") return [{ name: filterName(id), label: name, kind: "text" }];
    const kind = type === "date" ? "date" : "text";
    return [
      { name: filterName(id, "from"), label: `${name} from`, kind },
      { name: filterName(id, "to"), label: `${name} to`, kind },
    ];
  });
}

/** Several records get a choice of a custom field. */
export function customSetter(kind: CrmRecord["kind"], fields: readonly FieldDefinition[]): BulkAction<CrmRecord>[] {
  const settable = inUse(fields).filter(({ type }) => type === "choice");
  if (settable.length === 0) return [];
  return [
    {
      name: "fields",
      label: "Set a field",
      icon: ListChecks,
      fields: settable.map(({ id, name, choices }) => ({
        name: filterName(id),
        label: name,
        choices: choices.filter(({ archived }) => !archived).map(({ label }) => ({ value: label, label })),
      })),
      ask: (count) => ({
        title: `Change ${count}?`,
        text: "The change is in the history of each of them.",
        button: "Change them",
      }),
      run: (asked, rows, values) => {
        const custom = Object.fromEntries(
          settable.flatMap((field) => {
            const value = values[filterName(field.id)];
            return value === undefined ? [] : [[String(field.id), value]];
          }),
        );
        return changeRecords(asked, kind, rows, { what: "fields", custom });
      },
      told: (count) => `${count} changed.`,
      undo: { run: undoChanges, told: (count) => `${count} changed back.` },
    },
  ];
}
