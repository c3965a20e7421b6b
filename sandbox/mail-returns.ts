import { randomBytes } from "node:crypto";
import { parseHeaders } from "../services/connectors/email/headers";
import type { Mailbox } from "./mailbox";

/** How the sandbox's readers and their hosts treat a mail, by what stands before the @ of its address. */
const behaviours: readonly [RegExp, "gone" | "full" | "spam"][] = [
  [/^(?:gone|bounce)/, "gone"],
  [/^full/, "full"],
  [/^(?:spam|complain)/, "spam"],
];

/** What a host answers at once: some addresses it does not know, some it can't take now. */
export function judgeRecipient(address: string): [code: number, words: string] | undefined {
  if (/^unknown/i.test(address)) return [550, "5.1.1 There is no such mailbox here"];
  if (/^later/i.test(address)) return [451, "4.7.1 Try again in a few minutes"];
  return undefined;
}

/** The mailbox of return paths: it gets what comes back of the mails that left from there. */
export function mailReturns(box: Mailbox, domain: string) {
  return {
    /** A mail was delivered: its reader's host may send it back, its reader may complain. */
    delivered(raw: Buffer, recipients: readonly string[], from: string): void {
      if (!from.toLowerCase().endsWith(`@${domain}`)) return;
      for (const recipient of recipients) {
        const [, what] = behaviours.find(([pattern]) => pattern.test(recipient.toLowerCase())) ?? [];
        if (what === "spam") box.deliver(complaint(raw, from));
        else if (what) box.deliver(bounce(raw, { recipient, from, full: what === "full" }));
      }
    },
    /** What a reader's mail program writes to leave a list. */
    written(raw: Buffer, recipients: readonly string[]): void {
      if (recipients.some((one) => one.toLowerCase().endsWith(`@${domain}`))) box.deliver(raw);
    },
  };
}

const headOf = (raw: Buffer) => {
  const headers = parseHeaders(raw);
  const line = (name: string) => `${name}: ${headers.get(name.toLowerCase())?.[0] ?? ""}`;
  return [line("Message-ID"), line("Subject"), line("From"), line("To")].join("\r\n");
};

/** RFC 3464. */
function bounce(raw: Buffer, { recipient, from, full }: { recipient: string; from: string; full: boolean }): string {
  const [status, said] = full
    ? ["5.2.2", "552 5.2.2 The mailbox is full"]
    : ["5.1.1", "550 5.1.1 There is no such user"];
  return report("delivery-status", from, [
    "Content-Type: text/plain\r\n\r\nYour mail could not be delivered.",
    `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.mail.test\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${said}`,
    `Content-Type: text/rfc822-headers\r\n\r\n${headOf(raw)}`,
  ]);
}

/** RFC 5965. */
function complaint(raw: Buffer, from: string): string {
  return report("feedback-report", from, [
    "Content-Type: text/plain\r\n\r\nA reader marked this mail as spam.",
    `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: mail.test/1\r\nVersion: 1\r\nOriginal-Mail-From: <${from}>`,
    `Content-Type: message/rfc822\r\n\r\n${headOf(raw)}\r\n\r\n`,
  ]);
}

function report(type: string, to: string, parts: readonly string[]): string {
  const head = [
    "Return-Path: <>",
    "From: Mail Delivery System <MAILER-DAEMON@mx.mail.test>",
    `To: <${to}>`,
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: <${randomBytes(9).toString("hex")}@mx.mail.test>`,
    `Date: ${new Date().toUTCString()}`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${type}; boundary="r1"`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${parts.map((part) => `--r1\r\n${part}\r\n`).join("")}--r1--\r\n`;
}
