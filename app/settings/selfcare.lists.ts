import { z } from "zod";
import { type InvoiceRow, invoiceKinds, invoiceStates } from "../../services/billing/contract.invoices";
import { type Payment, paymentStates } from "../../services/billing/contract.payments";
import type { StatementLine } from "../../services/billing/contract.statement";
import { day, paging } from "../../services/kit/contract";
import type { Viewer } from "../access";
import { list, type Plain } from "../kit/list";
import { invoiceKindNames, invoiceStatus, paymentStatus, slipStatus, sourceNames } from "../kit/money/labels";

const days = { start_date: day, end_date: day };
/** A number, not a text: a spreadsheet adds it up, and a charge keeps its minus sign. */
const kes = (cents: number) => cents / 100;

type Columns = { [heading: string]: (payment: Payment) => Plain };

/** The documented calls name the account and the group; both are the viewer's own. */
type WalletOwner = Pick<Viewer, "customer_account" | "user_group">;
const owner = ({ customer_account: account, user_group: group }: WalletOwner) => ({ account, group });

const topUpColumns = {
  Asked: (payment: Payment) => payment.asked_at,
  By: (payment) => sourceNames[payment.source],
  Phone: (payment) => payment.phone,
  "Amount (KES)": (payment) => kes(payment.amount_cents),
  "Credited (KES)": (payment) => kes(payment.credited_cents),
  Status: (payment) => paymentStatus[payment.state].word,
  Receipt: (payment) => payment.reference,
  "Requested by": (payment) => payment.asked_by,
  Done: (payment) => payment.done_at ?? "",
  Reason: (payment) => payment.reason,
} satisfies Columns;

/** Payments into the account, by phone and by bank. */
export function topUpsOf(viewer: WalletOwner) {
  return list({
    file: "top-ups",
    search: z.object({
      ...paging,
      ...days,
      state: z.enum(paymentStates).optional().catch(undefined),
      source: z.enum(["mpesa", "bank"]).optional().catch(undefined),
    }),
    rows: (api, query) => api.billing.topUps({ params: owner(viewer), query }),
    columns: topUpColumns,
  });
}

const slipColumns = {
  Sent: (payment: Payment) => payment.asked_at,
  Bank: (payment) => payment.bank,
  Slip: (payment) => payment.reference,
  "Paid on": (payment) => payment.paid_on ?? "",
  "Amount (KES)": (payment) => kes(payment.amount_cents),
  "Credited (KES)": (payment) => kes(payment.credited_cents),
  Status: (payment) => slipStatus(payment.state).word,
  "Sent by": (payment) => payment.asked_by,
  "Decided by": (payment) => payment.decided_by,
  Decided: (payment) => payment.done_at ?? "",
  Reason: (payment) => payment.reason,
} satisfies Columns;

/** Bank slips and what became of them. */
export function slipsOf(viewer: WalletOwner) {
  return list({
    file: "bank-slips",
    search: z.object({ ...paging, ...days, state: z.enum(paymentStates).optional().catch(undefined) }),
    rows: (api, query) => api.billing.topUpRequests({ params: owner(viewer), query }),
    columns: slipColumns,
  });
}

export const invoices = list({
  file: "invoices",
  search: z.object({
    ...paging,
    ...days,
    kind: z.enum(invoiceKinds).optional().catch(undefined),
    state: z.enum(invoiceStates).optional().catch(undefined),
    q: z.string().max(100).catch("").default(""),
  }),
  rows: (api, query) => api.billing.invoices({ query }),
  columns: {
    Number: (invoice: InvoiceRow) => invoice.number,
    Kind: (invoice) => invoiceKindNames[invoice.kind],
    For: (invoice) => invoice.title,
    Product: (invoice) => invoice.product,
    Issued: (invoice) => invoice.issued_at,
    Due: (invoice) => invoice.due_at ?? "",
    Paid: (invoice) => invoice.paid_at ?? "",
    "Net (KES)": (invoice) => kes(invoice.net_cents),
    "VAT (%)": (invoice) => invoice.vat_percent,
    "VAT (KES)": (invoice) => kes(invoice.vat_cents),
    "Total (KES)": (invoice) => kes(invoice.total_cents),
    Status: (invoice) => invoiceStatus[invoice.state].word,
    "Refers to": (invoice) => invoice.refers_to?.number ?? "",
  },
});

export const kindNames: Record<StatementLine["kind"], string> = {
  topup: "Money in",
  credit: "Credit note",
  hold: "Reserved",
  release: "Refunded",
  charge: "Charge",
  transfer: "Transfer",
  adjust: "Adjustment",
};

export const statement = list({
  file: "statement",
  search: z.object({ ...paging, ...days }),
  rows: (api, query) => api.billing.statement({ query }),
  columns: {
    Time: (line: StatementLine) => line.at,
    Kind: (line) => kindNames[line.kind],
    Description: (line) => line.description,
    Product: (line) => line.product,
    Reference: (line) => line.reference,
    "Amount (KES)": (line) => kes(line.cents),
    "Balance (KES)": (line) => kes(line.balance_cents),
  },
});
