import { z } from "zod";
import { statuses } from "../../rules/ticket-labels";
import { type Call, cursor, day, id, pageSchema, paging } from "../kit/contract";
import { Channel, Count, reportsNeeds } from "./contract.fields";
import { Message } from "./contract.schemas";
import {
  AgentDay,
  AgentLine,
  Figures,
  LabelLine,
  ReportChat,
  ReportLine,
  StatisticsPeriod,
  TeamLine,
  Transcript,
} from "./contract.statistics";

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const numberOrNone = z
  .union([z.literal("none"), number])
  .optional()
  .catch(undefined);
const teamGiven = z
  .union([z.literal("none"), z.literal("any"), number])
  .optional()
  .catch(undefined);
const optionalEnum = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values).optional().catch(undefined);

/** Days back from today, today with them, or two dates with a line between. Own dates (`from`, `to`) go before it. */
export const reportDays = ["1", "7", "14", "30", "90", "365"] as const;
export const ratingChoices = ["1", "2", "3", "4", "5", "any", "satisfied", "comment", "none"] as const;

/**
 * Which conversations: those that began within the period, days of the account's own zone. Every report and the list of
 * conversations take the same ones; odd values fall back to the defaults.
 */
export const reportFilters = {
  days: z
    .union([z.enum(reportDays), z.string().regex(/^\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d$/)])
    .default("30")
    .catch("30"),
  from: day,
  to: day,
  channel: Channel.optional().catch(undefined),
  /** A way in: one web chat application, one number. */
  inbox: number.optional().catch(undefined),
  /** A user id, or `none` for conversations that no agent has. */
  agent: z.string().trim().max(40).optional().catch(undefined),
  team: number.optional().catch(undefined),
  disposition: numberOrNone,
  item: numberOrNone,
  state: optionalEnum(["bot", "waiting", "open", "ended"]),
  answered: optionalEnum(["yes", "no"]),
  /** Ended by or with an agent: those that have a handle time. */
  handled: optionalEnum(["yes"]),
  /** Whether the customer's first message came in business hours. */
  hours: optionalEnum(["in", "out"]),
  rating: optionalEnum(ratingChoices),
  /** A customer, with everybody who was joined into them. */
  person: number.optional().catch(undefined),
  /** Whether a ticket was opened from it, or one that is in this status now. */
  ticket: optionalEnum(["yes", "no", ...statuses]),
  label: numberOrNone,
  /** The team that it was given to last (`team` is of its agent): any, or none. */
  given_team: teamGiven,
  /** An agent had taken it after it was given to the team: those that have a queue wait. */
  taken: optionalEnum(["yes"]),
  /** Another agent had it before the last. */
  transferred: optionalEnum(["yes"]),
  q: z.string().trim().max(100).default("").catch(""),
} as const;
export const ReportFilters = z.object(reportFilters);
export type ReportFilters = z.output<typeof ReportFilters>;

const place = {
  ...paging,
  per_page: z.coerce.number().int().min(1).max(5_000).catch(50).default(50),
  /** `no`: an export asks for page after page and needs no total. */
  counted: z.enum(["yes", "no"]).default("yes").catch("yes"),
};
const said = { period: StatisticsPeriod };

