import { Copy, List, Pencil, Send, X } from "lucide-react";
import type { Blast } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { blastTitle, canBeChanged } from "../../kit/blast-labels";
import { Link } from "../../kit/ui/link";
import { RowMenu } from "../../kit/ui/row-menu";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What can be done with a blast from the list. */
export function BlastMenu({ blast, sending }: { blast: Blast; sending: { bulk: boolean; express: boolean } }) {
  const { id, kind, status } = blast;
  const may = sending[kind];
  const form = kind === "bulk" ? ("/sms/bulk" as const) : ("/sms/send" as const);
  const review = kind === "bulk" ? ("/sms/bulk/confirm" as const) : ("/sms/send/confirm" as const);
  const stoppable = status === "scheduled" || status === "sending" || status === "paused";
  return (
    <RowMenu label={`Actions for ${blastTitle(blast)}`}>
      {may && status === "draft" && (
        <Link to={href(review, undefined, { id })}>
          <Send {...icon} />
          Review
        </Link>
      )}
      <Link to={href("/sms/history/:id/messages", { id })}>
        <List {...icon} />
        Messages
      </Link>
      {may && canBeChanged(blast) && (
        <Link to={href(form, undefined, { edit: id })}>
          <Pencil {...icon} />
          Change
        </Link>
      )}
      {may && (
        <Link to={href(form, undefined, { copy: id })}>
          <Copy {...icon} />
          Duplicate
        </Link>
      )}
      {may && stoppable && (
        <>
          <hr />
          <Link className="bad" to={href("/sms/history/:id/cancel", { id })}>
            <X {...icon} />
            Cancel
          </Link>
        </>
      )}
    </RowMenu>
  );
}
