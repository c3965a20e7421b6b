import type { Message } from "../../../services/chat/contract.schemas";
import type { KeptFile } from "../../kit/file-upload";

/** Something written here that the server has not acknowledged: shown at its place at once. */
export type OutboxMessage = {
  request_id: string;
  contact_id: number;
  type: "text" | "note";
  text: string;
  files: KeptFile[];
  /** It waits: the answer takes it. */
  take?: true;
  /** Seconds. */
  at: number;
  state: "sending" | "refused";
  /** Why it did not go out, in words. */
  reason: string;
};

/** What is still on its way: a message that the server has, by whichever way it was heard of, is taken out. */
export function unacknowledged(outbox: readonly OutboxMessage[], messages: readonly Message[]): OutboxMessage[] {
  const had = new Set(messages.map(({ message_id }) => message_id));
  return outbox.filter(({ request_id }) => !had.has(request_id));
}

export function refused(outbox: readonly OutboxMessage[], request_id: string, reason: string): OutboxMessage[] {
  return outbox.map((one) => (one.request_id === request_id ? { ...one, state: "refused", reason } : one));
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** 32 letters and digits (R092). Bytes beyond the last whole set of 62 are thrown away, so that each is as likely. */
export function newRequestId(
  random = (bytes: Uint8Array<ArrayBuffer>): Uint8Array => crypto.getRandomValues(bytes),
): string {
  let id = "";
  while (id.length < 32)
    for (const byte of random(new Uint8Array(48))) if (byte < 248 && id.length < 32) id += letters[byte % 62] ?? "";
  return id;
}
