// Delivery status notifications: RFC 3464, codes by RFC 3463.
import { idsIn } from "./headers";

/** What a mail host says of a mail of ours. */
export type Bounce = {
  kind: "failed" | "delayed" | "delivered";
  /** 5.1.1 */
  code: string;
  /** In words, for whoever wrote the mail. */
  reason: string;
  /** The mails it may be about, the surest first. */
  ids: string[];
};

type Part = { type: string; text: string };

/** The parts of a report in their order; undefined when there is no delivery status among them. */
export function parseBounce(parts: readonly Part[], threaded: readonly string[]): Bounce | undefined {
  const status = parts.find(({ type }) => type === "message/delivery-status");
  if (!status) return undefined;
  const groups = status.text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]+/g, " ")
    .split(/\n{2,}/)
    .slice(0, 50)
    .map(fieldsOf)
    .filter((fields) => fields.has("action") || fields.has("status"));
  const read = groups.map(judged);
  const worst = read.find(({ kind }) => kind === "failed") ?? read.find(({ kind }) => kind === "delayed") ?? read[0];
  if (!worst) return undefined;
  const about = parts
    .filter(({ type }) => type === "message/rfc822" || type === "text/rfc822-headers")
    .flatMap(({ text }) => idsIn(/^message-id:\s*(.*(?:\r?\n[ \t].*)*)/im.exec(text.slice(0, 65_536))?.[1] ?? ""));
  return { ...worst, ids: [...new Set([...about, ...threaded])] };
}

function fieldsOf(group: string): Map<string, string> {
  const lines = group.split("\n").map((line) => /^([\w-]{1,60}):(.*)$/.exec(line.trim()));
  return new Map(lines.flatMap((found) => (found ? [[(found[1] ?? "").toLowerCase(), (found[2] ?? "").trim()]] : [])));
}

/** By the code; where it is missing, by the action. */
function judged(fields: ReadonlyMap<string, string>): Omit<Bounce, "ids"> {
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get("status") ?? "")?.[0] ?? "";
  const action = (fields.get("action") ?? "").toLowerCase();
  const kind =
    action === "delayed" || (action !== "failed" && code.startsWith("4"))
      ? "delayed"
      : action === "failed" || code.startsWith("5")
        ? "failed"
        : "delivered";
  const said = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]{1,20};\s*/, "").slice(0, 250);
  return { kind, code, reason: [bounceReason(code), said && `The host says: ${said}`].filter(Boolean).join(" ") };
}

const words: readonly [pattern: RegExp, words: string][] = [
  [/^5\.1\.[1236]$/, "This address does not exist."],
  [/^5\.1\.10$|^5\.1\.2$/, "This address takes no mail."],
  [/^[45]\.2\.2$/, "The mailbox is full."],
  [/^5\.2\.1$/, "The mailbox is closed."],
  [/^[45]\.2\.3$|^5\.3\.4$/, "The mail is too large for the other side."],
  [/^5\.7\./, "The other side refuses mail from us."],
  [/^[45]\.4\./, "The other side's mail host can't be reached."],
];

export function bounceReason(code: string): string {
  const known = words.find(([pattern]) => pattern.test(code));
  return known?.[1] ?? (code.startsWith("4") ? "The mail is still on its way." : "The mail came back.");
}
