import { z } from "zod";
import { type Call, id } from "../kit/contract";

/** Between services: who is in a group or a list, for channels other than SMS. */
export const audienceCalls = {
  audience: {
    method: "POST",
    path: "/inside/audience",
    summary: "Some of the people of a contact group or an express list, in order; `after` is the last answer's `next`",
    internal: true,
    body: z.strictObject({
      group_id: id.nullable(),
      list_id: id.nullable(),
      after: z.string().max(40).default(""),
    }),
    answers: {
      200: z.object({
        /** What people call it. */
        name: z.string(),
        /** The merge fields of its rows. */
        fields: z.array(z.string()),
        data: z.array(
          z.object({
            msisdn: z.string(),
            name: z.string(),
            fields: z.record(z.string(), z.string()),
            /** It is on the blacklist. */
            opted_out: z.boolean(),
          }),
        ),
        next: z.string().nullable(),
      }),
    },
  },
  optedOut: {
    method: "POST",
    path: "/inside/opted-out",
    summary: "Those of the numbers that are on the blacklist",
    internal: true,
    body: z.strictObject({ msisdns: z.array(z.string().max(20)).max(500) }),
    answers: { 200: z.object({ msisdns: z.array(z.string()) }) },
  },
} as const satisfies Record<string, Call>;
