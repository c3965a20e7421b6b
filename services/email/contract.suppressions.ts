import { z } from "zod";
import { suppressionSources } from "../../rules/email";
import { listOrders } from "../../rules/list-orders";
import { type Call, DoneAnswer, id, localDate, pageSchema, paging, sortField } from "../kit/contract";
import { Suppression, sending, viewing } from "./contract.schemas";

const token = z.object({ token: z.string().max(200) });

/** Addresses that get no more e-mails, and the link by which a reader becomes one of them. */
export const suppressionCalls = {
  suppressions: {
    method: "GET",
    path: "/suppressions",
    summary: "Addresses that get no emails",
    needs: viewing,
    query: z.object({
      ...paging,
      sort: sortField(listOrders.suppressions),
      q: z.string().trim().max(100).default("").catch(""),
      source: z.enum(suppressionSources).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(Suppression) },
  },
  addSuppressions: {
    method: "POST",
    path: "/suppressions",
    summary: "Suppress addresses: one on each line, or a file's contents",
    needs: sending,
    writes: true,
    body: z.strictObject({
      addresses: z.string().max(900_000, "At most 900,000 characters at once."),
      reason: z.string().trim().max(200, "At most 200 characters.").default(""),
      source: z.enum(["staff", "import"]).default("staff"),
      /** The last day; none: for good. */
      until: localDate().nullable().default(null),
    }),
    answers: {
      201: z.object({
        added: z.number().int(),
        already: z.number().int(),
        refused: z.array(z.object({ line: z.number().int(), written: z.string() })),
      }),
    },
  },
  removeSuppression: {
    method: "DELETE",
    path: "/suppressions/{id}",
    summary: "Let an address get emails again",
    needs: sending,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  unsubscribeInfo: {
    method: "GET",
    path: "/unsubscribe/{token}",
    summary: "Whose emails a link ends, and for which address; changes nothing",
    public: true,
    params: token,
    answers: { 200: z.object({ address: z.string(), sender: z.string(), unsubscribed: z.boolean() }) },
  },
  unsubscribe: {
    method: "POST",
    path: "/unsubscribe/{token}",
    summary: "End the emails of a sender to one address, at once (RFC 8058)",
    public: true,
    writes: true,
    params: token,
    answers: { 200: z.object({ address: z.string(), sender: z.string() }) },
  },
} as const satisfies Record<string, Call>;
