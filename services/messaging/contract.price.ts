import { z } from "zod";

const Count = z.number().int();

/** Who gets it and what it costs, exact: the merge was run on every row. Money in cents of KES. */
export const Price = z.object({
  in_groups: Count,
  opted_out: Count,
  duplicates: Count,
  invalid: Count,
  missing_value: Count,
  /** Left out on purpose: in a group that was left out, written to lately, or without the values asked for. */
  excluded: Count.default(0),
  recent: Count.default(0),
  unmatched: Count.default(0),
  /** Recipients on networks that have not approved the sender ID. */
  unapproved: z.array(z.object({ network: z.string(), recipients: Count })).default([]),
  foreign: Count,
  recipients: Count,
  parts: Count,
  /** How many recipients get 1 part, 2 parts, … */
  by_parts: z.array(z.object({ parts: Count, recipients: Count })),
  encoding: z.enum(["GSM-7", "UCS-2", "mixed"]),
  /** Of a part to Kenya, in KES. */
  part_price: z.number(),
  /** By destination: "KE", a network of Kenya, a country code, or "abroad"; most recipients first. */
  lines: z
    .array(z.object({ destination: z.string(), recipients: Count, parts: Count, part_price: z.number() }))
    .default([]),
  cost_cents: Count,
  balance_cents: Count,
  balance_after_cents: Count,
  /** Cents saved if smart quotes and the like were replaced by plain ones. */
  smart_saving_cents: Count,
  /** Merge fields that some recipients have no value for, with how many. */
  missing_fields: z.array(z.object({ field: z.string(), recipients: Count })),
  unknown_fields: z.array(z.string()),
  /** When it would leave and about when it would end, if it were confirmed now; null in a price that is kept. */
  forecast: z
    .object({
      /** Null: at once. */
      leaves_at: z.string().nullable(),
      /** Null: the link has no limit to reckon with. */
      ends_at: z.string().nullable(),
      /** Messages that would wait until the hours of such messages begin again. */
      waiting: Count,
    })
    .nullable()
    .default(null),
  samples: z.array(z.object({ msisdn: z.string(), name: z.string(), text: z.string(), parts: Count })),
});
export type Price = z.infer<typeof Price>;
