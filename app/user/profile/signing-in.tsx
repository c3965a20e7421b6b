import type { ReactNode } from "react";
import type { Profile } from "../../../services/identity/contract.profile";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";

/** What decides who can sign in as one: password, linked providers, second factor, sessions. */
export function SigningIn({ profile, zone }: { profile: Profile; zone: string }) {
  const { factor, sessions, password_changed_at, has_password, sign_ins } = profile;
  const low = factor.on && factor.codes_left <= 3;
  return (
    <Card label="Signing in">
      <CardHead title="Signing in" />
      <dl className="divide-y divide-line">
        <Line name="Password" to={href("/user/profile/password")} action={has_password ? "Change" : "Choose"}>
          {!has_password ? (
            "None yet"
          ) : password_changed_at ? (
            <>
              Changed <DateTime at={password_changed_at} zone={zone} />
            </>
          ) : (
            "Never changed"
          )}
        </Line>
        {sign_ins.map(({ provider, name, usable, linked_at }) => (
          <Line key={provider} name={name} to={href("/user/profile/sign-ins/:provider", { provider })} action="Unlink">
            Linked <DateTime at={linked_at} zone={zone} />
            {!usable && <span className="block text-sm text-quiet">Not offered here at present.</span>}
          </Line>
        ))}
        <Line name="Two-factor sign-in" to={href("/user/profile/two-factor")} action={factor.on ? "Manage" : "Set up"}>
          <Status kind={factor.on ? "good" : "none"}>{factor.on ? "On" : "Off"}</Status>
          {low && (
            <span className="block text-sm text-warn">
              {factor.codes_left === 0 ? "No recovery code is left." : `${factor.codes_left} recovery codes are left.`}
            </span>
          )}
        </Line>
        <Line name="Active sessions" to={href("/user/profile/sessions")} action="View">
          {sessions === 1 ? "Here only" : sessions}
        </Line>
        <Line name="Role">{profile.role || "None yet. Ask an administrator"}</Line>
      </dl>
    </Card>
  );
}

function Line({ name, to, action, children }: { name: string; to?: string; action?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="col-start-1">{children}</dd>
      {to && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <Link className="link inline-block min-h-6" to={to}>
            {action}
            <span className="sr-only"> {name}</span>
          </Link>
        </dd>
      )}
    </div>
  );
}
