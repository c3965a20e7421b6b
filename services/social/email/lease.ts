import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";

/** Seconds for which a worker has a mailbox without saying so again. */
export const leaseSeconds = 30;

const MailboxKey = z.object({ account: z.string(), channel: z.number() });
export type MailboxKey = z.infer<typeof MailboxKey>;
/** How far a mailbox was read. */
const MailboxPosition = z.object({
  uid_validity: z.string().nullable(),
  last_uid: z.number(),
  opened_at: z.date().nullable(),
  fetched_at: z.date().nullable(),
  stuck_uid: z.number().nullable(),
  stuck_tries: z.number(),
});
export type MailboxPosition = z.infer<typeof MailboxPosition>;

/** Another worker has the mailbox by now. */
export class LeaseLost extends Error {}

/** Every connected mailbox, of every account. */
export async function mailboxes(db: Database["db"]): Promise<MailboxKey[]> {
  return checkedRows(
    db,
    MailboxKey,
    sql`
    select customer_account as account, channel_id as channel from social.hooks where channel = 'email'`,
  );
}

/** Takes a mailbox that nobody has: one worker at a time has it. @returns whether this one has */
export function acquireLease(db: Database["db"], { account, channel }: MailboxKey, me: string): Promise<boolean> {
  return inAccount(db, account, async (trx) => {
    return hasRows(
      trx,
      sql`
      update social.mailboxes set held_by = ${me}, held_until = now() + make_interval(secs => ${leaseSeconds})
      where customer_account = ${account} and channel_id = ${channel} and (held_by = ${me} or held_until < now())
      returning 1`,
    );
  });
}

/** Keeps a mailbox that this worker has. One that was released stays free, whichever statement arrives last. */
export function renewLease(db: Database["db"], { account, channel }: MailboxKey, me: string): Promise<boolean> {
  return inAccount(db, account, async (trx) => {
    return hasRows(
      trx,
      sql`
      update social.mailboxes set held_until = now() + make_interval(secs => ${leaseSeconds})
      where customer_account = ${account} and channel_id = ${channel} and held_by = ${me}
      returning 1`,
    );
  });
}

export function releaseLease(db: Database["db"], { account, channel }: MailboxKey, me: string): Promise<void> {
  return inAccount(db, account, async (trx) => {
    await sql`
      update social.mailboxes set held_by = '', held_until = 'epoch'
      where customer_account = ${account} and channel_id = ${channel} and held_by = ${me}`.execute(trx);
  });
}

/** Its row, locked, while this worker has it. @throws LeaseLost */
export async function requireLease(trx: Trx, { account, channel }: MailboxKey, me: string): Promise<MailboxPosition> {
  const found = await checkedRow(
    trx,
    MailboxPosition,
    sql`
    select uid_validity, last_uid::float as last_uid, opened_at, fetched_at, stuck_uid::float as stuck_uid, stuck_tries from social.mailboxes
    where customer_account = ${account} and channel_id = ${channel} and held_by = ${me} and held_until > now()
    for update`,
  );
  if (!found) throw new LeaseLost("another worker reads this mailbox");
  return found;
}
