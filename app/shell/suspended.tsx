import { CircleX } from "lucide-react";
import { href } from "../href";
import { Link } from "../kit/ui/link";

/** Over every page of a suspended account: that it is, why, and what is left to do. */
export function Suspended({ why }: { why: string }) {
  return (
    <div className="card mb-4 flex gap-3 border-bad! p-4" role="status">
      <CircleX size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">This account is suspended{why && `: ${why.replace(/\.$/, "")}`}</p>
        <p className="text-quiet">
          Nothing is sent, bought or changed until that is lifted; all of it can be read. You can still{" "}
          <Link className="link" to={href("/settings/selfcare/topup")}>
            pay
          </Link>{" "}
          and{" "}
          <Link className="link" to={href("/issues/create")}>
            write to us
          </Link>
          .
        </p>
      </div>
    </div>
  );
}
