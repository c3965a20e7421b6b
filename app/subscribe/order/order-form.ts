import { z } from "zod";
import { MpesaPhone } from "../../kit/money/phone";

const key = z.string({ error: "Open this page again." }).min(8, "Open this page again.").max(60);

const ticked = z.literal("on").optional().transform(Boolean);

const AskForm = z.object({
  method: z.literal("api"),
  note: z.string().trim().max(500, "At most 500 characters.").default(""),
});

/**
 * How a plan is paid; the phone counts only where a phone pays. "api" is for a product that the platform looks at
 * first: nothing is paid before it is approved.
 */
export const PlanForm = z.discriminatedUnion(
  "method",
  [
    z.object({ method: z.literal("mpesa"), phone: MpesaPhone, auto_renew: ticked, key }),
    z.object({ method: z.literal("balance"), auto_renew: ticked, key }),
    z.object({ method: z.literal("invoice"), auto_renew: ticked, key }),
    AskForm,
  ],
  { error: "Choose how to pay." },
);
