import { z } from "zod";
import { fieldName } from "../../rules/merge";
import { afterOutcomes, finishedKinds } from "../../rules/survey/after-records";
import { languageCodes } from "../../rules/survey/graph";
import { dispositions } from "../../rules/survey/sessions";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { SurveyResponse } from "./contract.responses";
import { fallbackChannels, InstanceForm, instanceChannels, instanceName, RunMoney } from "./contract.runs";
import { Count, needs, search, sessionChannels, uuid } from "./contract.schemas";

export const instanceStatuses = ["pending", "running", "paused", "closed", "done"] as const;
export type InstanceStatus = (typeof instanceStatuses)[number];
export const surveyMessageStates = ["waiting", "sending", "sent", "refused"] as const;

export const SurveyInstance = z.object({
  id: Count,
  /** The survey's. */
  uuid: z.string(),
  title: z.string(),
  name: z.string(),
  channel_id: z.enum(instanceChannels),
  status: z.enum(instanceStatuses),
  /** Of SMS. On WhatsApp it may be left out: then replies by SMS stay in the inbox. */
  sender: z.string(),
  /** The WhatsApp number, and the template that opens where the reply window is closed. */
  number_id: Count.nullable(),
  number_name: z.string(),
  template_id: Count.nullable(),
  template_name: z.string(),
  opening_text: z.string(),
  group_id: Count.nullable(),
  group_name: z.string(),
  language: z.enum(languageCodes),
  /** Where people are asked who were reminded and did not answer; null: nowhere else. */
  fallback: z.enum(fallbackChannels).nullable(),
  /** The words by which people join, each with its language; who joined, and at most how many. */
  keywords: z.array(z.object({ language: z.enum(languageCodes), word: z.string() })),
  max_joiners: Count.nullable(),
  joined_count: Count,
  join_again: z.boolean(),
  /** After what people are asked by themselves, how long after it, how many of a hundred, and not again for how many days. */
  after_kind: z.enum(finishedKinds).nullable(),
  after_minutes: Count,
  after_share: Count,
  after_days: Count,
  /** HH:MM of the account's own day. */
  from: z.string(),
  until: z.string(),
  time_zone: z.string(),
  /** When they are asked: 1 is Monday. */
  days: z.array(Count),
  /** Business hours of tickets: people are asked only while they are open, so not on their holidays. */
  calendar_id: Count.nullable(),
  calendar_name: z.string(),
  /** The most first questions in a minute; null: as fast as they can be sent. */
  per_minute: Count.nullable(),
  expiry_hours: Count,
  reminders: Count,
  reminder_hours: Count,
  least_cents: Count,
  most_cents: Count,
  /** What is reserved for it, what of that is for its SMS, and what was charged of the rest for templates on WhatsApp. */
  held_cents: Count,
  sms_held_cents: Count,
  settled_cents: Count,
  /** What was not charged came back. */
  money_closed: z.boolean(),
  /** Why it was paused, where nobody did. */
  trouble: z.string(),
  recipients_count: Count,
  waiting_count: Count,
  completed_count: Count,
  created_by: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});
export type SurveyInstance = z.infer<typeof SurveyInstance>;

/**
 * What it would cost if it were started now, in cents of KES: `most_cents` is reserved at the start. Parts are of SMS. On WhatsApp only templates are paid: at
 * least none, where every window is open, and at most one for each person and reminder. At most, everyone is asked on the
 * second channel too.
 */
const Estimate = z.object({
  recipients: Count,
  /** Who may join by a keyword or be asked after something, each of whom costs at most what the others do. */
  joiners: Count,
  least_parts: Count,
  most_parts: Count,
  least_cents: Count,
  most_cents: Count,
  /** What of it is for templates on WhatsApp. */
  templates_cents: Count,
  /** A part, in 1/10,000 KES. */
  part_price: Count,
});

export const SurveyInstanceDetail = SurveyInstance.extend({
  /** Null where nothing is reserved, and while billing does not answer. */
  money: RunMoney.nullable(),
  by_disposition: z.array(z.object({ disposition: z.enum(dispositions), count: Count })),
  /** People asked, by the channel that they began on and the one that they are on now or ended on. */
  by_channel: z.array(z.object({ begun: z.enum(sessionChannels), last: z.enum(sessionChannels), count: Count })),
  /** What came of what was finished: who was asked, and why others were not. */
  by_outcome: z.array(z.object({ outcome: z.enum(afterOutcomes), count: Count })),
  /** What is in the way of starting it. */
  faults: z.array(z.string()),
  /** Null once it was started, or while no contact group is chosen. */
  estimate: Estimate.nullable(),
  /** The SMS of each question; answers that it refers to are references, and counted as the longest there can be. */
  texts: z.array(
    z.object({
      question: Count,
      text: z.string(),
      parts: Count,
      /** On WhatsApp: what is tapped. */
      taps: z.array(z.string()),
      list: z.boolean(),
    }),
  ),
});
export type SurveyInstanceDetail = z.infer<typeof SurveyInstanceDetail>;

export const SurveyMessage = z.object({
  id: Count,
  instance_id: Count,
  instance: z.string(),
  uuid: z.string(),
  channel: z.enum(instanceChannels),
  session_id: Count,
  /** The person in the contact base; null where they were erased. */
  recipient_id: Count.nullable(),
  msisdn: z.string(),
  name: z.string(),
  text: z.string(),
  /** Of a survey that was tried on a phone: it is part of no results. */
  dry_run: z.boolean(),
  state: z.enum(surveyMessageStates),
  reason: z.string(),
  /** How the history of SMS names it; empty until it is sent. */
  message_id: z.string(),
  at: z.string(),
});
export type SurveyMessage = z.infer<typeof SurveyMessage>;

