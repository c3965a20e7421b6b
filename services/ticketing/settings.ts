import { z } from "zod";
import type { SettingsOf } from "../kit/module";

export const ticketingSettings = {
  /** The account whose ticket desk takes the issues that other accounts report. */
  SUPPORT_ACCOUNT: z
    .string()
    .regex(/^[\w-]{1,32}$/, "must be an account number")
    .default("900009"),
};
export type TicketingSettings = SettingsOf<typeof ticketingSettings>;
