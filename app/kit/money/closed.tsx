import { Lock } from "lucide-react";
import { EmptyState } from "../ui/empty-state";
import { lookers, payers } from "./access";

/** In the place of money that the viewer may not see, or spend: which permission is missing, and who gives it. */
export function Closed({ to }: { to: "look" | "pay" }) {
  const names = to === "pay" ? payers : lookers;
  return (
    <section className="card">
      <EmptyState
        icon={Lock}
        title={
          to === "pay" ? "You cannot spend this account's money" : "You cannot see this account's payments and invoices"
        }
        text={`This is open to people with the permission ${names.join(" or ")}. An Owner or Super Admin of your account can give it to you.`}
      />
    </section>
  );
}
