import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { PlayRefused, playWords } from "../../connectors/playstore";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { startInterval } from "../../kit/interval";
import { OutsideError } from "../../kit/outside";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { type ChannelRow, channelRow, noteError } from "../channels";
import type { SocialContext } from "../deps";
import { connectedApp } from "./app";
import { keepReview } from "./reviews";

export type ReviewWatch = {
  log: { error(fields: object, message: string): void };
  /** Milliseconds between two looks for apps whose turn it is. */
  every?: number;
};

const AppPlace = z.object({ account: z.string(), channel: z.number() });
type AppPlace = z.infer<typeof AppPlace>;
const Poll = z.object({ polled_at: z.date().nullable(), walked_at: z.date().nullable(), failures: z.number() });
type Poll = z.infer<typeof Poll>;

/** Seconds for which a worker has an app without storing anything of it. */
const leaseSeconds = 120;
/** Google gives an app 200 readings an hour (M14): so many seconds a page leave some for tests and answers. */
const pageSeconds = 20;
/** Apps that one process reads at once. */
const mostAtOnce = 8;
const mostPages = 100;
const perPage = 100;
/** Seconds after which every page is read, for answers from the Play Console to reviews that did not change. */
const walkSeconds = 3_600;
/** Google lists the reviews of so many days. */
const listedDays = 7;
const longestWait = 1_800;

/** Another worker reads this app by now. */
class LeaseLost extends Error {}

/** Reads the reviews of every connected app until stopped: each app in one process at a time, whichever has it. */
export function startReviews(service: SocialContext, { log, every = 2_000 }: ReviewWatch): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>();
  async function look(): Promise<void> {
    for (const place of await apps(service.db)) {
      const name = `${place.account}/${place.channel}`;
      if (running.has(name)) continue;
      while (running.size >= mostAtOnce) await Promise.race(running.values());
      const reading = readIfDue(service, place)
        .catch((err: unknown) => log.error({ err, channel: place.channel }, "reading reviews"))
        .finally(() => running.delete(name));
      running.set(name, reading);
    }
  }
  const looking = startInterval(look, {
    everyMs: every,
    immediately: true,
    onError: (err) => log.error({ err }, "looking for reviews"),
  });
  return {
    async stop() {
      await looking.stop();
      await Promise.all(running.values());
    },
  };
}

/** Every connected app, of every account. */
async function apps(db: Database["db"]): Promise<AppPlace[]> {
  return checkedRows(
    db,
    AppPlace,
    sql`
    select customer_account as account, channel_id as channel from social.hooks where channel = 'playstore'`,
  );
}

/** Reads an app's reviews when its time has come and no one else does. */
export async function readIfDue(service: SocialContext, place: AppPlace): Promise<void> {
  const { db } = service;
  const { account, channel } = place;
  const row = await readAccount(db, account, (trx) => channelRow(trx, account, channel));
  if (!row?.active) return;
  const me = randomUUID();
  const poll = await inAccount(db, account, (trx) => takePoll(trx, place, me));
  if (!poll) return;
  try {
    await readReviews({ service, place, me, row, poll });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    await inAccount(db, account, (trx) => noteFailure(trx, place, { me, error, poll }));
    // What Google or the network says stands on the channel's page; anything else is a fault of ours.
    if (!(error instanceof OutsideError) && playWords(error) === undefined) throw error;
  }
}

async function takePoll(trx: Trx, { account, channel }: AppPlace, me: string): Promise<Poll | undefined> {
  return checkedRow(
    trx,
    Poll,
    sql`
    update social.review_polls set held_by = ${me}, held_until = now() + make_interval(secs => ${leaseSeconds})
    where customer_account = ${account} and channel_id = ${channel} and due_at <= now() and held_until < now()
    returning polled_at, walked_at, failures`,
  );
}

/** @throws LeaseLost */
async function keepLease(trx: Trx, { account, channel }: AppPlace, me: string): Promise<void> {
  const found = await hasRows(
    trx,
    sql`
    update social.review_polls set held_until = now() + make_interval(secs => ${leaseSeconds})
    where customer_account = ${account} and channel_id = ${channel} and held_by = ${me} and held_until > now()
    returning 1`,
  );
  if (!found) throw new LeaseLost("another worker reads this app");
}

type ReviewReading = { service: SocialContext; place: AppPlace; me: string; row: ChannelRow; poll: Poll };

/** Page by page, the newest first, until a page has nothing new; once an hour to the last. */
async function readReviews({ service, place, me, row, poll }: ReviewReading): Promise<void> {
  const { db, deps } = service;
  const { account, channel } = place;
  const app = connectedApp(deps, account, row);
  const walks = !poll.walked_at || Date.now() - poll.walked_at.getTime() > walkSeconds * 1_000;
  let pages = 0;
  for (let token = ""; ; ) {
    const { reviews, next } = await app.list({ most: perPage, token });
    pages++;
    const news = await inAccount(db, account, async (trx) => {
      await keepLease(trx, place, me);
      let stored = 0;
      // The oldest first, as they were written.
      for (const review of reviews.reverse()) if (await keepReview(trx, place, review, !poll.polled_at)) stored++;
      return stored;
    });
    if (next === "" || pages === mostPages || (!walks && news === 0)) break;
    token = next;
  }
  await inAccount(db, account, async (trx) => {
    await keepLease(trx, place, me);
    if (poll.polled_at) await noteGap(trx, place, poll.polled_at);
    if (poll.failures > 0)
      await sql`
        update social.channels set last_error = '', last_error_at = null where customer_account = ${account} and id = ${channel}`.execute(
        trx,
      );
    const wait = Math.max(deps.playPollSeconds, (pages - 1) * pageSeconds);
    await sql`
      update social.review_polls set polled_at = now(), failures = 0, held_by = '', held_until = 'epoch',
        due_at = now() + make_interval(secs => ${wait}), walked_at = case when ${walks} then now() else walked_at end
      where customer_account = ${account} and channel_id = ${channel}`.execute(trx);
  });
}

/** No one can read what was written before the days that Google lists: that is said, with the days (M14). */
async function noteGap(trx: Trx, { account, channel }: AppPlace, before: Date): Promise<void> {
  const listed = new Date(Date.now() - listedDays * 86_400_000);
  if (before >= listed) return;
  const [from, to] = [before, listed].map((at) => at.toISOString().slice(0, 10));
  const words = `Reviews from ${from} to ${to} may be missing: Google lists those of the last 7 days. Look for them in the Play Console.`;
  await sql`
    insert into social.webhooks (customer_account, channel_id, body, done_at, fault)
    values (${account}, ${channel}, '', now(), ${words})`.execute(trx);
}

type PollFailure = { me: string; error: unknown; poll: Poll };

async function noteFailure(trx: Trx, place: AppPlace, { me, error, poll }: PollFailure): Promise<void> {
  const { account, channel } = place;
  const asked = error instanceof PlayRefused ? (error.seconds ?? 0) : 0;
  const wait = Math.max(asked, Math.min(longestWait, 30 * 2 ** Math.min(poll.failures, 10)));
  const words = playWords(error) ?? (error instanceof OutsideError ? error.message : "The reviews could not be read.");
  // What was not reached this time is read the next time, whatever the first page says.
  const found = await hasRows(
    trx,
    sql`
    update social.review_polls set failures = failures + 1, held_by = '', held_until = 'epoch', walked_at = null,
      due_at = now() + make_interval(secs => ${wait})
    where customer_account = ${account} and channel_id = ${channel} and held_by = ${me} returning 1`,
  );
  if (found) await noteError(trx, account, channel, words);
}
