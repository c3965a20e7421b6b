import { z } from "zod";
import { finishedKinds } from "../../rules/survey/after-records";
import { languageCodes } from "../../rules/survey/graph";
import { foldJoinWord, joinWordFault } from "../../rules/survey/join-words";
import { id } from "../kit/contract";
import { Count } from "./contract.schemas";

/** What an instance can be sent on. */
export const instanceChannels = ["sms", "whatsapp"] as const;
export type InstanceChannel = (typeof instanceChannels)[number];
/** Where people are asked who did not answer; the link of the web is sent by SMS. */
export const fallbackChannels = ["sms", "whatsapp", "web"] as const;
export type FallbackChannel = (typeof fallbackChannels)[number];

const clock = z.string({ error: "Enter a time." }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00.");
/** What the team calls a run. */
export const instanceName = z
  .string({ error: "Enter a name." })
  .trim()
  .min(1, "Enter a name.")
  .max(120, "A name has at most 120 characters.");
const hours = (most: number) =>
  z.coerce
    .number({ error: "Enter a number of hours." })
    .int("Enter whole hours.")
    .min(1, "At least 1 hour.")
    .max(most, `At most ${most} hours.`);

const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: "Enter a number." })
    .int("Enter a whole number.")
    .min(least, `At least ${least}.`)
    .max(most, `At most ${most.toLocaleString("en")}.`);

/** A keyword to join by, in capitals; an empty one is none. */
const joinWord = z
  .string()
  .trim()
  .max(80, "A keyword has at most 20 letters and digits.")
  .superRefine((word, context) => {
    const fault = word === "" ? undefined : joinWordFault(word);
    if (fault) context.addIssue({ code: "custom", message: fault });
  })
  .transform(foldJoinWord);

export const InstanceForm = z.strictObject({
  name: instanceName,
  channel_id: z.enum(instanceChannels, { error: "Choose a channel." }).default("sms"),
  sender: z.string().trim().max(15).default(""),
  number_id: id.nullable().default(null),
  template_id: id.nullable().default(null),
  group_id: id.nullable().default(null),
  language: z.enum(languageCodes, { error: "Choose a language." }),
  /** The second channel; null: none. */
  fallback: z.enum(fallbackChannels, { error: "Choose a channel." }).nullable().default(null),
  /** 1 is Monday. */
  days: z
    .array(z.coerce.number().int().min(1).max(7), { error: "Choose the days." })
    .min(1, "Choose at least one day.")
    .max(7)
    .default([1, 2, 3, 4, 5, 6, 7])
    .transform((days) => [...new Set(days)].sort()),
  calendar_id: id.nullable().default(null),
  /** Null: as fast as they can be sent. */
  per_minute: z.coerce
    .number({ error: "Enter a number." })
    .int("Enter a whole number.")
    .min(1, "At least 1.")
    .max(100_000, "At most 100,000.")
    .nullable()
    .default(null),
  /** Whoever writes one of these words to the run is asked in its language. */
  keywords: z
    .array(z.strictObject({ language: z.enum(languageCodes, { error: "Choose a language." }), word: joinWord }))
    .max(9)
    .default([]),
  /** The most people who join so; null: no one does. */
  max_joiners: z.coerce
    .number({ error: "Enter a number." })
    .int("Enter a whole number.")
    .min(1, "At least 1.")
    .max(100_000, "At most 100,000.")
    .nullable()
    .default(null),
  /** Whether who has answered may join once more. */
  join_again: z.boolean().default(false),
  /** After what people are asked by themselves; null: after nothing. */
  after_kind: z.enum(finishedKinds, { error: "Choose after what people are asked." }).nullable().default(null),
  after_minutes: whole(0, 10_080).default(10),
  /** Of a hundred, how many are asked. */
  after_share: whole(1, 100).default(100),
  /** Who was asked after anything is not asked again for so many days. */
  after_days: whole(0, 365).default(30),
  from: clock.default("09:00"),
  until: clock.default("18:00"),
  expiry_hours: hours(720).default(72),
  reminders: z.coerce.number({ error: "Enter a number." }).int().min(0, "At least 0.").max(3, "At most 3.").default(1),
  reminder_hours: hours(168).default(24),
});
export type InstanceForm = z.output<typeof InstanceForm>;

/** What became of the money of a run, in cents of KES. More may be charged than was reserved: the rest is the balance's. */
export const RunMoney = z.object({
  held_cents: Count,
  /** For messages that were sent, so far. */
  charged_cents: Count,
  /** Of that, for SMS that were not delivered. */
  refunded_cents: Count,
  /** Not used, and back on the balance. */
  released_cents: Count,
  /** Still reserved. */
  left_cents: Count,
  /** Charged beyond what was reserved. */
  beyond_cents: Count,
});
export type RunMoney = z.infer<typeof RunMoney>;
