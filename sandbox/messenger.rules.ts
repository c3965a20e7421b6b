/** A call to send, as far as it is looked at. */
export type SendRequest = {
  recipient?: { id?: string };
  messaging_type?: string;
  tag?: string;
  sender_action?: string;
  message?: {
    text?: string;
    metadata?: string;
    quick_replies?: { title?: string }[];
    attachment?: { type?: string; payload?: { attachment_id?: unknown } };
  };
};

const hour = 3_600_000;
const actions = ["mark_seen", "typing_on", "typing_off"];

/** What Messenger has against it: code, subcode and words. @param wrote when the customer wrote last, milliseconds */
export function judged(
  { messaging_type, tag, sender_action, message }: SendRequest,
  wrote: number | undefined,
  now: number,
): [code: number, subcode: number, message: string] | undefined {
  if (wrote === undefined) return [100, 2_018_001, "(#100) No matching user found"];
  if (sender_action !== undefined)
    return actions.includes(sender_action) && message === undefined ? undefined : [100, 0, "(#100) Invalid parameter"];
  const past = now - wrote;
  const closed: [number, number, string] = [10, 2_018_278, "(#10) This message is sent outside of allowed window."];
  if (messaging_type === "RESPONSE" && past >= 24 * hour) return closed;
  // The other tags are gone since 27 April 2026.
  if (messaging_type === "MESSAGE_TAG" && tag !== "HUMAN_AGENT") return [100, 0, "(#100) Invalid parameter"];
  if (messaging_type === "MESSAGE_TAG" && past >= 168 * hour) return closed;
  if (messaging_type !== "RESPONSE" && messaging_type !== "MESSAGE_TAG") return [100, 0, "(#100) Invalid parameter"];
  const { text, attachment, quick_replies = [] } = message ?? {};
  if ((text === undefined || text === "") === (attachment === undefined)) return [100, 0, "(#100) Invalid parameter"];
  if ([...(text ?? "")].length > 2_000) return [100, 0, "(#100) Length of param message[text] must be less than 2000"];
  return quick_replies.length > 13 ? [100, 0, "(#100) Param message[quick_replies] has too many elements"] : undefined;
}
