import { createHash } from "node:crypto";

/** More header than this is nobody's letter. */
const maxHeader = 262_144;
const maxIds = 100;

/** The header lines of a raw mail by lower-case name, unfolded (RFC 5322 2.2.3), each name in its order. */
export function parseHeaders(raw: Uint8Array): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of headOf(raw)
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)) {
    const at = line.indexOf(":");
    if (at < 1) continue;
    const name = line.slice(0, at).trim().toLowerCase();
    found.set(name, [...(found.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return found;
}

/** Where the empty line after the header begins. */
function endOfHead(raw: Uint8Array): number {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxHeader));
  const ends = [bytes.indexOf("\r\n\r\n"), bytes.indexOf("\n\n")].filter((at) => at !== -1);
  return ends.length > 0 ? Math.min(...ends) : bytes.length;
}

function headOf(raw: Uint8Array): string {
  return Buffer.from(raw.buffer, raw.byteOffset, endOfHead(raw)).toString("latin1");
}

const hash = (...parts: (string | Uint8Array)[]) => {
  const made = createHash("sha256");
  for (const part of parts) made.update(part);
  return `sha256:${made.digest("hex")}`;
};

/** The ids in a header's value, without their brackets; one that is overlong goes by its hash. */
export function idsIn(value: string): string[] {
  const found = value.match(/<[^<>\s]{1,2000}>/g) ?? [];
  return [...new Set(found.slice(-maxIds).map((id) => shortened(id.slice(1, -1))))];
}

function shortened(id: string): string {
  return id.length > 250 ? hash(id) : id;
}

/**
 * What makes a mail this mail: its Message-ID, or when it has none a hash of what does not change on the way (the
 * hosts it went through write above that).
 */
export function messageKey(raw: Uint8Array): string {
  const headers = parseHeaders(raw);
  const [value = ""] = headers.get("message-id") ?? [];
  const [id] = idsIn(value);
  if (id !== undefined) return id;
  const bare = value.trim();
  if (bare !== "" && !/\s/.test(bare)) return shortened(bare.replace(/^<|>$/g, ""));
  const stable = ["date", "from", "to", "subject"].flatMap((name) => headers.get(name) ?? []);
  return hash(`${stable.join("\n")}\n`, raw.subarray(endOfHead(raw)));
}

/** Whether a machine answered a mail of somebody's, as one does that is out of office (RFC 3834 5). */
export function isAutomaticReply(headers: ReadonlyMap<string, readonly string[]>): boolean {
  const first = (name: string) => headers.get(name)?.[0]?.trim().toLowerCase() ?? "";
  if (/^auto-replied\b/.test(first("auto-submitted")) || /^auto_reply\b/.test(first("precedence"))) return true;
  if (["x-autoreply", "x-autorespond", "x-auto-reply"].some((name) => headers.has(name))) return true;
  // Absence notes of Exchange and of vacation(1) name no reply of their own: what answers a mail and is a machine's is one.
  const answers = headers.has("in-reply-to") || headers.has("references");
  const ofList = headers.has("list-id") || headers.has("list-unsubscribe");
  if (!answers || ofList) return false;
  if (/^auto-/.test(first("auto-submitted")) || /^(?:bulk|junk)\b/.test(first("precedence"))) return true;
  return /^<\s*>/.test(first("return-path"));
}

const machines = /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer-daemon|postmaster|bounces?)(?:[-+=._][^@]*)?@/i;

/**
 * Why a mail must not be answered by a machine (RFC 3834 2), in a word; empty when a person wrote it.
 * @param from the sender's bare address
 */
export function automaticReason(headers: ReadonlyMap<string, readonly string[]>, from: string): string {
  const first = (name: string) => headers.get(name)?.[0]?.trim().toLowerCase();
  const submitted = first("auto-submitted");
  if (submitted !== undefined && !/^no\b/.test(submitted)) return "auto-submitted";
  if (/^(?:bulk|list|junk|auto_reply)\b/.test(first("precedence") ?? "")) return "bulk";
  if (headers.has("list-id") || headers.has("list-unsubscribe") || headers.has("x-auto-response-suppress"))
    return "bulk";
  if (/^<\s*>/.test(first("return-path") ?? "")) return "no return path";
  if (headers.has("x-autoreply") || headers.has("x-autorespond") || headers.has("x-auto-reply")) return "auto-reply";
  return from === "" || machines.test(from) ? "no-reply" : "";
}
