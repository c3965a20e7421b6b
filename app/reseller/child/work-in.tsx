import { LogIn } from "lucide-react";
import { href } from "../../href";
import { Button } from "../../kit/ui/button";

/** Begins the work in a child account. A whole new page: nothing of one's own account stays in the browser. */
export function WorkIn({ child }: { child: string }) {
  return (
    <form method="post" action={href("/reseller/delegation")}>
      <input type="hidden" name="child" value={child} />
      <Button variant="primary" name="intent" value="start" icon={LogIn}>
        Work in this account
      </Button>
    </form>
  );
}
