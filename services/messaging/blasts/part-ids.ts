import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { DB } from "../../tables";
import type { Result } from "./record";

/** A part of a message; part 0 is all of it under one id. */
export const PartLocation = z.object({ account: z.string(), blast: z.number(), seq: z.number(), part: z.number() });
export type PartLocation = z.infer<typeof PartLocation>;

const Candidate = PartLocation.extend({ ageMs: z.number() });
export type Candidate = z.infer<typeof Candidate>;

/** Both times are the database's, each as exact as one question to it takes, seconds. */
export const clockSlack = 0.25;

const PartRow = Candidate.extend({ id: z.string() });

/**
 * The parts that a carrier's id may mean, the newest first: carriers start their ids again. A part that was sent after
 * its receipt came is not among them.
 * @param asked the ids, each with how long ago its receipt came, ms
 */
export async function findParts(
  db: Kysely<DB>,
  connector: string,
  asked: readonly { providerId: string; ageMs: number }[],
): Promise<Map<string, Candidate[]>> {
  const found = new Map<string, Candidate[]>();
  if (asked.length === 0) return found;
  const ages = new Map(asked.map((one) => [one.providerId, one.ageMs]));
  const rows = await checkedRows(
    db,
    PartRow,
    sql`
    select p.provider_id as id, p.customer_account as account, p.blast_id as blast, p.seq, p.part,
      extract(epoch from clock_timestamp() - p.sent_at)::float8 * 1000 as "ageMs"
    from unnest(${[...ages.keys()]}::text[], ${[...ages.values()]}::float8[]) as asked (id, age)
    join messaging.parts p on p.connector = ${connector} and p.provider_id = asked.id
      and p.sent_at <= clock_timestamp() + (${clockSlack * 1000} - asked.age) * interval '1 millisecond'
    order by p.sent_at desc`,
  );
  for (const { id, account, blast, seq, part, ageMs } of rows) {
    const places = found.get(id) ?? [];
    places.push({ account, blast, seq, part, ageMs });
    found.set(id, places);
  }
  return found;
}

/** Writes which part each id of the carrier means, and when the part was sent. */
export async function insertPartIds(
  trx: Trx,
  account: string,
  connector: string,
  results: readonly Result[],
): Promise<void> {
  const now = performance.now();
  const rows = results.flatMap(({ blast, seq, ids, sentAt }) =>
    ids.map(({ providerId, part }) => ({ id: providerId, blast, seq, part, age: Math.max(0, now - sentAt) })),
  );
  if (rows.length === 0) return;
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into messaging.parts (connector, provider_id, customer_account, blast_id, seq, part, sent_at)
    select distinct on (id, blast_id, seq) ${connector}, id, ${account}, blast_id, seq, part,
      clock_timestamp() - age * interval '1 millisecond'
    from unnest(${column("id")}::text[], ${column("blast")}::bigint[], ${column("seq")}::int[],
      ${column("part")}::smallint[], ${column("age")}::float8[]) as taken (id, blast_id, seq, part, age)
    on conflict (connector, provider_id, blast_id, seq) do update set part = excluded.part, sent_at = excluded.sent_at,
      answered_at = excluded.answered_at`.execute(trx);
}
