import type { InvoiceRow } from "../../../services/billing/contract.invoices";
import type { Payment } from "../../../services/billing/contract.payments";
import type { Plan, ProductTile } from "../../../services/billing/contract.products";
import type { StatusKind } from "../ui/status";

type StatusLabel = { kind: StatusKind; word: string };

/** A payment's state in a shape and a word. */
export const paymentStatus: Record<Payment["state"], StatusLabel> = {
  requested: { kind: "info", word: "Waiting" },
  prompted: { kind: "info", word: "Waiting for the PIN" },
  paid: { kind: "good", word: "Paid" },
  refused: { kind: "bad", word: "Refused" },
  timed_out: { kind: "warn", word: "No answer" },
  unknown: { kind: "warn", word: "Not confirmed yet" },
  unmatched: { kind: "warn", word: "Being checked" },
};

/** A bank slip waits for a person, not for a phone. */
export function slipStatus(state: Payment["state"]): StatusLabel {
  return state === "requested" ? { kind: "info", word: "Waiting for approval" } : paymentStatus[state];
}

export const sourceNames: Record<Payment["source"], string> = { mpesa: "M-Pesa", bank: "Bank slip" };

export const invoiceKindNames: Record<InvoiceRow["kind"], string> = {
  proforma: "Pro forma",
  tax: "Tax invoice",
  credit: "Credit note",
};

export const invoiceStatus: Record<InvoiceRow["state"], StatusLabel> = {
  open: { kind: "warn", word: "To be paid" },
  paid: { kind: "good", word: "Paid" },
  cancelled: { kind: "none", word: "Cancelled" },
  expired: { kind: "none", word: "Expired" },
  issued: { kind: "good", word: "Issued" },
};

/** What a tile says of a product, finer than its three states. */
export const productStatus: Record<ProductTile["detail"], StatusLabel> = {
  available: { kind: "none", word: "Available" },
  requested: { kind: "info", word: "Requested" },
  approved: { kind: "info", word: "Approved" },
  refused: { kind: "bad", word: "Refused" },
  awaiting_payment: { kind: "warn", word: "Awaiting payment" },
  active: { kind: "good", word: "Active" },
  grace: { kind: "warn", word: "Payment is late" },
  suspended: { kind: "bad", word: "Suspended" },
};

/** The same of one account's tile: what nobody can take yet is coming, and whoever holds it already holds it. */
export function tileStatus({ detail, coming }: Pick<ProductTile, "detail" | "coming">): StatusLabel {
  return coming && detail === "available" ? { kind: "none", word: "Coming" } : productStatus[detail];
}

/** What the tile says beyond its state; a sentence that only repeats the state is left out. */
export function wordsBeside({ words, detail }: Pick<ProductTile, "words" | "detail">): string {
  return words === `${productStatus[detail].word}.` ? "" : words;
}

export const periodWords: Record<Plan["period"], string> = { month: "a month", year: "a year" };
