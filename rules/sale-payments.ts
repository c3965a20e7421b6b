/** How a customer paid a part of a sale. */
export const paymentMethods = ["mpesa", "cash", "bank", "card", "cheque", "other"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentMethodNames: Record<PaymentMethod, string> = {
  mpesa: "M-Pesa",
  cash: "Cash",
  bank: "Bank transfer",
  card: "Card",
  cheque: "Cheque",
  other: "Other",
};

/**
 * Where the payment of a sale is. "not followed": it has no day to be paid by, and nothing was recorded; "taken back":
 * the sale was recorded by mistake, and counts nowhere.
 */
export const salePaymentStates = [
  "not followed",
  "to be paid",
  "partly paid",
  "overdue",
  "paid",
  "taken back",
] as const;
export type SalePaymentState = (typeof salePaymentStates)[number];

export const salePaymentStateNames: Record<SalePaymentState, string> = {
  "not followed": "Not followed",
  "to be paid": "To be paid",
  "partly paid": "Partly paid",
  overdue: "Overdue",
  paid: "Paid",
  "taken back": "Taken back",
};

type PayableSale = { total_cents: number; paid_cents: number; due_on: string | null; removed_at: string | null };

/** @param today the local day, as 2026-11-29: a sale is overdue from the day after the one it is to be paid by */
export function salePaymentState(
  { total_cents, paid_cents, due_on, removed_at }: PayableSale,
  today: string,
): SalePaymentState {
  if (removed_at !== null) return "taken back";
  if (paid_cents >= total_cents && (paid_cents > 0 || due_on !== null)) return "paid";
  if (due_on !== null && due_on < today) return "overdue";
  if (paid_cents > 0) return "partly paid";
  return due_on === null ? "not followed" : "to be paid";
}

/** What is still to be paid of a sale, in cents. */
export function openCents({ total_cents, paid_cents }: Pick<PayableSale, "total_cents" | "paid_cents">): number {
  return Math.max(0, total_cents - paid_cents);
}

/** The code of an M-Pesa payment as it is kept: capitals without spaces. */
export function mpesaCode(typed: string): string {
  return typed.replace(/\s+/g, "").toUpperCase();
}

/** Ten letters and digits, as in the message that M-Pesa sends of a payment ("SKL7X2ABCD Confirmed."). */
export function isMpesaCode(code: string): boolean {
  return /^[A-Z0-9]{10}$/.test(code);
}
