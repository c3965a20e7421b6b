import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount } from "../../kit/database";
import { append } from "../../kit/events";
import { startInterval } from "../../kit/interval";
import { checkedRows } from "../../kit/row-schema";
import { keepLeases } from "./claim";
import { currentTime, type SendingDeps } from "./deps";
import type { Dispatcher } from "./dispatch";
import { placeEarlyReceipts } from "./early-receipts";
import { carrierOrder, type Lane, openLane } from "./lane";
import { settlement } from "./money";
import { repairConfirmations } from "./moves";
import { type BlastPaces, blastPaces } from "./pace";
import { appear } from "./presence";
import { askNext } from "./receipt-queries";
import { endReceipts } from "./receipts-end";
import { forget, holdOutsideHours, startDue } from "./sweep";

/** How often a live page hears of a running blast, ms. */
const newsMs = 500;

/**
 * The worker: sends what is queued, stores receipts and answers, settles the money. Any number of them may run, in any
 * number of processes. `stop` finishes what is on the wire and gives the rest back.
 */
export async function startWorker(database: Database, deps: SendingDeps): Promise<{ stop(): Promise<void> }> {
  const {
    leaseMs = 60_000,
    settleMs = 2_000,
    repairMs = 10_000,
    unknownWaitMs = 120_000,
    window = 500,
    receiptsMs = 30_000,
  } = deps;
  const onError = (error: unknown) => deps.log.error({ err: error }, "sending");
  const news = new Map<number, string>();
  const paces = blastPaces();
  let beat = performance.now();

  const lanes: Lane[] = [];
  const dropAll = () => {
    for (const { work } of lanes) work.drop(() => true);
  };
  const presence = await appear(database, {
    queueChanged: () => void refresh().catch(onError),
    lost: dropAll,
    error: onError,
  });
  const order = carrierOrder(lanes, deps.failoverMs ?? 5_000);
  const options = {
    ...{ window, leaseMs, unknownWaitMs, paces, name: presence.name, onError, takesFree: order.takesFree },
    onChange(changed: readonly { account: string; blast: number }[]): void {
      for (const { account, blast } of changed) news.set(blast, account);
    },
  };
  for (const start of [deps.carrier, deps.secondCarrier])
    if (start) lanes.push(openLane(database, deps, (hooks) => start(hooks), options));

  async function refresh(): Promise<void> {
    order.handOver();
    await followQueue(
      database,
      lanes.map(({ work }) => work),
      paces,
    );
    for (const { work } of lanes) await work.hurry();
    pump();
  }

  function pump(): void {
    for (const { work } of lanes) work.pump();
  }

  async function keep(): Promise<void> {
    const name = presence.name();
    const asked = performance.now();
    if (name) await keepLeases(database, name, leaseMs).then(() => (beat = asked), onError);
    // Another worker may have taken them: whoever can't say that they live must not send.
    if (performance.now() - beat > leaseMs * 0.8) dropAll();
  }

  async function tell(): Promise<void> {
    const changed = [...news];
    news.clear();
    for (const [blast, account] of changed)
      await inAccount(database.db, account, (trx) => append(trx, account, "blast", { id: blast }));
  }

  const settle = settlement(database, deps, onError);
  const every = (everyMs: number, run: () => Promise<unknown>) =>
    startInterval(run, { everyMs, immediately: true, onError });
  const loops = [
    every(1_000, refresh),
    every(500, async () => {
      await presence.buryDead();
      pump();
    }),
    every(500, () => startDue(database, currentTime(deps))),
    every(1_000, () => holdOutsideHours(database, currentTime(deps))),
    ...lanes.flatMap(({ carrier, links, health }) => [
      every(1_000, () => placeEarlyReceipts(database, carrier.name)),
      every(1_000, links.report),
      every(2_000, health.write),
    ]),
    every(newsMs, tell),
    every(Math.min(15_000, leaseMs / 4), keep),
    every(settleMs, settle),
    every(Math.max(200, repairMs / 2), () => repairConfirmations(database, deps, repairMs)),
    every(receiptsMs, () => endReceipts(database, deps, onError)),
    every(1_000, () =>
      askNext(
        database,
        presence.name(),
        lanes.map(({ carrier }) => carrier),
      ),
    ),
    every(3_600_000, () => forget(database)),
  ];

  async function stop(): Promise<void> {
    await Promise.all(loops.map((loop) => loop.stop()));
    await Promise.all(lanes.map((lane) => lane.stop()));
    await tell().catch(onError);
    await settle().catch(onError);
    for (const { health, links } of lanes) {
      await health.write().catch(onError);
      await links.end().catch(onError);
    }
    await presence.stop();
  }

  return { stop };
}

const QueuedBlast = z.object({ blast_id: z.number(), speed: z.number().nullable() });

/** Leaves alone what was paused, cancelled or held back meanwhile, and keeps to the speed that the rest has now. */
async function followQueue({ db }: Database, all: readonly Dispatcher[], paces: BlastPaces): Promise<void> {
  const mine = [...new Set(all.flatMap((work) => work.runs().map((chunk) => chunk.blast)))];
  paces.keep(mine);
  if (mine.length === 0) return;
  const rows = await checkedRows(
    db,
    QueuedBlast,
    sql`
    select blast_id, speed from messaging.queue where blast_id = any(${mine}::bigint[]) and state = 'sending'`,
  );
  for (const { blast_id, speed } of rows) paces.set(blast_id, speed);
  const going = new Set(rows.map((row) => row.blast_id));
  for (const work of all) work.drop((chunk) => mine.includes(chunk.blast) && !going.has(chunk.blast));
}
