// IMAP4rev1 (RFC 3501) over TLS (RFC 8314): a mailbox from which mails are taken in.
import { isLoopback } from "../../kit/address";
import { OutsideError, type OutsidePolicy, pin } from "../../kit/outside";

export const securities = ["tls", "starttls", "none"] as const;
export type Security = (typeof securities)[number];
export type MailHost = { host: string; port: number; security: Security; user: string; password: string };

/** Which closed addresses may be dialled after all, and how names are looked up. */
export type MailPolicy = Pick<OutsidePolicy, "allow" | "resolve">;

export type MailFault =
  | "sign-in" // the host does not take the name and password
  | "tls" // no TLS, or a certificate that is not its own
  | "address" // no such host, or one that may not be dialled
  | "away" // no answer, a broken line
  | "said"; // the host refused what was asked

/** Why a mail host can't be used, in words for whoever set it up. */
export class MailHostFault extends Error {
  constructor(
    readonly fault: MailFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A mail as the mailbox lists it. */
export type Listed = { uid: number; bytes: number; at: Date; messageId: string };

/** The largest mail that is fetched whole. */
export const maxMail = 25_000_000;
const second = 1_000;

export type OpenMailbox = Awaited<ReturnType<typeof openMailbox>>;
type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** What to dial: the address that was judged, under the name its certificate must have. @throws MailHostFault */
export async function dialled({ host, port, security }: MailHost, policy: MailPolicy) {
  const address = await pin(host, port, policy).catch((error: unknown) => {
    if (!(error instanceof OutsideError)) throw error;
    throw new MailHostFault(error.fault === "slow" ? "away" : "address", error.message);
  });
  if (security === "none" && !isLoopback(address))
    throw new MailHostFault("tls", `${host} must be reached over TLS: a password never travels in the open.`);
  return { address, servername: /^[\d.]+$|:/.test(host) ? undefined : host };
}

/** What a line has told since somebody looked, and whom it wakes. */
type Line = { news: boolean; closed: boolean; wake: (() => void) | undefined };

/** Signs in and opens the inbox. @throws MailHostFault */
async function signIn(given: MailHost, policy: MailPolicy) {
  const { address, servername } = await dialled(given, policy);
  const { port, security, user, password } = given;
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    ...{ host: address, port, secure: security === "tls" },
    ...(servername === undefined ? {} : { servername }),
    // STARTTLS or nothing: a host (or whoever stands between) that does not offer it gets no password.
    doSTARTTLS: security === "starttls",
    tls: { minVersion: "TLSv1.2" },
    auth: { user, pass: password },
    logger: false,
    ...{ disableAutoIdle: true, disableCompression: true, maxIdleTime: 120 * second },
    ...{ connectionTimeout: 15 * second, greetingTimeout: 10 * second, socketTimeout: 180 * second },
    ...{ maxLiteralSize: maxMail + 1_000_000, maxLineLength: 1_000_000 },
  });
  const line: Line = { news: false, closed: false, wake: undefined };
  // Told here and then by every command: nothing may be left unheard.
  client.on("error", () => undefined);
  client.on("exists", () => {
    line.news = true;
    line.wake?.();
  });
  client.on("close", () => {
    line.closed = true;
    line.wake?.();
  });
  try {
    await client.connect();
    return { client, line, opened: await client.mailboxOpen("INBOX") };
  } catch (error) {
    client.close();
    throw faultOf(error, given.host);
  }
}

/** Idles (RFC 2177) until there may be news, the line breaks, or the time is over. */
async function idle(
  { client, line }: Pick<SignedIn, "client" | "line">,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    line.wake = done;
    signal.addEventListener("abort", done, { once: true });
    client.idle().catch(() => undefined);
  });
  line.wake = undefined;
  line.news = false;
}

