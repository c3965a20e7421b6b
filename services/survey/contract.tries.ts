import { z } from "zod";
import { dispositions } from "../../rules/survey/sessions";
import { type Call, id } from "../kit/contract";
import { Count, needs } from "./contract.schemas";

/** A survey that was tried on a phone. */
const DryRun = z.object({
  msisdn: z.string(),
  disposition: z.enum(dispositions),
  open: z.boolean(),
  begun_at: z.string(),
  /** Why its latest message was not sent; empty where nothing is wrong. */
  reason: z.string(),
  turns: z.array(z.object({ incoming: z.boolean(), text: z.string(), understood: z.boolean(), at: z.string() })),
});
export type DryRun = z.infer<typeof DryRun>;

export const DryRuns = z.object({
  /** Whether one can be sent: the run was not started, and nothing is in the way. */
  ready: z.boolean(),
  /** What is in the way. People to ask need not be chosen. */
  faults: z.array(z.string()),
  /** By SMS, in cents of KES: the first question, and every question asked once. On WhatsApp nothing. */
  least_cents: Count,
  most_cents: Count,
  /** The newest one of the run. */
  latest: DryRun.nullable(),
});
export type DryRuns = z.infer<typeof DryRuns>;

const oneInstance = z.object({ id });

/** Trying a run on a phone before its start. What is answered never becomes a result. */
export const dryRunCalls = {
  dryRuns: {
    method: "GET",
    path: "/instances/{id}/dry-runs",
    summary: "Whether a run can be tried on a phone, what that costs, and the newest dry run with its messages",
    needs,
    params: oneInstance,
    answers: { 200: DryRuns },
  },
  sendDryRun: {
    method: "POST",
    path: "/instances/{id}/dry-runs",
    summary:
      "Try a run on one phone before its start: the first question is sent at once, replies are taken as in a run and never become a result. At most 20 in 24 hours; on WhatsApp only to a phone that wrote to the number within 24 hours",
    needs,
    writes: true,
    params: oneInstance,
    body: z.strictObject({
      phone: z
        .string({ error: "Enter a phone number." })
        .trim()
        .min(1, "Enter a phone number.")
        .max(40, "A phone number has at most 40 characters."),
    }),
    answers: { 201: DryRuns },
  },
} as const satisfies Record<string, Call>;
