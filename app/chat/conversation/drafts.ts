import type { KeptFile } from "../../kit/file-upload";
import type { OutboxMessage } from "./outbox";

/** What is half written in a conversation. */
export type ReplyDraft = { type: "text" | "note"; text: string; note: string; files: KeptFile[] };

/* `owner` is the person: who signs in after them in the same tab finds nothing. */
const draftKey = (owner: string, contact: number) => `chat draft ${owner} ${contact}`;
const outboxKey = (owner: string, contact: number) => `chat outbox ${owner} ${contact}`;

/** Session storage can be refused (private windows, a full store): then a draft lives as long as its page. */
function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

export function readDraft(owner: string, contact: number): ReplyDraft | undefined {
  return read<ReplyDraft>(draftKey(owner, contact));
}

export function writeDraft(owner: string, contact: number, draft: ReplyDraft): void {
  const empty = draft.text === "" && draft.note === "" && draft.files.length === 0;
  write(draftKey(owner, contact), empty ? undefined : draft);
}

/** What was refused stays through a reload; what was under way is shown as not sent, and goes out again by hand. */
export function readOutbox(owner: string, contact: number): OutboxMessage[] {
  return (read<OutboxMessage[]>(outboxKey(owner, contact)) ?? []).map((one) =>
    one.state === "sending"
      ? { ...one, state: "refused", reason: "The page was left before the server had answered." }
      : one,
  );
}

export function writeOutbox(owner: string, contact: number, outbox: readonly OutboxMessage[]): void {
  write(outboxKey(owner, contact), outbox.length === 0 ? undefined : outbox);
}
