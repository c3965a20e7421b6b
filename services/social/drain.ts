import { sql } from "kysely";
import { z } from "zod";
import type { Item } from "../connectors/message";
import { inAccount, readAccount } from "../kit/database";
import type { Tasks } from "../kit/jobs";
import { checkedRows } from "../kit/row-schema";
import { bigints, hasRows, texts } from "../kit/rows";
import { type ChannelRow, channelRow, channelRows } from "./channels";
import type { SocialContext } from "./deps";
import { fileFetcher, filesTask, forgetOldFiles } from "./files";
import { processWebhooksLater, webhooksTask } from "./hooks";
import { takeItem } from "./incoming";
import { learnName, nameTask } from "./names";
import { networkOverrides } from "./network-overrides";
import { networks } from "./networks";
import { applyUnmatched, unmatchedTask } from "./status";
import { RetryLater } from "./taking";
import { isOfBroadcast, type StatusItem, tellStatuses, toldStatus } from "./whatsapp/tell";
import { forgetOldWindows } from "./whatsapp/windows";

const StoredDelivery = z.object({ id: z.number(), body: z.instanceof(Buffer), tries: z.number() });
type StoredDelivery = z.infer<typeof StoredDelivery>;
const ClaimedDelivery = StoredDelivery.extend({ later: z.boolean() });
const batch = 5;
/** Webhooks taken at a time while they hold statuses of broadcasts alone. */
const batchOfStatuses = 200;
/** What customers write comes before statuses, among so many of the oldest. */
const lookAhead = 2_000;
/** Statuses of WhatsApp's and nothing else. In a text of a customer's the quotation marks are escaped. */
const saysStatuses = sql`(position('"statuses":'::bytea in body) > 0 and position('"messages":'::bytea in body) = 0)`;
/** Seconds after which whoever took webhooks is held for dead. */
const timeoutSeconds = 300;
const maxTries = 12;
const days = 7;

/** The queued jobs of the channels; each may run twice. */
export function socialTasks(service: SocialContext): Tasks {
  const files = fileFetcher(service);
  const drain = drainsAlone(service);
  return {
    [filesTask]: ({ account, channel }) => files.pump(String(account), Number(channel)),
    [webhooksTask]: ({ account, channel }) => drain(String(account), Number(channel)),
    [nameTask]: ({ account, channel, user }) => learnName(service, String(account), Number(channel), String(user)),
    async [unmatchedTask]({ account, channel }) {
      const owner = String(account);
      const row = await readAccount(service.db, owner, (trx) => channelRow(trx, owner, Number(channel)));
      if (row) await applyUnmatched(service, owner, row);
    },
  };
}

type Draining = { again: boolean; noted: boolean };

/**
 * One run at a time for each channel of this process: several would take a few webhooks each in turn, and a customer's
 * STOP behind the statuses of a broadcast would wait for all of them. What comes in meanwhile is the run's that is under way.
 */
function drainsAlone(service: SocialContext): (account: string, channel: number) => Promise<void> {
  const running = new Map<string, Draining>();
  return async function drainAlone(account, channel) {
    const name = `${account} ${channel}`;
    const other = running.get(name);
    if (other) {
      other.again = true;
      if (other.noted) return;
      other.noted = true;
      // If its process dies, this one does it.
      await inAccount(service.db, account, (trx) => processWebhooksLater(trx, account, channel, afterTimeout()));
      return;
    }
    const mine: Draining = { again: true, noted: false };
    running.set(name, mine);
    try {
      while (mine.again) {
        mine.again = false;
        await drain(service, account, channel);
      }
    } finally {
      running.delete(name);
    }
  };
}

function afterTimeout(): Date {
  return new Date(Date.now() + (timeoutSeconds + 5) * 1_000);
}

/**
 * Looks at a channel's stored webhooks, what customers write in its order and then statuses; one worker at a time, so that
 * an edit never overtakes.
 */
