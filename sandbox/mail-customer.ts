import { randomBytes } from "node:crypto";
import type { MailHost, SandboxMail } from "./mail";
import type { Mailbox } from "./mailbox";

/** A customer's mail program: what it writes reaches the mailbox, what the business sends is read at the mail host. */
export function mailCustomers(box: Mailbox, host: Pick<MailHost, "mails">) {
  const written = new Map<string, CustomerMail[]>();

  function write(draft: MailDraft): CustomerMail {
    const { from, name = "", subject, text, answers, calendar, forged = false, headers = {} } = draft;
    const id = `${randomBytes(9).toString("hex")}@${from.split("@")[1] ?? "mail.test"}`;
    const [domain = ""] = from.split("@").slice(-1);
    const lines = {
      // As the mailbox's host judges it: what is forged fails.
      "Authentication-Results": `mx.${box.address.split("@")[1]}; dmarc=${forged ? "fail" : "pass"} header.from=${domain}`,
      "Return-Path": `<${from}>`,
      From: name ? `${encoded(name)} <${from}>` : from,
      To: box.address,
      Subject: encoded(subject),
      Date: new Date().toUTCString(),
      "Message-ID": `<${id}>`,
      ...(answers ? { "In-Reply-To": answers.messageId, References: threadOf(answers) } : {}),
      "MIME-Version": "1.0",
      ...(calendar === undefined ? plainText : { "Content-Type": 'multipart/alternative; boundary="c1"' }),
      ...headers,
    };
    const quoted = answers
      ? `\n\nOn ${new Date(answers.at).toUTCString()}, ${answers.from} wrote:\n\n${quote(answers)}`
      : "";
    const words = inBase64(`${text}${quoted}`);
    const reply = { ...plainText, "Content-Type": "text/calendar; charset=utf-8; method=REPLY" };
    const body =
      calendar === undefined
        ? words
        : `--c1\r\n${head(plainText)}\r\n\r\n${words}\r\n--c1\r\n${head(reply)}\r\n\r\n${inBase64(calendar)}\r\n--c1--`;
    const raw = `${head(lines)}\r\n\r\n${body}\r\n`;
    const mail = { id, from, name, subject, text, at: Date.now(), raw };
    written.set(from, [...(written.get(from) ?? []), mail]);
    box.deliver(raw);
    return mail;
  }

  /** What an invitation asks of its reader's calendar program; undefined where this mailbox does not get the answer. */
  function invitation({
    calendar,
  }: SandboxMail): Record<"UID" | "SEQUENCE" | "SUMMARY" | "ORGANIZER", string> | undefined {
    const lines = calendar.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);
    const line = (name: string) => lines.find((one) => new RegExp(`^${name}[;:]`).test(one)) ?? "";
    const value = (name: string) => line(name).slice(name.length + 1);
    const ours = line("ORGANIZER").endsWith(`:mailto:${box.address}`) && line("METHOD") === "METHOD:REQUEST";
    const told = { UID: value("UID"), SEQUENCE: value("SEQUENCE"), SUMMARY: value("SUMMARY") };
    return ours ? { ...told, ORGANIZER: line("ORGANIZER") } : undefined;
  }

  return {
    write,
    invitation,
    /** The reader of an invitation presses a button in their calendar program (RFC 5546, 3.2.3). */
    answerInvitation(mail: SandboxMail, answer: "ACCEPTED" | "TENTATIVE" | "DECLINED"): void {
      const asked = invitation(mail);
      const [from = ""] = mail.to;
      if (!asked) return;
      const now = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
      const event = [
        ...["BEGIN:VEVENT", `UID:${asked.UID}`, `SEQUENCE:${asked.SEQUENCE}`, `DTSTAMP:${now}`],
        ...[asked.ORGANIZER, `ATTENDEE;PARTSTAT=${answer}:mailto:${from}`, "END:VEVENT"],
      ];
      const lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Sandbox//EN",
        "METHOD:REPLY",
        ...event,
        "END:VCALENDAR",
      ];
      const word = answer[0] + answer.slice(1).toLowerCase();
      const subject = `${word}: ${asked.SUMMARY}`;
      write({ from, subject, text: `${from}: ${word.toLowerCase()}.`, calendar: `${lines.join("\r\n")}\r\n` });
    },
    /** The same mail once more, as hosts do when they forget. */
    again: (mail: CustomerMail) => void box.deliver(mail.raw),
    /** What the business sent to an address, the newest first. */
    got: (address: string): SandboxMail[] =>
      host.mails({ to: address }).filter(({ from }) => from.includes(box.address)),
    /** Who wrote, the latest first. */
    customers: () =>
      [...written.entries()]
        .map(([address, mails]) => ({ address, name: mails.findLast(({ name }) => name)?.name ?? "", mails }))
        .sort((a, b) => (b.mails.at(-1)?.at ?? 0) - (a.mails.at(-1)?.at ?? 0)),
    /** The other side's host could not deliver a mail of the business (RFC 3464). */
    bounce(mail: SandboxMail, action: "failed" | "delayed") {
      const status = action === "failed" ? "5.1.1" : "4.4.1";
      const said = action === "failed" ? "550 5.1.1 no such user" : "451 4.4.1 the host does not answer";
      const parts = [
        "Content-Type: text/plain\r\n\r\nYour mail could not be delivered.",
        `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.mail.test\r\n\r\nFinal-Recipient: rfc822; ${mail.to[0]}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${said}`,
        `Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${mail.messageId}\r\nSubject: ${encoded(mail.subject)}`,
      ];
      const head = [
        "Return-Path: <>",
        "From: Mail Delivery System <MAILER-DAEMON@mx.mail.test>",
        `To: ${box.address}`,
        "Subject: Undelivered Mail Returned to Sender",
        `Message-ID: <${randomBytes(9).toString("hex")}@mx.mail.test>`,
        `Date: ${new Date().toUTCString()}`,
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="r1"',
      ];
      box.deliver(`${head.join("\r\n")}\r\n\r\n${parts.map((part) => `--r1\r\n${part}\r\n`).join("")}--r1--\r\n`);
    },
  };
}
export type MailCustomers = ReturnType<typeof mailCustomers>;

export type MailDraft = {
  from: string;
  name?: string;
  subject: string;
  text: string;
  /** The mail of the business that it answers, with its words under it. */
  answers?: SandboxMail | undefined;
  /** Somebody else writes in their name. */
  forged?: boolean;
  headers?: Record<string, string>;
  /** What a calendar program answers (RFC 5546). */
  calendar?: string;
};
export type CustomerMail = {
  id: string;
  from: string;
  name: string;
  subject: string;
  text: string;
  at: number;
  raw: string;
};

const plainText = { "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "base64" };

const inBase64 = (text: string) => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");

const head = (lines: Record<string, string>) =>
  Object.entries(lines)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\r\n");

const encoded = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

const threadOf = ({ headers, messageId }: SandboxMail) => `${headers.references ?? ""} ${messageId}`.trim();

const quote = ({ text }: SandboxMail) =>
  text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
