import type { CustomField } from "../../services/crm/contract.fields";
import type { CrmStage } from "./fixture";

let made = 0;

/** A custom field of leads, a text unless the form says something else; `key` is its name among the fields of a record. */
export async function addField(stage: CrmStage, form: object): Promise<CustomField & { key: `custom.${number}` }> {
  const body = { kind: "lead", name: `Field ${++made}`, type: "text", ...form };
  const answer = await stage.ask("createCustomField", { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const field = answer.body as unknown as CustomField;
  return { ...field, key: `custom.${field.id}` };
}
