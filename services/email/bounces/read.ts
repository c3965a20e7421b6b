import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { type MailHost, openMailbox } from "../../connectors/email/imap";
import type { Database } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { EmailDeps } from "../deps";
import { takeReport } from "./take";

type ReadingOptions = {
  /** imap(s)://user:password@host:port */
  mailbox: string;
  onError(error: unknown): void;
  /** Ms until a mailbox that can't be read is tried again; each time twice as long, up to `longestMs`. */
  againMs?: number;
  longestMs?: number;
  /** The longest wait for news, ms. */
  waitMs?: number;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const atOnce = 100;

/** Reads the mailbox of return paths until stopped. Two processes that read it do nothing twice. */
export function startReading(database: Database, deps: EmailDeps, options: ReadingOptions): { stop(): Promise<void> } {
  const { onError, againMs = 10_000, longestMs = 600_000, waitMs = 60_000 } = options;
  const pause = options.pause ?? ((ms, signal) => setTimeout(ms, undefined, { signal }));
  const stopping = new AbortController();
  const { signal } = stopping;
  const host = hostOf(new URL(options.mailbox));
  const name = `${host.user}@${host.host}`;

  // Hosts close an account that is signed in to wrongly again and again.
  let wait = againMs;

  async function readOnce(): Promise<void> {
    // The operator's own mailbox may well be in a closed network.
    const mailbox = await openMailbox(host, { allow: () => true });
    wait = againMs;
    try {
      while (!signal.aborted && !mailbox.closed()) {
        let last = await place(database, name, mailbox.uidValidity);
        for (
          let listed = await mailbox.after(last, atOnce);
          listed.length > 0;
          listed = await mailbox.after(last, atOnce)
        )
          for (const { uid } of listed) {
            const raw = await mailbox.raw(uid, "all");
            if (raw) await takeReport(database, deps, raw).catch(onError);
            await mailbox.seen(uid);
            last = uid;
            await sql`update email.bounce_mailbox set last_uid = greatest(last_uid, ${uid}) where mailbox = ${name}`.execute(
              database.db,
            );
          }
        await mailbox.wait(waitMs, signal);
      }
    } finally {
      await mailbox.close();
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await readOnce().catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await pause(wait, signal).catch(() => undefined);
      wait = Math.min(wait * 2, longestMs);
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const LastUidRow = z.object({ last_uid: z.number() });

/** How far it was read. One that was numbered anew is read from its beginning: what is known there changes nothing. */
async function place({ db }: Database, mailbox: string, validity: string): Promise<number> {
  const row = await checkedRow(
    db,
    LastUidRow,
    sql`
    insert into email.bounce_mailbox as b (mailbox, uid_validity) values (${mailbox}, ${validity})
    on conflict (mailbox) do update set uid_validity = excluded.uid_validity,
      last_uid = case when b.uid_validity = excluded.uid_validity then b.last_uid else 0 end
    returning last_uid`,
  );
  return row?.last_uid ?? 0;
}

function hostOf(url: URL): MailHost {
  const secure = url.protocol === "imaps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 993 : 143),
    security: secure ? "tls" : url.searchParams.get("tls") === "none" ? "none" : "starttls",
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}
