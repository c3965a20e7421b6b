// SMTP (RFC 5321) for many mails: a few connections, each of which takes one mail after the other.
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { dialled, MailHostFault, type MailPolicy } from "./imap";

/** What became of a mail at the mail host. `lost`: no connection, and the host has seen nothing of it. */
export type Submitted =
  | { kind: "sent"; queueId: string }
  | { kind: "later"; code: string; reason: string }
  | { kind: "refused"; code: string; reason: string }
  | { kind: "unknown" }
  /** `down`: the host can't be used at all. */
  | { kind: "lost"; reason: string; down?: true };

export type Envelope = { from: string; to: string };
export type SmtpPool = {
  /** Never throws. */
  send(envelope: Envelope, raw: Buffer): Promise<Submitted>;
  close(): void;
};

export type PoolOptions = {
  connections?: number;
  /** Mails before a connection is opened anew. */
  messages?: number;
  /** Ms until a host that says nothing is given up. */
  silenceMs?: number;
  /** With it the host is one that somebody gave: only what it lets is dialled. */
  policy?: MailPolicy;
};

type Line = { connection: SMTPConnection; sent: number; broken: boolean; begun: boolean };

const second = 1_000;

/** @param url smtp://user:password@host:587 (STARTTLS), or smtps://…; a loopback address, and `?tls=none`, go without TLS */
export function openSmtpPool(
  url: URL,
  { connections = 5, messages = 200, silenceMs = 60_000, policy }: PoolOptions = {},
): SmtpPool {
  const free: Line[] = [];
  const waiting: (() => void)[] = [];
  let used = 0;
  let closed = false;

  async function take(): Promise<Line> {
    if (used >= connections) await new Promise<void>((resolve) => waiting.push(resolve));
    used++;
    const line = free.pop();
    if (line && !line.broken) return line;
    return open(url, silenceMs, policy);
  }

  function giveBack(line: Line | undefined): void {
    used--;
    if (line && !line.broken) {
      if (line.sent >= messages || closed) end(line);
      else free.push(line);
    }
    waiting.shift()?.();
  }

  return {
    async send(envelope, raw) {
      let line: Line | undefined;
      try {
        line = await take();
      } catch (error) {
        giveBack(undefined);
        return { kind: "lost", reason: wordsOf(error), down: true };
      }
      const result = await handOver(line, envelope, raw);
      giveBack(line);
      return result;
    },
    close() {
      closed = true;
      for (const line of free.splice(0)) end(line);
    },
  };
}

function end(line: Line): void {
  line.broken = true;
  line.connection.quit();
}

async function open(url: URL, silenceMs: number, policy: MailPolicy | undefined): Promise<Line> {
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const none = url.searchParams.get("tls") === "none";
  const bare = none || /^(127\.|::1$|localhost$)/.test(host);
  const user = decodeURIComponent(url.username);
  const port = Number(url.port) || (secure ? 465 : 587);
  const security = secure ? "tls" : none ? "none" : "starttls";
  const given = { host, port, security, user, password: decodeURIComponent(url.password) } as const;
  const { address, servername } = policy ? await dialled(given, policy) : { address: host, servername: undefined };
  const line: Line = { connection: undefined as unknown as SMTPConnection, sent: 0, broken: false, begun: false };
  const hear = (entry: object, said?: string) => {
    if ((entry as { tnx?: string }).tnx === "server" && typeof said === "string" && /^354/m.test(said))
      line.begun = true;
  };
  const silent = () => undefined;
  line.connection = new Connection({
    host: address,
    port,
    secure,
    requireTLS: !secure && !bare,
    ...(bare && !secure ? { ignoreTLS: true } : {}),
    tls: { minVersion: "TLSv1.2", ...(servername === undefined ? {} : { servername }) },
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: silenceMs,
    logger: {
      level: silent,
      trace: silent,
      debug: hear,
      info: hear,
      warn: silent,
      error: silent,
      fatal: silent,
    } as never,
    transactionLog: true,
  });
  await new Promise<void>((resolve, reject) => {
    line.connection.on("error", (error) => {
      line.broken = true;
      reject(error);
    });
    line.connection.on("end", () => {
      line.broken = true;
      reject(new Error("the mail host ended the connection"));
    });
    line.connection.connect(() => resolve());
  });
  if (user)
    await new Promise<void>((resolve, reject) =>
      line.connection.login({ user, credentials: { user, pass: given.password } } as never, (error) =>
        error ? reject(error) : resolve(),
      ),
    ).catch((error: unknown) => {
      end(line);
      throw error;
    });
  return line;
}

type SmtpError = { code?: string; responseCode?: number; response?: string; command?: string };

/** 5xx is for good and 4xx is not (RFC 5321 4.2.1); a line that broke after the mail began tells nothing. */
async function handOver(line: Line, { from, to }: Envelope, raw: Buffer): Promise<Submitted> {
  line.begun = false;
  line.sent++;
  const { connection } = line;
  const result = await new Promise<Submitted>((resolve) => {
    const broke = () => resolve(line.begun ? { kind: "unknown" } : { kind: "lost", reason: "The connection broke." });
    connection.once("end", broke);
    connection.once("error", broke);
    connection.send({ from, to: [to], size: raw.length } as never, raw, (error, info) => {
      connection.removeListener("end", broke);
      connection.removeListener("error", broke);
      if (!error) return resolve({ kind: "sent", queueId: queueIdOf(info.response) });
      resolve(judged(error as SmtpError, line.begun));
    });
  });
  // A line on which something was refused is asked to begin anew; one that broke is not used again.
  if (result.kind !== "sent") await reset(line, result.kind === "unknown" || result.kind === "lost");
  return result;
}

async function reset(line: Line, broken: boolean): Promise<void> {
  if (broken || line.broken) {
    line.broken = true;
    line.connection.close();
    return;
  }
  await new Promise<void>((resolve) => {
    const done = () => resolve();
    line.connection.once("end", done);
    line.connection.reset((error) => {
      if (error) line.broken = true;
      line.connection.removeListener("end", done);
      done();
    });
  });
}

function judged({ responseCode = 0, response = "", code = "" }: SmtpError, begun: boolean): Submitted {
  const reason = response.replace(/\s+/g, " ").slice(0, 250);
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] ?? "";
  // 421: the host closes the line, and this mail is one of many.
  if (responseCode === 421) return { kind: "lost", reason };
  if (responseCode >= 500) return { kind: "refused", code: enhanced || String(responseCode), reason };
  if (responseCode >= 400) return { kind: "later", code: enhanced || String(responseCode), reason };
  if (code === "EENVELOPE" || code === "EMESSAGE")
    return { kind: "refused", code: "", reason: "The mail host does not take this mail." };
  return begun ? { kind: "unknown" } : { kind: "lost", reason: "The connection broke." };
}

/** "250 2.0.0 Ok: queued as 4bXYZ" */
function queueIdOf(response = ""): string {
  return (/queued as\s+<?([\w.@-]{1,80})/i.exec(response)?.[1] ?? response.replace(/^250[ -]/, "").trim()).slice(0, 80);
}

function wordsOf(error: unknown): string {
  if (error instanceof MailHostFault) return error.message;
  const { code = "", responseCode = 0 } = error as SmtpError;
  return `The mail host can't be used${responseCode ? ` (${responseCode})` : code ? ` (${code})` : ""}.`;
}
