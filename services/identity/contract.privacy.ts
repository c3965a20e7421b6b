import { z } from "zod";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { SubjectRecordCount } from "../kit/person-data";

export const requestKinds = ["export", "erasure"] as const;
export const requestStates = ["waiting", "running", "done", "failed"] as const;

/** One person's data, asked for as an archive or to be erased. `url` is a signed link while the archive is kept. */
export const PersonRequest = z.object({
  id: z.number().int(),
  kind: z.enum(requestKinds),
  label: z.string(),
  state: z.enum(requestStates),
  outcome: z.array(SubjectRecordCount),
  message: z.string(),
  url: z.string().nullable(),
  expires_at: z.string().nullable(),
  requested_by: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
/** One kind of data with its count and what an erasure does with it. */
export type FoundData = z.infer<typeof SubjectRecordCount>;
export type PersonRequest = z.infer<typeof PersonRequest>;

const contact = z
  .string({ error: "Enter a phone number or an email address." })
  .trim()
  .min(1, "Enter a phone number or an email address.")
  .max(254, "This is too long.");

/** An erasure is confirmed by writing the number or address once more. */
export const PersonForm = z.strictObject({
  kind: z.enum(requestKinds),
  contact,
  confirm: z.string().trim().max(254).default(""),
});

const months = z
  .union([z.literal("").transform(() => null), z.null(), z.coerce.number<unknown>()], {
    error: "Enter a number of months, or nothing to keep it.",
  })
  .pipe(
    z
      .number()
      .int("Enter whole months.")
      .min(1, "Keep it for at least one month.")
      .max(120, "Keep it for at most 120 months, or leave the field empty.")
      .nullable(),
  )
  .default(null);

/** Months after which each kind goes; null keeps it for good. */
export const RetentionForm = z.strictObject({
  messages_months: months,
  tickets_months: months,
  activities_months: months,
  files_months: months,
});
export const Retention = z.object({
  messages_months: z.number().int().nullable(),
  tickets_months: z.number().int().nullable(),
  activities_months: z.number().int().nullable(),
  files_months: z.number().int().nullable(),
  changed_by: z.string(),
  changed_at: z.string().nullable(),
  ran_at: z.string().nullable(),
  removed: z.record(z.string(), z.number().int()),
});
export type Retention = z.infer<typeof Retention>;

/** A yes or a no to being written to: when, and how it was said. */
export const Consent = z.object({
  id: z.number().int(),
  at: z.string(),
  contact: z.string(),
  change: z.enum(["in", "out"]),
  source: z.string(),
  by: z.string(),
});
export type Consent = z.infer<typeof Consent>;

const needs = { permissions: ["Manage settings"] } as const;

/** What the law asks of whoever keeps people's data (Kenya's Data Protection Act 2019, sections 26, 32, 39, 40). */
export const privacyCalls = {
  personRequests: {
    delegated: false,
    method: "GET",
    path: "/data-protection/requests",
    summary: "Archives and erasures that were asked for, newest first",
    needs,
    query: z.object({ ...paging, kind: z.enum(requestKinds).optional().catch(undefined) }),
    answers: { 200: pageSchema(PersonRequest) },
  },
  personRequest: {
    delegated: false,
    method: "GET",
    path: "/data-protection/requests/{id}",
    summary: "One of them, with a link to its archive while that is kept (7 days)",
    needs,
    params: z.object({ id }),
    answers: { 200: PersonRequest },
  },
  requestPerson: {
    delegated: false,
    method: "POST",
    path: "/data-protection/requests",
    summary: "Ask for one person's data as an archive, or for its erasure",
    needs,
    writes: true,
    body: PersonForm,
    answers: { 201: PersonRequest },
  },
  findPerson: {
    delegated: false,
    method: "GET",
    path: "/data-protection/person",
    summary: "How much there is of one person, and what an erasure would do with it",
    needs,
    query: z.object({ contact }),
    answers: { 200: z.object({ contact: z.string(), data: z.array(SubjectRecordCount) }) },
  },
  retention: {
    delegated: false,
    method: "GET",
    path: "/data-protection/retention",
    summary: "How long each kind of data is kept",
    needs,
    answers: { 200: Retention },
  },
  setRetention: {
    delegated: false,
    method: "PUT",
    path: "/data-protection/retention",
    summary: "Set how long each kind of data is kept; applied every night",
    needs,
    writes: true,
    body: RetentionForm,
    answers: { 200: Retention },
  },
  consents: {
    delegated: false,
    method: "GET",
    path: "/data-protection/consents",
    summary: "Who agreed to be written to, or no longer does, newest first",
    needs,
    query: z.object({ ...paging, q: z.string().trim().max(100).default("").catch("") }),
    answers: { 200: pageSchema(Consent) },
  },
} as const satisfies Record<string, Call>;
