import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { type Message, messageStatuses } from "../../services/messaging/contract.blasts";
import { messageStatus } from "../kit/blast-labels";
import { list } from "../kit/list";

const columns = {
  Number: (message: Message) => message.msisdn,
  Name: (message: Message) => message.name,
  Network: (message: Message) => message.network,
  Status: (message: Message) => messageStatus[message.status].word,
  Reason: (message: Message) => message.reason,
  Parts: (message: Message) => message.parts,
  "Parts delivered": (message: Message) => message.parts_delivered,
  "Sent at": (message: Message) => message.submitted_at,
  "Outcome at": (message: Message) => message.done_at,
  Message: (message: Message) => message.text,
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
