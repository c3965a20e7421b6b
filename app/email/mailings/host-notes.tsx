import { commas } from "../../../rules/format";
import type { MailingDetail } from "../../../services/email/contract.schemas";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";

/** Why an email was paused by itself, or waits for the next day of the warm-up plan. */
export function HostNotes({ mailing: { status, pause_reason, own_host, queued } }: { mailing: MailingDetail }) {
  const link = (
    <Link className="link" to={href("/email/host")}>
      Mail host
    </Link>
  );
  if (status === "paused" && pause_reason)
    return (
      <p role="alert" className="rounded border border-bad p-3 text-sm wrap-anywhere">
        {pause_reason} {link}
      </p>
    );
  if (status !== "sending" || own_host === null || own_host.left_today === null || own_host.left_today >= queued)
    return null;
  return (
    <p className="rounded border border-line p-3 text-sm">
      {own_host.left_today === 0
        ? "No more emails leave today"
        : `At most ${commas(own_host.left_today)} more leave today`}{" "}
      by the warm-up plan. The rest goes on the next days. {link}
    </p>
  );
}
