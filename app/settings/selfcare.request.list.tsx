import { z } from "zod";
import { type Payment, paymentStates } from "../../services/billing/contract.payments";
import { day, paging } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { slipStatus } from "../kit/money/labels";
import { RowLink } from "../kit/ui/table";
import { dayFilters, paymentColumns } from "./selfcare/payments";

/** The states that a slip can have, as choices. */
const states = (["requested", "paid", "refused"] as const).map((value) => ({ value, label: slipStatus(value).word }));

/** Bank slips and what became of them. */
export const slips = list({
  path: "/settings/selfcare/request",
  file: "bank-slips",
  noun: ["bank slip", "bank slips"],
  search: z.object({
    ...paging,
    ...{ start_date: day, end_date: day },
    state: z.enum(paymentStates).optional().catch(undefined),
  }),
  // The documented call names the account and the group; both are the viewer's own.
  rows: ({ api, viewer: { customer_account: account, user_group: group } }, query) =>
    api.billing.topUpRequests({ params: { account, group }, query }),
  filters: () => [{ name: "state", label: "Status", choices: states }, ...dayFilters],
  columns: () => [
    {
      ...{ name: "slip", label: "Slip", wide: true, mobileOrder: 1, fixed: true },
      value: ({ reference }: Payment) => reference,
      cell: ({ id, bank, reference }) => (
        <RowLink to={href("/settings/selfcare/topup/:id", { id })}>{`${bank} ${reference}`}</RowLink>
      ),
    },
    { name: "bank", label: "Bank", extra: true, value: ({ bank }) => bank },
    {
      ...{ name: "day", label: "Paid on", muted: true, mobileOrder: 3 },
      value: ({ paid_on }) => paid_on,
      cell: ({ paid_on }) => paid_on?.replaceAll("-", ".") ?? "–",
    },
    ...paymentColumns(slipStatus),
    {
      ...{ name: "decided", label: "Decided by", muted: true, hideOnSmall: true },
      value: ({ decided_by }) => decided_by,
      cell: ({ decided_by, reason }) => [decided_by, reason].filter(Boolean).join(": ") || "–",
    },
    { name: "sent", label: "Sent", muted: true, mobileOrder: 5, value: ({ asked_at }) => asked_at },
    { name: "by", label: "Sent by", extra: true, value: ({ asked_by }) => asked_by },
    { name: "done", label: "Decided", extra: true, value: ({ done_at }) => done_at },
    { name: "reason", label: "Reason", extra: true, value: ({ reason }) => reason },
  ],
  id: ({ id }) => String(id),
});
