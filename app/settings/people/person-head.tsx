import { useLocation } from "@remix-run/react";
import { KeyRound, UserMinus } from "lucide-react";
import type { Member } from "../../../services/identity/contract.people";
import { href } from "../../href";
import { Avatar } from "../../kit/ui/avatar";
import { LinkButton } from "../../kit/ui/button";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";
import { Tabs } from "../../kit/ui/tabs";
import type { Whys } from "../roles/rights";
import { memberState } from "./member-labels";

/** The head of a person's panels, which are tabs with a URL each. */
export function PersonHead({ member, whys }: { member: Member; whys: Whys }) {
  const { pathname } = useLocation();
  const { id, name, email, role, state, profile_url } = member;
  const tabs = [
    { label: "Details", to: href("/settings/users/:id/details", { id }) },
    { label: "Modules", to: href("/settings/users/:id/modules", { id }) },
    { label: "Profile", to: href("/settings/users/:id/profile", { id }) },
  ];
  return (
    <>
      <PageHeader
        title={name}
        back={{ label: "User management", to: href("/settings/users") }}
        text={
          <span className="flex flex-wrap items-center gap-x-3">
            <Avatar name={name} url={profile_url} />
            <Status kind={memberState[state].kind}>{memberState[state].word}</Status>
            <span>{role || "No role"}</span>
            <span className="wrap-anywhere">{email}</span>
          </span>
        }
        actions={
          <>
            <LinkButton to={href("/settings/users/permissions", undefined, { person: id })} icon={KeyRound}>
              Permissions
            </LinkButton>
            {state !== "removed" && (
              <LinkButton
                to={href("/settings/users/:id/remove", { id })}
                icon={UserMinus}
                variant="danger-outline"
                {...(whys.remove ? { disabledReason: whys.remove } : {})}
              >
                Remove
              </LinkButton>
            )}
          </>
        }
      />
      {state !== "removed" && whys.remove && (
        <p className="-mt-2 mb-3 text-sm text-quiet">Can't be removed: {whys.remove}</p>
      )}
      <Tabs label="Person" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === pathname }))} />
    </>
  );
}
