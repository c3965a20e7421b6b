// SMTP (RFC 5321) by submission over TLS (RFC 8314, 6409): one customer's mail at a time.
import type { Handed, OutgoingFile } from "../message";
import { dialled, type MailHost, MailHostFault, type MailPolicy } from "./imap";
import { bareAddress } from "./read";

export type OutgoingMail = {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  /** The same words for who reads HTML, made by our own templates. */
  html?: string;
  cc?: readonly string[];
  /** Without brackets. */
  messageId: string;
  inReplyTo: string;
  references: readonly string[];
  files?: readonly OutgoingFile[];
  /** A machine wrote it (RFC 3834): told to other machines, so that they do not answer. */
  automatic: boolean;
};

const second = 1_000;
const maxIds = 20;

async function transport(given: MailHost, policy: MailPolicy, hear?: (line: string) => void) {
  const { address, servername } = await dialled(given, policy);
  const { port, security, user, password } = given;
  const logger = hear && listening(hear);
  const { createTransport } = await import("nodemailer");
  return createTransport({
    ...{ host: address, port, secure: security === "tls", requireTLS: security === "starttls" },
    ...(security === "none" ? { ignoreTLS: true } : {}),
    tls: { minVersion: "TLSv1.2", ...(servername === undefined ? {} : { servername }) },
    ...(user ? { auth: { user, pass: password } } : {}),
    ...{ connectionTimeout: 15 * second, greetingTimeout: 15 * second, socketTimeout: 60 * second },
    ...{ disableFileAccess: true, disableUrlAccess: true },
    ...(logger ? { logger, transactionLog: true } : {}),
  });
}

/** A logger that keeps nothing and only listens to what the host answers. */
function listening(hear: (line: string) => void) {
  const log = (entry: object, line?: string) => {
    if ((entry as { tnx?: string }).tnx === "server" && typeof line === "string") hear(line);
  };
  const none = () => undefined;
  return { level: none, trace: none, debug: log, info: log, warn: none, error: none, fatal: none };
}

/** Signs in and goes again. @throws MailHostFault */
export async function checkSmtp(given: MailHost, policy: MailPolicy = {}): Promise<void> {
  const line = await transport(given, policy);
  try {
    await line.verify();
  } catch (error) {
    throw faultOf(error, given.host);
  } finally {
    line.close();
  }
}

/** Hands over one mail. What may have arrived is never called failed (statement M18). */
export async function sendMail(given: MailHost, policy: MailPolicy, mail: OutgoingMail): Promise<Handed> {
  if ([mail.to, ...(mail.cc ?? [])].some((one) => bareAddress(one) === ""))
    return { kind: "refused", words: "This is not one mail address." };
  // From the moment the host said "go on" the letter may be in its hands.
  let begun = false;
  try {
    const line = await transport(given, policy, (answer) => {
      if (/^354/m.test(answer)) begun = true;
    });
    try {
      await line.sendMail({
        from: { name: headerWords(mail.from.name), address: mail.from.address },
        to: { name: "", address: mail.to },
        ...(mail.cc?.length ? { cc: mail.cc.map((address) => ({ name: "", address })) } : {}),
        subject: headerWords(mail.subject),
        text: mail.text,
        ...(mail.html === undefined ? {} : { html: mail.html }),
        messageId: `<${mail.messageId}>`,
        ...(mail.inReplyTo ? { inReplyTo: `<${mail.inReplyTo}>` } : {}),
        ...(mail.references.length > 0 ? { references: mail.references.slice(-maxIds).map((id) => `<${id}>`) } : {}),
        ...(mail.automatic ? { headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" } } : {}),
        ...(mail.files?.length ? { attachments: mail.files.map(attached) } : {}),
        ...{ disableFileAccess: true, disableUrlAccess: true },
      });
    } finally {
      line.close();
    }
    return { kind: "sent", provider_id: mail.messageId };
  } catch (error) {
    return handed(error, begun, given.host);
  }
}

function attached({ name, type, bytes }: OutgoingFile) {
  return { filename: headerWords(name), contentType: type, content: Buffer.from(bytes) };
}

/** One line, whatever was typed. */
function headerWords(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

type SmtpError = { code?: string; originalCode?: string; responseCode?: number; response?: string; command?: string };

/** 5xx is for good and 4xx is not (RFC 5321 4.2.1); a line that broke after the letter began tells nothing. */
function handed(error: unknown, begun: boolean, host: string): Handed {
  if (error instanceof MailHostFault)
    return error.fault === "away"
      ? { kind: "later", seconds: 60 }
      : { kind: "refused", words: error.message, stops: true };
  const { code = "", responseCode = 0, response = "", command = "" } = error as SmtpError;
  const said = response.replace(/\s+/g, " ").slice(0, 200);
  if (code === "EAUTH" && responseCode >= 500) {
    const words = `${host} no longer takes this user name and password. Connect the mailbox again.`;
    return { kind: "refused", words, stops: true };
  }
  if (code === "ETLS") return { kind: "refused", words: `${host} gives no safe connection (TLS).`, stops: true };
  if (responseCode >= 500) return { kind: "refused", words: `The mail host refused it: ${said}` };
  if (responseCode >= 400) return { kind: "later", seconds: 120 };
  if (code === "EENVELOPE" || (code === "EMESSAGE" && command === "MAIL FROM"))
    return { kind: "refused", words: "The mail host does not take this mail: it may be too large." };
  return begun ? { kind: "unknown" } : { kind: "later", seconds: 60 };
}

function faultOf(error: unknown, host: string): MailHostFault {
  const { code = "", originalCode = "", responseCode = 0, response = "" } = error as SmtpError;
  const said = response.replace(/\s+/g, " ").slice(0, 160);
  if (code === "EAUTH")
    return new MailHostFault(
      "sign-in",
      `${host} does not take this user name and password.${said && ` It says: ${said}`}`,
    );
  if (code === "ETLS" || /^(?:CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(originalCode))
    return new MailHostFault("tls", `${host} gives no safe connection (TLS).`);
  if (responseCode >= 400) return new MailHostFault("said", `${host} says: ${said}`);
  return new MailHostFault("away", `${host} does not answer${code ? ` (${code})` : ""}.`);
}
