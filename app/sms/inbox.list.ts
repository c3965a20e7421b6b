import { z } from "zod";
import { paging } from "../../services/kit/contract";
import type { InboxMessage } from "../../services/messaging/contract.answers";
import { list } from "../kit/list";

/** Messages received (Q093). */
export const received = list({
  file: "sms-inbox",
  search: z.object({
    ...paging,
    q: z.string().trim().max(100).catch("").default(""),
    number: z.string().trim().max(20).optional().catch(undefined),
  }),
  rows: (api, query) => api.messaging.inbox({ query }),
  columns: {
    Number: (message: InboxMessage) => message.msisdn,
    Name: (message) => message.name,
    To: (message) => message.to,
    Message: (message) => message.text,
    Keyword: (message) => message.keyword,
    "In reply to": (message) => message.in_reply_to ?? "",
    Read: (message) => (message.read ? "yes" : "no"),
    Received: (message) => message.received_at,
  },
});
