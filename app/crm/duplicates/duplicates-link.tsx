import { CopyCheck } from "lucide-react";
import type { DuplicateKind } from "../../../rules/duplicates";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";

/** From a list to its pairs that may be the same; nothing while there are none. */
export function DuplicatesLink({ kind, count }: { kind: DuplicateKind; count: number }) {
  if (count === 0) return null;
  return (
    <LinkButton to={href("/crm/settings/duplicates", undefined, { kind })} icon={CopyCheck}>
      Possible duplicates ({count.toLocaleString("en-KE")})
    </LinkButton>
  );
}
