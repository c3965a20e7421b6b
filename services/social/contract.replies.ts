import { z } from "zod";
import { inboxNeeds } from "../chat/contract.fields";

/** Who may answer customers. */
export const reply = { needs: inboxNeeds, writes: true } as const;

/** The answer to a reply that is on its way. */
export const sent = z.object({ status: z.literal(201), message: z.string(), message_id: z.string() });
