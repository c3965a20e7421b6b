import { z } from "zod";
import { callDirections, callOutcomes, maxCallSeconds } from "../../rules/logged-calls";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { anyRecord, Count } from "./contract.records";
import { Task, taskInstant } from "./contract.tasks";

const LoggedCall = z.object({
  id: Count,
  record_id: Count,
  direction: z.enum(callDirections),
  /** When the call was. */
  at: z.string(),
  /** How long it took; null: not said. */
  seconds: Count.nullable(),
  outcome: z.enum(callOutcomes),
  note: z.string(),
  by: z.string(),
  /** Who asks may change and delete it: it is their own, or they may change the settings of the CRM. */
  own: z.boolean(),
  created_at: z.string(),
  changed_at: z.string().nullable(),
});
export type LoggedCall = z.infer<typeof LoggedCall>;

const fields = {
  direction: z.enum(callDirections, { error: "Choose a direction." }).default("outgoing"),
  at: taskInstant,
  seconds: z.number().int().min(0).max(maxCallSeconds, "A call takes at most 24 hours.").nullable().default(null),
  outcome: z.enum(callOutcomes, { error: "Choose an outcome." }),
  note: z.string().trim().max(5000, "A note has at most 5,000 characters.").default(""),
};

/** A task of who logs the call: when it is due. */
const FollowUp = z.strictObject({ due_at: taskInstant, due_on: z.iso.date("Choose a day.").nullable().default(null) });

const oneId = z.object({ id });

/**
 * Calls on a phone of one's own, written down by hand about a lead, a contact or a deal. The specification has no call
 * for them.
 */
export const loggedCallCalls = {
  loggedCalls: {
    method: "GET",
    path: "/logged-calls/{id}",
    summary: "The calls that were logged about a lead, a contact or a deal, newest first",
    needs: anyRecord,
    params: oneId,
    query: z.object(paging),
    answers: { 200: pageSchema(LoggedCall) },
  },
  addLoggedCall: {
    method: "POST",
    path: "/logged-calls",
    summary: "Log a call about a lead, a contact or a deal, with a follow-up task if `follow_up` says when",
    needs: anyRecord,
    writes: true,
    body: z.strictObject({ id, ...fields, follow_up: FollowUp.nullable().default(null) }),
    answers: { 201: z.object({ call: LoggedCall, task: Task.nullable() }) },
  },
  updateLoggedCall: {
    method: "PUT",
    path: "/logged-calls/{id}",
    summary: "Change a logged call of one's own, or any with the permission to change the settings of the CRM",
    needs: anyRecord,
    writes: true,
    params: oneId,
    body: z.strictObject(fields),
    answers: { 201: LoggedCall },
  },
  deleteLoggedCall: {
    method: "DELETE",
    path: "/logged-calls/{id}",
    summary: "Delete a logged call of one's own, or any with the permission to change the settings of the CRM",
    needs: anyRecord,
    writes: true,
    params: oneId,
    answers: { 201: z.object({ status: z.literal(201), message: z.string() }) },
  },
} as const satisfies Record<string, Call>;
