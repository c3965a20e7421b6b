import { z } from "zod";
import { isTimeZone } from "../../rules/time-zone";
import { ToldRow } from "../kit/contact-file/shapes";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { instanceChannels } from "./contract.runs";
import { Count, needs, SurveyDetail } from "./contract.schemas";

const Moment = z.string().nullable();
const channel = z.enum(instanceChannels);

/** What an import adds. */
export const oldAdded = ["surveys", "questions", "runs", "people", "fields", "answers", "messages"] as const;
const OldAdded = z.record(z.enum(oldAdded), Count);

export const OldImport = z.object({
  id: Count,
  /** Reading, then checked: nothing was added yet. Adding, then done. Failed: the file could not be read. */
  state: z.enum(["reading", "checked", "adding", "done", "failed"]),
  /** Why the file could not be read. */
  message: z.string(),
  file_name: z.string(),
  /** The headings of the file. */
  columns: z.array(z.string()),
  /** The rows that were read until now. */
  row_count: Count,
  refused: Count,
  /** What it added; while it is only checked, what it would add. What was there already is not in it. */
  added: OldAdded,
  /** Why rows were refused, the most frequent first, with the first line of each. */
  reasons: z.array(z.object({ reason: z.string(), count: Count, line: Count })),
  created_by: z.string(),
  created_at: z.string(),
  finished_at: Moment,
});
export type OldImport = z.infer<typeof OldImport>;

export const OldSurvey = z.object({
  id: Count,
  title: z.string(),
  questions_count: Count,
  runs_count: Count,
  people_count: Count,
  answers_count: Count,
  /** When its first run was started. */
  started_at: Moment,
});
export type OldSurvey = z.infer<typeof OldSurvey>;

const OldQuestion = z.object({
  id: Count,
  number: Count,
  text: z.string(),
  type: z.string(),
  answers_count: Count,
  /** The ten most frequent answers. */
  answers: z.array(z.object({ answer: z.string(), count: Count })),
});

export const OldSurveyDetail = OldSurvey.extend({ questions: z.array(OldQuestion) });
export type OldSurveyDetail = z.infer<typeof OldSurveyDetail>;

export const OldRun = z.object({
  id: Count,
  survey_id: Count,
  title: z.string(),
  name: z.string(),
  channel,
  sender: z.string(),
  made_at: Moment,
  /** Null: it was never started. */
  started_at: Moment,
  ended_at: Moment,
  people_count: Count,
  /** People with at least one answer. */
  answered_count: Count,
  messages_count: Count,
});
export type OldRun = z.infer<typeof OldRun>;

export const OldRunDetail = OldRun.extend({
  questions: z.array(
    /** `field`: the contact field that got the answer; empty: none is known. */
    z.object({ id: Count, number: Count, text: z.string(), type: z.string(), answers_count: Count, field: z.string() }),
  ),
  by_status: z.array(z.object({ status: z.string(), count: Count })),
});
export type OldRunDetail = z.infer<typeof OldRunDetail>;

export const OldContact = z.object({
  id: Count,
  run_id: Count,
  msisdn: z.string(),
  name: z.string(),
  status: z.string(),
  answers_count: Count,
});
export type OldContact = z.infer<typeof OldContact>;

export const OldAnswer = z.object({
  id: Count,
  run_id: Count,
  run: z.string(),
  contact_id: Count,
  msisdn: z.string(),
  name: z.string(),
  question: z.string(),
  answer: z.string(),
  at: Moment,
});
export type OldAnswer = z.infer<typeof OldAnswer>;

export const OldMessage = z.object({
  id: Count,
  run_id: Count,
  run: z.string(),
  contact_id: Count,
  msisdn: z.string(),
  name: z.string(),
  channel,
  incoming: z.boolean(),
  text: z.string(),
  status: z.string(),
  at: Moment,
});
export type OldMessage = z.infer<typeof OldMessage>;

/** A person of an old run with the first 500 answers and messages, the oldest first. */
export const OldContactDetail = OldContact.extend({
  run: z.string(),
  title: z.string(),
  survey_id: Count,
  answers: z.array(OldAnswer),
  messages: z.array(OldMessage),
});
export type OldContactDetail = z.infer<typeof OldContactDetail>;

