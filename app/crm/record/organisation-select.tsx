import type { OrganisationMatch } from "../../../services/crm/contract.organisations";
import type { CrmRecord } from "../../../services/crm/contract.records";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Select } from "../../kit/ui/field";

type OrganisationSelectProps = { record: CrmRecord; likely: readonly OrganisationMatch[]; last: LastPost };

/** The organisation of a contact or a deal. It follows the company unless another one or none is chosen. */
export function OrganisationSelect({ record: { organisation }, likely, last }: OrganisationSelectProps) {
  return (
    <Select
      id="record-organisation"
      name="organisation"
      label="Organisation"
      empty={organisation ? `Follows the company: ${organisation.name}` : "Follows the company"}
      help="Another company leads to the organisation of its name. Where there is none, it is added."
      defaultValue={typedValue(last, "organisation") ?? ""}
      choices={[
        ...likely.map(({ id, name, town }) => ({ value: String(id), label: [name, town].filter(Boolean).join(", ") })),
        { value: "none", label: "No organisation" },
      ]}
      errors={fieldErrors(last).organisation ?? []}
    />
  );
}
