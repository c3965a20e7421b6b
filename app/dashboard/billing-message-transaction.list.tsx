import { z } from "zod";
import { headSort, listOrders } from "../../rules/list-orders";
import { showKes, showPartPrice } from "../../rules/money";
import { paging, sortField } from "../../services/kit/contract";
import { type Blast, blastFilters } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { blastStatus, blastTitle, heldCents, sendTime } from "../kit/blast-labels";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";

/** In files: a number and no text, so that a spreadsheet adds it up. */
const kes = (cents: number) => cents / 100;
const charged = ({ charged_cents, refunded_cents }: Blast) => charged_cents - refunded_cents;

/** What each blast, or each single message, cost. */
export const charges = list({
  path: "/dashboard/billing-message-transaction",
  file: "message-charges",
  noun: ["charge", "charges"],
  search: z.object({
    ...paging,
    ...blastFilters,
    sort: sortField(listOrders.blasts),
    view: z.enum(["bulk", "express"]).catch("bulk").default("bulk"),
  }),
  find: "Name or message",
  keeps: ["view"],
  rows: ({ api }, { view, ...query }) =>
    view === "express" ? api.messaging.express({ query }) : api.messaging.blasts({ query }),
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
      ...{ name: "name", label: "Message", heading: "Name", wide: true, mobileOrder: 1, fixed: true },
      value: blastTitle,
      cell: (blast: Blast) => <RowLink to={href("/sms/history/:id", { id: blast.id })}>{blastTitle(blast)}</RowLink>,
    },
    { name: "sender", label: "Sender", muted: true, hideOnSmall: true, value: ({ sender }) => sender },
    {
      ...{ name: "parts", label: "Parts", align: "right", mobileOrder: 3, cardUnit: "parts" },
      value: ({ parts }) => parts,
    },
    {
      ...{ name: "each", label: "A part", align: "right", hideOnSmall: true },
      cell: ({ parts, cost_cents }) => (parts > 0 ? showPartPrice(Math.round((cost_cents * 100) / parts)) : "–"),
    },
    {
      ...{ name: "held", label: "Reserved", heading: "Reserved (KES)", align: "right", muted: true },
      hideOnSmall: true,
      value: (blast) => kes(heldCents(blast)),
      cell: (blast) => showKes(heldCents(blast)),
    },
    {
      ...{ name: "charged", label: "Charged", heading: "Charged (KES)", align: "right", alignEnd: true },
      mobileOrder: 2,
      value: ({ charged_cents }) => kes(charged_cents),
      cell: (blast) => showKes(charged(blast)),
    },
    {
      ...{ name: "status", label: "Status", alignEnd: true, mobileOrder: 4 },
      value: ({ status }) => blastStatus[status].word,
      cell: ({ status }) => <Status kind={blastStatus[status].kind}>{blastStatus[status].word}</Status>,
    },
    {
      ...{ name: "time", label: "Time", muted: true, mobileOrder: 5, sort: headSort("blasts", "created") },
      value: sendTime,
    },
    {
      ...{ name: "refunded", label: "Refunded", heading: "Refunded (KES)", align: "right", extra: true },
      value: ({ refunded_cents }) => kes(refunded_cents),
      cell: ({ refunded_cents }) => showKes(refunded_cents),
    },
    { name: "recipients", label: "Recipients", align: "right", extra: true, value: ({ recipients }) => recipients },
    { name: "by", label: "Sent by", extra: true, value: ({ created_by }) => created_by },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
});
