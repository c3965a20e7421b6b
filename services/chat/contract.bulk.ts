import { z } from "zod";
import { maxBulkContacts } from "../../rules/chat-bulk";
import { type Call, id } from "../kit/contract";
import { inboxNeeds, Seconds } from "./contract.fields";
import { Priority } from "./contract.priority";

const tooMany = `Change at most ${maxBulkContacts} conversations at once.`;

/** What is done with each of several conversations; what is left out stays as it is. */
export const ContactChanges = z
  .strictObject({
    /** An agent, or a team: not both. */
    participant_id: z.string().min(1).max(40).optional(),
    team_id: id.optional(),
    add_label: id.optional(),
    remove_label: id.optional(),
    priority: Priority.optional(),
    /** Snoozed until then. */
    until: Seconds.optional(),
    end: z.literal(true).optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), "Choose what to change.")
  .refine(({ participant_id, team_id }) => !participant_id || !team_id, "Choose an agent or a team, not both.")
  .refine(({ end, until }) => !end || until === undefined, "A conversation that ends can't be snoozed.");
export type ContactChanges = z.output<typeof ContactChanges>;

/** Changes of several conversations at once. */
export const bulkCalls = {
  bulkContacts: {
    method: "POST",
    path: "/contacts/bulk",
    summary: "Change at most 100 conversations, each by itself: what is refused comes back with its reason",
    needs: inboxNeeds,
    writes: true,
    body: z.strictObject({
      ids: z.array(id).min(1, "Choose at least one conversation.").max(maxBulkContacts, tooMany),
      changes: ContactChanges,
    }),
    answers: {
      201: z.object({
        status: z.literal(201),
        message: z.string(),
        changed: z.array(z.number().int()),
        refused: z.array(z.object({ id: z.number().int(), reason: z.string() })),
      }),
    },
  },
} satisfies { [name: string]: Call };
