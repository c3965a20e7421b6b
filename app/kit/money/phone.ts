import { z } from "zod";
import { normalisePhone } from "../../../rules/phone";

/** A number that M-Pesa can ask, as people write it; comes out as E.164. */
export const MpesaPhone = z
  .string({ error: "Enter the M-Pesa phone number." })
  .trim()
  .max(64, "This is too long for a phone number.")
  .transform((typed, context) => {
    const phone = normalisePhone(typed);
    if (phone.ok && !phone.foreign) return phone.e164;
    const message = phone.ok ? "M-Pesa asks Kenyan numbers only." : `Check the number: ${phone.reason}.`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
