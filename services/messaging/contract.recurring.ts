import { z } from "zod";
import { recurrences } from "../../rules/recurrence";
import { type Call, id } from "../kit/contract";

const products = ["SMS", "BULK"] as const;
const reading = { permissions: ["View bulk message", "Send bulk message"], products } as const;
const sending = { permissions: ["Send bulk message"], products } as const;

/** How often a message goes out again, and the last day on which it does. */
export const RecurrenceForm = z.strictObject({
  every: z.enum(recurrences),
  until: z.iso.date("Enter a date.").nullable().default(null),
});

/** A message that goes out again. `state`: a draft's is not confirmed yet; an ended one is past its last day. */
export const RecurringMessage = RecurrenceForm.extend({
  id: z.number().int(),
  name: z.string(),
  state: z.enum(["draft", "active", "stopped", "ended"]),
  next_at: z.string().nullable(),
  /** The newest of its blasts. */
  last_blast: z.number().int().nullable(),
  /** Why nothing went out the last time; "" when it did. */
  trouble: z.string(),
});
export type RecurringMessage = z.infer<typeof RecurringMessage>;

export const recurringCalls = {
  recurringMessages: {
    method: "GET",
    path: "/recurring-messages",
    summary: "The messages that go out again, the next one first",
    needs: reading,
    answers: { 200: z.object({ data: z.array(RecurringMessage) }) },
  },
  stopRecurring: {
    method: "POST",
    path: "/recurring-messages/{id}/stop",
    summary: "Send a message no more; what is scheduled or on its way stays",
    needs: sending,
    writes: true,
    params: z.object({ id }),
    answers: { 201: RecurringMessage },
  },
} as const satisfies Record<string, Call>;
