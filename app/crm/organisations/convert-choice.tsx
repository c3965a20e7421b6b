import type { OrganisationMatch } from "../../../services/crm/contract.organisations";
import type { CrmRecord } from "../../../services/crm/contract.records";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { describeMatch } from "./likely";

type ConvertChoiceProps = {
  lead: CrmRecord;
  /** The contacts that the lead may become part of. */
  matches: readonly CrmRecord[];
  likely: readonly OrganisationMatch[];
};

/** What is chosen unless another is: the contact's own organisation, one of the lead's company, a new one, or none. */
export function usualOrganisation({ lead, matches, likely }: ConvertChoiceProps): string {
  if (matches.some(({ organisation }) => organisation !== null)) return "own";
  const named = likely.find(({ reasons }) => reasons.includes("name"));
  if (named) return String(named.id);
  return lead.company === "" ? "none" : "new";
}

/** The organisation that contact and deal of a converted lead belong to: none or one. */
export function ConvertChoice({ chosen, ...props }: ConvertChoiceProps & { chosen: string }) {
  const { lead, matches, likely } = props;
  const own = matches.flatMap(({ organisation }) => organisation?.name ?? []);
  if (lead.company === "" && own.length === 0 && likely.length === 0) return null;
  const radio = (value: string, label: string, help?: string) => (
    <Checkbox
      key={value}
      type="radio"
      name="organisation"
      value={value}
      label={label}
      defaultChecked={chosen === value}
      {...(help ? { help } : {})}
    />
  );
  return (
    <CheckboxGroup id="organisation" legend="Organisation" help="Contact and deal belong to it." boxed>
      {own.length > 0 && radio("own", "That of the contact", own.join(", "))}
      {likely.map((match) => radio(String(match.id), match.name, describeMatch(match)))}
      {lead.company !== "" && radio("new", `A new organisation: ${lead.company}`)}
      {radio("none", "No organisation")}
    </CheckboxGroup>
  );
}

/** What the call takes of the choice. */
export function convertedOrganisation(chosen: string): { organisation_id?: number | null; new_organisation?: boolean } {
  if (chosen === "new") return { new_organisation: true };
  if (chosen === "none") return { organisation_id: null };
  const id = Number(chosen);
  return Number.isSafeInteger(id) && id > 0 ? { organisation_id: id } : {};
}
