import { z } from "zod";
import { dispositionOutcomes, recordingModes } from "../../rules/outbound";
import { normalisePhone } from "../../rules/phone";
import { callTypes } from "../../rules/voice";
import { type Call, DoneAnswer, id, pageSchema, paging } from "../kit/contract";
import { Count, DiallingNumber, settingsNeeds, supervisorNeeds, voiceProducts, wholeNumber } from "./contract.schemas";

export const extensionStates = ["pending", "approved", "rejected", "removed"] as const;

/** Somebody who is to be an agent, or is one. */
export const AgentRequest = z.object({
  id: Count,
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  exten: z.string(),
  state: z.enum(extensionStates),
  requested_by: z.string(),
  requested_at: z.string(),
  decided_by: z.string(),
  decided_at: z.string().nullable(),
  reason: z.string(),
});
export type AgentRequest = z.infer<typeof AgentRequest>;

const exten = z
  .string()
  .trim()
  .regex(/^(\d{3,6})?$/, "An extension has 3 to 6 digits. Leave it empty for the next free one.")
  .default("");

export const AgentForm = z.strictObject({
  user_id: z.string({ error: "Choose a person." }).trim().min(1, "Choose a person.").max(64),
  phone: z
    .string()
    .trim()
    .max(30)
    .refine((typed) => typed === "" || normalisePhone(typed).ok, "Enter a phone number, like 0712 000 118.")
    .default(""),
  exten,
});

export const CallCentreSettings = z.object({
  wrap_up_seconds: wholeNumber.min(0, "At least 0.").max(1_800, "At most 1,800 seconds."),
  target_seconds: wholeNumber.min(1, "At least 1 second.").max(600, "At most 600 seconds."),
  target_percent: wholeNumber.min(1, "At least 1.").max(100, "At most 100."),
  require_disposition: z.boolean(),
  recording: z.enum(recordingModes, { error: "Choose when calls are recorded." }),
  recording_days: wholeNumber.min(1, "At least 1 day.").max(3_650, "At most 3,650 days."),
  time_zone: z.string().max(64),
});
export type CallCentreSettings = z.infer<typeof CallCentreSettings>;

export const NumberForm = z.strictObject({
  phone_number: z.string().trim().min(1, "Enter a phone number.").max(20),
  prefix: z
    .string()
    .trim()
    .regex(/^\d{0,10}$/, "Digits only, at most 10.")
    .default(""),
  queue: z.string().trim().max(60, "At most 60 characters.").default(""),
  modes: z.array(z.enum(callTypes)).min(1, "Choose at least one.").max(2),
});

const requestNeeds = { permissions: ["Create voice agent"], products: voiceProducts } as const;
const approvalNeeds = { permissions: ["Approve voice agent"], products: voiceProducts, explicit: true } as const;

/** Who may be an agent, and how the call centre works. */
export const supervisorCalls = {
  agentRequests: {
    method: "GET",
    path: "/voice/agent-requests",
    summary: "People who are to be agents, or are: those who wait for a decision, newest first, or of another state",
    needs: {
      permissions: ["Create voice agent", "Approve voice agent", "View supervisor inbound stats"],
      products: voiceProducts,
    },
    query: z.object({ ...paging, state: z.enum(extensionStates).optional().catch(undefined) }),
    answers: { 200: pageSchema(AgentRequest) },
  },
  requestAgent: {
    method: "POST",
    path: "/voice/agent-requests",
    summary: "Ask for somebody of the account to become a voice agent",
    needs: requestNeeds,
    writes: true,
    body: AgentForm,
    answers: { 201: AgentRequest },
  },
  decideAgent: {
    method: "POST",
    path: "/voice/agent-requests/{id}/decision",
    summary: "Approve somebody as a voice agent, who then has an extension, or reject it; it is decided once",
    needs: approvalNeeds,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({
      approve: z.boolean(),
      exten,
      reason: z.string().trim().max(300, "At most 300 characters.").default(""),
    }),
    answers: { 201: AgentRequest },
  },
  removeAgent: {
    method: "DELETE",
    path: "/voice/agent-requests/{id}",
    summary: "Take an agent's extension away; they are logged out",
    needs: requestNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  logOutAgent: {
    method: "POST",
    path: "/voice/agents/{user_id}/logout",
    summary: "Log an agent out of the queue; a call that runs goes on",
    needs: supervisorNeeds,
    writes: true,
    params: z.object({ user_id: z.string().max(64) }),
    answers: { 201: DoneAnswer },
  },
  callSettings: {
    method: "GET",
    path: "/voice/settings",
    summary: "How the call centre works: wrap-up, service level, dispositions, recordings",
    needs: {
      permissions: [...settingsNeeds.permissions, "Make outbound calls", "Receive inbound calls"],
      products: voiceProducts,
    },
    answers: { 200: CallCentreSettings },
  },
  saveCallSettings: {
    method: "PUT",
    path: "/voice/settings",
    summary: "Change how the call centre works",
    needs: settingsNeeds,
    writes: true,
    body: CallCentreSettings.strict(),
    answers: { 201: CallCentreSettings },
  },
  accountNumbers: {
    method: "GET",
    path: "/voice/settings/phone-numbers",
    summary: "The account's numbers, for whoever sets them up",
    needs: settingsNeeds,
    answers: { 200: z.object({ data: z.array(DiallingNumber) }) },
  },
  addNumber: {
    method: "POST",
    path: "/voice/phone-numbers",
    summary: "Add one of the account's numbers; no number is of two accounts",
    needs: settingsNeeds,
    writes: true,
    body: NumberForm,
    answers: { 201: DiallingNumber },
  },
  updateNumber: {
    method: "PUT",
    path: "/voice/phone-numbers/{id}",
    summary: "Change what a number is for: the queue of its callers, and whether calls go out with it",
    needs: settingsNeeds,
    writes: true,
    params: z.object({ id }),
    body: NumberForm.omit({ phone_number: true }),
    answers: { 201: DiallingNumber },
  },
  removeNumber: {
    method: "DELETE",
    path: "/voice/phone-numbers/{id}",
    summary: "Take a number from the account; its calls stay",
    needs: settingsNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  saveDispositionType: {
    method: "POST",
    path: "/disposition-types",
    summary: "Add a disposition with its items, or change one; calls that have it keep its name",
    needs: settingsNeeds,
    writes: true,
    body: z.strictObject({
      id: id.optional(),
      name: z.string().trim().min(1, "Enter a name.").max(100, "At most 100 characters."),
      items: z
        .array(z.string().trim().min(1).max(100, "At most 100 characters."))
        .max(50, "At most 50 items.")
        .default([]),
      outcome: z.enum(dispositionOutcomes).default("done"),
    }),
    answers: { 201: DoneAnswer },
  },
  removeDispositionType: {
    method: "DELETE",
    path: "/disposition-types/{id}",
    summary: "Take a disposition from the list; calls that have it keep its name",
    needs: settingsNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
