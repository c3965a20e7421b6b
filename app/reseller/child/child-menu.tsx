import { Banknote, CirclePause, LogIn, MessageSquareText, Pencil, Receipt } from "lucide-react";
import type { Child } from "../../../services/identity/contract.reseller";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { RowMenu } from "../../kit/ui/row-menu";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What can be done with a child account. */
export function ChildMenu({
  child: { number: child, name, state },
}: {
  child: Pick<Child, "number" | "name" | "state">;
}) {
  return (
    <RowMenu label={`Actions for ${name}`}>
      <form method="post" action={href("/reseller/delegation")}>
        <input type="hidden" name="child" value={child} />
        <button type="submit" name="intent" value="start">
          <LogIn {...icon} />
          Work in this account
        </button>
      </form>
      <hr />
      <Link to={href("/reseller/accounts/:id", { id: child })}>
        <Pencil {...icon} />
        Products and price
      </Link>
      <Link to={href("/reseller/top-up-account", undefined, { child })}>
        <Banknote {...icon} />
        Top up
      </Link>
      <Link to={href("/reseller/bulk", undefined, { child })}>
        <MessageSquareText {...icon} />
        Send a message
      </Link>
      <Link to={href("/reseller/activate-offline", undefined, { child })}>
        <Receipt {...icon} />
        Paid offline
      </Link>
      {state === "active" && (
        <>
          <hr />
          <Link className="bad" to={href("/reseller/accounts/:id/suspend", { id: child })}>
            <CirclePause {...icon} />
            Suspend
          </Link>
        </>
      )}
    </RowMenu>
  );
}
