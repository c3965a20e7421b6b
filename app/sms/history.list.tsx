import { z } from "zod";
import { commas } from "../../rules/format";
import { headSort, listOrders } from "../../rules/list-orders";
import { showKes } from "../../rules/money";
import { paging, sortField } from "../../services/kit/contract";
import { type Blast, blastFilters } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { blastStatus, blastTitle, heldCents, sendTime } from "../kit/blast-labels";
import { DateTime } from "../kit/date-time";
import { type ListFacts, list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { deliveredShare, groupsLabel } from "./blasts/blast-figures";

const kes = (cents: number) => (cents / 100).toFixed(2);
const shownKes = (cents: number) => showKes(cents).replace("KES ", "");

function Share({ of }: { of: string | undefined }) {
  if (of !== undefined) return `${of}%`;
  return (
    <span className="relative text-quiet">
      –<span className="sr-only"> not available yet</span>
    </span>
  );
}

type Facts = { express: boolean; senders: string[] };

/** The blasts (R096): bulk ones, or express and single sends. */
export const blasts = list({
  path: "/sms/history",
  file: "sms-history",
  noun: ["blast", "blasts"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.blasts),
    ...blastFilters,
    view: z.enum(["bulk", "express", "programs"]).catch("bulk").default("bulk"),
  }),
  find: "Name or message",
  keeps: ["view"],
  async facts({ api }, { view }): Promise<Facts> {
    const senders = await api.messaging.senders({});
    return {
      express: view !== "bulk",
      senders: senders.status === 200 ? senders.body.data.map(({ sender }) => sender) : [],
    };
  },
  rows: ({ api }, { view, ...query }) =>
    view === "bulk"
      ? api.messaging.blasts({ query })
      : api.messaging.express({ query: { ...query, by: view === "express" ? "people" : "programs" } }),
  filters: ({ senders }) => [
    {
      name: "status",
      label: "Status",
      choices: Object.entries(blastStatus).map(([value, { word }]) => ({ value, label: word })),
    },
    { name: "sender", label: "Sender", choices: senders.map((value) => ({ value, label: value })) },
    { name: "start_date", label: "From", kind: "date" },
    { name: "end_date", label: "Until", kind: "date" },
    {
      name: "is_now",
      label: "When",
      choices: [
        { value: "1", label: "Sent at once" },
        { value: "0", label: "Scheduled" },
      ],
    },
    { name: "date", label: "Day", linked: true },
  ],
  columns: ({ zone, express }: Facts & ListFacts) => [
    { name: "id", label: "Id", extra: true, sort: headSort("blasts", "created"), value: (blast: Blast) => blast.id },
    {
      name: "name",
      label: express ? "Message" : "Name",
      heading: "Name",
      fixed: true,
      wide: true,
      mobileOrder: 1,
      value: (blast) => blast.name,
      cell: (blast) => <RowLink to={href("/sms/history/:id", { id: blast.id })}>{blastTitle(blast)}</RowLink>,
    },
    { name: "sender", label: "Sender", hideOnSmall: true, value: (blast) => blast.sender },
    {
      name: "group",
      label: express ? "To" : "Group",
      heading: "Group",
      muted: true,
      mobileOrder: 3,
      value: (blast) => groupsLabel(blast),
    },
    { name: "body", label: "Message text", heading: "Message", extra: true, clip: true, value: (blast) => blast.body },
    {
      name: "recipients",
      label: "Recipients",
      align: "right",
      alignEnd: true,
      cardUnit: "recipients",
      mobileOrder: 4,
      value: (blast) => blast.recipients,
      cell: (blast) => commas(blast.recipients),
    },
    { name: "parts", label: "Parts", align: "right", extra: true, value: (blast) => blast.parts },
    { name: "delivered-count", label: "Delivered", align: "right", extra: true, value: (blast) => blast.delivered },
    {
      name: "delivered",
      label: "Delivered (%)",
      align: "right",
      hideOnSmall: true,
      value: (blast) => deliveredShare(blast) ?? "",
      cell: (blast) => <Share of={deliveredShare(blast)} />,
    },
    { name: "failed", label: "Failed", align: "right", extra: true, value: (blast) => blast.failed },
    { name: "opted-out", label: "Opted out", align: "right", extra: true, value: (blast) => blast.suppressed },
    { name: "cancelled", label: "Cancelled", align: "right", extra: true, value: (blast) => blast.cancelled },
    { name: "no-receipt", label: "No receipt", align: "right", extra: true, value: (blast) => blast.no_receipt },
    {
      name: "held",
      label: "Reserved (KES)",
      align: "right",
      muted: true,
      hideOnSmall: true,
      spare: true,
      value: (blast) => kes(heldCents(blast)),
      cell: (blast) => shownKes(heldCents(blast)),
    },
    {
      name: "charged",
      label: "Charged (KES)",
      align: "right",
      alignEnd: true,
      cardLabel: "KES",
      mobileOrder: 6,
      value: (blast) => kes(blast.charged_cents),
      cell: (blast) => shownKes(blast.charged_cents - blast.refunded_cents),
    },
    {
      name: "refunded",
      label: "Refunded (KES)",
      align: "right",
      extra: true,
      value: (blast) => kes(blast.refunded_cents),
    },
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      mobileOrder: 2,
      value: ({ status }) => blastStatus[status].word,
      cell: ({ status }) => <Status kind={blastStatus[status].kind}>{blastStatus[status].word}</Status>,
    },
    {
      name: "time",
      label: "Send time",
      muted: true,
      mobileOrder: 5,
      value: (blast) => sendTime(blast),
      cell: (blast) => <DateTime at={sendTime(blast)} zone={zone} />,
    },
    { name: "by", label: "Created by", extra: true, value: (blast) => blast.created_by },
  ],
  id: (blast) => String(blast.id),
  called: blastTitle,
});
