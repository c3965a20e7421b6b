import { z } from "zod";
import { languageCodes } from "../../rules/survey/graph";
import { maxPageQuestions } from "../../rules/survey/pages";
import type { Call } from "../kit/contract";
import { Question } from "./contract.schemas";

const link = z.string().regex(/^[\w-]{16,40}$/);
const session = z.string().regex(/^[\w-]{20,60}$/);
const inLink = z.object({ link });
const inSession = z.object({ link, session });

const Section = z.object({ title: z.string(), text: z.string() });
const PublicSurvey = z.object({ title: z.string(), languages: z.array(z.enum(languageCodes)), open: z.boolean() });

export const WebSession = PublicSurvey.extend({
  language: z.enum(languageCodes),
  /** What is told before the question, or at the end. */
  statements: z.array(z.string()),
  /** What stands above the question and those beside it; null: no section does. */
  section: Section.nullable(),
  /** The question to answer; null: nothing is asked any more. */
  question: Question.nullable(),
  /** What was answered before, as it would be typed; the ids of chosen choices between commas. */
  answered: z.string(),
  /** Its place among all questions, from 1. */
  place: z.number().int(),
  total: z.number().int(),
  /** The question before it on the way, if there is one. */
  previous: z.number().int().nullable(),
  ending: z.string(),
});
export type WebSession = z.infer<typeof WebSession>;

/** Questions that are asked together. */
export const WebPage = PublicSurvey.extend({
  language: z.enum(languageCodes),
  /** Nothing in it: nothing is asked any more. */
  questions: z.array(
    z.object({
      /** What is told before it. */
      statements: z.array(z.string()),
      /** What stands above it, where it is the first of its section on this page. */
      section: Section.nullable(),
      question: Question,
      /** What was answered before, as it would be typed; the ids of chosen choices between commas. */
      answered: z.string(),
    }),
  ),
  /** The place of the first one among all questions, from 1. */
  place: z.number().int(),
  total: z.number().int(),
  /** A question of the page before it, if there is one. */
  previous: z.number().int().nullable(),
  ending: z.string(),
  /** When this response was last answered, or begun. */
  active_at: z.string(),
  /** The version of the survey that its response is of. */
  version: z.number().int(),
  frame_origins: z.array(z.string()),
});
export type WebPage = z.infer<typeof WebPage>;

const answerFields = {
  question: z.int().positive(),
  text: z.string().max(4_000, "Please answer in fewer words.").default(""),
  /** Those of a ranking in their order, those of a matrix in the order of its rows; 0 where there is none. */
  choices: z.array(z.int().nonnegative()).max(50).default([]),
};
const shownAt = z.object({ question: z.coerce.number().int().positive().optional().catch(undefined) });

/** Answering a survey on the web, without signing in: whoever has the link may begin, whoever has a session goes on. */
export const respondCalls = {
  webSurvey: {
    method: "GET",
    path: "/web/{link}",
    summary: "What a public survey is called, and in which languages it is",
    public: true,
    params: inLink,
    answers: { 200: PublicSurvey.extend({ frame_origins: z.array(z.string()) }) },
  },
  beginWebSession: {
    method: "POST",
    path: "/web/{link}/sessions",
    summary:
      "Begin to answer; with a `session` of your own a response that was given before it was begun, once however often it is sent, to the `version` that was shown",
    public: true,
    writes: true,
    params: inLink,
    body: z.strictObject({
      language: z.enum(languageCodes).optional(),
      session: session.optional(),
      version: z.int().positive().optional(),
    }),
    answers: { 201: z.object({ session: z.string() }) },
  },
  webSession: {
    method: "GET",
    path: "/web/{link}/sessions/{session}",
    summary: "The question that is next, or one that was answered",
    public: true,
    params: inSession,
    query: shownAt,
    answers: { 200: WebSession },
  },
  answerWebQuestion: {
    method: "POST",
    path: "/web/{link}/sessions/{session}",
    summary: "Answer a question, or change an answer",
    public: true,
    writes: true,
    params: inSession,
    body: z.strictObject(answerFields),
    answers: { 201: WebSession },
  },
  webPage: {
    method: "GET",
    path: "/web/{link}/sessions/{session}/page",
    summary: "The questions that are asked next, or those with one that was answered",
    public: true,
    params: inSession,
    query: shownAt,
    answers: { 200: WebPage },
  },
  answerWebPage: {
    method: "POST",
    path: "/web/{link}/sessions/{session}/page",
    summary:
      "Answer questions that are asked together; `errors` has those that were not understood, as `question_<id>`",
    public: true,
    writes: true,
    params: inSession,
    body: z.strictObject({ answers: z.array(z.strictObject(answerFields)).max(maxPageQuestions) }),
    answers: { 201: WebPage },
  },
} as const satisfies Record<string, Call>;
