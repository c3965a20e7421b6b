import { z } from "zod";

const item = z.object({ Name: z.string(), Value: z.union([z.string(), z.number()]).optional() });
const shape = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: z.string().max(100).default(""),
      CheckoutRequestID: z.string().min(1).max(100),
      ResultCode: z.union([z.string(), z.number()]),
      ResultDesc: z.string().max(500).default(""),
      CallbackMetadata: z.object({ Item: z.array(item).max(50) }).optional(),
    }),
  }),
});

/** What a callback claims. Nothing in it is signed: it is a hint, the query is the proof. */
export type Claim = {
  checkoutId: string;
  code: string;
  /** Present when the code is 0. Null when it was left out or makes no sense. */
  cents: number | null;
  receipt: string;
};

/** Reads the body of an M-Pesa Express callback; undefined when it is none. */
export function readCallback(body: string): Claim | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) return undefined;
  const { CheckoutRequestID, ResultCode, CallbackMetadata } = parsed.data.Body.stkCallback;
  const value = (name: string) => CallbackMetadata?.Item.find((each) => each.Name === name)?.Value;
  const receipt = String(value("MpesaReceiptNumber") ?? "")
    .trim()
    .toUpperCase();
  return {
    checkoutId: CheckoutRequestID,
    code: String(ResultCode).slice(0, 20),
    cents: centsOf(value("Amount")),
    receipt: /^[A-Z0-9]{6,20}$/.test(receipt) ? receipt : "",
  };
}

/** Shillings as Daraja writes them (100, 100.0, "100.00") in cents. */
function centsOf(amount: string | number | undefined): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(amount ?? ""));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}
