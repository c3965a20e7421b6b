// SMTP connector: hands the system's own mails to a mail host (RFC 5321, submission over TLS by RFC 8314).
import { createHash } from "node:crypto";
import type { Transporter } from "nodemailer";
import type SMTPPool from "nodemailer/lib/smtp-pool";
import { z } from "zod";
import { MailRefused, type SendMail } from "../kit/mail";

const ms = 1_000;

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === "smtp:" || protocol === "smtps:") && hostname !== "";
}

/** One address, with or without a name before it: "Jibu <no-reply@jibu.example>". */
const mailbox = /^(?:[^<>@\r\n]*<([^\s<>@]{1,64}@[^\s<>@]{1,253})>|([^\s<>@,;]{1,64}@[^\s<>@,;]{1,253}))$/;

const settings = z.strictObject({
  /**
   * smtp://user:password@host:587 (STARTTLS is required) or smtps://… (TLS from the first byte). `?tls=none` gives up
   * TLS, for a relay on the same machine; a loopback address needs no TLS.
   */
  url: z.string().refine(isSmtpUrl, "Write it as smtp://user:password@host:port"),
  from: z.string().regex(mailbox, "Write it as Name <name@host>"),
  /** Seconds for the connection, the greeting, and any silence after that. */
  timeoutSeconds: z.object({ connect: z.number(), greet: z.number(), silence: z.number() }).partial().default({}),
});

export type SmtpSettings = z.input<typeof settings>;

function start(given: SmtpSettings): { send: SendMail; stop(): Promise<void> } {
  const { url, from, timeoutSeconds } = settings.parse(given);
  const options = transportOptions(new URL(url), timeoutSeconds);
  let transport: Promise<Transporter<SMTPPool.SentMessageInfo>> | undefined;
  const opened = () => {
    transport ??= open(options);
    return transport;
  };
  const domain = addressOf(from).split("@")[1] ?? "localhost";
  return {
    async send(mail) {
      const { id, to, subject, text, html, replyTo } = mail;
      // In an account's name it is a person's letter; else the system's own.
      const { fromName = "", cc = [], files = [], messageId = undefined } = "fromName" in mail ? mail : {};
      for (const header of [id, to, subject, replyTo ?? "", ...cc])
        if (/[\r\n\0]/.test(header)) throw new MailRefused("a header of the mail has a line break in it");
      if ([to, ...cc].some((one) => !mailbox.test(one) || one.includes("<")))
        throw new MailRefused("the recipient is not one mail address");
      if (replyTo !== undefined && !mailbox.test(replyTo))
        throw new MailRefused("the answer address is not one address");
      try {
        await (await opened()).sendMail({
          from: fromName ? { name: fromName.replace(/[\p{Cc}\u2028\u2029]+/gu, " "), address: addressOf(from) } : from,
          // An object, so that nothing in it is read as a list of addresses.
          to: { name: "", address: to },
          ...(cc.length > 0 ? { cc: cc.map((address) => ({ name: "", address })) } : {}),
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          ...(replyTo === undefined ? {} : { replyTo: { name: "", address: addressOf(replyTo) } }),
          messageId: `<${messageId ?? createHash("sha256").update(id).digest("hex").slice(0, 40)}@${domain}>`,
          ...(fromName ? {} : { headers: { "Auto-Submitted": "auto-generated" } }),
          attachments: files.map(({ name, type, bytes }) => ({
            ...{ filename: name.replace(/\p{Cc}+/gu, " "), contentType: type, content: Buffer.from(bytes) },
          })),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        throw plain(error);
      }
    },
    async stop() {
      (await transport)?.close();
    },
  };
}

/** Loaded with the first mail. */
async function open(options: SMTPPool.Options): Promise<Transporter<SMTPPool.SentMessageInfo>> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(options);
  // A pooled connection that breaks while idle is told here; the next mail opens another.
  transport.on("error", () => undefined);
  return transport;
}

function transportOptions(url: URL, timeoutSeconds: z.output<typeof settings>["timeoutSeconds"]): SMTPPool.Options {
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const open = url.searchParams.get("tls") === "none" || /^(127\.|::1$|localhost$)/.test(host);
  const user = decodeURIComponent(url.username);
  return {
    pool: true,
    maxConnections: 2,
    maxMessages: 100,
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !open,
    ...(open && !secure ? { ignoreTLS: true } : {}),
    tls: { minVersion: "TLSv1.2" },
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    connectionTimeout: (timeoutSeconds.connect ?? 10) * ms,
    greetingTimeout: (timeoutSeconds.greet ?? 10) * ms,
    socketTimeout: (timeoutSeconds.silence ?? 30) * ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function addressOf(text: string): string {
  const found = mailbox.exec(text);
  return found?.[1] ?? found?.[2] ?? "";
}

/**
 * The host's words often quote the recipient, and an error's properties hold the whole envelope: only the codes are
 * kept. 5xx about this mail is for good (RFC 5321 4.2.1); 4xx, a refused sign-in and a broken line are tried again.
 */
function plain(error: unknown): Error {
  const {
    code = "",
    responseCode = 0,
    command = "",
  } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const about = `the mail host answered ${responseCode || "nothing"}${command ? ` to ${command}` : ""}${code ? ` (${code})` : ""}`;
  const forThisMail = code === "EENVELOPE" || code === "EMESSAGE";
  return forThisMail && responseCode >= 500 ? new MailRefused(about) : new Error(about);
}

export const smtp = { name: "smtp", settings, start };
