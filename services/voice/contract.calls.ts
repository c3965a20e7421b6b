import { z } from "zod";
import { type Call, DoneAnswer, id, pageSchema, paging } from "../kit/contract";
import {
  CallDisposition,
  CallLog,
  CallState,
  CallStatus,
  CallType,
  Count,
  callerNeeds,
  DispositionType,
  figuresNeeds,
  voiceProducts,
} from "./contract.schemas";

const reference = z.string().trim().min(1, "Name the call.").max(100);
const callId = z.string().trim().max(200);
const phone = z.string().trim().max(40);
const seconds = z.coerce.number().int().min(0).max(86_400).optional();
/** The reference of the caller's call about whom somebody is asked. */
const consultOf = z.string().trim().max(100).default("");
/** Whoever calls, and whoever reads the figures. */
export const callRecordNeeds = {
  permissions: [...callerNeeds.permissions, ...figuresNeeds.permissions],
  products: voiceProducts,
} as const;
const dispositionNeeds = {
  permissions: [...callerNeeds.permissions, "View inbound voice dispositions", "View voice outbound disposition"],
  products: voiceProducts,
} as const;

/** What the log is asked for five at a time (spec 2 §9). */
const shortPaging = {
  ...paging,
  per_page: z.coerce.number().int().min(1).max(100).catch(5).default(5),
  phone_number: phone.default("").catch(""),
};

/** A part of the screen pop: what was found, or why it could not be asked. */
function part<T extends z.ZodType>(data: T) {
  return z.discriminatedUnion("state", [
    z.object({ state: z.literal("found"), data }),
    z.object({ state: z.literal("none") }),
    /** The caller may not see it, or the account does not have it. */
    z.object({ state: z.literal("closed") }),
    z.object({ state: z.literal("failed") }),
  ]);
}

export const CallerDetail = z.object({
  phoneNumber: z.string(),
  contact: part(z.object({ name: z.string(), kind: z.string(), url: z.string() })),
  tickets: part(
    z.array(
      z.object({ id: z.string(), title: z.string(), status: z.string(), url: z.string(), updatedAt: z.string() }),
    ),
  ),
  conversations: part(
    z.array(z.object({ id: Count, channel: z.string(), text: z.string(), at: z.string(), url: z.string() })),
  ),
  calls: part(z.array(CallLog)),
});
export type CallerDetail = z.infer<typeof CallerDetail>;

/** Calls as the browser's phone tells of them (spec 1 §7). */
export const callCalls = {
  logCall: {
    method: "POST",
    path: "/voice/calls/inbound/log",
    summary: "A call rings: writes it into the log once, however often it is told",
    needs: callerNeeds,
    delegated: false,
    writes: true,
    body: z.strictObject({
      reference,
      callId,
      phoneNumber: phone,
      status: CallStatus,
      type: CallType,
      name: z.string().trim().max(200).default(""),
      /** Our number that was called, and the PBX's name of the call that waited, where it says so. */
      calledNumber: phone.default(""),
      queueReference: z.string().trim().max(100).default(""),
      consultOf,
      /** The extension of the agent who transferred the caller to this one. */
      transferredBy: phone.default(""),
    }),
    answers: { 201: z.object({ status: z.literal(201), data: CallLog }) },
  },
  updateCall: {
    method: "PATCH",
    path: "/voice/calls/inbound/log",
    summary: "What became of a call, inbound or outbound; the first end stands, whatever is told later",
    needs: callerNeeds,
    delegated: false,
    writes: true,
    body: z.strictObject({
      type: CallType,
      reference,
      state: CallState,
      callDuration: seconds,
      holdDuration: seconds,
      ringDuration: seconds,
      /** Of the dialled call, once the phone knows it. */
      callId: callId.optional(),
      /** Whom the caller was transferred to: an extension or a number. */
      transferredTo: phone.optional(),
    }),
    answers: { 201: z.object({ status: z.literal(201), data: CallLog }) },
  },
  initiateCall: {
    method: "POST",
    path: "/voice/calls/outbound/initiate",
    summary: "Before a number is dialled: writes the call into the log; 403 says that it must not be dialled, and why",
    needs: { permissions: ["Make outbound calls"], products: voiceProducts },
    delegated: false,
    writes: true,
    body: z.strictObject({
      caller: z.strictObject({
        phone: phone.min(1, "Enter a phone number."),
        name: z.string().trim().max(200).default(""),
      }),
      /** The dialling number's. */
      prefix: z.string().trim().min(1, "Choose the number to call from.").max(20),
      /** The same one twice is one call. */
      reference: reference.optional(),
      source: z.string().trim().max(100).default(""),
      consultOf,
    }),
    answers: {
      201: z.object({
        status: z.literal(201),
        data: CallLog,
        /** Digits for the PBX, without a plus (R068). */ dial: z.string(),
      }),
    },
  },
  saveRecording: {
    method: "POST",
    path: "/voice/calls/{callId}/save-recording",
    summary: "The recording of an answered call: multipart, an mp3 in `audioRecording` and the field `callId`",
    needs: callerNeeds,
    delegated: false,
    writes: true,
    raw: true,
    params: z.object({ callId: callId.min(1) }),
    answers: { 201: DoneAnswer },
  },
  recording: {
    method: "POST",
    path: "/voice/calls/{id}/recording",
    summary: "A link to listen to a recording, good for an hour; who asked for it is in the activities",
    needs: callRecordNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: z.object({ url: z.string(), bytes: Count, seconds: Count, expires_at: z.string() }) },
  },
  recentCalls: {
    method: "GET",
    path: "/voice/calls/recent/",
    summary: "Calls, newest first: an agent's own, everybody's for who may see the figures",
    needs: callRecordNeeds,
    query: z.object(shortPaging),
    answers: { 200: pageSchema(CallLog) },
  },
  callHistory: {
    method: "GET",
    path: "/voice/calls/history/",
    summary: "Calls that ended, newest first, with their dispositions",
    needs: dispositionNeeds,
    query: z.object({ ...shortPaging, type: CallType.optional().catch(undefined) }),
    answers: { 200: pageSchema(CallLog) },
  },
  dispositionTypes: {
    method: "GET",
    path: "/disposition-types",
    summary: "What can be said of a call that ended",
    needs: { permissions: [...dispositionNeeds.permissions, "View voice settings"], products: voiceProducts },
    query: z.object({ customer_account: z.string().max(64).optional().catch(undefined) }),
    answers: { 200: z.object({ data: z.array(DispositionType) }) },
  },
  setDisposition: {
    method: "POST",
    path: "/dispositions",
    summary: "Set the disposition of a call that ended; it ends the time to wrap up",
    needs: dispositionNeeds,
    writes: true,
    body: z.strictObject({
      reference,
      disposition_id: id,
      item_id: id.nullable().default(null),
      note: z.string().trim().max(2000, "At most 2,000 characters.").default(""),
    }),
    answers: { 201: z.object({ status: z.literal(201), data: CallLog }) },
  },
  callDispositions: {
    method: "GET",
    path: "/call/{id}/dispositions",
    summary: "What was said of a call, newest first: its disposition, and those before it was changed",
    needs: dispositionNeeds,
    params: z.object({ id }),
    answers: { 200: z.object({ data: z.array(CallDisposition) }) },
  },
  caller: {
    method: "GET",
    path: "/voice/callers/{number}",
    summary: "Who calls: the contact, tickets, conversations and calls of a number, each as far as one may see it",
    needs: callerNeeds,
    params: z.object({ number: z.string().max(40) }),
    answers: { 200: CallerDetail },
  },
} as const satisfies Record<string, Call>;