const oneId = z.object({ id });
const search = z.string().trim().max(200).catch("").default("");
const some = id.optional().catch(undefined);

/** Surveys of the old version: imported results, which nothing changes but an import and its removal (Q123). */
export const oldCalls = {
  oldSurveys: {
    method: "GET",
    path: "/old/surveys",
    summary: "Surveys of the old version, newest import first (Q123)",
    needs,
    query: z.object({ ...paging, q: search }),
    answers: { 200: pageSchema(OldSurvey) },
  },
  oldSurvey: {
    method: "GET",
    path: "/old/surveys/{id}",
    summary: "One old survey with its questions and the most frequent answers to them",
    needs,
    params: oneId,
    answers: { 200: OldSurveyDetail },
  },
  oldAnswers: {
    method: "GET",
    path: "/old/surveys/{id}/answers",
    summary: "All answers to an old survey",
    needs,
    params: oneId,
    query: z.object({ ...paging, run: some, question: some }),
    answers: { 200: pageSchema(OldAnswer) },
  },
  renewOldSurvey: {
    method: "POST",
    path: "/old/surveys/{id}/drafts",
    summary: "Make a draft of the new version with the questions of an old survey",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: SurveyDetail },
  },
  oldRuns: {
    method: "GET",
    path: "/old/instances",
    summary: "Runs of old surveys; `state` is initiated for those that were started and pending for the others (Q122)",
    needs,
    query: z.object({
      ...paging,
      survey: some,
      state: z.enum(["pending", "initiated"]).optional().catch(undefined),
      channel: channel.optional().catch(undefined),
    }),
    answers: { 200: pageSchema(OldRun) },
  },
  oldRun: {
    method: "GET",
    path: "/old/instances/{id}",
    summary: "One run of an old survey with its questions and the contact fields of their answers",
    needs,
    params: oneId,
    answers: { 200: OldRunDetail },
  },
  oldContacts: {
    method: "GET",
    path: "/old/instances/{id}/contacts",
    summary: "The people of a run of an old survey",
    needs,
    params: oneId,
    query: z.object({ ...paging, q: search }),
    answers: { 200: pageSchema(OldContact) },
  },
  oldContact: {
    method: "GET",
    path: "/old/contacts/{id}",
    summary: "One person of a run of an old survey, with answers and messages",
    needs,
    params: oneId,
    answers: { 200: OldContactDetail },
  },
  oldMessages: {
    method: "GET",
    path: "/old/messages",
    summary: "Messages of old surveys, those imported last first",
    needs,
    query: z.object({ ...paging, instance: some, channel: channel.optional().catch(undefined) }),
    answers: { 200: pageSchema(OldMessage) },
  },
  checkOldResults: {
    method: "POST",
    path: "/old/imports",
    summary:
      "Upload a file of old results (multipart, field `file`); when it is read, the import says what it would add and what is refused",
    needs,
    writes: true,
    raw: true,
    /** By whose clock the times of the file are. */
    query: z.object({
      time_zone: z.string().max(64).refine(isTimeZone, "There is no such time zone.").default("Africa/Nairobi"),
    }),
    answers: { 201: OldImport },
  },
  oldImports: {
    method: "GET",
    path: "/old/imports",
    summary: "Files of old results, newest first",
    needs,
    query: z.object(paging),
    answers: { 200: pageSchema(OldImport) },
  },
  oldImport: {
    method: "GET",
    path: "/old/imports/{id}",
    summary: "One file of old results: what it adds, and what is refused",
    needs,
    params: oneId,
    answers: { 200: OldImport },
  },
  oldRefused: {
    method: "GET",
    path: "/old/imports/{id}/refused",
    summary: "The refused rows of a file of old results, with line and reason",
    needs,
    params: oneId,
    query: z.object(paging),
    answers: { 200: pageSchema(ToldRow) },
  },
  addOldResults: {
    method: "POST",
    path: "/old/imports/{id}/start",
    summary: "Begin to add what a checked file has; what is there already stays as it is",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: OldImport },
  },
  removeOldImport: {
    method: "DELETE",
    path: "/old/imports/{id}",
    summary: "Take an import out again, with all that it added and no later import uses",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: z.object({ status: z.number().int(), message: z.string() }) },
  },
} as const satisfies Record<string, Call>;
