import { z } from "zod";
import { showPhone } from "../../../rules/phone";
import { paging } from "../../../services/kit/contract";
import { type BlastMessage, messageStatuses } from "../../../services/messaging/contract.blasts";
import { messageStatus } from "../../kit/blast-labels";
import { DateTime } from "../../kit/date-time";
import { type ListColumn, type ListFacts, type ListRequest, list } from "../../kit/lists/definition";
import { Status } from "../../kit/ui/status";
import { blastInPath, recipientColumns } from "./recipient-columns";

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

export function messageColumns({ zone }: Pick<ListFacts, "zone">): ListColumn<BlastMessage>[] {
  return [
    ...recipientColumns,
    { name: "network", label: "Network", hideOnSmall: true, value: ({ network }) => network },
    {
      name: "outcome",
      label: "Outcome",
      heading: "Status",
      wide: true,
      mobileOrder: 5,
      value: ({ status }) => messageStatus[status].word,
      cell: (message) => <Outcome message={message} />,
    },
    { name: "parts", label: "Parts", align: "right", hideOnSmall: true, value: ({ parts }) => parts },
    {
      name: "time",
      label: "Time",
      heading: "Outcome at",
      muted: true,
      alignEnd: true,
      mobileOrder: 4,
      value: (message) => message.done_at,
      cell: ({ done_at, submitted_at }) => {
        const at = done_at ?? submitted_at;
        return at ? <DateTime at={at} zone={zone} /> : "–";
      },
    },
    { name: "reason", label: "Reason", extra: true, value: ({ reason }) => reason },
    {
      name: "parts-delivered",
      label: "Parts delivered",
      align: "right",
      extra: true,
      value: (message) => message.parts_delivered,
    },
    { name: "sent", label: "Sent at", extra: true, value: (message) => message.submitted_at },
    { name: "text", label: "Message", extra: true, clip: true, value: ({ text }) => text },
  ];
}

/** The messages of one blast, whose id is in the path. */
export const messages = list({
  path: "/sms/history/:id/messages",
  file: ({ blast }: { blast: number }) => `sms-${blast}-messages`,
  noun: ["message", "messages"],
  search: z.object({
    ...paging,
    status: z.enum(messageStatuses).optional().catch(undefined),
    q: z.string().trim().max(100).catch("").default(""),
  }),
  find: "Name or number",
  facts: async ({ params }: ListRequest) => ({ blast: blastInPath(params.id) }),
  rows: ({ api, params }, query) => api.messaging.messages({ params: { id: blastInPath(params.id) }, query }),
  filters: () => [
    {
      name: "status",
      label: "Outcome",
      choices: Object.entries(messageStatus).map(([value, { word }]) => ({ value, label: word })),
    },
  ],
  columns: (facts) => messageColumns(facts),
  id: ({ seq }) => String(seq),
  called: ({ name, msisdn }) => name || showPhone(msisdn),
});
