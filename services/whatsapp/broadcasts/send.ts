import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { HeaderFile } from "../../../rules/whatsapp/header-files";
import { sendComponents, whyUnusable } from "../../../rules/whatsapp/templates";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { startInterval } from "../../kit/interval";
import { checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import type { WhatsappDeps } from "../deps";
import { refreshHealth } from "../numbers/health";
import { numberRow } from "../numbers/store";
import { stopBroadcasts, stopForLowQuality } from "../stop";
import { loadTemplate } from "../templates/store";
import { choose, type NextRecipient, take } from "./candidates";
import { giveFile } from "./media";
import { confirm } from "./moves";
import { messageName } from "./names";
import { type Outcome, record, unknownWords } from "./record";
import { settle } from "./settle";
import { type BroadcastRow, broadcastRow, valuesFor } from "./store";

/** Times in milliseconds. */
export type SendingDeps = WhatsappDeps & {
  log: { error(fields: object, message: string): void };
  /** How often the queue is looked at. 1 s. */
  everyMs?: number;
  /** Messages a second on a number; Meta takes 80. */
  perSecond?: number;
  /** How long a message of which WhatsApp said nothing waits for a status, before it is sent once more. 15 min. */
  unknownMs?: number;
  /** How often the number is asked how it stands, while it sends. 15 s. */
  healthMs?: number;
  /** How long the end waits for news of what was sent last. 1 min. */
  receiptsMs?: number;
  /** How often the money of a broadcast of which nothing leaves is looked at. 5 s. */
  settleMs?: number;
  /** How long a worker keeps a broadcast without a sign of life. 60 s. */
  leaseMs?: number;
};

const defaults = {
  ...{
    everyMs: 1_000,
    perSecond: 60,
    unknownMs: 900_000,
    healthMs: 15_000,
    receiptsMs: 60_000,
    settleMs: 5_000,
    leaseMs: 60_000,
  },
};
const atOnce = 10;
/** A broadcast lets others have their turn after so long. */
const turnMs = 4_000;
/** A confirmation that was cut off is made once more after this. */
const confirmAgainMs = 60_000;

/** `settled`: when the money of each broadcast was last looked at. */
type SenderState = { stopping: boolean; settled: Map<number, number> };
const Live = z.object({ broadcast_id: z.number(), customer_account: z.string() });
type Live = z.infer<typeof Live>;
type Times = typeof defaults;

/** Sends the broadcasts until stopped. Several processes may: each broadcast is in one's hands at a time. */
export function startBroadcasting(database: Database, deps: SendingDeps): { stop(): Promise<void> } {
  const times: Times = { ...defaults, ...definedOf(deps) };
  const me = randomUUID();
  const state: SenderState = { stopping: false, settled: new Map() };
  const loop = startInterval(() => sendAll(database, deps, times, me, state), {
    ...{ everyMs: times.everyMs, immediately: true },
    onError: (err) => deps.log.error({ err }, "WhatsApp broadcasts"),
  });
  return {
    async stop() {
      state.stopping = true;
      await loop.stop();
    },
  };
}

function definedOf(deps: SendingDeps): Partial<Times> {
  const given = Object.keys(defaults).map((name) => [name, deps[name as keyof Times]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

async function sendAll(database: Database, deps: SendingDeps, times: Times, me: string, state: SenderState) {
  const live = await checkedRows(
    database.db,
    Live,
    sql`select broadcast_id, customer_account from whatsapp.queue where due_at <= now() order by created_at, broadcast_id`,
  );
  for (const one of live) {
    if (state.stopping) return;
    await work(database, deps, times, me, one, state).catch((err: unknown) =>
      deps.log.error({ err, broadcast: one.broadcast_id }, "a WhatsApp broadcast"),
    );
  }
}

/** One turn of one broadcast. */
async function work(
  database: Database,
  deps: SendingDeps,
  times: Times,
  me: string,
  { broadcast_id: id, customer_account: account }: Live,
  state: SenderState,
): Promise<void> {
  const until = Date.now() + turnMs;
  let moved = false;
  while (!state.stopping && Date.now() < until) {
    if (!(await hold(database, times, me, id))) return;
    const began = Date.now();
    const sent = await sendBatch(database, deps, times, account, id);
    if (sent === 0) break;
    moved = true;
    const pause = (sent / times.perSecond) * 1_000 - (Date.now() - began);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  if (!moved && Date.now() - (state.settled.get(id) ?? 0) < times.settleMs) return;
  state.settled.set(id, Date.now());
  if (await settle(database, deps, account, id, times)) state.settled.delete(id);
}

/** Takes the broadcast, or keeps it. @returns false while another worker has it */
async function hold({ db }: Database, { leaseMs }: Times, me: string, id: number): Promise<boolean> {
  return hasRows(
    db,
    sql`
    update whatsapp.queue set held_by = ${me}, held_until = now() + ${leaseMs} * interval '1 millisecond'
    where broadcast_id = ${id} and (held_by = ${me} or held_until < now()) returning broadcast_id`,
  );
}

/** @returns how many were handed over */
async function sendBatch(
  database: Database,
  deps: SendingDeps,
  times: Times,
  account: string,
  id: number,
): Promise<number> {
  const { db } = database;
  const ready = await inAccount(db, account, (trx) => prepare(trx, account, id, times));
  if (ready === "confirm") {
    await confirm(database, deps, account, id, { again: true });
    return 0;
  }
  if (!ready || ready.candidates.length === 0) return 0;
  const { broadcast, candidates, stale } = ready;
  // News of it may be late, or stand behind the statuses of this very broadcast.
  if (stale) await refreshHealth(database, deps, account, broadcast.channel_id);
  const file = await giveFile(database, deps, account, broadcast);
  if (file === "not yet") return 0;
  const asked = await deps.clientsOfAccount(account).messaging.optedOut({
    body: { msisdns: candidates.map(({ msisdn }) => msisdn) },
  });
  if (asked.status !== 200) throw new Error(`messaging answered ${asked.status}: ${asked.body.message}`);
  const optedOut = asked.body.msisdns;
  // What is about to leave is written down first: a row that was taken is never taken again by itself (M21).
  const taken = await inAccount(db, account, (trx) => take(trx, account, broadcast, candidates, optedOut));
  const left = [...taken];
  const hand = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const place = { broadcast: id, seq: next.seq, tries: next.tries };
      const outcome = await handOver(deps, account, { broadcast, file }, next, messageName(place));
      await inAccount(db, account, (trx) => record(trx, account, broadcast, place, outcome));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  return taken.length;
}

/** A scheduled broadcast begins when its time has come. */
async function beginDue(trx: Trx, account: string, found: BroadcastRow): Promise<BroadcastRow | undefined> {
  const { id } = found;
  const begun = await sql`
    update whatsapp.broadcasts set status = 'sending', started_at = now()
    where customer_account = ${account} and id = ${id} and status = 'scheduled' and send_at <= now()`.execute(trx);
  if (begun.numAffectedRows) await stopForLowQuality(trx, account, found);
  return broadcastRow(trx, account, id);
}

/** Puts what a dead worker left in order, and chooses who comes next. */
async function prepare(trx: Trx, account: string, id: number, times: Times) {
  const found = await broadcastRow(trx, account, id, "update");
  const broadcast = found?.status === "scheduled" ? await beginDue(trx, account, found) : found;
  if (!broadcast) return undefined;
  const mine = sql`customer_account = ${account} and broadcast_id = ${id}`;
  if (broadcast.status === "confirming") {
    const old = await hasRows(
      trx,
      sql`select 1 from whatsapp.queue where broadcast_id = ${id}
        and created_at < now() - ${confirmAgainMs} * interval '1 millisecond'`,
    );
    return old ? "confirm" : undefined;
  }
  // Whoever holds the broadcast has nothing on its way now: these were another's, and what became of them is not known.
  await sql`update whatsapp.recipients set state = 'unknown', reason = ${unknownWords} where ${mine} and state = 'sending'`.execute(
    trx,
  );
  if (broadcast.status !== "sending") return undefined;
  await sql`
    update whatsapp.recipients set state = 'queued' where ${mine} and (
      (state = 'waiting' and due_at <= now())
      or (state = 'unknown' and tries < 2 and tried_at < now() - ${times.unknownMs} * interval '1 millisecond'))`.execute(
    trx,
  );
  const template = await loadTemplate(trx, account, broadcast.template_id);
  const why = template ? whyUnusable(template) : "The template is no longer there.";
  if (why) {
    await stopBroadcasts(trx, account, sql`b.id = ${id}`, why);
    return undefined;
  }
  const number = await numberRow(trx, account, broadcast.channel_id);
  const stale = Date.now() - (number?.told_at?.getTime() ?? 0) > times.healthMs;
  return { broadcast, stale, candidates: await choose(trx, account, broadcast, number) };
}

async function handOver(
  deps: WhatsappDeps,
  account: string,
  { broadcast, file }: { broadcast: BroadcastRow; file: HeaderFile | undefined },
  { msisdn, fields }: NextRecipient,
  message_id: string,
): Promise<Outcome> {
  const { channel_id, template_name: name, language, components, mapping } = broadcast;
  const values = valuesFor(components, mapping, fields);
  const parts = sendComponents(components, values, file) as { type: string }[];
  const answer = await deps
    .clientsOfAccount(account)
    .social.sendWhatsappTemplate({
      params: { id: channel_id },
      body: { to: msisdn.replace(/^\+/, ""), message_id, name, language, components: parts },
    })
    .catch(() => undefined);
  if (answer?.status === 404)
    return { kind: "refused", words: "The number is no longer connected.", code: null, stops: true, opted_out: false };
  if (answer?.status !== 201) return { kind: "unknown" };
  const {
    kind,
    provider_id = "",
    words = "",
    code = null,
    seconds = 60,
    stops = false,
    opted_out = false,
  } = answer.body;
  if (kind === "sent") return { kind, provider_id };
  if (kind === "later") return { kind, seconds, words: words || "WhatsApp asked to wait." };
  if (kind === "unknown") return { kind };
  return { kind, words, code, stops, opted_out };
}
