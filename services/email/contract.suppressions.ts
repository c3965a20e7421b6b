import { z } from "zod";
import { suppressionSources } from "../../rules/email";
import { listOrders } from "../../rules/list-orders";
import { type Call, DoneAnswer, id, localDate, pageSchema, paging, sortField } from "../kit/contract";
import { Suppression, sending, viewing } from "./contract.schemas";

const token = z.object({ token: z.string().max(200) });

/** What a reader gets of a sender, as the page behind the link in a mail shows it. */
const Preferences = z.object({
  address: z.string(),
  sender: z.string(),
  /** The list of the mail that the link was in; "": none. */
  list: z.string(),
  /** What the link ends has ended: its list, or everything. */
  unsubscribed: z.boolean(),
  /** No e-mails at all. `may_return`: the reader ended them, and may choose again. */
  stopped: z.boolean(),
  may_return: z.boolean(),
  lists: z.array(z.object({ id: z.number().int(), name: z.string(), description: z.string(), gets: z.boolean() })),
});
export type Preferences = z.infer<typeof Preferences>;

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
      /** A list's id; 0: only what is of no list. */
      list: z.coerce.number().int().min(0).optional().catch(undefined),
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
      /** Only the e-mails of this list; none: all. */
      list_id: id.nullable().default(null),
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
    summary: "Whose emails a link ends, for which address, and what it gets; changes nothing",
    public: true,
    params: token,
    answers: { 200: Preferences },
  },
  unsubscribe: {
    method: "POST",
    path: "/unsubscribe/{token}",
    summary: "End the emails of the link's list, or of the sender where it has none, at once (RFC 8058)",
    public: true,
    writes: true,
    params: token,
    answers: { 200: Preferences },
  },
  setPreferences: {
    method: "PUT",
    path: "/unsubscribe/{token}",
    summary: "Choose which lists an address gets; with none of them it gets no emails at all",
    public: true,
    writes: true,
    params: token,
    body: z.strictObject({ list_ids: z.array(id).max(100) }),
    answers: { 200: Preferences },
  },
} as const satisfies Record<string, Call>;