/** Figures about conversations, and the conversations behind each of them (statement M48). */
export const reportCalls = {
  reportChoices: {
    method: "GET",
    path: "/reports/choices",
    summary: "What the reports may be narrowed by: ways in, agents, teams and dispositions",
    needs: reportsNeeds,
    answers: {
      200: z.object({
        channels: z.array(Channel),
        inboxes: z.array(z.object({ id: Count, name: z.string(), channel: Channel })),
        agents: z.array(z.object({ id: z.string(), name: z.string(), left: z.boolean() })),
        teams: z.array(z.object({ id: Count, name: z.string() })),
        dispositions: z.array(
          z.object({ id: Count, name: z.string(), items: z.array(z.object({ id: Count, title: z.string() })) }),
        ),
        labels: z.array(z.object({ id: Count, name: z.string() })),
      }),
    },
  },
  reportDashboard: {
    method: "GET",
    path: "/reports/dashboard",
    summary: "Conversations in all, over time, by way in and by disposition",
    needs: reportsNeeds,
    query: ReportFilters,
    answers: {
      200: z.object({
        ...said,
        total: Figures,
        /** Days, or months where the period is longer than a quarter; none left out. */
        spans: z.array(z.object({ start: z.string(), end: z.string(), chats: Count, answered: Count, ended: Count })),
        channels: z.array(ReportLine),
        dispositions: z.array(z.object({ name: z.string(), chats: Count, filter: z.record(z.string(), z.string()) })),
      }),
    },
  },
  reportAgents: {
    method: "GET",
    path: "/reports/agents",
    summary: "Conversations by agent, with their time online and on breaks",
    needs: reportsNeeds,
    query: ReportFilters,
    answers: { 200: z.object({ ...said, total: AgentLine, data: z.array(AgentLine) }) },
  },
  reportAgentDays: {
    method: "GET",
    path: "/reports/agent-days",
    summary: "Time online and on breaks, a line for each agent and day; a break over midnight is in two days",
    needs: reportsNeeds,
    query: ReportFilters.extend(place),
    answers: { 200: pageSchema(AgentDay).extend({ ...said, sum: AgentDay.shape.time }) },
  },
  reportChannels: {
    method: "GET",
    path: "/reports/channels",
    summary: "Conversations by way in",
    needs: reportsNeeds,
    query: ReportFilters,
    answers: { 200: z.object({ ...said, total: Figures, data: z.array(ReportLine) }) },
  },
  reportLabels: {
    method: "GET",
    path: "/reports/labels",
    summary: "Conversations by label; one with several labels is in each of their lines",
    needs: reportsNeeds,
    query: ReportFilters,
    answers: { 200: z.object({ ...said, total: LabelLine, data: z.array(LabelLine) }) },
  },
  reportTeams: {
    method: "GET",
    path: "/reports/teams",
    summary: "Conversations by the team that they were given to last, with the wait for it",
    needs: reportsNeeds,
    query: ReportFilters,
    answers: { 200: z.object({ ...said, total: TeamLine, data: z.array(TeamLine) }) },
  },
  reportCustomers: {
    method: "GET",
    path: "/reports/customers",
    summary: "Conversations by customer, the one with most first",
    needs: reportsNeeds,
    query: ReportFilters.extend(place),
    answers: { 200: pageSchema(ReportLine).extend({ ...said, all: Figures }) },
  },
  reportSurvey: {
    method: "GET",
    path: "/reports/survey",
    summary: "What customers gave after the chat: stars, and by whom they were answered",
    needs: reportsNeeds,
    query: ReportFilters,
    answers: {
      200: z.object({
        ...said,
        total: Figures,
        /** How many gave one star, two, up to five. */
        stars: z.array(Count).length(5),
        agents: z.array(ReportLine),
      }),
    },
  },
  reportTickets: {
    method: "GET",
    path: "/reports/tickets",
    summary: "Tickets that were opened from conversations, the newest first",
    needs: reportsNeeds,
    query: ReportFilters.extend({ ...place, status: z.enum(statuses).optional().catch(undefined) }),
    answers: {
      200: pageSchema(
        z.object({
          id: Count,
          status: z.enum(statuses),
          created_at: z.iso.datetime({ offset: true }),
          chat: ReportChat,
        }),
      ).extend({
        ...said,
        /** Ticketing answered; else no ticket is known. */
        known: z.boolean(),
        chats: Count,
        /** Conversations from which at least one ticket was opened. */
        with_ticket: Count,
        tickets: Count,
        by_status: z.record(z.enum(statuses), Count),
      }),
    },
  },
  reportChats: {
    method: "GET",
    path: "/reports/chats",
    summary: "The conversations behind a figure, the newest first",
    needs: reportsNeeds,
    query: ReportFilters.extend(place),
    answers: { 200: pageSchema(ReportChat).extend(said) },
  },
  transcript: {
    method: "GET",
    path: "/reports/chats/{id}",
    summary: "One conversation to read: who, when, how it ended",
    needs: reportsNeeds,
    params: z.object({ id }),
    answers: { 200: Transcript },
  },
  transcriptMessages: {
    method: "GET",
    path: "/reports/chats/{id}/messages",
    summary: "Messages in a conversation, in order, all of it page by page",
    needs: reportsNeeds,
    params: z.object({ id }),
    query: z.object({
      /** From the page before: what its `next` said. */
      after: cursor,
      limit: z.coerce.number().int().min(1).max(1_000).default(500).catch(500),
      notes: z.enum(["yes", "no"]).default("yes").catch("yes"),
    }),
    answers: { 200: z.object({ data: z.array(Message), next: z.string().nullable() }) },
  },
} as const satisfies { [name: string]: Call };
