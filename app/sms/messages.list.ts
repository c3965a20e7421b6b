import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { type BlastMessage, messageStatuses } from "../../services/messaging/contract.blasts";
import { messageStatus } from "../kit/blast-labels";
import { list } from "../kit/list";

const columns = {
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
};

/** The messages of one blast, whose id is in the path. */
export function messagesOf(blast: number) {
  return list({
    file: `sms-${blast}-messages`,
    search: z.object({
      ...paging,
      status: z.enum(messageStatuses).optional().catch(undefined),
      q: z.string().trim().max(100).catch("").default(""),
    }),
    rows: (api, query) => api.messaging.messages({ params: { id: blast }, query }),
    columns,
  });
}
