import { z } from "zod";
import { type Call, id } from "../kit/contract";
import { Channel, Count, settingsNeeds } from "./contract.fields";

/** Which skill the conversations of channels wait for at first; a channel that is not named stays as it is. */
export const InboxSkills = z
  .array(z.strictObject({ inbox_id: id, skill_id: id.nullable() }))
  .max(500)
  .default([]);

/** The skills of the account as conversations wait for them. */
export const skillCalls = {
  routingSkills: {
    method: "GET",
    path: "/routing/skills",
    summary: "The skills of the account, and the one that each channel asks for",
    needs: settingsNeeds,
    answers: {
      200: z.object({
        skills: z.array(z.object({ id: z.number().int(), name: z.string(), agents: Count })),
        inboxes: z.array(
          z.object({ id: z.number().int(), channel: Channel, name: z.string(), skill_id: z.number().int().nullable() }),
        ),
      }),
    },
  },
} satisfies { [name: string]: Call };