export async function drain(service: SocialContext, account: string, channel: number): Promise<void> {
  let most = batch;
  for (;;) {
    const stored = await claim(service, account, channel, most);
    if (stored.length === 0) return;
    let [rest, looked] = [stored, 0];
    while (rest.length > 0 && looked < batch) {
      const [next, ...others] = await takeStatuses(service, account, channel, rest);
      if (next) {
        await look(service, account, channel, next);
        looked += 1;
      }
      rest = others;
    }
    // Statuses of a broadcast come by the thousand, and a customer's answer behind them should not wait.
    most = looked < batch ? batchOfStatuses : batch;
    await giveBack(service, account, rest);
  }
}

function claim({ db }: SocialContext, account: string, channel: number, most: number): Promise<StoredDelivery[]> {
  return inAccount(db, account, async (trx) => {
    await sql`select 1 from social.channels where customer_account = ${account} and id = ${channel} for no key update`.execute(
      trx,
    );
    const busy = await hasRows(
      trx,
      sql`
      select 1 from social.webhooks where customer_account = ${account} and channel_id = ${channel} and done_at is null
        and taken_at > now() - make_interval(secs => ${timeoutSeconds}) limit 1`,
    );
    if (busy) {
      // Whoever has them comes back for more; if they die, this one does.
      await processWebhooksLater(trx, account, channel, afterTimeout());
      return [];
    }
    const rows = await checkedRows(
      trx,
      ClaimedDelivery,
      sql`
      update social.webhooks set taken_at = now(), tries = tries + 1 where customer_account = ${account} and id in (
        select id from (
          select id, body from social.webhooks where customer_account = ${account} and channel_id = ${channel}
            and done_at is null and due_at <= now() order by id limit ${lookAhead}) w
        order by ${saysStatuses}, id limit ${most})
      returning id, body, tries, ${saysStatuses} as later`,
    );
    if (rows.length === 0) {
      await forgetOldFiles(trx, account, channel);
      await forgetOldWindows(trx, account, channel);
      await sql`
        with old as (delete from social.webhooks where customer_account = ${account} and channel_id = ${channel}
          and done_at is not null and received_at < now() - make_interval(days => ${days}))
        delete from social.outgoing where customer_account = ${account} and channel_id = ${channel}
          and at < now() - make_interval(days => ${days})`.execute(trx);
    }
    return rows.sort((a, b) => Number(a.later) - Number(b.later) || a.id - b.id);
  });
}

/**
 * Tells what became of messages of broadcasts, as long as the webhooks say nothing else, all at once.
 * @returns those from the first other one on
 */
async function takeStatuses(
  service: SocialContext,
  account: string,
  channel: number,
  stored: readonly StoredDelivery[],
): Promise<StoredDelivery[]> {
  const row = await readAccount(service.db, account, (trx) => channelRow(trx, account, channel));
  if (row?.channel !== "whatsapp" || !row.active) return [...stored];
  const alike: { id: number; items: StatusItem[] }[] = [];
  for (const { id, body } of stored) {
    const items = await statusesOfBroadcasts(body, row);
    if (!items) break;
    alike.push({ id, items });
  }
  const items = alike.flatMap((one) => one.items);
  if (items.length === 0) return [...stored];
  try {
    await tellStatuses({ deps: service.deps, account }, items);
  } catch {
    // Each by itself: its fault is kept with it, and it is tried again.
    return [...stored];
  }
  await inAccount(service.db, account, (trx) =>
    sql`
      update social.webhooks w set done_at = now(), taken_at = null, fault = '', did = n.did
      from unnest(${bigints(alike.map(({ id }) => id))}, ${texts(alike.map((one) => said(one.items)))}) n (id, did)
      where w.customer_account = ${account} and w.id = n.id`.execute(trx),
  );
  return stored.slice(alike.length);
}

/** What the bytes say, if they are of messages of broadcasts of this number alone, and none of them failed. */
async function statusesOfBroadcasts(body: Buffer, row: ChannelRow): Promise<StatusItem[] | undefined> {
  const { items, faults } = await networks.whatsapp.read(body, row);
  const statuses = items.flatMap(({ number, item }) =>
    item.kind === "status" && item.status !== "failed" && isOfBroadcast(item) && number === row.external_id
      ? [item]
      : [],
  );
  return faults.length === 0 && statuses.length > 0 && statuses.length === items.length ? statuses : undefined;
}

