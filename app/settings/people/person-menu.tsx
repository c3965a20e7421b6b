import { Boxes, KeyRound, Pencil, UserMinus } from "lucide-react";
import type { Member } from "../../../services/identity/contract.people";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { RowMenu } from "../../kit/ui/row-menu";
import type { Whys } from "../roles/rights";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/**
 * What can be done with a person; what can't stands there with its reason. The links ask for their routes when they are
 * followed: those of a page of people would be a hundred addresses to ask for at once.
 */
export function PersonMenu({ member: { id, name, state, whys } }: { member: Member & { whys: Whys } }) {
  return (
    <RowMenu label={`Actions for ${name}`}>
      <Link discover="none" to={href("/settings/users/:id/details", { id })}>
        <Pencil {...icon} />
        Details
      </Link>
      <Link discover="none" to={href("/settings/users/permissions", undefined, { person: id })}>
        <KeyRound {...icon} />
        Permissions
      </Link>
      <Link discover="none" to={href("/settings/users/:id/modules", { id })}>
        <Boxes {...icon} />
        Modules
      </Link>
      {state !== "removed" && (
        <>
          <hr />
          {whys.remove === undefined ? (
            <Link discover="none" className="bad" to={href("/settings/users/:id/remove", { id })}>
              <UserMinus {...icon} />
              Remove
            </Link>
          ) : (
            <p className="max-w-60 px-2 py-1.5 text-sm text-quiet">Can't be removed: {whys.remove}</p>
          )}
        </>
      )}
    </RowMenu>
  );
}
