import { z } from "zod";

/** A contact with the newest of the groups they are in. */
export const FoundContact = z.object({
  contact_id: z.number().int(),
  group_id: z.number().int(),
  group_name: z.string(),
  msisdn: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string(),
});
export type FoundContact = z.infer<typeof FoundContact>;
