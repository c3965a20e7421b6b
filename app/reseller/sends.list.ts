import { z } from "zod";
import type { ChildSend } from "../../services/identity/contract.reseller";
import { paging } from "../../services/kit/contract";
import { blastStatus } from "../kit/blast-labels";
import { list } from "../kit/list";

/** What was sent for child accounts. */
export const sends = list({
  file: "sent-for-child-accounts",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    child: z.string().max(32).optional().catch(undefined),
  }),
  rows: (api, { child, ...query }) => api.identity.childSends({ query: { ...query, ...(child ? { child } : {}) } }),
  columns: {
    Account: (send: ChildSend) => send.child,
    Name: (send) => send.child_name,
    Message: (send) => send.title,
    Sender: (send) => send.sender,
    Recipients: (send) => send.recipients,
    Parts: (send) => send.parts,
    "Cost (KES)": (send) => send.cost_cents / 100,
    Status: (send) => (send.blast ? blastStatus[send.blast.status].word : ""),
    Delivered: (send) => send.blast?.delivered ?? "",
    Failed: (send) => send.blast?.failed ?? "",
    "Sent by": (send) => send.created_by,
    Sent: (send) => send.sent_at,
  },
});
