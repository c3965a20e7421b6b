import { z } from "zod";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { paging } from "../../services/kit/contract";
import { type Broadcast, broadcastKinds, broadcastStates } from "../../services/whatsapp/contract.broadcasts";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { type ListFacts, list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { broadcastStatus, broadcastTitle, takenCount } from "./broadcasts/labels";
import { categoryWords } from "./templates/labels";

/** Broadcasts to many, or messages to one number (spec 2 §2: the view is bulk unless the address says otherwise). */
export const broadcasts = list({
  path: "/whatsapp/inboxes/broadcast-history",
  file: "whatsapp-broadcasts",
  noun: ["broadcast", "broadcasts"],
  search: z.object({
    ...paging,
    q: z.string().trim().max(100).default("").catch(""),
    view: z.enum(broadcastKinds).default("bulk").catch("bulk"),
    status: z.enum(broadcastStates).optional().catch(undefined),
  }),
  find: "Name or template",
  keeps: ["view"],
  rows: ({ api }, query) => api.whatsapp.broadcasts({ query }),
  filters: () => [
    {
      name: "status",
      label: "Status",
      choices: broadcastStates.map((value) => ({ value, label: broadcastStatus[value].word })),
    },
  ],
  columns: ({ zone }: ListFacts) => [
    {
      name: "name",
      label: "Name",
      fixed: true,
      wide: true,
      mobileOrder: 1,
      value: (one: Broadcast) => broadcastTitle(one),
      cell: (one) => (
        <RowLink to={href("/whatsapp/inboxes/broadcasts/:id", { id: one.id })}>{broadcastTitle(one)}</RowLink>
      ),
    },
    { name: "template", label: "Template", hideOnSmall: true, muted: true, value: (one) => one.template_name },
    { name: "category", label: "Category", extra: true, value: (one) => categoryWords[one.category] },
    { name: "number", label: "From", muted: true, hideOnSmall: true, value: (one) => one.number_name },
    { name: "audience", label: "To", clip: true, mobileOrder: 3, value: (one) => one.audience },
    {
      name: "recipients",
      label: "Recipients",
      align: "right",
      cardUnit: "recipients",
      mobileOrder: 4,
      value: (one) => one.recipients,
      cell: (one) => commas(one.recipients),
    },
    {
      name: "sent",
      label: "Sent",
      align: "right",
      hideOnSmall: true,
      value: takenCount,
      cell: (one) => commas(takenCount(one)),
    },
    {
      name: "read",
      label: "Read",
      align: "right",
      hideOnSmall: true,
      value: (one) => one.counts.read,
      cell: (one) => commas(one.counts.read),
    },
    { name: "failed", label: "Failed", align: "right", extra: true, value: (one) => one.counts.failed },
    {
      name: "charged",
      label: "Charged (KES)",
      align: "right",
      hideOnSmall: true,
      value: (one) => (one.settled_cents / 100).toFixed(2),
      cell: (one) => showKes(one.settled_cents).replace("KES ", ""),
    },
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      mobileOrder: 2,
      value: (one) => broadcastStatus[one.status].word,
      cell: (one) => <Status kind={broadcastStatus[one.status].kind}>{broadcastStatus[one.status].word}</Status>,
    },
    {
      name: "created",
      label: "Made",
      muted: true,
      mobileOrder: 5,
      value: (one) => one.created_at,
      cell: (one) => <DateTime at={one.created_at} zone={zone} />,
    },
    {
      name: "scheduled",
      label: "Scheduled for",
      extra: true,
      value: (one) => one.send_at ?? "",
      cell: (one) => one.send_at && <DateTime at={one.send_at} zone={zone} />,
    },
    { name: "by", label: "Made by", extra: true, value: (one) => one.created_by },
  ],
  id: (one) => String(one.id),
  called: broadcastTitle,
});
