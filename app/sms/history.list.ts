import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { type Blast, blastFilters } from "../../services/messaging/contract.blasts";
import { blastStatus, heldOf, sendTime } from "../kit/blast-labels";
import { list } from "../kit/list";
import { deliveredShare, groupsOf } from "./blast-figures";

/** The blasts (R096): bulk ones, or express and single sends. */
export const blasts = list({
  file: "sms-history",
  search: z.object({ ...paging, ...blastFilters, view: z.enum(["bulk", "express"]).catch("bulk").default("bulk") }),
  rows: (api, { view, ...query }) =>
    view === "express" ? api.messaging.express({ query }) : api.messaging.blasts({ query }),
  columns: {
    Id: (blast: Blast) => blast.id,
    Name: (blast) => blast.name,
    Sender: (blast) => blast.sender,
    Group: (blast) => groupsOf(blast),
    Message: (blast) => blast.body,
    Recipients: (blast) => blast.recipients,
    Parts: (blast) => blast.parts,
    Delivered: (blast) => blast.delivered,
    "Delivered (%)": (blast) => deliveredShare(blast) ?? "",
    Failed: (blast) => blast.failed,
    "Opted out": (blast) => blast.suppressed,
    Cancelled: (blast) => blast.cancelled,
    "No receipt": (blast) => blast.no_receipt,
    "Reserved (KES)": (blast) => (heldOf(blast) / 100).toFixed(2),
    "Charged (KES)": (blast) => (blast.charged_cents / 100).toFixed(2),
    "Refunded (KES)": (blast) => (blast.refunded_cents / 100).toFixed(2),
    Status: (blast) => blastStatus[blast.status].word,
    "Send time": (blast) => sendTime(blast),
    "Created by": (blast) => blast.created_by,
  },
});
