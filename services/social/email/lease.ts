import { sql } from "kysely";
import { type Database, inAccount, type Trx } from "../../kit/database";

/** Seconds for which a worker has a mailbox without saying so again. */
export const leaseSeconds = 30;

export type MailboxKey = { account: string; channel: number };
/** How far a mailbox was read. */
export type MailboxPosition = {
  uid_validity: string | null;
  last_uid: number;
  opened_at: Date | null;
  fetched_at: Date | null;
  stuck_uid: number | null;
  stuck_tries: number;
};

/** Another worker has the mailbox by now. */
export class LeaseLost extends Error {}

/** Every connected mailbox, of every account. */
export async function mailboxes(db: Database["db"]): Promise<MailboxKey[]> {
  const { rows } = await sql<MailboxKey>`
    select customer_account as account, channel_id as channel from social.hooks where channel = 'email'`.execute(db);
  return rows;
}

/** Takes a mailbox that nobody has: one worker at a time has it. @returns whether this one has */
export function acquireLease(db: Database["db"], { account, channel }: MailboxKey, me: string): Promise<boolean> {
  return inAccount(db, account, async (trx) => {
    const { rows } = await sql`
      update social.mailboxes set held_by = ${me}, held_until = now() + make_interval(secs => ${leaseSeconds})
      where customer_account = ${account} and channel_id = ${channel} and (held_by = ${me} or held_until < now())
      returning 1`.execute(trx);
    return rows.length > 0;
  });
}

/** Keeps a mailbox that this worker has. One that was released stays free, whichever statement arrives last. */
export function renewLease(db: Database["db"], { account, channel }: MailboxKey, me: string): Promise<boolean> {
  return inAccount(db, account, async (trx) => {
    const { rows } = await sql`
      update social.mailboxes set held_until = now() + make_interval(secs => ${leaseSeconds})
      where customer_account = ${account} and channel_id = ${channel} and held_by = ${me}
      returning 1`.execute(trx);
    return rows.length > 0;
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
  const { rows } = await sql<MailboxPosition>`
    select uid_validity, last_uid::float as last_uid, opened_at, fetched_at, stuck_uid::float as stuck_uid, stuck_tries from social.mailboxes
    where customer_account = ${account} and channel_id = ${channel} and held_by = ${me} and held_until > now()
    for update`.execute(trx);
  const [found] = rows;
  if (!found) throw new LeaseLost("another worker reads this mailbox");
  return found;
}
