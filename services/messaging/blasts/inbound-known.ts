import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { ownKeywords } from "../keywords/store";
import { type AnswersExpected, loadExpected } from "./expected";

const SentMessage = z.object({ at: z.date(), text: z.string(), sender: z.string() });
type SentMessage = z.infer<typeof SentMessage>;

/** What messages of an account are read with. */
export type KnownNumbers = {
  /** Approved sender IDs, in the order of the alphabet. */
  senders: string[];
  keywords: Awaited<ReturnType<typeof ownKeywords>>;
  /** The last message to a number. */
  before: Map<string, SentMessage>;
  /** What the account calls a number. */
  names: Map<string, string>;
  expected: AnswersExpected;
};

/** What is known of the numbers that messages are from. */
export async function loadKnown(trx: Trx, account: string, msisdns: readonly string[]): Promise<KnownNumbers> {
  const senders = await trx
    .selectFrom("messaging.senders")
    .select("sender")
    .where("customer_account", "=", account)
    .where("status", "=", "approved")
    .orderBy("sender")
    .execute();
  const keywords = await ownKeywords(trx, account);
  const recent = await trx
    .selectFrom("messaging.recent")
    .select("blast_id")
    .where("customer_account", "=", account)
    .orderBy("blast_id", "desc")
    .limit(200)
    .execute();
  const blasts = recent.map((row) => row.blast_id);
  const names = await trx
    .selectFrom("messaging.contacts")
    .select(["msisdn", "name"])
    .where("customer_account", "=", account)
    .where("msisdn", "in", msisdns)
    .execute();
  return {
    senders: senders.map((row) => row.sender),
    keywords,
    before: await listLast(trx, account, msisdns, blasts),
    names: new Map(names.map(({ msisdn, name }) => [msisdn ?? "", name])),
    expected: await loadExpected(trx, account, msisdns),
  };
}

const LastRow = SentMessage.extend({ msisdn: z.string() });

/** The last message of these blasts to each number: one look into an index for each of both. */
export async function listLast(
  trx: Trx,
  account: string,
  msisdns: readonly string[],
  blasts: readonly number[],
): Promise<Map<string, SentMessage>> {
  const found = await checkedRows(
    trx,
    LastRow,
    sql`select distinct on (m.msisdn) m.msisdn, m.submitted_at as at, coalesce(m.text, b.body) as text, b.sender
      from messaging.messages m
      join messaging.blasts b on b.customer_account = m.customer_account and b.id = m.blast_id
      where m.customer_account = ${account} and m.blast_id = any(${blasts.slice(0, 1000)}::bigint[])
        and m.msisdn = any(${[...msisdns]}::text[]) and m.submitted_at is not null
      order by m.msisdn, m.submitted_at desc`,
  );
  return new Map(found.map(({ msisdn, ...sent }) => [msisdn, sent]));
}
