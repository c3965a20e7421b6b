import { z } from "zod";
import { currencies, recordKinds } from "../../rules/crm";
import { canBeUnique, fieldTypes, isOwnName, maxChoices, maxFields } from "../../rules/crm-fields";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { anyRecordScope, Count, crmProducts } from "./contract.records";

const setting = { permissions: ["View crm settings"], products: crmProducts } as const;
const reading = {
  permissions: ["View crm leads", "View crm contacts", "View crm deals", "View crm settings"],
  products: crmProducts,
} as const;
const oneId = z.object({ id });

export const CustomField = z.object({
  id: Count,
  kind: z.enum(recordKinds),
  name: z.string(),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  /** No two records may say the same. */
  unique: z.boolean(),
  help: z.string(),
  /** Of every amount in a field for money. */
  currency: z.enum(currencies),
  choices: z.array(z.object({ id: Count, label: z.string(), archived: z.boolean() })),
  /** It is in no form any more; what records say stays. */
  archived: z.boolean(),
  /** Whether a record says something in it. */
  used: z.boolean(),
});
export type CustomField = z.infer<typeof CustomField>;

const label = z
  .string()
  .trim()
  .min(1, "Enter a choice.")
  .max(60, "A choice has at most 60 characters.")
  .refine((text) => !/[;|]/.test(text), "A choice can't have a semicolon or a vertical bar.");

/** Choices in their order. */
function choiceList<T extends z.ZodType<{ label: string }>>(choice: T) {
  return z
    .array(choice)
    .max(maxChoices, `A field has at most ${maxChoices} choices.`)
    .default([])
    .refine(
      (choices) => new Set(choices.map((one) => one.label.toLowerCase())).size === choices.length,
      "Two choices are the same.",
    );
}

const fieldForm = {
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(60, "A name has at most 60 characters.")
    .refine((name) => !isOwnName(name), "There is a field of this name already. Enter another name."),
  required: z.boolean().default(false),
  unique: z.boolean().default(false),
  help: z.string().trim().max(200, "A help text has at most 200 characters.").default(""),
};

/** A field that is there: its kind, its type and its currency stay. */
export const CustomFieldChange = z.strictObject({
  ...fieldForm,
  /** One that is there with its id, a new one without. One that is left out is archived, or deleted if no record has it. */
  choices: choiceList(z.strictObject({ id: id.nullable().default(null), label })),
});

export const CustomFieldForm = z
  .strictObject({
    ...fieldForm,
    choices: choiceList(z.strictObject({ label })),
    kind: z.enum(recordKinds),
    type: z.enum(fieldTypes, { error: "Choose a type." }),
    currency: z.enum(currencies, { error: "Choose a currency." }).default("KES"),
  })
  .superRefine(({ type, unique, choices }, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (unique && !canBeUnique(type)) issue("unique", "A choice can't be unique.");
    if ((type === "choice" || type === "choices") && choices.length === 0) issue("choices", "Enter the choices.");
  });

/** Fields that an account adds to its leads, contacts and deals. */
export const fieldCalls = {
  customFields: {
    method: "GET",
    path: "/custom-fields",
    summary: "The custom fields of leads, contacts or deals in their order, archived ones last",
    needs: reading,
    scope: anyRecordScope,
    query: z.object({ kind: z.enum(recordKinds).optional() }),
    answers: { 200: z.object({ data: z.array(CustomField) }) },
  },
  createCustomField: {
    method: "POST",
    path: "/custom-fields",
    summary: `Add a custom field; a kind has at most ${maxFields} that are not archived`,
    needs: setting,
    writes: true,
    body: CustomFieldForm,
    answers: { 201: CustomField },
  },
  updateCustomField: {
    method: "PUT",
    path: "/custom-fields/{id}",
    summary: "Change a custom field. It becomes unique only if no two records say the same",
    needs: setting,
    writes: true,
    params: oneId,
    body: CustomFieldChange,
    answers: { 201: CustomField },
  },
  archiveCustomField: {
    method: "POST",
    path: "/custom-fields/{id}/archive",
    summary: "Take a custom field out of the forms, or put it back; what records say stays",
    needs: setting,
    writes: true,
    params: oneId,
    body: z.strictObject({ archived: z.boolean() }),
    answers: { 201: CustomField },
  },
  deleteCustomField: {
    method: "DELETE",
    path: "/custom-fields/{id}",
    summary: "Delete a custom field in which no record says anything; another one is refused with 409",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  rankCustomFields: {
    method: "PUT",
    path: "/custom-fields",
    summary: "Put the custom fields of a kind into this order",
    needs: setting,
    writes: true,
    body: z.strictObject({ kind: z.enum(recordKinds), fields: z.array(id).min(1).max(maxFields) }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
