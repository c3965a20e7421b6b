import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { type Message, messageStatuses } from "../../services/messaging/contract.blasts";
import { messageStatus } from "../kit/blast-words";
import { list } from "../kit/list";

/** The messages of one blast, whose id is in the path. */
export function messagesOf(blast: number) {
  return list({
    file: `sms-${blast}-messages`,
    search: z.object({
      ...paging,
      status: z.enum(messageStatuses).optional().catch(undefined),
      q: z.string().trim().max(100).catch("").default(""),
    }),
    rows: (ask, query) => ask.messaging.messages({ params: { id: blast }, query }),
    columns: {
      Number: (message: Message) => ({ phone: message.msisdn }),
      Name: (message) => message.name,
      Network: (message) => message.network,
      Status: (message) => messageStatus[message.status].word,
      Reason: (message) => message.reason,
      Parts: (message) => message.parts,
      "Parts delivered": (message) => message.parts_delivered,
      "Sent at": (message) => message.submitted_at,
      "Outcome at": (message) => message.done_at,
      Message: (message) => message.text,
    },
  });
}
