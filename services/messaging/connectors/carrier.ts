/** The result of one part at the message centre; the words are those of the SMPP connector. */
export type PartOutcome =
  | { kind: "sent"; messageId: string }
  | { kind: "refused"; code: number; temporary: boolean }
  | { kind: "throttled"; code: number }
  | { kind: "unsent"; reason: string }
  | { kind: "unknown"; reason: string };

export type Sms = {
  id: string;
  /** E.164 with +. */
  to: string;
  from: string;
  text: string;
  urgent?: boolean;
  /** Only these parts, under the reference they had. */
  again?: { ref: number; parts: number[] };
};

export type SmsResult = { ref: number; parts: { n: number; result: PartOutcome; providerId?: string }[] };

export type CarrierReceipt = { providerId: string; state: string; error: string | null; final: boolean };

export type CarrierMessage = { from: string; to: string; text: string; providerRef: string | null };

/** What a carrier hands back. It may forget what it handed over only when the promise resolves. */
export type CarrierHooks = {
  onReceipt(receipt: CarrierReceipt): Promise<void>;
  onMessage(message: CarrierMessage): Promise<void>;
};

/** A way to the phones. `send` never rejects, and gives every part a result. */
export type Carrier = {
  name: string;
  /** The lower comes first; 1 when left out. */
  priority?(): number;
  send(sms: Sms): Promise<SmsResult>;
  /** What became of a part, by the carrier's id; undefined when it does not say. */
  query?(providerId: string, from: string): Promise<Omit<CarrierReceipt, "providerId"> | undefined>;
  ready(): boolean;
  /** Whether messages and receipts get through, and why not; as `ready` when left out. */
  link?(): { up: boolean; reason: string };
  /** Most parts handed over whose result is not known yet, where the way has a limit of its own. */
  window?(): number;
  stop(): Promise<void>;
};

/** How long a receipt may come before the answer to its part is written. */
export const earlyMinutes = 5;
