import type { AddressInfo } from "node:net";
import { brand } from "../rules/brand";

/** One mail as its reader sees it. `at` is milliseconds UTC. */
export type SandboxMail = {
  id: string;
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  at: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  files: { name: string; type: string; bytes: number }[];
  /** What a calendar program reads of it; "" of a mail that is no invitation. */
  calendar: string;
};

export type MailHost = {
  port: number;
  /** Newest first; `to` and `text` find those with it in the recipient, or in the subject or text. */
  mails(search?: { to?: string; text?: string }): SandboxMail[];
  mail(id: string): SandboxMail | undefined;
  counts(): { taken: number; repeated: number; refused: number };
  /** What is answered to the next recipients: [450, "later"] for a temporary refusal, [550, "gone"] for good. */
  answer(reply: [code: number, words: string] | undefined): void;
  clear(): void;
  close(): Promise<void>;
};

type Options = {
  port?: number;
  user?: string;
  password?: string;
  keep?: number;
  /** Hears of every mail that was taken, as it came: a mailbox on this host. */
  into?: (raw: Buffer, recipients: string[], from: string) => void;
  /** What is answered to some recipients; nothing: they are taken. */
  judge?: (recipient: string) => [code: number, words: string] | undefined;
};

/**
 * A mail host on the loopback address that speaks real SMTP. It delivers to nobody: mails are kept (the last 500) and
 * shown at /sandbox/mail. One that comes again with the same Message-ID is taken and not kept twice.
 */
export async function startMailHost({
  port = 0,
  user,
  password,
  keep = 500,
  into,
  judge,
}: Options = {}): Promise<MailHost> {
  // Loaded here, so that production never loads it.
  const { SMTPServer } = await import("smtp-server");
  let kept: SandboxMail[] = [];
  let next = 1;
  let reply: [number, string] | undefined;
  const counts = { taken: 0, repeated: 0, refused: 0 };

  async function take(raw: Buffer, recipients: string[], from: string): Promise<void> {
    const { default: PostalMime } = await import("postal-mime");
    const { messageId = "", from: writer, subject = "", text = "", html = "", ...rest } = await PostalMime.parse(raw);
    if (messageId && kept.some((mail) => mail.messageId === messageId)) {
      counts.repeated++;
      return;
    }
    counts.taken++;
    const sender = writer ? `${writer.name ?? ""} <${writer.address ?? ""}>`.trim() : "";
    const headers = Object.fromEntries(rest.headers.map(({ key, value }) => [key, value]));
    const files = rest.attachments.map(({ filename, mimeType: type, content }) => ({
      ...{ name: filename ?? "", type, bytes: typeof content === "string" ? content.length : content.byteLength },
    }));
    const invitation = rest.attachments.find(({ mimeType }) => mimeType === "text/calendar")?.content ?? "";
    const calendar = typeof invitation === "string" ? invitation : new TextDecoder().decode(invitation);
    const words = { messageId, from: sender, to: recipients, subject, text, html };
    kept.push({ id: String(next++), ...words, at: Date.now(), headers, files, calendar });
    into?.(raw, recipients, from);
    kept = kept.slice(-keep);
  }

  const server = new SMTPServer({
    name: "mail.sandbox.test",
    banner: `${brand.name} sandbox`,
    // On the loopback address, where a certificate of our own would prove nothing.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authOptional: user === undefined,
    size: 10_000_000,
    disableReverseLookup: true,
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user: auth.username })
        : done(Object.assign(new Error("Wrong name or password"), { responseCode: 535 })),
    onRcptTo({ address }, _session, done) {
      const said = reply ?? judge?.(address);
      if (!said) return done();
      counts.refused++;
      done(Object.assign(new Error(said[1]), { responseCode: said[0] }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", done);
      stream.on("end", () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error("The mail is too large"), { responseCode: 552 }));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const { mailFrom } = session.envelope;
        take(Buffer.concat(chunks), recipients, mailFrom ? mailFrom.address : "").then(
          () => done(),
          () => done(Object.assign(new Error("The mail can't be read"), { responseCode: 554 })),
        );
      });
    },
  });
  // A client that breaks off is its own affair.
  server.on("error", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });

  return {
    port: (server.server.address() as AddressInfo).port,
    mails({ to = "", text = "" } = {}) {
      const [wantedTo, wanted] = [to.toLowerCase(), text.toLowerCase()];
      return kept
        .filter((mail) => mail.to.some((address) => address.toLowerCase().includes(wantedTo)))
        .filter((mail) => `${mail.subject}\n${mail.text}`.toLowerCase().includes(wanted))
        .reverse();
    },
    mail: (id) => kept.find((mail) => mail.id === id),
    counts: () => ({ ...counts }),
    answer(given) {
      reply = given;
    },
    clear() {
      kept = [];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