/** Opens the inbox of a mailbox. @throws MailHostFault */
export async function openMailbox(given: MailHost, policy: MailPolicy = {}) {
  const { client, line, opened } = await signIn(given, policy);
  let closing = false;

  /** A range of the mailbox, one request. */
  async function listed(range: string): Promise<Listed[]> {
    const found = await client.fetchAll(range, { uid: true, size: true, internalDate: true, envelope: true }, byUid);
    return found
      .map(({ uid, size = 0, internalDate, envelope }) => ({
        ...{ uid, bytes: size, messageId: envelope?.messageId ?? "" },
        at: internalDate instanceof Date && !Number.isNaN(internalDate.getTime()) ? internalDate : new Date(),
      }))
      .sort((a, b) => a.uid - b.uid);
  }
  const byUid = { uid: true } as const;
  /** A line that is gone finds nothing and says no more than that. */
  async function searched(query: { uid: string } | { since: Date }): Promise<number[]> {
    const found = await client.search(query, byUid);
    if (!found) throw new MailHostFault("away", `${given.host} does not answer.`);
    return [...found].sort((a, b) => a - b);
  }
  /** A line that is being closed answers every question with "nothing there": that is no answer. */
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.then(
      (found) => {
        if (closing || line.closed) throw new MailHostFault("away", `${given.host} does not answer.`);
        return found;
      },
      (error: unknown) => {
        throw faultOf(error, given.host);
      },
    );

  return {
    /** A mailbox that was made anew counts from one again, under another validity. */
    uidValidity: String(opened.uidValidity),
    uidNext: opened.uidNext,
    closed: () => line.closed,
    /** We close it ourselves: what fails now is no fault of a mail. */
    closing: () => closing,
    /** Mails above a uid, oldest first, so many at most. "5:*" names the last one even when it is below five. */
    after: (uid: number, most: number): Promise<Listed[]> =>
      guarded(
        searched({ uid: `${uid + 1}:*` }).then(async (found) => {
          const uids = found.filter((one) => one > uid);
          const next = uids.slice(0, most);
          return next.length > 0 ? listed(next.join(",")) : [];
        }),
      ),
    /** The numbers of the mails that arrived on a day or after it. */
    since: (day: Date): Promise<number[]> => guarded(searched({ since: day })),
    /** One mail by its number; none when it is gone. */
    listed: (uid: number): Promise<Listed[]> => guarded(listed(String(uid))),
    /** The whole mail, or its header; undefined when it is gone by now. */
    raw: (uid: number, part: "all" | "head"): Promise<Uint8Array | undefined> =>
      guarded(
        client
          .fetchOne(String(uid), part === "all" ? { source: true } : { headers: true }, byUid)
          .then((found) => (found ? (part === "all" ? found.source : found.headers) : undefined)),
      ),
    /** Marks it as read for whoever else looks into the mailbox. A mailbox that lets nobody mark is no fault. */
    seen: (uid: number): Promise<void> =>
      guarded(
        client.messageFlagsAdd(String(uid), ["\\Seen"], byUid).then(
          () => undefined,
          (error: unknown) => {
            if (line.closed) throw error;
          },
        ),
      ),
    /** Ends when there may be news, the line broke, or after so many milliseconds; idles meanwhile (RFC 2177). */
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      if (line.news || line.closed || signal.aborted) {
        line.news = false;
        return;
      }
      await idle({ client, line }, ms, signal);
      // A line that is dead on the way says nothing: the question finds out.
      if (!line.closed && !signal.aborted) await guarded(client.noop());
    },
    async close(): Promise<void> {
      closing = true;
      if (!line.closed) await Promise.race([client.logout(), later(2 * second)]).catch(() => undefined);
      client.close();
    },
  };
}

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

type ImapError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseText?: string;
  serverResponseCode?: string;
};

/** The library's error in words. The host's own words are kept short and never hold the password. */
function faultOf(error: unknown, host: string): MailHostFault {
  if (error instanceof MailHostFault) return error;
  const { code = "", authenticationFailed, tlsFailed, responseText = "" } = error as ImapError;
  const cause = { cause: error };
  const said = responseText.replace(/\s+/g, " ").slice(0, 160);
  if (authenticationFailed)
    return new MailHostFault(
      "sign-in",
      `${host} does not take this user name and password.${said && ` It says: ${said}`}`,
      cause,
    );
  if (
    tlsFailed ||
    /^(?:CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|ClosedAfterConnectTLS|STARTTLS|MissingServerExtension)/.test(
      code,
    )
  )
    return new MailHostFault("tls", `${host} gives no safe connection (TLS)${code ? `: ${code}` : ""}.`, cause);
  if (said) return new MailHostFault("said", `${host} says: ${said}`, cause);
  return new MailHostFault("away", `${host} does not answer${code ? ` (${code})` : ""}.`, cause);
}
