import { z } from "zod";
import { finishedKinds } from "../../rules/survey/after-records";
import { languageCodes } from "../../rules/survey/graph";
import { dispositions } from "../../rules/survey/sessions";
import { type Call, DoneAnswer, day, id, pageSchema, paging } from "../kit/contract";
import { answersFilter } from "./contract.answers";
import { InterviewPeriod } from "./contract.interviews";
import { Count, needs, Question, SurveySession, search, sessionChannels, uuid } from "./contract.schemas";

/** Which responses: completed ones unless others are asked for. Days are the account's own. */
export const responseFilters = {
  state: z.enum(["completed", "partial", "open", "ended", "all"]).default("completed").catch("completed"),
  /** The one that they are exactly in, whatever `state` says. */
  disposition: z.enum(dispositions).optional().catch(undefined),
  /** Where they began, and where they are gone on with or ended. */
  channel: z.enum(sessionChannels).optional().catch(undefined),
  last_channel: z.enum(sessionChannels).optional().catch(undefined),
  language: z.enum(languageCodes).optional().catch(undefined),
  /** Those of a run, by its id. */
  run: id.optional().catch(undefined),
  start_date: day,
  end_date: day,
  /** Those that chose it. */
  choice: id.optional().catch(undefined),
  /** Those that were last asked this question. */
  stopped: id.optional().catch(undefined),
  /** Those in which this person of the account asked. */
  interviewer: z.string().max(100).optional().catch(undefined),
  answers: answersFilter,
};

const body = z.strictObject({ survey: uuid });

const Share = z.object({ label: z.string(), choice: Count.nullable(), count: Count });

export const QuestionStatistics = z.object({
  question: Question,
  /** How many gave an answer, were asked and left it out, and were never asked. Shares are of those that answered. */
  answered: Count,
  skipped: Count,
  /** Of those that left it out: what they told an interviewer. */
  refused: Count,
  unknown: Count,
  shares: z.array(Share),
  /** Of a ranking, the best choice first: how many gave it a place, its mean place, and how often it was first. */
  ranks: z
    .array(z.object({ label: z.string(), choice: Count, ranked: Count, mean: z.number().nullable(), first: Count }))
    .optional(),
  /** Of a matrix: what was chosen for each row. */
  rows: z.array(z.object({ label: z.string(), row: Count, answered: Count, shares: z.array(Share) })).optional(),
  mean: z.number().nullable(),
  /** Promoters less detractors in per cent of the answers. */
  nps: z.number().nullable(),
  texts: z.array(z.object({ session: Count, text: z.string() })),
  /** Sessions that are not completed and have this question open. */
  stopped: Count,
  /** What was typed and not understood, most often first. */
  unmatched: z.array(z.object({ text: z.string(), count: Count })),
});
export type QuestionStatistics = z.infer<typeof QuestionStatistics>;

/** Somebody who interviewed, with their sessions and how many are completed. */
export const InterviewerCount = z.object({ id: z.string(), name: z.string(), sessions: Count, completed: Count });
export type InterviewerCount = z.infer<typeof InterviewerCount>;

export const SurveyStatistics = z.object({
  sessions: Count,
  by_disposition: z.array(z.object({ disposition: z.enum(dispositions), count: Count })),
  /** Where they began, and where they are gone on with or ended; the most first. */
  by_channel: z.array(
    z.object({
      channel: z.enum(sessionChannels),
      last_channel: z.enum(sessionChannels),
      sessions: Count,
      completed: Count,
    }),
  ),
  /** The runs that were started, newest first. */
  runs: z.array(z.object({ id: Count, name: z.string() })),
  /** How many responses the answers below are of. */
  counted: Count,
  questions: z.array(QuestionStatistics),
  /** Who interviewed, most sessions first. */
  interviewers: z.array(InterviewerCount),
});
export type SurveyStatistics = z.infer<typeof SurveyStatistics>;

/** One response with all that was asked and typed. */
export const SurveyResponse = SurveySession.extend({
  questions: z.array(Question),
  interviews: z.array(InterviewPeriod),
  left_out: z.record(z.string(), z.string()),
  /** The calculated values of its version in their order; null: it has none, as where an answer is missing. */
  values: z.array(z.object({ name: z.string(), number: z.number().nullable() })),
  /** What it is asked after, by the id of its page; null: nothing. */
  after: z.object({ kind: z.enum(finishedKinds), record: Count }).nullable(),
  turns: z.array(
    z.object({
      incoming: z.boolean(),
      text: z.string(),
      understood: z.boolean(),
      at: z.string(),
      /** A file that came as a reply; without a url it could not be kept. */
      file: z.object({ name: z.string(), url: z.string() }).nullable(),
    }),
  ),
});
export type SurveyResponse = z.infer<typeof SurveyResponse>;

/** A text that has every word of the search: an answer in words, or a reply that was not understood. */
const FoundText = z.object({ question: Count, understood: z.boolean(), text: z.string() });
export type FoundText = z.infer<typeof FoundText>;

export const ListedResponse = SurveySession.extend({
  /** At most three; none without a search, or where the phone number was found. */
  found: z.array(FoundText),
});
export type ListedResponse = z.infer<typeof ListedResponse>;

export const responseCalls = {
  statistics: {
    method: "POST",
    path: "/statistics",
    summary: "Counts, shares, means and where people stopped (Q126)",
    needs,
    query: z.object(responseFilters),
    body,
    answers: { 200: SurveyStatistics },
  },
  responses: {
    method: "POST",
    path: "/responses",
    summary: "Responses with their sessions, newest first",
    needs,
    query: z.object({
      ...paging,
      ...responseFilters,
      /**
       * Every word must be in one answer in words, or in one reply that was not understood, in any case and order. Or the
       * phone number or its beginning, however it is written.
       */
      q: search,
    }),
    body,
    answers: { 200: pageSchema(ListedResponse) },
  },
  response: {
    method: "GET",
    path: "/surveys/{uuid}/responses/{id}",
    summary: "One response with all that was asked and typed",
    needs,
    params: z.object({ uuid, id }),
    answers: { 200: SurveyResponse },
  },
  deleteResponse: {
    method: "DELETE",
    path: "/surveys/{uuid}/responses/{id}",
    summary: "Delete a response; the reason is kept in the activities",
    needs,
    writes: true,
    params: z.object({ uuid, id }),
    query: z.object({ reason: z.string().trim().max(200).default("").catch("") }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