export const recipientStates = ["waiting", "asked", "skipped"] as const;

/** One person of the contact base of an instance. */
export const SurveyRecipient = z.object({
  id: Count,
  instance_id: Count,
  instance: z.string(),
  uuid: z.string(),
  title: z.string(),
  msisdn: z.string(),
  name: z.string(),
  state: z.enum(recipientStates),
  /** What was asked and answered; null: nothing was asked yet, or the response was deleted. */
  response: SurveyResponse.nullable(),
});
export type SurveyRecipient = z.infer<typeof SurveyRecipient>;

/** The questions and the calculated values of an instance, each with the contact field that gets it; empty: none does. */
export const AnswerFields = z.object({
  data: z.array(z.object({ question_id: Count, text: z.string(), field: z.string() })),
  values: z.array(z.object({ calculated_id: Count, name: z.string(), field: z.string() })),
});
export type AnswerFields = z.infer<typeof AnswerFields>;

/** As the fields of contacts are named: "Amount due" is amount_due. */
const field = z.string().trim().max(200, "A field has at most 200 characters.").transform(fieldName);
const AnswerField = z.strictObject({ question_id: id, field });
const ValueField = z.strictObject({ calculated_id: id, field });

const oneInstance = z.object({ id });
const answers = { 201: SurveyInstanceDetail } as const;

/** Runs: a survey sent by SMS or on WhatsApp to the people of a contact group (Q122, Q124, Q125). */
export const instanceCalls = {
  instances: {
    method: "GET",
    path: "/instances",
    summary: "Runs of surveys, newest first; `state` is pending before the start and initiated after it (Q122)",
    needs,
    query: z.object({
      ...paging,
      survey: uuid.optional().catch(undefined),
      state: z.enum(["pending", "initiated"]).optional().catch(undefined),
      channel: z.enum(instanceChannels).optional().catch(undefined),
      /** A part of its name, or of the title of its survey. */
      q: search,
    }),
    answers: { 200: pageSchema(SurveyInstance) },
  },
  createInstance: {
    method: "POST",
    path: "/instances",
    summary: "Prepare a run of a published survey",
    needs,
    writes: true,
    body: z.strictObject({ survey: uuid, name: instanceName, channel_id: z.enum(instanceChannels).default("sms") }),
    answers,
  },
  instance: {
    method: "GET",
    path: "/instances/{id}",
    summary: "One run with how far it is, what it would cost and what is in the way of its start",
    needs,
    params: oneInstance,
    answers: { 200: SurveyInstanceDetail },
  },
  updateInstance: {
    method: "PUT",
    path: "/instances/{id}",
    summary: "Change a run before its start",
    needs,
    writes: true,
    params: oneInstance,
    body: InstanceForm,
    answers,
  },
  dispatchInstance: {
    method: "POST",
    path: "/instances/{id}/dispatch",
    summary: "Start a run; `most_cents` is the cost that was seen, and another one is refused with 409",
    needs,
    writes: true,
    params: oneInstance,
    body: z.strictObject({ most_cents: z.coerce.number().int().min(0) }),
    answers,
  },
  moveInstance: {
    method: "POST",
    path: "/instances/{id}/moves",
    summary: "Pause a run, resume it, or close it early",
    needs,
    writes: true,
    params: oneInstance,
    body: z.strictObject({ move: z.enum(["pause", "resume", "close"], { error: "Choose what to do." }) }),
    answers,
  },
  instanceStatuses: {
    method: "GET",
    path: "/statuses",
    summary: "What a run can be",
    needs,
    answers: { 200: z.object({ data: z.array(z.object({ id: z.enum(instanceStatuses), name: z.string() })) }) },
  },
  runCalendars: {
    method: "GET",
    path: "/calendars",
    summary: "Business hours that a run may keep",
    needs,
    answers: { 200: z.object({ data: z.array(z.object({ id: Count, name: z.string() })) }) },
  },
  recipient: {
    method: "GET",
    path: "/recipients/{id}",
    summary: "One person of the contact base of an instance, with what was asked and answered",
    needs,
    params: oneInstance,
    answers: { 200: SurveyRecipient },
  },
  answerFields: {
    method: "GET",
    path: "/instances/{id}/answer-fields",
    summary: "Which contact fields get the answers and the calculated values of an instance",
    needs,
    params: oneInstance,
    answers: { 200: AnswerFields },
  },
  setAnswerFields: {
    method: "PUT",
    path: "/instances/{id}/answer-fields",
    summary:
      "Keep answers and calculated values in fields of the contacts, from now on whenever a person comes to the end; all of a list are set, and without `values` those of calculated values stay",
    needs,
    writes: true,
    params: oneInstance,
    body: z.strictObject({ data: z.array(AnswerField).max(200), values: z.array(ValueField).max(200).optional() }),
    answers: { 201: AnswerFields },
  },
  surveyMessages: {
    method: "GET",
    path: "/messages",
    summary: "What surveys sent by SMS and on WhatsApp, newest first (Q124)",
    needs,
    query: z.object({
      ...paging,
      instance: id.optional().catch(undefined),
      state: z.enum(surveyMessageStates).optional().catch(undefined),
      channel: z.enum(instanceChannels).optional().catch(undefined),
      /** A phone number or its beginning, however it is written. */
      q: search,
    }),
    answers: { 200: pageSchema(SurveyMessage) },
  },
} as const satisfies Record<string, Call>;
