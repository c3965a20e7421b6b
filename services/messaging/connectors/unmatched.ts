import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { Unmatched } from "../contract.connectors";
import { type CarrierMessage, earlyMinutes } from "./carrier";

const shown = 50;

/** Keeps a message for an address that no account has. */
export async function insertUnmatched({ db }: Database, connector: string, message: CarrierMessage): Promise<void> {
  await db
    .insertInto("messaging.unmatched_messages")
    .values({
      connector,
      msisdn: message.from.slice(0, 40),
      sent_to: message.to.slice(0, 40),
      text: message.text.slice(0, 2000),
    })
    .execute();
}

const ReceiptRow = Unmatched.shape.receipts.element.extend({ at: z.date(), total: z.number() });

const MessageRow = Unmatched.shape.messages.element.extend({ at: z.date(), total: z.number() });

/** A receipt is unmatched when it is too old to be an early one. */
export async function listUnmatched({ db }: Database): Promise<Unmatched> {
  const old = sql`at < now() - ${earlyMinutes} * interval '1 minute'`;
  const receipts = await checkedRows(
    db,
    ReceiptRow,
    sql`
    select provider_id, state, error, at, count(*) over ()::int as total from messaging.early_receipts
    where ${old} order by at desc limit ${shown}`,
  );
  const messages = await checkedRows(
    db,
    MessageRow,
    sql`
    select id, msisdn as "from", sent_to as "to", text, received_at as at, count(*) over ()::int as total
    from messaging.unmatched_messages order by received_at desc, id desc limit ${shown}`,
  );
  return {
    receipts: receipts.map(({ total: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
    receipts_total: receipts[0]?.total ?? 0,
    messages: messages.map(({ total: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
    messages_total: messages[0]?.total ?? 0,
  };
}
