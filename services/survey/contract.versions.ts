import { z } from "zod";
import { differenceParts } from "../../rules/survey/versions/difference";
import type { Call } from "../kit/contract";
import { Count, needs, uuid } from "./contract.schemas";

/** A version has its number. What is being written has 0. */
const number = z.coerce.number().int().min(0).max(1_000_000);
export const draftVersion = 0;

export const SurveyVersions = z.object({
  /** The newest 200, the latest first. */
  data: z.array(
    z.object({
      version: Count,
      /** Who published it; empty: a program. */
      by: z.string(),
      at: z.string(),
      /** The sessions that keep it: those that are still open, and those that have ended. */
      open: Count,
      ended: Count,
    }),
  ),
});
export type SurveyVersions = z.infer<typeof SurveyVersions>;

export const VersionDifferences = z.object({
  /** What is compared; 0 is what is being written. Before is null where nothing was published. */
  before: Count.nullable(),
  after: Count,
  differences: z.array(
    z.object({
      part: z.enum(differenceParts),
      kind: z.enum(["added", "removed", "moved", "changed"]),
      words: z.string(),
      before: z.string(),
      after: z.string(),
    }),
  ),
});
export type VersionDifferences = z.infer<typeof VersionDifferences>;

/** What was published, and what is different in it. */
export const versionCalls = {
  surveyVersions: {
    method: "GET",
    path: "/surveys/{uuid}/versions",
    summary: "The published versions of a survey, the latest first, with the sessions that keep them",
    needs,
    params: z.object({ uuid }),
    answers: { 200: SurveyVersions },
  },
  versionDifferences: {
    method: "GET",
    path: "/surveys/{uuid}/versions/differences",
    summary:
      "What is different between two versions, in words. Version 0 is what is being written; without versions it is compared with the last that was published",
    needs,
    params: z.object({ uuid }),
    query: z.object({ before: number.optional(), after: number.default(draftVersion) }),
    answers: { 200: VersionDifferences },
  },
} as const satisfies Record<string, Call>;
