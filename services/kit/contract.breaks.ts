import { z } from "zod";
import { breakKinds } from "../../rules/breaks";
import type { Call } from "./contract";

/** The break that a person is on, or "none" when they work; `since`: a UTC instant. */
export const SharedBreak = z.strictObject({
  user_id: z.string().min(1).max(64),
  kind: z.enum([...breakKinds, "none"]),
  since: z.iso.datetime(),
});
export type SharedBreak = z.infer<typeof SharedBreak>;

/**
 * What chat and the call centre ask of each other, so that a break is one in both. Nothing is changed for a person who is
 * not at work in the one that is asked, or who chose something there later than `since`.
 */
export const followBreakCall = (path: string) =>
  ({
    method: "POST",
    path,
    summary: "A person began or ended a break elsewhere: the same here, unless they chose something here later",
    internal: true,
    body: SharedBreak,
    answers: { 200: z.object({ followed: z.boolean() }) },
  }) as const satisfies Call;
