import { z } from "zod";
import { type Call, day, id, pageSchema, paging } from "../kit/contract";
import {
  AgentState,
  CallLog,
  CallStatus,
  CallType,
  Count,
  callerNeeds,
  figuresNeeds,
  supervisorNeeds,
} from "./contract.schemas";

const text = z.string().trim().max(64).default("").catch("");

/** What the figures can be taken apart by. */
export const reportGroups = ["day", "interval", "hour", "queue", "agent", "number"] as const;

/** What every report may be narrowed by; "" is everything. Days are the account's. */
export const reportFilters = {
  from: day,
  to: day,
  queue: text,
  agent: text,
  /** One of the account's own numbers, by its id. */
  number: id.optional().catch(undefined),
};

const Sums = z.object({
  ...{ answered: Count, answeredInTime: Count, waited: Count, longestWait: Count },
  ...{ abandoned: Count, abandonedEarly: Count, abandonedLate: Count },
  ...{ handled: Count, talked: Count, held: Count, wrapped: Count, rung: Count, ringNoAnswer: Count },
  ...{ attempts: Count, connects: Count, pickedUp: Count, dropped: Count, machines: Count, staffed: Count },
  ...{ menuAbandoned: Count, overflowed: Count, voicemails: Count },
});

export const FigureRow = z.object({
  /** What it is of: a day, "13:15", an hour, a queue, an agent's id, a number's id. */
  key: z.string(),
  label: z.string(),
  sums: Sums,
});
export type FigureRow = z.infer<typeof FigureRow>;

export const Target = z.object({ seconds: Count, percent: Count });

export const ReportChoices = z.object({
  queues: z.array(z.string()),
  agents: z.array(z.object({ id: z.string(), name: z.string() })),
  numbers: z.array(z.object({ id: Count, phoneNumber: z.string() })),
});
export type ReportChoices = z.infer<typeof ReportChoices>;

/** A customer who called in, answered or not. */
export const WaitingCall = z.object({
  id: Count,
  phoneNumber: z.string(),
  queue: z.string(),
  ourNumber: z.string(),
  enqueuedAt: z.string(),
  answeredAt: z.string().nullable(),
  abandonedAt: z.string().nullable(),
  /** When they went on without an answer, and to which kind of step. */
  leftAt: z.string().nullable(),
  leftFor: z.string(),
  waited: Count,
  agent: z.string(),
  /** The call of the agent who answered. */
  callRecord: Count.nullable(),
});
export type WaitingCall = z.infer<typeof WaitingCall>;

const agentActivities = ["available", "ringing", "talking", "holding", "wrapping", "on_break", "logged_out"] as const;
export const AgentLine = z.object({
  user_id: z.string(),
  name: z.string(),
  exten: z.string(),
  state: AgentState,
  activity: z.enum(agentActivities),
  /** Since when they do what they do. */
  since: z.string(),
  /** What the break is, or whom they talk with. */
  detail: z.string(),
  callRecord: Count.nullable(),
});
export type AgentLine = z.infer<typeof AgentLine>;

/** How a waiting customer ended, for the lists behind the figures. */
export const waitOutcomes = [
  "answered",
  "in_time",
  "late",
  "abandoned",
  "abandoned_early",
  "overflowed",
  "waiting",
] as const;

/** Figures, and the calls behind each of them. */
export const reportCalls = {
  figures: {
    method: "GET",
    path: "/voice/figures",
    summary:
      "The figures of a span of days, 30 unless it is said, and taken apart by day, interval of 15 minutes, hour, queue, agent or number",
    needs: figuresNeeds,
    query: z.object({ ...reportFilters, by: z.enum(reportGroups).default("day").catch("day") }),
    answers: {
      200: z.object({
        from: z.string(),
        to: z.string(),
        zone: z.string(),
        target: Target,
        total: Sums,
        rows: z.array(FigureRow),
        choices: ReportChoices,
      }),
    },
  },
  reportChoices: {
    method: "GET",
    path: "/voice/report-choices",
    summary: "What reports and lists of calls can be narrowed by: queues, agents and numbers",
    needs: figuresNeeds,
    answers: { 200: ReportChoices },
  },
  monitor: {
    method: "GET",
    path: "/voice/monitor",
    summary: "The call centre now: who waits, what each agent does, and the figures of today by queue and half hour",
    needs: supervisorNeeds,
    query: z.object({ queue: text }),
    answers: {
      200: z.object({
        at: z.string(),
        zone: z.string(),
        target: Target,
        wrapUpSeconds: Count,
        today: Sums,
        queues: z.array(FigureRow.extend({ waiting: Count, longest: z.string().nullable() })),
        halfHours: z.array(FigureRow),
        waiting: z.array(WaitingCall),
        agents: z.array(AgentLine),
      }),
    },
  },
  callRecords: {
    method: "GET",
    path: "/voice/call-records",
    summary:
      "Calls of agents, newest first, narrowed by day, status, direction, agent, queue, number and who is called",
    needs: figuresNeeds,
    query: z.object({
      ...paging,
      ...reportFilters,
      q: z.string().trim().max(40).default("").catch(""),
      type: CallType.optional().catch(undefined),
      status: CallStatus.optional().catch(undefined),
      disposition: id.optional().catch(undefined),
      /** Answered ones, both ways. */
      handled: z.enum(["1"]).optional().catch(undefined),
      recorded: z.enum(["1"]).optional().catch(undefined),
      /** An hour of the day, or 15 minutes of it: "13", "13:15". */
      at: z
        .string()
        .regex(/^\d\d(:\d\d)?$/)
        .optional()
        .catch(undefined),
    }),
    answers: { 200: pageSchema(CallLog) },
  },
  callRecord: {
    method: "GET",
    path: "/voice/call-records/{id}",
    summary: "One call with everything that was told of it: an agent's own, any for who may see the figures",
    needs: { permissions: [...callerNeeds.permissions, ...figuresNeeds.permissions], products: figuresNeeds.products },
    params: z.object({ id }),
    answers: {
      200: CallLog.extend({
        /** What agents asked others about this caller, oldest first. */
        consultations: z.array(
          z.object({
            id: Count,
            userName: z.string(),
            phoneNumber: z.string(),
            status: CallStatus,
            startedAt: z.string(),
          }),
        ),
        events: z.array(z.object({ state: z.string(), status: CallStatus, at: z.string() })),
        recordingSeconds: Count,
      }),
    },
  },
  waitingCalls: {
    method: "GET",
    path: "/voice/queue-calls",
    summary: "Customers who called in, newest first: how long each waited and what became of it",
    needs: figuresNeeds,
    query: z.object({
      ...paging,
      ...reportFilters,
      q: z.string().trim().max(40).default("").catch(""),
      outcome: z.enum(waitOutcomes).optional().catch(undefined),
      at: z
        .string()
        .regex(/^\d\d(:\d\d)?$/)
        .optional()
        .catch(undefined),
    }),
    answers: { 200: pageSchema(WaitingCall) },
  },
} as const satisfies Record<string, Call>;
