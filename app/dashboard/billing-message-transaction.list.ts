import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { type Blast, blastFilters } from "../../services/messaging/contract.blasts";
import { blastStatus, heldOf, sendTime, titleOf } from "../kit/blast-labels";
import { list } from "../kit/list";

/** What each blast, or each express message, cost. */
export const charges = list({
  file: "message-charges",
  search: z.object({ ...paging, ...blastFilters, view: z.enum(["bulk", "express"]).catch("bulk").default("bulk") }),
  rows: (api, { view, ...query }) =>
    view === "express" ? api.messaging.express({ query }) : api.messaging.blasts({ query }),
  columns: {
    Id: (blast: Blast) => blast.id,
    Time: (blast) => sendTime(blast),
    Name: (blast) => titleOf(blast),
    Sender: (blast) => blast.sender,
    Recipients: (blast) => blast.recipients,
    Parts: (blast) => blast.parts,
    "Reserved (KES)": (blast) => (heldOf(blast) / 100).toFixed(2),
    "Charged (KES)": (blast) => (blast.charged_cents / 100).toFixed(2),
    "Refunded (KES)": (blast) => (blast.refunded_cents / 100).toFixed(2),
    Status: (blast) => blastStatus[blast.status].word,
    "Sent by": (blast) => blast.created_by,
  },
});
