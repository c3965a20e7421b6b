import { z } from "zod";
import { dateChoices, dueChoices, slaChoices, sortChoices, statuses } from "../../rules/ticket-labels";
import { day } from "../kit/contract";
import { text } from "./contract.fields";

const listId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);
const flag = z.enum(["1"]).optional().catch(undefined);

/** R121. What a URL may say; odd values fall back to the defaults. Days are the account's own. */
export const ticketFilters = {
  due: z.enum(dueChoices).default("all").catch("all"),
  status: z
    .enum([...statuses, "unresolved", "done"])
    .optional()
    .catch(undefined),
  stage: listId,
  /** A disposition's or a sub-disposition's id, or `none`. */
  disposition: z
    .union([z.literal("none"), z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)])
    .optional()
    .catch(undefined),
  /** Only tickets without a sub-disposition. */
  sub_disposition: z.enum(["none"]).optional().catch(undefined),
  /** A user id, `me`, or `none` for tickets without a member. */
  member: text.max(64).optional().catch(undefined),
  /** A group's id, or `none`. */
  group: z
    .union([z.literal("none"), z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)])
    .optional()
    .catch(undefined),
  /** A cell of the grid, 1 to 9. */
  priority_grid: z.coerce.number().int().min(1).max(9).optional().catch(undefined),
  date_filter: z.enum(dateChoices).default("due").catch("due"),
  start: day,
  end: day,
  sla: z.enum(slaChoices).default("all").catch("all"),
  priority: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
  type: listId,
  policy: listId,
  board: listId,
  customer: text.max(64).optional().catch(undefined),
  q: text.max(100).default("").catch(""),
  /** These tickets alone: numbers with a comma between them. */
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,499}$/)
    .optional()
    .catch(undefined),
  /** Only tickets that were deleted, or that were merged into another. */
  deleted: flag,
  merged: flag,
} as const;

/** Say of each ticket why it is due when it is. */
export const explaining = { explain: flag } as const;

export const sorting = { sort: z.enum(sortChoices).default("newest").catch("newest") };

/** The filters as a value: in the query or in the body, the body first (Q175). */
export const TicketFilters = z.object(ticketFilters);
export type TicketFilters = z.output<typeof TicketFilters>;

const loose = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined);

/** The same in a body: nothing is filled in, so that what is absent there is taken from the query. */
export const TicketFiltersBody = z
  .object({
    due: loose(z.enum(dueChoices)),
    status: ticketFilters.status,
    stage: listId,
    disposition: ticketFilters.disposition,
    sub_disposition: ticketFilters.sub_disposition,
    member: ticketFilters.member,
    group: ticketFilters.group,
    priority_grid: ticketFilters.priority_grid,
    date_filter: loose(z.enum(dateChoices)),
    start: day,
    end: day,
    sla: loose(z.enum(slaChoices)),
    priority: ticketFilters.priority,
    type: listId,
    policy: listId,
    board: listId,
    customer: ticketFilters.customer,
    ids: ticketFilters.ids,
    q: loose(text.max(100)),
    deleted: flag,
    merged: flag,
    page: loose(z.coerce.number().int().min(1).max(1_000_000)),
    sort: loose(z.enum(sortChoices)),
    /** Documented; another account than the caller's own is refused. */
    customer_account: loose(z.string().max(64)),
  })
  .default({});
