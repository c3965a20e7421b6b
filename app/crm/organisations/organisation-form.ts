import { z } from "zod";
import { type OrganisationDetail, OrganisationForm } from "../../../services/crm/contract.organisations";
import { typedCheck, typedText } from "../../kit/typed-fields";

/** The form of an organisation. `anyway`: it is added though there may be one already. */
export const OrganisationFields = OrganisationForm.omit({ sales_manager_id: true }).extend({
  sales_manager_id: typedText.transform((id) => id || null),
  anyway: typedCheck,
});

export const OrganisationChange = OrganisationFields.extend({ version: z.coerce.number().int().min(1) });

/** An organisation as its form begins. */
export function organisationFieldValues(found: OrganisationDetail): Record<string, string> {
  const { name, website, phone, email, town, address, tax_pin, note, sales_manager_id } = found;
  return { name, website, phone, email, town, address, tax_pin, note, sales_manager_id: sales_manager_id ?? "" };
}
