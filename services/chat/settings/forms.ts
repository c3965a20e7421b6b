import { sql } from "kysely";
import { z } from "zod";
import {
  type FormField,
  type FormKind,
  type FormSettings,
  maxFields,
  nameFor,
  usualForms,
} from "../../../rules/chat-forms";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { json, seconds } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { ChatForm } from "../contract.forms";
import { ConflictError } from "../workspace/conflict";
import type { UnitOfWork } from "../workspace/unit-of-work";

const FormRow = ChatForm.omit({ kind: true }).extend({ updated_at: z.date() });

/** A form as it stands, or the usual one while nobody has changed it. */
export async function loadForm(trx: Trx, account: string, kind: FormKind, lock = false): Promise<ChatForm> {
  const found = await checkedRow(
    trx,
    FormRow,
    sql`
    select active, comment, title_en, title_sw, fields, updated_by, updated_at from chat.forms
    where customer_account = ${account} and kind = ${kind} ${lock ? sql`for update` : sql``}`,
  );
  if (!found) return { kind, ...structuredClone(usualForms[kind]), updated_by: "", updated_at: null };
  return { kind, ...found, updated_at: seconds(found.updated_at) };
}

/** Changes a form under its row's lock: two who change it at once both count. */
export async function changeForm(
  unit: UnitOfWork,
  kind: FormKind,
  change: (form: ChatForm) => Partial<FormSettings>,
): Promise<ChatForm> {
  const { trx, account, by, now } = unit;
  const usual = usualForms[kind];
  await sql`
    insert into chat.forms (customer_account, kind, active, comment, title_en, title_sw, fields)
    values (${account}, ${kind}, ${usual.active}, ${usual.comment}, ${usual.title_en}, ${usual.title_sw}, ${json(usual.fields)})
    on conflict do nothing`.execute(trx);
  const form = await loadForm(trx, account, kind, true);
  const { active, comment, title_en, title_sw, fields } = { ...form, ...change(form) };
  await sql`
    update chat.forms set active = ${active}, comment = ${comment}, title_en = ${title_en}, title_sw = ${title_sw},
      fields = ${json(fields)}, updated_by = ${by.name}, updated_at = ${now}
    where customer_account = ${account} and kind = ${kind}`.execute(trx);
  return loadForm(trx, account, kind);
}

/** The fields with a new one, or with one changed: what it asks for stays, since answers are kept by its name. @throws */
export function withField(fields: readonly FormField[], given: FormField): FormField[] {
  const { name, label_en, label_sw, required, on, kind } = given;
  const choices = kind === "choice" ? [...new Set(given.choices)] : [];
  if (name === "") {
    if (fields.length >= maxFields)
      throw new ConflictError(406, `A form has at most ${maxFields} questions: no one fills in more.`);
    const taken = fields.map((field) => field.name);
    return [...fields, { name: nameFor(given, taken), kind, label_en, label_sw, required, on, choices }];
  }
  if (!fields.some((field) => field.name === name)) throw new HttpError(404, "There is no such question.");
  return fields.map((field) =>
    field.name === name
      ? {
          ...field,
          ...{ label_en, label_sw, required, on },
          choices: field.kind === "choice" ? [...new Set(given.choices)] : [],
        }
      : field,
  );
}
