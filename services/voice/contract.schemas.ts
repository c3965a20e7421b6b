import { z } from "zod";
import { dispositionOutcomes } from "../../rules/outbound";
import { agentStates, breakValues, callStates, callStatuses, callTypes } from "../../rules/voice";
import type { Needs } from "../kit/contract";

export const Count = z.number().int().min(0);
/** What people type as a number. */
export const wholeNumber = z.coerce.number("Enter a whole number.").int("Enter a whole number.");
export const voiceProducts = ["Voice"] as const;

/** Whoever calls or answers in the browser. */
export const callerNeeds = {
  permissions: ["Make outbound calls", "Receive inbound calls"],
  products: voiceProducts,
} as const satisfies Needs;
/** Whoever watches the agents and the queues. */
export const supervisorNeeds = {
  permissions: ["View supervisor inbound stats"],
  products: voiceProducts,
} as const satisfies Needs;
/** Whoever reads the figures of the call centre. */
export const figuresNeeds = {
  permissions: ["View voice inbound dashboard", "View voice outbound dashboard", "View supervisor inbound stats"],
  products: voiceProducts,
} as const satisfies Needs;
/** Whoever manages lists of numbers to call. */
export const uploadNeeds = { permissions: ["Upload payment file"], products: voiceProducts } as const satisfies Needs;
export const settingsNeeds = { permissions: ["View voice settings"], products: voiceProducts } as const satisfies Needs;

export const CallType = z.enum(callTypes);
export const CallState = z.enum(callStates);
export const CallStatus = z.enum(callStatuses);
export const AgentState = z.enum(agentStates);
export const BreakValue = z.enum(breakValues);

/** An entry of the call log (spec 1 §3), with what became of it. */
export const CallLog = z.object({
  id: Count,
  reference: z.string(),
  callId: z.string(),
  phoneNumber: z.string(),
  name: z.string(),
  status: CallStatus,
  state: CallState,
  type: CallType,
  answered: z.boolean(),
  /** Our number, and what its callers wait for. */
  ourNumber: z.string(),
  queue: z.string(),
  userId: z.string(),
  userName: z.string(),
  startedAt: z.string(),
  answeredAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Seconds. */
  ringDuration: Count,
  callDuration: Count,
  holdDuration: Count,
  wrapDuration: Count,
  /** "Type: item" once it is set. */
  disposition: z.string(),
  dispositionId: Count.nullable(),
  dispositionItemId: Count.nullable(),
  note: z.string(),
  disposedBy: z.string(),
  disposedAt: z.string().nullable(),
  recorded: z.boolean(),
  /** Where it was dialled from: "ticket/12". */
  source: z.string(),
  /** Agents speak about a caller: counted in no figure. */
  consultation: z.boolean(),
  /** "Fatuma Abdalla, 1002": who has the caller after this agent, and who had them before. */
  transferredTo: z.string(),
  transferredBy: z.string(),
});
export type CallLog = z.infer<typeof CallLog>;

/** What was said of a call at one time. */
export const CallDisposition = z.object({
  dispositionId: Count.nullable(),
  dispositionItemId: Count.nullable(),
  /** "Type: item", as they were called then. */
  disposition: z.string(),
  note: z.string(),
  disposedBy: z.string(),
  disposedAt: z.string(),
});
export type CallDisposition = z.infer<typeof CallDisposition>;

export const BreakOption = z.object({ id: Count, value: BreakValue, state: z.string() });
export type BreakOption = z.infer<typeof BreakOption>;

/** The topbar's status: whether the agent is logged in to the queue, and the break they are on. */
export const VoiceAgentStatus = z.object({
  login: z.boolean(),
  break: z.object({ action_id: Count, state: z.string(), since: z.string() }).nullable(),
  state: AgentState,
  /** Logged Out, Logged In, On Break. */
  label: z.string(),
  /** Null: never anything else. */
  since: z.string().nullable(),
  exten: z.string(),
  /** A break that was asked for during a call: it begins when the call ends. */
  pending: z.object({ action_id: Count, state: z.string() }).nullable(),
  /** The call after which the agent is not rung yet. */
  wrap: z.object({ reference: z.string(), until: z.string(), phoneNumber: z.string() }).nullable(),
  /** An answered call without the disposition that the account asks for. */
  undisposed: z.object({ reference: z.string(), phoneNumber: z.string() }).nullable(),
});
export type VoiceAgentStatus = z.infer<typeof VoiceAgentStatus>;

export const Extension = z.object({ id: Count, exten: z.string(), name: z.string() });

/** How to sign in at the PBX (spec 1 §3, agent extension); `stun_servers` is JSON text. */
export const AgentExtension = z.object({
  exten: z.string(),
  password: z.string(),
  name: z.string(),
  pbx_server: z.object({ wss_url: z.string(), stun_servers: z.string() }),
});
export type AgentExtension = z.infer<typeof AgentExtension>;

export const DiallingNumber = z.object({
  id: Count,
  phoneNumber: z.string(),
  prefix: z.string(),
  modes: z.array(CallType),
  queue: z.string(),
});
export type DiallingNumber = z.infer<typeof DiallingNumber>;

export const DispositionType = z.object({
  id: Count,
  name: z.string(),
  items: z.array(z.object({ id: Count, title: z.string() })),
  /** What it does with a number that was called from a list. */
  outcome: z.enum(dispositionOutcomes),
});
export type DispositionType = z.infer<typeof DispositionType>;
