import { organisationReasonNames } from "../../../rules/organisations";
import type { OrganisationMatch } from "../../../services/crm/contract.organisations";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { countText } from "./labels";

/** Why it may be the one, where it is, and how many people it has. */
export function describeMatch({ reasons, town, people }: OrganisationMatch): string {
  const held = `${countText(people)} ${people === 1 ? "person" : "people"}`;
  return [...reasons.map((reason) => organisationReasonNames[reason]), town, held].filter(Boolean).join(", ");
}

/** Organisations that may be the same, each with its reasons. */
export function LikelyLines({ likely }: { likely: readonly OrganisationMatch[] }) {
  return (
    <ul className="grid gap-2">
      {likely.map((match) => (
        <li key={match.id}>
          <Link className="link wrap-anywhere" to={href("/crm/organisations/:id", { id: match.id })}>
            {match.name}
          </Link>
          <p className="text-sm text-quiet">{describeMatch(match)}</p>
        </li>
      ))}
    </ul>
  );
}
