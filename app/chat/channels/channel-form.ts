import { z } from "zod";

/** The form that connects a channel, as its page posts it beside the page's other forms. */
export function connectForm<S extends z.ZodRawShape>(form: z.ZodObject<S>) {
  return form.extend({ intent: z.literal("connect") });
}
