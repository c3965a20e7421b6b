import { z } from "zod";

import { type Call, DoneAnswer } from "../kit/contract";
import { sending } from "./contract.schemas";

/** How a host is spoken to: as those of mailboxes. */
const securities = ["tls", "starttls", "none"] as const;

const whole = (least: number, most: number, words: string) =>
  z.number({ error: words }).int(words).min(least, words).max(most, words);

const HostForm = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z\d]([a-z\d.:-]{0,250}[a-z\d])?$/, "Enter the host's name alone, like smtp.your-host.com."),
  port: whole(1, 65_535, "Enter a port from 1 to 65535."),
  security: z.enum(securities),
  user: z.string().trim().max(254, "At most 254 characters.").default(""),
  /** The one that is kept when it is empty, at the same host and for the same user. */
  password: z.string().max(500, "At most 500 characters.").default(""),
  per_minute: whole(1, 6_000, "Enter a number from 1 to 6,000."),
  /** None: no limit by day. */
  warm_up: z
    .strictObject({
      first_day: whole(1, 1_000_000, "Enter a number from 1 to 1,000,000."),
      growth: whole(1, 300, "Enter a number from 1 to 300."),
      target: whole(1, 10_000_000, "Enter a number from 1 to 10,000,000."),
    })
    .nullable()
    .default(null),
});
export type HostForm = z.infer<typeof HostForm>;

const Count = z.number().int();
/** The mail host of an account, without its password. */
const OwnHost = z.object({
  host: z.string(),
  port: Count,
  security: z.enum(securities),
  user: z.string(),
  per_minute: Count,
  warm_up: z.object({ first_day: Count, growth: Count, target: Count }).nullable(),
  /** The day of the plan, from 1; today's e-mails, and how many more may leave today (null: as many as there are). */
  day: Count,
  taken_today: Count,
  left_today: Count.nullable(),
  tested_at: z.string(),
  changed_by: z.string(),
});
export type OwnHost = z.infer<typeof OwnHost>;

/** The mail host that an account's e-mails leave through. */
export const hostCalls = {
  mailHost: {
    method: "GET",
    path: "/host",
    summary: "The account's own mail host; none: the platform's",
    needs: sending,
    answers: { 200: z.object({ host: OwnHost.nullable() }) },
  },
  setMailHost: {
    method: "PUT",
    path: "/host",
    summary: "Send through a mail host of one's own; it is tried before it is kept",
    needs: sending,
    writes: true,
    body: HostForm,
    answers: { 201: OwnHost },
  },
  removeMailHost: {
    method: "DELETE",
    path: "/host",
    summary: "Send through the platform's mail host again",
    needs: sending,
    writes: true,
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
