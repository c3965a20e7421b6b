import type { ReceiptOutcome, ReceiptShape } from "./smsc-receipts";

/** May be changed at any time; shares are 0 to 1. */
export type SmscSettings = {
  latencyMs: number;
  /** Share answered with ESME_RTHROTTLED, and most submits taken in a second (0 = any number). */
  throttleRate: number;
  throttleAbove: number;
  /** Share refused, by command_status. */
  errorRate: Record<number, number>;
  /** Share taken but never answered. */
  silentRate: number;
  /** After so many more submits the connection breaks, the last one taken but not answered; 0 = never. */
  dropAfter: number;
  /** Leaves enquire_link without an answer. */
  deaf: boolean;
  /** Share of accepted messages of which no receipt is sent; query_sm knows what became of them. */
  lostReceiptRate: number;
  receiptDelayMs: number;
  /** Sends the receipt before the answer to the submit, as busy centres do. */
  receiptFirst: boolean;
  receiptShape: ReceiptShape;
  /** Shares of what becomes of accepted messages. */
  outcomes: Partial<Record<ReceiptOutcome, number>>;
  /** Passwords by system_id; null lets everybody in. */
  accounts: Record<string, string> | null;
};

export type SmscOptions = Partial<SmscSettings> & {
  port?: number;
  host?: string;
  seed?: number;
  /** Memory bounds: texts kept per phone, phones, and distinct messages counted. */
  texts?: number;
  phones?: number;
  keys?: number;
};

export const standardSettings: SmscSettings = {
  latencyMs: 0,
  throttleRate: 0,
  throttleAbove: 0,
  errorRate: {},
  silentRate: 0,
  dropAfter: 0,
  deaf: false,
  lostReceiptRate: 0,
  receiptDelayMs: 0,
  receiptFirst: false,
  receiptShape: "standard",
  outcomes: { delivered: 1 },
  accounts: null,
};
