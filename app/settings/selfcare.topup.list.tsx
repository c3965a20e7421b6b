import { z } from "zod";
import { showPhone } from "../../rules/phone";
import { type Payment, paymentStates } from "../../services/billing/contract.payments";
import { day, paging } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { paymentStatus, sourceNames } from "../kit/money/labels";
import { RowLink } from "../kit/ui/table";
import { dayFilters, paymentColumns, stateChoices } from "./selfcare/payments";

/** Payments into the account, by phone and by bank. */
export const topUps = list({
  path: "/settings/selfcare/topup",
  file: "top-ups",
  noun: ["payment", "payments"],
  search: z.object({
    ...paging,
    ...{ start_date: day, end_date: day },
    state: z.enum(paymentStates).optional().catch(undefined),
    source: z.enum(["mpesa", "bank"]).optional().catch(undefined),
  }),
  // The documented call names the account and the group; both are the viewer's own.
  rows: ({ api, viewer: { customer_account: account, user_group: group } }, query) =>
    api.billing.topUps({ params: { account, group }, query }),
  filters: () => [
    { name: "state", label: "Status", choices: stateChoices(paymentStatus) },
    { name: "source", label: "Method", choices: stateChoices(sourceNames) },
    ...dayFilters,
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "asked", label: "Requested", mobileOrder: 1, fixed: true },
      value: ({ asked_at }: Payment) => asked_at,
      cell: ({ id, asked_at }) => (
        <RowLink to={href("/settings/selfcare/topup/:id", { id })}>
          <DateTime at={asked_at} zone={zone} />
        </RowLink>
      ),
    },
    {
      ...{ name: "by", label: "Method", wide: true, muted: true, mobileOrder: 3 },
      value: ({ source }) => sourceNames[source],
      cell: ({ source, phone, bank }) =>
        [sourceNames[source], phone ? showPhone(phone) : bank].filter(Boolean).join(", "),
    },
    ...paymentColumns((state) => paymentStatus[state]),
    { name: "receipt", label: "Receipt", hideOnSmall: true, num: true, value: ({ reference }) => reference },
    { name: "who", label: "Requested by", muted: true, mobileOrder: 5, value: ({ asked_by }) => asked_by },
    { name: "phone", label: "Phone", extra: true, num: true, value: ({ phone }) => phone },
    { name: "done", label: "Done", extra: true, value: ({ done_at }) => done_at },
    { name: "reason", label: "Reason", extra: true, value: ({ reason }) => reason },
  ],
  id: ({ id }) => String(id),
});
