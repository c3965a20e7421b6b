import { z } from "zod";
import { chatPriorities } from "../../rules/chat-priority";
import { type Call, id, Problem } from "../kit/contract";
import { inboxNeeds } from "./contract.fields";
import { Contact } from "./contract.schemas";

export const Priority = z.enum(chatPriorities, { error: "Choose a priority." });

/** How urgent a conversation is: the order of the queue, and of what is given out. */
export const priorityCalls = {
  setContactPriority: {
    method: "PUT",
    path: "/contacts/{id}/priority",
    summary: "Set how urgent a conversation is; of those that wait, the more urgent one goes first",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ priority: Priority }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), contact: Contact }), 406: Problem },
  },
} satisfies { [name: string]: Call };
