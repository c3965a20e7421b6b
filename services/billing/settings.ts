import { z } from "zod";
import { brand } from "../../rules/brand";
import { url } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

export const billingSettings = {
  /** https://api.safaricom.co.ke; without it nobody pays by M-Pesa. */
  MPESA_URL: url.optional(),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, "must have 5 to 7 digits")
    .optional(),
  MPESA_PASSKEY: z.string().optional(),
  MPESA_TILL: z
    .string()
    .regex(/^\d{5,8}$/, "must have 5 to 8 digits")
    .optional(),
  /** Who issues the invoices; the e-mail address also hears of payments that a person must look at. */
  SELLER_NAME: z.string().default(brand.name),
  SELLER_ADDRESS: z.string().default(""),
  SELLER_EMAIL: z.string().default(""),
  SELLER_PHONE: z.string().default(""),
  SELLER_KRA_PIN: z.string().default(""),
};
export type BillingSettings = SettingsOf<typeof billingSettings>;
