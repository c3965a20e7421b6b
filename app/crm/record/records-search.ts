import { z } from "zod";
import { listOrders } from "../../../rules/list-orders";
import { recordFilters } from "../../../services/crm/contract.records";
import { id, paging, sortField } from "../../../services/kit/contract";

export const states = ["open", "closed", "all"] as const;

/** What the address says, beside `f12` and `f14-from`: the filters of custom fields, whatever the account has of them. */
export const recordSearch = z.object({
  ...paging,
  sort: sortField(listOrders.records),
  q: z.string().max(100).catch("").default(""),
  stage: id.optional().catch(undefined),
  pipeline: id.optional().catch(undefined),
  state: z.enum(states).catch("open").default("open"),
  sales_manager: z.string().max(60).optional().catch(undefined),
  rotting: z.enum(["1"]).optional().catch(undefined),
  source: recordFilters.source,
  organisation: recordFilters.organisation,
  tag: recordFilters.tag,
  closes: recordFilters.closes,
  made_from: recordFilters.made_from,
  made_until: recordFilters.made_until,
  ended_from: recordFilters.ended_from,
  ended_until: recordFilters.ended_until,
  // Deals open as a board (R128): their table says so in its address.
  view: z.enum(["board", "table"]).catch("board").default("board"),
});

/** What the call is asked. */
export function recordQuery(search: z.output<typeof recordSearch>) {
  const { view: _, ...query } = recordSearch.parse(search);
  return query;
}