function said(items: readonly StatusItem[]): string {
  const did = new Map<string, number>();
  for (const item of items) did.set(toldStatus(item), (did.get(toldStatus(item)) ?? 0) + 1);
  return drainSummary(did).slice(0, 1_000);
}

/** Those that were claimed with statuses and are something else: their turn is next. */
async function giveBack({ db }: SocialContext, account: string, rest: readonly StoredDelivery[]): Promise<void> {
  if (rest.length === 0) return;
  await inAccount(db, account, (trx) =>
    sql`
      update social.webhooks set taken_at = null, tries = tries - 1
      where customer_account = ${account} and id = any(${bigints(rest.map(({ id }) => id))})`.execute(trx),
  );
}

async function look(
  service: SocialContext,
  account: string,
  channel: number,
  { id, body, tries }: StoredDelivery,
): Promise<void> {
  const row = await readAccount(service.db, account, (trx) => channelRow(trx, account, channel));
  const faults: string[] = [];
  const did = new Map<string, number>();
  let again = false;
  if (row)
    for (const step of await listSteps(service, account, row, { body, tries }, faults))
      try {
        const words = await step();
        did.set(words, (did.get(words) ?? 0) + 1);
      } catch (error) {
        // One bad item stops none of the others (M5).
        if (error instanceof RetryLater) again = true;
        faults.push(error instanceof Error ? error.message : "It could not be taken.");
      }
  const repeat = again && tries < maxTries;
  await inAccount(service.db, account, async (trx) => {
    const due = new Date(Date.now() + Math.min(600, 2 ** tries) * 1_000);
    await sql`
      update social.webhooks set done_at = ${repeat ? null : new Date()}, taken_at = null, due_at = ${due},
        fault = ${[...new Set(faults)].join(" ").slice(0, 1_000)}, did = ${drainSummary(did).slice(0, 1_000)}
      where customer_account = ${account} and id = ${id}`.execute(trx);
    if (repeat) await processWebhooksLater(trx, account, channel, due);
  });
}

type Step = () => Promise<string>;

/** What is to be done with the bytes, each by itself. */
async function listSteps(
  service: SocialContext,
  account: string,
  row: ChannelRow,
  { body, tries }: Pick<StoredDelivery, "body" | "tries">,
  faults: string[],
): Promise<Step[]> {
  const { take, settle } = networkOverrides[row.channel] ?? {};
  if (take) return row.active ? [() => take({ ...service, account, row, tries }, body)] : [];
  const items = await listItems(service, account, row, body, faults);
  return items.map(
    ({ to, item }): Step =>
      async () => {
        const given = { ...service, account, row: to, tries };
        const settled = settle ? await settle(given, item) : item;
        return typeof settled === "string" ? settled : takeItem(given, settled);
      },
  );
}

type Routed = { to: ChannelRow; item: Item };

/** What the bytes say, each item with the channel it came to: one app of Meta's may post for several numbers. */
async function listItems(
  service: SocialContext,
  account: string,
  row: ChannelRow,
  body: Buffer,
  faults: string[],
): Promise<Routed[]> {
  const read = await networks[row.channel].read(body, row);
  faults.push(...read.faults);
  const own = ({ number }: { number: string }) => number === "" || number === row.external_id;
  const others = read.items.every(own)
    ? []
    : await readAccount(service.db, account, (trx) => channelRows(trx, account, sql`c.channel = ${row.channel}`));
  return read.items.flatMap(({ number, item }) => {
    const to = own({ number }) ? row : others.find(({ external_id }) => external_id === number);
    if (!to) faults.push("It came for a number that is not connected.");
    return to?.active ? [{ to, item }] : [];
  });
}

/** What a webhook did, in words: each once, with how often. */
function drainSummary(did: ReadonlyMap<string, number>): string {
  return [...did].map(([words, times]) => (times > 1 ? `${words} (${times} times)` : words)).join(" ");
}
