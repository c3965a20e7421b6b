import { z } from "zod";
import { commas } from "../../rules/format";
import { headSort, listOrders } from "../../rules/list-orders";
import { showKes } from "../../rules/money";
import { paging, sortField } from "../../services/kit/contract";
import { type Blast, blastFilters } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { blastStatus, blastTitle, sendTime } from "../kit/blast-labels";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";

const charged = ({ charged_cents, refunded_cents }: Blast) => charged_cents - refunded_cents;
const sent = ({ submitted, delivered, failed, no_receipt }: Blast) => submitted + delivered + failed + no_receipt;
const figure = (name: string, label: string, of: (blast: Blast) => number) => ({
  ...{ name, label, align: "right" as const, value: of },
  cell: (blast: Blast) => commas(of(blast)),
});

/** What became of each campaign: sent, delivered, failed, pending and cost. */
export const outbox = list({
  path: "/dashboard/sms-outbox",
  file: "sms-outbox",
  noun: ["campaign", "campaigns"],
  search: z.object({ ...paging, ...blastFilters, sort: sortField(listOrders.blasts) }),
  find: "Name or message",
  rows: ({ api }, query) => api.messaging.blasts({ query }),
  filters: () => [
    {
      name: "status",
      label: "Status",
      choices: Object.entries(blastStatus).map(([value, { word }]) => ({ value, label: word })),
    },
    { name: "start_date", label: "From", kind: "date" },
    { name: "end_date", label: "Until", kind: "date" },
  ],
  columns: () => [
    {
      ...{ name: "name", label: "Campaign", heading: "Name", wide: true, mobileOrder: 1, fixed: true },
      value: blastTitle,
      cell: (blast: Blast) => <RowLink to={href("/sms/history/:id", { id: blast.id })}>{blastTitle(blast)}</RowLink>,
    },
    { ...figure("recipients", "Recipients", ({ recipients }) => recipients), hideOnSmall: true },
    { ...figure("sent", "Sent", sent), mobileOrder: 3, cardUnit: "sent" },
    { ...figure("delivered", "Delivered", ({ delivered }) => delivered), mobileOrder: 4, cardUnit: "delivered" },
    { ...figure("failed", "Failed", ({ failed }) => failed), hideOnSmall: true },
    { ...figure("pending", "Pending", ({ queued, submitted }) => queued + submitted), hideOnSmall: true },
    {
      ...{ name: "cost", label: "Cost", heading: "Cost (KES)", align: "right", alignEnd: true, mobileOrder: 2 },
      value: (blast) => charged(blast) / 100,
      cell: (blast) => showKes(charged(blast)),
    },
    {
      ...{ name: "status", label: "Status", alignEnd: true, mobileOrder: 5 },
      value: ({ status }) => blastStatus[status].word,
      cell: ({ status }) => <Status kind={blastStatus[status].kind}>{blastStatus[status].word}</Status>,
    },
    {
      ...{ name: "time", label: "Time", muted: true, mobileOrder: 6, sort: headSort("blasts", "created") },
      value: sendTime,
    },
    { name: "sender", label: "Sender", extra: true, value: ({ sender }) => sender },
    { name: "no-receipt", label: "No receipt", align: "right", extra: true, value: ({ no_receipt }) => no_receipt },
    { name: "opted-out", label: "Opted out", align: "right", extra: true, value: ({ suppressed }) => suppressed },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
});
