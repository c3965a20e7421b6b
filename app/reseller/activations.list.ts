import { z } from "zod";
import type { Activation } from "../../services/identity/contract.reseller";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/list";

/** Products that children paid for offline. */
export const activations = list({
  file: "offline-activations",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    child: z.string().max(32).optional().catch(undefined),
  }),
  rows: (api, { child, ...query }) => api.identity.activations({ query: { ...query, ...(child ? { child } : {}) } }),
  columns: {
    Account: (row: Activation) => row.child,
    Name: (row) => row.child_name,
    Product: (row) => row.product,
    "Amount (KES)": (row) => row.amount_cents / 100,
    Reference: (row) => row.reference,
    "Paid on": (row) => row.paid_on,
    Note: (row) => row.note,
    By: (row) => row.created_by,
    "Switched on": (row) => row.created_at,
  },
});
