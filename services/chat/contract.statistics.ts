import { z } from "zod";
import { Channel, Count, Seconds } from "./contract.fields";

/** The local days of a report, the last one with them, and the zone that they are days of. */
export const StatisticsPeriod = z.object({
  from: z.string(),
  to: z.string(),
  /** The preset that was asked for; null for own dates. */
  days: z.string().nullable(),
  time_zone: z.string(),
  /** Business hours are set: else every hour is one. */
  has_hours: z.boolean(),
});
export type StatisticsPeriod = z.infer<typeof StatisticsPeriod>;

/**
 * Sums and means of some conversations. A mean of nothing is 0. With a bot, waiting, open and ended are all of them; so are answered
 * and unanswered, in and outside business hours.
 */
export const Figures = z.object({
  chats: Count,
  /** A bot has them, and no person was asked for. */
  bot: Count,
  waiting: Count,
  open: Count,
  ended: Count,
  /** A person wrote to the customer after the customer's first message. */
  answered: Count,
  unanswered: Count,
  /** The customer's first message came in business hours, or outside. */
  in_hours: Count,
  outside_hours: Count,
  /** Ended, and an agent had it. */
  handled: Count,
  rated: Count,
  /** Rated with four or five. */
  satisfied: Count,
  comments: Count,
  /** Mean seconds from the customer's first message to the first reply of a person; the other two are its parts. */
  first_response_seconds: z.number(),
  first_response_business_seconds: z.number(),
  first_response_outside_seconds: z.number(),
  /** Mean seconds from when the agent got it to its end. */
  handle_seconds: z.number(),
  /** Mean of the stars. */
  rating: z.number(),
});
export type Figures = z.infer<typeof Figures>;

/** A line of a report; `filter` is what the list needs besides to show these conversations. */
export const ReportLine = Figures.extend({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  channel: Channel.nullable(),
  filter: z.record(z.string(), z.string()),
});
export type ReportLine = z.infer<typeof ReportLine>;

/** The median of the first responses, in seconds; of nothing it is 0. */
export const LabelLine = ReportLine.extend({ median_first_response_seconds: z.number() });
export type LabelLine = z.infer<typeof LabelLine>;

export const TeamLine = ReportLine.extend({
  /** An agent took it after it was given to the team. */
  taken: Count,
  /** Another agent had it before the last. */
  transferred: Count,
  /** Seconds from when they were given to the team to when an agent first had them; of nothing 0. */
  wait_median_seconds: z.number(),
  /** Nine of ten waited no longer. */
  wait_p90_seconds: z.number(),
});
export type TeamLine = z.infer<typeof TeamLine>;

/** Seconds in each status, of breaks that a length is planned for too: how many, planned, and used beyond it. */
export const AgentTime = z.object({
  online: Count,
  bio_break: Count,
  lunch: Count,
  short_break: Count,
  coaching: Count,
  training: Count,
  breaks: Count,
  planned: Count,
  used: Count,
  over: Count,
});
export type AgentTime = z.infer<typeof AgentTime>;

export const AgentLine = ReportLine.extend({ time: AgentTime });
export type AgentLine = z.infer<typeof AgentLine>;

export const AgentDay = z.object({ day: z.string(), id: z.string(), name: z.string(), time: AgentTime });
export type AgentDay = z.infer<typeof AgentDay>;

/** A conversation as the list behind a figure shows it. */
export const ReportChat = z.object({
  contact_id: Count,
  created_at: Seconds,
  name: z.string(),
  msisdn: z.string().nullable(),
  email: z.string(),
  channel: Channel,
  inbox: z.string(),
  agent_id: z.string().nullable(),
  agent: z.string(),
  state: z.enum(["bot", "waiting", "open", "ended"]),
  ended_at: Seconds.nullable(),
  /** Null: not answered, or without an end. */
  first_response_seconds: z.number().nullable(),
  handle_seconds: z.number().nullable(),
  disposition: z.string(),
  rating: z.number().int().nullable(),
  comment: z.string(),
});
export type ReportChat = z.infer<typeof ReportChat>;

export const Transcript = z.object({
  chat: ReportChat,
  time_zone: z.string(),
  ended_by: z.string(),
  disposition_note: z.string(),
  form: z.array(z.object({ label: z.string(), value: z.string() })),
  activities: z.array(z.object({ date: Seconds, description: z.string() })),
});
export type Transcript = z.infer<typeof Transcript>;
