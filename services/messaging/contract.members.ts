import { z } from "zod";
import { type Call, id } from "../kit/contract";

/** Where a reading of groups goes on: the group by its place, and the member after whom. */
const Place = z.strictObject({ group: z.number().int().min(0), at: z.string().max(40), contact_id: z.number().int() });

export const EmailMember = z.object({
  contact_id: z.number().int(),
  email: z.string().nullable(),
  name: z.string(),
  msisdn: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
});
export type EmailMember = z.infer<typeof EmailMember>;

/** The members of groups for a service that writes to them otherwise than by SMS. */
export const memberCalls = {
  emailMembers: {
    method: "POST",
    path: "/contact-groups/email-members",
    summary: "The members of groups with their addresses, some at a time; in two of the groups somebody comes twice",
    internal: true,
    body: z.strictObject({ group_ids: z.array(id).max(100), after: Place.nullable().default(null) }),
    answers: {
      200: z.object({
        groups: z.array(z.object({ id: z.number().int(), name: z.string(), field_names: z.array(z.string()) })),
        data: z.array(EmailMember),
        next: Place.nullable(),
      }),
    },
  },
} as const satisfies Record<string, Call>;
