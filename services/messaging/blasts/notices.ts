import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";

/** An express send to so few is no news when it has gone out: its sender sees it. */
const expressFew = 10;

const Row = z.object({
  user_id: z.string().nullable(),
  kind: z.string(),
  name: z.string(),
  recipients: z.number(),
  status: z.string(),
  queued: z.number(),
  submitted: z.number(),
  delivered: z.number(),
  failed: z.number(),
  suppressed: z.number(),
  cancelled: z.number(),
  no_receipt: z.number(),
});
type Row = z.infer<typeof Row>;

async function findBlast(trx: Trx, account: string, blast: number): Promise<Row | undefined> {
  return checkedRow(
    trx,
    Row,
    sql`
    select b.user_id, b.kind, b.name, b.recipients, b.status, c.queued, c.submitted, c.delivered, c.failed, c.suppressed,
      c.cancelled, c.no_receipt
    from messaging.blasts b join messaging.blast_counts c
      on c.customer_account = b.customer_account and c.blast_id = b.id
    where b.customer_account = ${account} and b.id = ${blast}`,
  );
}

function nameOf({ name, recipients }: Row): string {
  return name === "" ? `Your SMS to ${number(recipients)}` : `Your SMS “${name}” to ${number(recipients)}`;
}

function number(count: number): string {
  return count.toLocaleString("en-KE");
}

/** Tells who made a blast that it has ended, with what became of its messages. */
export async function publishBlastEnd(trx: Trx, account: string, blast: number): Promise<void> {
  const row = await findBlast(trx, account, blast);
  if (!row?.user_id) return;
  if (row.status === "sent" && row.kind === "express" && row.recipients <= expressFew) return;
  const sent = row.submitted + row.delivered + row.no_receipt;
  const counts = [
    `${number(sent)} sent`,
    ...(row.failed > 0 ? [`${number(row.failed)} failed`] : []),
    ...(row.suppressed > 0 ? [`${number(row.suppressed)} on the blacklist`] : []),
    ...(row.cancelled > 0 ? [`${number(row.cancelled)} cancelled`] : []),
  ];
  const words = `${nameOf(row)} has ended: ${counts.join(", ")}.`;
  const about = { kind: "blast ended", subject: blast, key: `blast:${blast}:ended` } as const;
  await publishNotices(trx, account, [{ ...about, users: [row.user_id], words }]);
}

/** Tells who made a blast that its first messages are out, and that it waits. */
export async function publishFirstSent(trx: Trx, account: string, blast: number, messages: number): Promise<void> {
  const row = await findBlast(trx, account, blast);
  if (!row?.user_id) return;
  const about = { kind: "blast stopped", subject: blast, key: `blast:${blast}:first` } as const;
  const words = `${nameOf(row)}: the first ${number(messages)} were sent. The rest waits until you resume it.`;
  await publishNotices(trx, account, [{ ...about, users: [row.user_id], words }]);
}

/** Tells who made a blast that it does not go out, and why. */
export async function publishBlastStop(trx: Trx, account: string, blast: number, why: string): Promise<void> {
  const row = await findBlast(trx, account, blast);
  if (!row?.user_id) return;
  const about = { kind: "blast stopped", subject: blast, key: `blast:${blast}:stopped:${Date.now()}` } as const;
  await publishNotices(trx, account, [{ ...about, users: [row.user_id], words: `${nameOf(row)} was stopped. ${why}` }]);
}
