import { LogIn } from "lucide-react";
import { href } from "../../href";
import { Button } from "../../kit/ui/button";
import { Select } from "../../kit/ui/field";
import type { ChildChoice } from "./child.server";
import { NoChildren } from "./child-picker";

type ChooseProps = {
  choices: readonly ChildChoice[];
  child: string | undefined;
  label: string;
  /** The page of the child's account to go on to. */
  to: string;
};

/** Chooses the child account to work in, and goes on to one of its pages. */
export function Choose({ choices, child, label, to }: ChooseProps) {
  if (choices.length === 0) return <NoChildren />;
  return (
    <form method="post" action={href("/reseller/delegation")} className="card grid max-w-[640px] gap-4 p-5 max-md:p-4">
      <input type="hidden" name="to" value={to} />
      <Select
        key={child ?? ""}
        id="child"
        name="child"
        label={label}
        choices={choices}
        defaultValue={child ?? ""}
        help="You work in the account itself for one hour at most. Both accounts note it."
        required
        {...(child ? {} : { empty: "Choose an account" })}
      />
      <div>
        <Button variant="primary" size="lg" name="intent" value="start" icon={LogIn}>
          Work in this account
        </Button>
      </div>
    </form>
  );
}
