import { z } from "zod";
import type { SettingsOf } from "../kit/module";

export const emailSettings = {
  /** The mail host for what accounts send; without it that of the system's own mails. */
  EMAIL_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must be an smtp:// address")
    .optional(),
  EMAIL_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(5),
  /** The domain of the return paths: what can't be delivered comes back there. */
  EMAIL_BOUNCE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+\.[a-z0-9-]+$/, "must be a domain")
    .optional(),
  /** The mailbox that gets all mail to that domain. */
  EMAIL_BOUNCE_MAILBOX: z
    .string()
    .regex(/^imaps?:\/\//, "must be an imaps:// address")
    .optional(),
  /** A DNS server to ask instead of the machine's own, as address:port. */
  EMAIL_DNS: z
    .string()
    .regex(/^[\d.]+:\d{1,5}$/, "must be an address and a port")
    .optional(),
};
export type EmailModuleSettings = SettingsOf<typeof emailSettings>;
