import { z } from "zod";
import { type Approval, approvalKinds, approvalStates } from "../../services/billing/contract.approvals";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/list";

export const kindNames: Record<Approval["kind"], string> = {
  product: "Product request",
  bank: "Bank slip",
  unmatched: "Unmatched payment",
};

/** What waits for the platform, of all accounts; `state=all` shows what was decided as well. */
export const approvals = list({
  file: "approvals",
  search: z.object({
    ...paging,
    kind: z.enum(approvalKinds).optional().catch(undefined),
    state: z
      .enum([...approvalStates, "all"])
      .catch("open")
      .default("open"),
    customer_account: z.string().max(32).catch("").default(""),
  }),
  rows: (api, { state, customer_account, ...query }) =>
    api.billing.approvals({
      query: {
        ...query,
        ...(state === "all" ? {} : { state }),
        ...(customer_account ? { customer_account } : {}),
      },
    }),
  columns: {
    Id: (approval: Approval) => approval.id,
    Kind: (approval) => kindNames[approval.kind],
    Account: (approval) => approval.customer_account,
    "Account name": (approval) => approval.account_name,
    Title: (approval) => approval.title,
    Details: (approval) => approval.details,
    "Amount (KES)": (approval) => (approval.amount_cents / 100).toFixed(2),
    Reference: (approval) => approval.reference,
    State: (approval) => approval.state,
    "Requested by": (approval) => approval.asked_by,
    Asked: (approval) => approval.asked_at,
    "Decided by": (approval) => approval.decided_by,
    Decided: (approval) => approval.decided_at ?? "",
    Reason: (approval) => approval.reason,
  },
});
