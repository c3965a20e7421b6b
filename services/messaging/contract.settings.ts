import { z } from "zod";
import type { Call } from "../kit/contract";

const needs = { permissions: ["Manage settings"], products: ["SMS", "BULK"] } as const;
const clock = z
  .string({ error: "Enter a time such as 08:00." })
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 08:00.");
const optionalClock = z
  .union([z.literal(""), clock])
  .nullable()
  .default(null);

/** When messages may leave, on the account's own clock, and what promotional ones end with. */
export const SendingSettings = z
  .strictObject({
    promotional_from: clock,
    promotional_until: clock,
    /** Both empty: other messages leave at any hour. */
    transactional_from: optionalClock,
    transactional_until: optionalClock,
    footer: z
      .string({ error: "Enter the words that tell people how to stop promotional messages." })
      .trim()
      .min(1, "Enter the words that tell people how to stop promotional messages.")
      .max(60, "Use at most 60 characters.")
      .regex(/^[^\p{Cc}{}]*$/u, "Use one line, without merge fields."),
  })
  .superRefine((given, context) => {
    const { promotional_from, promotional_until, transactional_from: from, transactional_until: until } = given;
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (promotional_from >= promotional_until) refuse("promotional_until", "Choose a time after the first one.");
    if (Boolean(from) !== Boolean(until))
      refuse(from ? "transactional_until" : "transactional_from", "Enter both times, or none.");
    else if (from && until && from >= until) refuse("transactional_until", "Choose a time after the first one.");
  });
export type SendingSettings = z.output<typeof SendingSettings>;

export const KeptSettings = z.object({
  promotional_from: z.string(),
  promotional_until: z.string(),
  transactional_from: z.string().nullable(),
  transactional_until: z.string().nullable(),
  footer: z.string(),
  /** What is so for an account that has set nothing. */
  standard: z.object({ promotional_from: z.string(), promotional_until: z.string(), footer: z.string() }),
  time_zone: z.string(),
  changed_by: z.string(),
  changed_at: z.string().nullable(),
});
export type KeptSettings = z.infer<typeof KeptSettings>;

/** How an account's messages are sent. */
export const settingsCalls = {
  sendingSettings: {
    method: "GET",
    path: "/settings",
    summary: "When messages may leave, by kind of sender ID, and what promotional ones end with",
    needs,
    answers: { 200: KeptSettings },
  },
  setSendingSettings: {
    method: "PUT",
    path: "/settings",
    summary: "Change the hours and the footer; what is scheduled or running keeps the new hours at once",
    needs,
    writes: true,
    body: SendingSettings,
    answers: { 200: KeptSettings },
  },
} as const satisfies Record<string, Call>;
