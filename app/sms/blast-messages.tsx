import { commas } from "../../rules/format";
import { showPhone } from "../../rules/phone";
import type { BlastDetail, BlastMessage } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { messageStatus } from "../kit/blast-labels";
import { DateTime } from "../kit/date-time";
import { Badge } from "../kit/ui/badge";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { type Column, Table } from "../kit/ui/table";

/** The outcome of a message, how many of its parts arrived when it was not all or none, and the reason. */
export function Outcome({ message: { status, reason, parts, parts_delivered } }: { message: BlastMessage }) {
  const { kind, word } = messageStatus[status];
  const some = parts_delivered > 0 && parts_delivered < parts;
  return (
    <Status kind={kind}>
      {word}
      {some && `, ${parts_delivered} of ${parts} parts delivered`}
      {reason && <span className="text-quiet max-sm:whitespace-normal">: {reason}</span>}
    </Status>
  );
}

export function messageColumns(zone: string): Column<BlastMessage>[] {
  return [
    {
      name: "recipient",
      label: "Recipient",
      cell: (message) => <b className="font-medium">{message.name || showPhone(message.msisdn)}</b>,
      mobileOrder: 1,
    },
    {
      name: "number",
      label: "Number",
      muted: true,
      num: true,
      cell: (message) => showPhone(message.msisdn),
      mobileOrder: 3,
    },
    { name: "network", label: "Network", cell: (message) => message.network, hideOnSmall: true },
    { name: "outcome", label: "Outcome", wide: true, cell: (message) => <Outcome message={message} />, mobileOrder: 5 },
    { name: "parts", label: "Parts", align: "right", cell: (message) => message.parts, hideOnSmall: true },
    {
      name: "time",
      label: "Time",
      muted: true,
      alignEnd: true,
      mobileOrder: 4,
      cell: (message) => {
        const at = message.done_at ?? message.submitted_at;
        return at ? <DateTime at={at} zone={zone} /> : "–";
      },
    },
  ];
}

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
      <Table label="Messages" columns={messageColumns(zone)} rows={messages} id={(message) => String(message.seq)} />
    </section>
  );
}
