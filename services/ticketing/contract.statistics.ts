import { z } from "zod";
import { statuses } from "../../rules/ticket-labels";
import type { Call } from "../kit/contract";
import { Count, reporting, summing } from "./contract.fields";
import { TicketFiltersBody, ticketFilters } from "./contract.filters";

const account = {
  account: z.string().max(64).optional().catch(undefined),
  customer_account: z.string().max(64).optional().catch(undefined),
};

/** A line of a report: its tickets are the list's, with the filter in `filter` added. Times in business minutes. */
export const ReportRow = z.object({
  id: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  total: Count,
  by_status: z.object(
    Object.fromEntries(statuses.map((status) => [status, Count])) as Record<(typeof statuses)[number], typeof Count>,
  ),
  overdue: Count,
  breached: Count,
  met: Count,
  /** Mean work time, and of how many tickets it is the mean; unanswered ones are not among them. */
  first_response_minutes: z.number().nullable(),
  first_response_count: Count,
  resolution_minutes: z.number().nullable(),
  resolution_count: Count,
  /** The query that shows these tickets in the list. */
  filter: z.record(z.string(), z.string()),
});
export type ReportRow = z.infer<typeof ReportRow>;

export const Report = z.object({
  data: z.array(ReportRow),
  /** Tickets in all: the list's total under the same filters. A ticket of two members is in two lines, once here. */
  total: Count,
  overdue: Count,
  breached: Count,
  met: Count,
  time_zone: z.string(),
  created_by_day: z.array(z.object({ day: z.string(), created: Count, resolved: Count })),
});
export type Report = z.infer<typeof Report>;

const report = (path: string, what: string) =>
  ({
    method: "POST",
    path,
    summary: `Tickets by ${what}, by the filters of the list`,
    needs: reporting,
    query: z.object({ ...ticketFilters, ...account }),
    body: TicketFiltersBody,
    answers: { 200: Report },
  }) as const;

const Named = z.object({ id: z.number().int(), name: z.string(), colour: z.string(), tickets: Count, overdue: Count });

export const figureCalls = {
  ticketsFromChats: {
    method: "GET",
    path: "/inside/tickets-from-chats",
    summary: "Tickets that were opened from conversations of the chat, since a moment, the oldest first",
    internal: true,
    query: z.object({
      since: z.iso.datetime(),
      /** From the page before: what its `next` said. */
      after: z.coerce.number().int().min(0).default(0).catch(0),
      limit: z.coerce.number().int().min(1).max(5_000).default(5_000).catch(5_000),
    }),
    answers: {
      200: z.object({
        data: z.array(
          z.object({
            id: z.number().int(),
            contact_id: z.number().int(),
            status: z.enum(statuses),
            created_at: z.iso.datetime(),
          }),
        ),
        next: z.number().int().nullable(),
      }),
    },
  },
  dispositionTickets: report("/disposition-tickets", "disposition"),
  stageTickets: report("/stage-tickets", "stage"),
  statusTickets: report("/status-tickets", "status"),
  memberTickets: report("/member-tickets", "member"),
  stagesSummary: {
    method: "GET",
    path: "/stages-summary",
    summary: "Tickets in each stage, with the status that the stage gives",
    needs: summing,
    query: z.object(account),
    answers: { 200: z.object({ data: z.array(Named.extend({ status: z.enum(statuses) })) }) },
  },
  incidentsSummary: {
    method: "GET",
    path: "/incidents-summary",
    summary: "Open incidents by priority, and how many are overdue",
    needs: summing,
    query: z.object(account),
    answers: {
      200: z.object({
        open: Count,
        overdue: Count,
        resolved: Count,
        /** The type that is counted; null while no type is named so. */
        type_id: z.number().int().nullable(),
        data: z.array(Named),
      }),
    },
  },
  weeksSummary: {
    method: "GET",
    path: "/weeks-summary",
    summary: "Created, resolved and breached in each of the last twelve weeks, from Mondays",
    needs: summing,
    query: z.object(account),
    answers: {
      200: z.object({
        data: z.array(
          z.object({
            week: z.string(),
            created: Count,
            resolved: Count,
            breached: Count,
            /** The week has not ended yet. */
            partial: z.boolean(),
          }),
        ),
      }),
    },
  },
  ticketsSummary: {
    method: "GET",
    path: "/tickets-summary",
    summary: "Tickets by status, overdue, due today, unassigned, and one's own",
    needs: summing,
    query: z.object(account),
    answers: {
      200: z.object({
        total: Count,
        by_status: z.array(z.object({ id: z.number().int(), name: z.enum(statuses), tickets: Count })),
        unresolved: Count,
        overdue: Count,
        due_today: Count,
        unassigned: Count,
        mine: Count,
      }),
    },
  },
  resolutionRate: {
    method: "GET",
    path: "/resolution-rate",
    summary: "What share of the last 30 days' tickets is resolved, and resolved in time",
    needs: summing,
    query: z.object(account),
    answers: {
      200: z.object({
        /** The local days that are counted, the last one today. */
        start: z.string(),
        end: z.string(),
        created: Count,
        resolved: Count,
        rate: z.number(),
        /** Of the resolved ones that had a target: those that met every one. */
        in_time: Count,
        in_time_rate: z.number(),
        first_response_minutes: z.number().nullable(),
        first_response_count: Count,
        resolution_minutes: z.number().nullable(),
        resolution_count: Count,
        before: z.object({ created: Count, resolved: Count, rate: z.number(), in_time_rate: z.number() }),
      }),
    },
  },
} as const satisfies Record<string, Call>;
