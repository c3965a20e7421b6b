import { Form } from "@remix-run/react";
import { Mail, Undo2 } from "lucide-react";
import type { Member } from "../../../services/identity/contract.people";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import type { Whys } from "../roles/rights";

type MemberStatusProps = { member: Member; whys: Whys; zone: string; working: boolean };

/** For somebody who was invited or removed: since when, and the one thing to do about it. */
export function MemberStatus({ member, whys, zone, working }: MemberStatusProps) {
  if (member.state === "active") return null;
  const invited = member.state === "invited";
  const why = invited ? whys.invite : whys.restore;
  const at = invited ? member.invited_at : member.removed_at;
  return (
    <Card label={invited ? "Invitation" : "Removed"}>
      <div className="flex flex-wrap items-center gap-3 p-5 max-md:p-4">
        <p className="min-w-0 flex-auto basis-72">
          {invited
            ? `${member.invited_by || "Someone"} invited ${member.name}, who has not set a password yet. `
            : `${member.name} was removed and can't sign in. Their activity is kept. `}
          {at && (
            <span className="text-quiet">
              <DateTime at={at} zone={zone} />
            </span>
          )}
        </p>
        <Form method="post">
          <Button
            name="intent"
            value={invited ? "invite" : "restore"}
            icon={invited ? Mail : Undo2}
            working={working}
            {...(why ? { disabledReason: why } : {})}
          >
            {invited ? "Resend invitation" : "Restore"}
          </Button>
        </Form>
        {why && <p className="basis-full text-sm text-quiet">{why}</p>}
      </div>
    </Card>
  );
}
