import { z } from "zod";
import type { Permission, Product } from "../../rules/access";
import type { KeyScope } from "../../rules/api-keys";

/** The body of every refusal. `errors` holds the words for each field, by its name. */
export const Problem = z.object({
  status: z.number().int(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** The body of a write that has nothing else to say. */
export const DoneAnswer = z.object({ status: z.number().int(), message: z.string() });
export type DoneAnswer = z.infer<typeof DoneAnswer>;

/** Which of the callers may: at least one permission and at least one product of each non-empty list. */
export type Needs = {
  permissions?: readonly Permission[];
  products?: readonly Product[];
  /** Not public: even an admin needs the permission itself (R044). */
  explicit?: boolean;
  /** Only for people of the platform's own account. */
  platform?: boolean;
};

/**
 * One documented call. `path` is copied to the letter from the specification, with `{name}` for its parameters.
 * - `public`: answered without a bearer token. `internal`: only other services may call it.
 * - `form`: the documented encoding is a form; JSON is understood as well.
 * - `raw`: the handler reads the request itself, as a stream (uploads).
 * - `writes`: it changes something, whatever its method says; no loader may call it.
 * - `delegated`: whether somebody of a parent account may call it who works in a child account; without a word, when it
 *   needs something (docs/decisions/0062-delegation.md).
 * - `scope`: what an API key must be good for to make this call, one of several; "any": every key may. Without it no key
 *   may.
 * - `whileSuspended`: an account that is suspended may do it all the same (docs/decisions/0023-suspended-accounts.md).
 */
export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  form?: boolean;
  raw?: boolean;
  writes?: boolean;
  public?: boolean;
  internal?: boolean;
  whileSuspended?: boolean;
  delegated?: boolean;
  scope?: KeyScope | readonly KeyScope[] | "any";
  needs?: Needs;
  answers: { [status: number]: z.ZodType };
};

export type Calls = { [name: string]: Call };
export type Contract<C extends Calls = Calls> = { service: string; calls: C };

/** Declares a service's calls; the literal types are kept, so an undocumented status does not compile. */
export function contract<const C extends Calls>(service: string, calls: C): Contract<C> {
  return { service, calls };
}

/** Statuses that any call may answer with, always as a Problem. */
export const refusals = [400, 401, 403, 404, 405, 409, 413, 414, 422, 429, 431, 500, 503] as const;
export type RefusalStatus = (typeof refusals)[number];

type Documented<C extends Call> = {
  [S in keyof C["answers"] & number]: C["answers"][S] extends z.ZodType<infer T> ? { status: S; body: T } : never;
}[keyof C["answers"] & number];

/** What a call may answer: its documented statuses, or a refusal. */
export type Answer<C extends Call> =
  | Documented<C>
  | { status: Exclude<RefusalStatus, keyof C["answers"] & number>; body: Problem };

type Part<C extends Call, K extends "params" | "query" | "body", Side extends "in" | "out"> = C[K] extends z.ZodType
  ? Side extends "in"
    ? z.input<C[K]>
    : z.output<C[K]>
  : never;

type Parts<C extends Call, Side extends "in" | "out"> = (C["params"] extends z.ZodType
  ? { params: Part<C, "params", Side> }
  : { params?: undefined }) &
  (C["query"] extends z.ZodType
    ? Side extends "in"
      ? { query?: Part<C, "query", "in"> }
      : { query: Part<C, "query", "out"> }
    : { query?: undefined }) &
  (C["body"] extends z.ZodType ? { body: Part<C, "body", Side> } : { body?: undefined }) &
  (C extends { raw: true } ? { stream: RawBody } : { stream?: undefined });

/** A body passed on as it arrives, never read whole. `type` is the content type with its boundary. */
export type RawBody = { body: ReadableStream<Uint8Array>; type: string };

/** What a caller hands in, and what a handler gets after validation. */
export type Input<C extends Call> = Parts<C, "in">;
export type Valid<C extends Call> = Parts<C, "out">;

/** A Problem answer in one line. */
export function problem<S extends RefusalStatus>(
  status: S,
  message: string,
  errors?: Problem["errors"],
): { status: S; body: Problem } {
  return { status, body: errors ? { status, message, errors } : { status, message } };
}

/**
 * A page of a list as every paged call answers it. `total` is exact unless `total_capped`, then it is a floor.
 * `next` and `previous` are keyset cursors: a page deep in a million rows costs what the first one costs.
 */
export function pageSchema<T extends z.ZodType>(row: T) {
  return z.object({
    data: z.array(row),
    total: z.number().int(),
    total_capped: z.boolean(),
    current_page: z.number().int(),
    last_page: z.number().int(),
    per_page: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  });
}

/**
 * A place in a list, in a query: what `next` or `previous` of a page said. Opaque outside; a handler gets the place in
 * it (`services/kit/ordering.ts`), or nothing where it is broken or of another list: then the first page is answered.
 */
export const cursor = z.string().max(4_000).optional().catch(undefined);

/** What a paged call's query may say; odd values fall back to the first page (a rule of all lists: never an error). */
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  per_page: z.coerce.number().int().min(1).max(500).catch(25).default(25),
  after: cursor,
  before: cursor,
};

/** What a list is ordered by: one of its orders (`rules/list-orders.ts`), the first of them unless the query says another. */
export function sortField<const S extends readonly [string, ...string[]]>(orders: S) {
  const [usual] = orders;
  return z.enum(orders).default(usual).catch(usual);
}

/** A local date, 2026-06-15, of years that PostgreSQL, Date and a calendar all have. */
export function localDate(otherwise = "Give a date like 2026-06-15.") {
  return z.iso.date({ error: otherwise, abort: true }).refine((date) => date >= "1900" && date < "2200", {
    message: "Give a date between 1900 and 2200.",
  });
}

/** A local date in a query: an odd one is none. */
export const day = localDate().optional().catch(undefined);

/** A record's id in a path: anything but a positive number is an unknown record (404). */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** The path's parameter names in order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "");
}

/** Field errors of a failed parse, by dotted path. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  // Without a prototype: a field may be named __proto__.
  const errors: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : undefined;
    for (const name of unknown ?? [issue.path.join(".") || "form"]) {
      const list = errors[name] ?? [];
      list.push(unknown ? "Unknown field." : issue.message);
      errors[name] = list;
    }
  }
  return errors;
}
