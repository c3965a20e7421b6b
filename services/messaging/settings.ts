import { z } from "zod";
import { brand } from "../../rules/brand";
import { senderPattern } from "../../rules/senders";
import type { SettingsOf } from "../kit/module";

export const messagingSettings = {
  SMPP_URL: z
    .string()
    .regex(/^smpps?:\/\//, "must be an smpp:// address")
    .optional(),
  SMPP_WINDOW: z.coerce.number().int().min(1).max(2000).default(500),
  SMPP_TPS: z.coerce.number().int().min(0).default(0),
  /** A second message centre, which takes over when the link to the first is down. */
  SMPP2_URL: z
    .string()
    .regex(/^smpps?:\/\//, "must be an smpp:// address")
    .optional(),
  SMPP2_WINDOW: z.coerce.number().int().min(1).max(2000).default(500),
  SMPP2_TPS: z.coerce.number().int().min(0).default(0),
  /** What short links of messages begin with for accounts without a domain of their own; the installation's own address. */
  SMS_LINK_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#]+$/, "must be an address without a path")
    .optional(),
  /** The transactional sender ID that every account with SMS may use, registered with every network; `none`: there is none. */
  SMS_SHARED_SENDER: z
    .string()
    .regex(senderPattern, "must be 1 to 11 letters and digits")
    .default(brand.name.toUpperCase())
    .transform((name) => (name === "none" ? undefined : name)),
};
export type MessagingSettings = SettingsOf<typeof messagingSettings>;
