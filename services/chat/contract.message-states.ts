import { z } from "zod";
import type { Call } from "../kit/contract";
import { messageStatuses, requestId } from "./contract.fields";

/** For services that had messages written. */
export const messageStates = {
  method: "POST",
  path: "/inside/message-states",
  summary: "What became of messages, by their own ids; those that were never written are left out",
  internal: true,
  body: z.strictObject({ message_ids: z.array(requestId).min(1).max(200) }),
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          message_id: z.string(),
          status: z.enum(messageStatuses),
          /** The network did not say whether it took it. */
          unsure: z.boolean(),
          /** It was deleted before it left: it never leaves. */
          withdrawn: z.boolean(),
        }),
      ),
    }),
  },
} as const satisfies Call;
