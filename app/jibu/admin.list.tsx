import { z } from "zod";
import { showKes } from "../../rules/money";
import { type Approval, approvalKinds, approvalStates } from "../../services/billing/contract.approvals";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/lists/definition";
import { Status, type StatusKind } from "../kit/ui/status";

export const kindNames: Record<Approval["kind"], string> = {
  product: "Product request",
  bank: "Bank slip",
  unmatched: "Unmatched payment",
};

const states: Record<Approval["state"], { kind: StatusKind; word: string }> = {
  open: { kind: "warn", word: "Waits" },
  approved: { kind: "good", word: "Approved" },
  refused: { kind: "bad", word: "Refused" },
};

/** What waits for the platform, of all accounts; `state=all` shows what was decided as well. */
export const approvals = list({
  path: "/jibu/admin",
  file: "approvals",
  noun: ["request", "requests"],
  search: z.object({
    ...paging,
    kind: z.enum(approvalKinds).optional().catch(undefined),
    state: z
      .enum([...approvalStates, "all"])
      .catch("open")
      .default("open"),
    customer_account: z.string().max(32).catch("").default(""),
  }),
  find: "Account number",
  findName: "customer_account",
  keeps: ["state"],
  rows: ({ api }, { state, customer_account, ...query }) =>
    api.billing.approvals({
      query: {
        ...query,
        ...(state === "all" ? {} : { state }),
        ...(customer_account ? { customer_account } : {}),
      },
    }),
  filters: () => [
    { name: "kind", label: "Kind", choices: Object.entries(kindNames).map(([value, label]) => ({ value, label })) },
  ],
  columns: () => [
    { name: "id", label: "Id", extra: true, firstInFiles: true, num: true, value: ({ id }: Approval) => id },
    { name: "kind", label: "Kind", extra: true, firstInFiles: true, value: ({ kind }) => kindNames[kind] },
    {
      ...{ name: "number", label: "Account number", heading: "Account", extra: true, firstInFiles: true, num: true },
      value: ({ customer_account }) => customer_account,
    },
    {
      ...{ name: "title", label: "What", heading: "Title", wide: true, mobileOrder: 1, fixed: true },
      value: ({ title }) => title,
      cell: ({ title, kind }) => (
        <>
          <b className="font-medium">{title}</b> <span className="text-quiet">{kindNames[kind]}</span>
        </>
      ),
    },
    {
      ...{ name: "account", label: "Account", heading: "Account name", mobileOrder: 3, firstInFiles: true },
      value: ({ account_name }) => account_name,
      cell: ({ account_name, customer_account }) => `${account_name} ${customer_account}`,
    },
    { name: "details", label: "Details", extra: true, clip: true, value: ({ details }) => details },
    {
      ...{ name: "amount", label: "Amount", heading: "Amount (KES)", align: "right", alignEnd: true, mobileOrder: 4 },
      value: ({ amount_cents }) => (amount_cents / 100).toFixed(2),
      cell: ({ kind, amount_cents }) => (kind === "product" ? "–" : showKes(amount_cents)),
    },
    { name: "reference", label: "Reference", extra: true, num: true, value: ({ reference }) => reference },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => state,
      cell: ({ state }) => <Status kind={states[state].kind}>{states[state].word}</Status>,
    },
    { name: "asked-by", label: "Requested by", extra: true, value: ({ asked_by }) => asked_by },
    {
      ...{ name: "asked", label: "Requested", heading: "Asked", muted: true, mobileOrder: 5 },
      value: ({ asked_at }) => asked_at,
    },
    {
      ...{ name: "decided-by", label: "Decided by", muted: true, hideOnSmall: true },
      value: ({ decided_by }) => decided_by,
      cell: ({ decided_by, reason }) => [decided_by, reason].filter(Boolean).join(": ") || "–",
    },
    { name: "decided", label: "Decided", extra: true, value: ({ decided_at }) => decided_at },
    { name: "reason", label: "Reason", extra: true, clip: true, value: ({ reason }) => reason },
  ],
  id: ({ id }) => String(id),
});
