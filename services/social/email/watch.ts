import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { MailHostFault, openMailbox } from "../../connectors/email/imap";
import { inAccount, readAccount } from "../../kit/database";
import { startInterval } from "../../kit/interval";
import { type ChannelRow, channelRow, channelSecrets, noteError } from "../channels";
import type { SocialContext } from "../deps";
import { fetchNew } from "./fetch";
import { acquireLease, LeaseLost, type MailboxKey, mailboxes, releaseLease, renewLease } from "./lease";
import { mailHosts, mailPolicy } from "./settings";

export type MailboxWatch = {
  log: { error(fields: object, message: string): void };
  /** Milliseconds: between two looks for mailboxes that nobody reads, between two questions to a host that does not
   * tell by itself, and before the first try after a failure (it doubles up to ten minutes). */
  every?: number;
  poll?: number;
  pause?: number;
};

const longestPause = 600_000;

/**
 * Reads every connected mailbox until stopped: a connection each, in one process at a time, whichever has it. What
 * another process leaves behind is taken over when its time is up.
 */
export function startMailboxes(service: SocialContext, watching: MailboxWatch): { stop(): Promise<void> } {
  const me = randomUUID();
  const { log, every = 5_000 } = watching;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  async function look(): Promise<void> {
    for (const place of await mailboxes(service.db)) {
      const name = `${place.account}/${place.channel}`;
      if (stopping.signal.aborted || running.has(name) || !(await acquireLease(service.db, place, me))) continue;
      const reading = read({ ...watching, service, place, me, stop: stopping.signal })
        .catch((err: unknown) => log.error({ err, channel: place.channel }, "reading a mailbox"))
        .finally(() => running.delete(name));
      running.set(name, reading);
    }
  }

  const looking = startInterval(look, {
    everyMs: every,
    immediately: true,
    onError: (err) => log.error({ err }, "looking for mailboxes"),
  });
  return {
    async stop() {
      stopping.abort();
      await looking.stop();
      await Promise.all(running.values());
    },
  };
}

type MailboxReader = MailboxWatch & { service: SocialContext; place: MailboxKey; me: string; stop: AbortSignal };

/** Reads one mailbox for as long as this worker has it, the channel is on and its settings stay. */
async function read(given: MailboxReader): Promise<void> {
  const { service, place, me, stop, every = 5_000 } = given;
  const { db } = service;
  const row = await readAccount(db, place.account, (trx) => channelRow(trx, place.account, place.channel));
  const ends = new AbortController();
  const end = () => ends.abort();
  stop.addEventListener("abort", end, { once: true });
  if (stop.aborted) end();
  const keep = setInterval(() => {
    keeps(given, row).then(
      (still) => still || end(),
      () => end(),
    );
  }, every);
  try {
    if (row?.active) await readOn(given, row, ends.signal);
  } finally {
    clearInterval(keep);
    stop.removeEventListener("abort", end);
    await releaseLease(db, place, me);
  }
}

/** Whether it goes on as it is. */
async function keeps({ service, place, me }: MailboxReader, before: ChannelRow | undefined): Promise<boolean> {
  if (!(await renewLease(service.db, place, me))) return false;
  const row = await readAccount(service.db, place.account, (trx) => channelRow(trx, place.account, place.channel));
  const same = before !== undefined && row !== undefined && before.secrets.equals(row.secrets);
  return same && row.active && JSON.stringify(before.settings) === JSON.stringify(row.settings);
}

async function readOn(given: MailboxReader, row: ChannelRow, signal: AbortSignal): Promise<void> {
  const { service, place, me, log, poll = 60_000, pause = 5_000 } = given;
  const { imap } = mailHosts(row, channelSecrets(service.deps.secret, place.account, row));
  for (let failures = 0; !signal.aborted; ) {
    try {
      const mailbox = await openMailbox(imap, mailPolicy(service.deps));
      const close = () => void mailbox.close();
      signal.addEventListener("abort", close, { once: true });
      try {
        while (!signal.aborted) {
          await fetchNew({ db: service.db, place, me, mailbox });
          failures = 0;
          await mailbox.wait(poll, signal);
        }
      } finally {
        signal.removeEventListener("abort", close);
        await mailbox.close();
      }
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return;
      failures++;
      if (!(error instanceof MailHostFault)) log.error({ err: error, channel: place.channel }, "reading a mailbox");
      await failed(given, error);
      // A sign-in that is refused again and again locks accounts: slower.
      const first = error instanceof MailHostFault && error.fault === "sign-in" ? pause * 6 : pause;
      await sleep(Math.min(longestPause, first * 2 ** (failures - 1)) * (0.75 + Math.random() / 2), signal);
    }
  }
}

function failed({ service, place }: MailboxReader, error: unknown): Promise<void> {
  const { account, channel } = place;
  const words = error instanceof MailHostFault ? error.message : "The mailbox could not be read.";
  return inAccount(service.db, account, async (trx) => {
    await sql`
      update social.mailboxes set failures = failures + 1 where customer_account = ${account} and channel_id = ${channel}`.execute(
      trx,
    );
    await noteError(trx, account, channel, words);
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
