import { z } from "zod";
import type { Call } from "../kit/contract";

/** What people may do at this moment, for services that act for someone who is not there. */
export const accessCalls = {
  personAccess: {
    method: "GET",
    path: "/people/{id}/access",
    summary: "What a person of the account may do; 404 where they cannot sign in, or the account is suspended",
    internal: true,
    params: z.object({ id: z.string().min(1).max(60) }),
    answers: {
      200: z.object({
        name: z.string(),
        email: z.string(),
        roles: z.array(z.object({ name: z.string() })),
        permissions: z.array(z.string()),
        products: z.array(z.string()),
      }),
    },
  },
} as const satisfies Record<string, Call>;
