import { z } from "zod";
import { type Child, childStates } from "../../services/identity/contract.reseller";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/list";
import { childState, ownerWords } from "./labels";

/** The child accounts. */
export const children = list({
  file: "child-accounts",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    state: z.enum(childStates).optional().catch(undefined),
  }),
  rows: (api, query) => api.identity.children({ query }),
  columns: {
    Account: (child: Child) => child.number,
    Name: (child) => child.name,
    State: (child) => childState[child.state].word,
    "Balance (KES)": (child) => (child.balance_cents === null ? "" : child.balance_cents / 100),
    "Price per part (KES)": (child) => child.part_price / 10_000,
    "Margin per part (KES)": (child) => (child.margin === null ? "" : child.margin / 10_000),
    Products: (child) => child.products.join("; "),
    Owner: (child) => ownerWords[child.owner],
    "Opened by": (child) => child.created_by,
    Opened: (child) => child.created_at,
  },
});
