// One prompt on one phone: what may be done with it, and what M-Pesa tells of it.

import { randomBytes } from "node:crypto";

/** What a person does with a prompt, or what goes wrong on the way back. */
export const answers = [
  "approve",
  "refuse",
  "wrong pin",
  "no money",
  "time out",
  "late",
  "twice",
  "other amount",
] as const;
export type HandsetAnswer = (typeof answers)[number];

export type MpesaPrompt = {
  merchantId: string;
  checkoutId: string;
  phone: string;
  /** Shillings. */
  amount: number;
  account: string;
  description: string;
  callbackUrl: string;
  at: Date;
  answered: HandsetAnswer | null;
  code: number | null;
  receipt: string;
  /** Callbacks sent, with the status each was answered with (0: nobody took it). */
  calls: number[];
};

export const codes: Record<HandsetAnswer, number> = {
  approve: 0,
  late: 0,
  twice: 0,
  "other amount": 0,
  refuse: 1032,
  "wrong pin": 2001,
  "no money": 1,
  "time out": 1037,
};
export const words: Record<number, string> = {
  0: "The service request is processed successfully.",
  1: "The balance is insufficient for the transaction.",
  1032: "Request cancelled by user",
  1037: "DS timeout user cannot be reached",
  2001: "The initiator information is invalid.",
};

/** The body of a callback, as Daraja sends it; `amount` in shillings. */
export function callbackBody(prompt: MpesaPrompt, amount = prompt.amount): object {
  const code = prompt.code ?? 1037;
  const paid = [
    { Name: "Amount", Value: amount },
    { Name: "MpesaReceiptNumber", Value: prompt.receipt },
    { Name: "Balance" },
    { Name: "TransactionDate", Value: Number(prompt.at.toISOString().replace(/\D/g, "").slice(0, 14)) },
    { Name: "PhoneNumber", Value: Number(prompt.phone) },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantId,
        CheckoutRequestID: prompt.checkoutId,
        ResultCode: code,
        ResultDesc: words[code] ?? "",
        ...(code === 0 ? { CallbackMetadata: { Item: paid } } : {}),
      },
    },
  };
}

/** Ten letters and digits that begin with a letter, like M-Pesa's. */
export function receiptNumber(): string {
  return `S${randomBytes(8)
    .toString("base64url")
    .replace(/[^A-Za-z0-9]/g, "X")
    .toUpperCase()
    .slice(0, 9)}`;
}
