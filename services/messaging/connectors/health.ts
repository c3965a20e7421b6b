import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { CarrierHealth } from "../contract.health";
import { freshSeconds } from "./links";

/** What one write of results and receipts has added, by network. */
export type HealthChange = {
  network: string;
  sent?: number;
  delivered?: number;
  failed?: number;
  receipts?: number;
  receiptMs?: number;
};

type Counts = { sent: number; delivered: number; failed: number; receipts: number; receiptMs: number };

/** Minutes that are looked back on. */
const lookBack = 15;

/** Adds up in memory how a carrier does; `write` puts it into the database. A message costs an addition. */
export function healthCounter({ db }: Database, connector: string) {
  let counts = new Map<string, Counts>();
  let error: string | undefined;

  function add(changes: readonly HealthChange[], reasons: readonly { reason: string }[]): void {
    for (const { network, sent = 0, delivered = 0, failed = 0, receipts = 0, receiptMs = 0 } of changes) {
      const own = counts.get(network) ?? { sent: 0, delivered: 0, failed: 0, receipts: 0, receiptMs: 0 };
      own.sent += sent;
      own.delivered += delivered;
      own.failed += failed;
      own.receipts += receipts;
      own.receiptMs += receiptMs;
      counts.set(network, own);
    }
    error = reasons.at(-1)?.reason ?? error;
  }

  async function write(): Promise<void> {
    const [written, reason] = [[...counts], error];
    counts = new Map();
    error = undefined;
    if (written.length > 0) {
      const rows = written.map(([network, { receiptMs, ...own }]) => ({
        network,
        ...own,
        receipt_ms: Math.round(receiptMs),
      }));
      await sql`
        insert into messaging.carrier_minutes as m (connector, minute, network, sent, delivered, failed, receipts, receipt_ms)
        select ${connector}, date_trunc('minute', now()), r.* from json_to_recordset(${JSON.stringify(rows)}::json)
          as r (network text, sent int, delivered int, failed int, receipts int, receipt_ms bigint) order by network
        on conflict (connector, minute, network) do update set sent = m.sent + excluded.sent,
          delivered = m.delivered + excluded.delivered, failed = m.failed + excluded.failed,
          receipts = m.receipts + excluded.receipts, receipt_ms = m.receipt_ms + excluded.receipt_ms`.execute(db);
    }
    if (reason !== undefined)
      await sql`
        insert into messaging.carrier_errors (connector, reason) values (${connector}, ${reason.slice(0, 300)})
        on conflict (connector) do update set reason = excluded.reason, at = now()`.execute(db);
  }

  return { add, write };
}

/** How each carrier that has a worker did in the last minutes: at most a few dozen rows are read. */
export async function loadHealth({ db }: Pick<Database, "db">): Promise<CarrierHealth["carriers"]> {
  const rows = await checkedRows(
    db,
    HealthRow,
    sql`
    with up as (
      select connector, bool_or(up) as up, min(since) filter (where up) as up_since, max(since) as since,
        sum(max_unanswered)::int as max_unanswered
      from messaging.links where seen_at > now() - ${freshSeconds} * interval '1 second' group by connector
    ), lately as (
      select connector, network, sum(sent)::int as sent, sum(delivered)::int as delivered, sum(failed)::int as failed,
        sum(receipts)::int as receipts, sum(receipt_ms)::float8 as receipt_ms,
        (sum(sent) filter (where minute >= date_trunc('minute', now()) - interval '1 minute'))::int as sent_now
      from messaging.carrier_minutes where minute > now() - ${lookBack} * interval '1 minute' group by connector, network
    )
    select u.connector as name, u.up, case when u.up then u.up_since else u.since end as since, u.max_unanswered,
      extract(epoch from now() - date_trunc('minute', now()))::float8 as second, e.reason, e.at as error_at,
      coalesce((select json_agg(l order by l.sent desc) from lately l where l.connector = u.connector), '[]') as networks
    from up u left join messaging.carrier_errors e
      on e.connector = u.connector and e.at > now() - ${lookBack} * interval '1 minute'
    order by u.up desc, u.connector`,
  );
  return rows.map(asHealth);
}

const NetworkRow = z.object({
  network: z.string(),
  sent: z.number(),
  delivered: z.number(),
  failed: z.number(),
  receipts: z.number(),
  receipt_ms: z.number(),
  sent_now: z.number().nullable(),
});
type NetworkRow = z.infer<typeof NetworkRow>;
const HealthRow = z.object({
  name: z.string(),
  up: z.boolean(),
  since: z.date().nullable(),
  max_unanswered: z.number(),
  second: z.number(),
  reason: z.string().nullable(),
  error_at: z.date().nullable(),
  networks: z.array(NetworkRow),
});
type HealthRow = z.infer<typeof HealthRow>;

function asHealth({ networks, since, second, reason, error_at, ...row }: HealthRow): CarrierHealth["carriers"][number] {
  const sum = (of: (network: NetworkRow) => number) => networks.reduce((all, network) => all + of(network), 0);
  const receipts = sum((one) => one.receipts);
  return {
    ...row,
    since: since?.toISOString() ?? null,
    // This minute so far and the one before.
    per_second: sum((one) => one.sent_now ?? 0) / (60 + second),
    delivered_share: shareOf(
      sum((one) => one.delivered),
      sum((one) => one.failed),
    ),
    by_network: networks.map(({ network, delivered, failed }) => ({
      network,
      delivered_share: shareOf(delivered, failed),
    })),
    receipt_seconds: receipts > 0 ? sum((one) => one.receipt_ms) / receipts / 1000 : null,
    last_error: reason,
    last_error_at: error_at?.toISOString() ?? null,
  };
}

function shareOf(delivered: number, failed: number): number | null {
  return delivered + failed > 0 ? delivered / (delivered + failed) : null;
}
