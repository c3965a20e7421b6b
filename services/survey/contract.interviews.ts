import { z } from "zod";
import { languageCodes } from "../../rules/survey/graph";
import { breakOffReasons, declineReasons, interviewSources } from "../../rules/survey/interviews";
import { dispositions } from "../../rules/survey/sessions";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { WebSession } from "./contract.respond";
import { Count, needs, sessionChannels, uuid } from "./contract.schemas";

/** Why somebody asks no more in an interview; empty: they still do, or it came to its end. */
export const periodReasons = ["", ...breakOffReasons, "taken over"] as const;
export const periodSources = ["", ...interviewSources] as const;

/** The time in which one interviewer asked. */
export const InterviewPeriod = z.object({
  interviewer_id: z.string(),
  interviewer: z.string(),
  begun_at: z.string(),
  /** The last answer. */
  active_at: z.string(),
  ended_at: z.string().nullable(),
  reason: z.enum(periodReasons),
  note: z.string(),
  /** What it was begun from, such as a call; empty: from the survey. */
  source: z.enum(periodSources),
  source_id: z.string(),
});
export type InterviewPeriod = z.infer<typeof InterviewPeriod>;

/** The question that an interviewer asks now, as the page of a public survey has it, and what only interviewers see. */
export const Interview = WebSession.extend({
  id: Count,
  uuid: z.string(),
  msisdn: z.string(),
  name: z.string(),
  disposition: z.enum(dispositions),
  interviewer_note: z.string(),
  may_decline: z.boolean(),
  declined: z.enum(declineReasons).nullable(),
  /** The latest time in which somebody asked. */
  period: InterviewPeriod,
  /** The caller asks now. */
  mine: z.boolean(),
});
export type Interview = z.infer<typeof Interview>;

/** An interview that can be gone on with. */
export const OpenInterview = z.object({
  id: Count,
  msisdn: z.string(),
  name: z.string(),
  interviewer: z.string(),
  /** Somebody asks now; otherwise it was broken off. */
  asking: z.boolean(),
  /** It was the caller. */
  mine: z.boolean(),
  reason: z.enum(periodReasons),
  note: z.string(),
  answered: Count,
  begun_at: z.string(),
  active_at: z.string(),
});
export type OpenInterview = z.infer<typeof OpenInterview>;

/** What a number is asked at the moment. */
export const OpenSession = z.object({
  id: Count,
  /** The survey's. */
  uuid: z.string(),
  title: z.string(),
  channel: z.enum(sessionChannels),
  /** Who asks, where it is an interview. */
  interviewer: z.string(),
  answered: Count,
  begun_at: z.string(),
});
export type OpenSession = z.infer<typeof OpenSession>;

const inSurvey = z.object({ uuid });
const oneInterview = z.object({ id });
const source = z
  .string()
  .trim()
  .regex(/^(call|person|ticket|lead|contact|deal|customer)\/[\w.:@+-]{1,100}$/)
  .or(z.literal(""))
  .catch("")
  .default("");

/** Interviews: somebody of the account asks a person the questions and enters the answers. */
export const interviewCalls = {
  interviews: {
    method: "GET",
    path: "/surveys/{uuid}/interviews",
    summary: "Interviews of a survey that can be gone on with, newest first",
    needs,
    params: inSurvey,
    query: z.object({ ...paging }),
    answers: { 200: pageSchema(OpenInterview) },
  },
  openSession: {
    method: "GET",
    path: "/surveys/{uuid}/open-session",
    summary: "What a number is asked at the moment, of this or another survey",
    needs,
    params: inSurvey,
    query: z.object({ phone: z.string().max(200).default("").catch("") }),
    answers: { 200: z.object({ session: OpenSession.nullable() }) },
  },
  beginInterview: {
    method: "POST",
    path: "/surveys/{uuid}/interviews",
    summary: "Begin an interview; 409 where the number has a session open, which may be taken over",
    needs,
    writes: true,
    params: inSurvey,
    body: z.strictObject({
      language: z.enum(languageCodes, { error: "Choose a language." }),
      phone: z.string().trim().max(200, "Enter a phone number.").default(""),
      name: z.string().trim().max(120, "A name has at most 120 characters.").default(""),
      /** Where it is begun from: "call/12". */
      source,
    }),
    answers: { 201: z.object({ id: Count }) },
  },
  interview: {
    method: "GET",
    path: "/interviews/{id}",
    summary: "The question to ask now, or one that was answered",
    needs,
    params: oneInterview,
    query: z.object({ question: z.coerce.number().int().positive().optional().catch(undefined) }),
    answers: { 200: Interview },
  },
  answerInterview: {
    method: "POST",
    path: "/interviews/{id}",
    summary: "Enter an answer, change one, or say why there is none",
    needs,
    writes: true,
    params: oneInterview,
    body: z.strictObject({
      question: z.int().positive(),
      text: z.string().max(4_000, "An answer has at most 2,000 characters.").default(""),
      /** Those of a ranking in their order, those of a matrix in the order of its rows; 0 where there is none. */
      choices: z.array(z.int().nonnegative()).max(50).default([]),
      declined: z.enum(declineReasons).optional(),
    }),
    answers: { 201: Interview },
  },
  takeOverInterview: {
    method: "POST",
    path: "/interviews/{id}/take-over",
    summary: "Go on with a session by SMS, on WhatsApp or of another interviewer; its answers are kept",
    needs,
    writes: true,
    params: oneInterview,
    body: z.strictObject({ source }),
    answers: { 201: Interview },
  },
  breakOffInterview: {
    method: "POST",
    path: "/interviews/{id}/break-off",
    summary: "Break off an interview, with the reason",
    needs,
    writes: true,
    params: oneInterview,
    body: z.strictObject({
      reason: z.enum(breakOffReasons, { error: "Choose the reason." }),
      note: z.string().trim().max(500, "A note has at most 500 characters.").default(""),
    }),
    answers: { 201: Interview },
  },
} as const satisfies Record<string, Call>;
