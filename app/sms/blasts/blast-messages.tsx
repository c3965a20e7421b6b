import { commas } from "../../../rules/format";
import type { BlastDetail, BlastMessage } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { Badge } from "../../kit/ui/badge";
import { Link } from "../../kit/ui/link";
import { Table } from "../../kit/ui/table";
import { messageColumns } from "./messages.list";

/** What the list of all messages shows, without what one chooses there. */
const columnsOf = (zone: string) =>
  messageColumns({ zone }).flatMap(({ cell, value, extra, sort, ...column }) =>
    extra ? [] : [{ ...column, cell: cell ?? ((message: BlastMessage) => String(value?.(message) ?? "–")) }],
  );

/** A few messages of a blast, the last ones while it is being sent, and the way to all of them. */
export function LastMessages({
  blast,
  messages,
  zone,
}: {
  blast: BlastDetail;
  messages: BlastMessage[];
  zone: string;
}) {
  return (
    <section className="card overflow-hidden" aria-label="Messages">
      <div className="card-head">
        <h2>{blast.status === "sending" ? "Last messages" : "Messages"}</h2>
        {blast.status === "sending" && <Badge kind="info">Live</Badge>}
        <Link className="link ml-auto text-sm" to={href("/sms/history/:id/messages", { id: blast.id })}>
          All {commas(blast.recipients)}
        </Link>
      </div>
      <Table label="Messages" columns={columnsOf(zone)} rows={messages} id={(message) => String(message.seq)} />
    </section>
  );
}
