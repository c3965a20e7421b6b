import { type PaymentMethod, paymentMethods, type SalePaymentState } from "../../../rules/sale-payments";
import type { StatusKind } from "../../kit/ui/status";

export const salePaymentKinds: Record<SalePaymentState, StatusKind> = {
  "not followed": "none",
  "to be paid": "info",
  "partly paid": "warn",
  overdue: "bad",
  paid: "good",
  "taken back": "none",
};

/** The chosen method; what is none of them is "other". */
export function asMethod(typed: string): PaymentMethod {
  return paymentMethods.find((method) => method === typed) ?? "other";
}
