import { Form, useLocation } from "@remix-run/react";
import { Check } from "lucide-react";
import type { Notice } from "../../services/ticketing/contract.notices";
import { href } from "../href";
import { Badge } from "../kit/ui/badge";
import { Button } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { When } from "../kit/when";

/** A notice: what happened, to which ticket, when; unread ones say so in a word as well. */
export function NoticeLine({ notice, zone }: { notice: Notice; zone: string }) {
  const { search } = useLocation();
  const unread = notice.read_at === null;
  // An address of ours only: a notice is written by rules that people make.
  const to = notice.href.startsWith("/") && !notice.href.startsWith("//") ? notice.href : href("/notifications");
  return (
    <li className={`flex items-start gap-3 px-4 py-3 ${unread ? "bg-brand-soft" : ""}`}>
      <div className="min-w-0 flex-1">
        <Link className={`wrap-anywhere hover:underline ${unread ? "font-semibold" : ""}`} to={to}>
          {notice.words}
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-quiet">
          <When at={notice.at} zone={zone} />
          {unread && <Badge kind="brand">Unread</Badge>}
        </p>
      </div>
      {unread && (
        <Form method="post" action={`${href("/notifications")}${search}`} preventScrollReset>
          <input type="hidden" name="notice" value={notice.id} />
          <Button kind="bare" icon={Check} name="intent" value="read" label={`Mark as read: ${notice.words}`} />
        </Form>
      )}
    </li>
  );
}
