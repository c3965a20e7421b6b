import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { type BlastMessage, messageStatuses } from "../../services/messaging/contract.blasts";
import { messageStatus } from "../kit/blast-labels";
import { list } from "../kit/list";

/** The messages of one blast that was sent for a child; both are named by the URL. */
export const outbox = list({
  file: "child-account-messages",
  search: z.object({
    ...paging,
    child: z.string().max(32).catch("").default(""),
    blast: z.coerce.number().int().positive().catch(0).default(0),
    status: z.enum(messageStatuses).optional().catch(undefined),
    q: z.string().trim().max(100).catch("").default(""),
  }),
  rows: (api, { child, blast, ...query }) => api.identity.childMessages({ params: { child, id: blast }, query }),
  columns: {
    Number: (message: BlastMessage) => message.msisdn,
    Name: (message: BlastMessage) => message.name,
    Network: (message: BlastMessage) => message.network,
    Status: (message: BlastMessage) => messageStatus[message.status].word,
    Reason: (message: BlastMessage) => message.reason,
    Parts: (message: BlastMessage) => message.parts,
    "Parts delivered": (message: BlastMessage) => message.parts_delivered,
    "Sent at": (message: BlastMessage) => message.submitted_at,
    "Outcome at": (message: BlastMessage) => message.done_at,
    Message: (message: BlastMessage) => message.text,
  },
});
