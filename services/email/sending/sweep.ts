import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { type Database, inAccount } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import type { EmailDeps } from "../deps";
import { confirm, holdName } from "../mailings/moves";

const Live = z.object({ mailing_id: z.number(), customer_account: z.string(), state: z.string(), age_ms: z.number() });
type Live = z.infer<typeof Live>;

/** A hold that billing does not know may still be on its way from a confirmation; after this it is not, ms. */
const holdMayCome = 60_000;

type SweepOptions = { repairMs: number; onError(error: unknown): void };

const ChargedRow = z.object({
  cost_cents: z.number(),
  accepted: z.number(),
  mail_price: z.number(),
  done: z.boolean(),
});

const ProgressRow = z.object({
  status: z.string(),
  busy: z.number(),
  left: z.number(),
  sent: z.number(),
  first: z.boolean(),
});

/**
 * Looks at every mailing that is under way: begins what is due, finds what nobody finished, ends what is done, and
 * brings the money up to what was sent. Totals, not steps: doing it twice, or in two workers, changes nothing.
 */
export function sweeper(database: Database, deps: EmailDeps, { repairMs, onError }: SweepOptions) {
  const { db } = database;
  const charged = new Map<number, number>();

  return async function sweep(): Promise<void> {
    const rows = await checkedRows(
      db,
      Live,
      sql`
      select mailing_id, customer_account, state, (extract(epoch from now() - created_at) * 1000)::bigint as age_ms
      from email.queue where state <> 'scheduled' or due <= now()`,
    );
    for (const live of rows) await look(live).catch(onError);
  };

  async function look(live: Live): Promise<void> {
    const { mailing_id: mailing, customer_account: account } = live;
    if (live.state === "confirming") {
      if (live.age_ms >= repairMs) await confirm(database, deps, account, mailing, { again: true });
      return;
    }
    if (live.state === "scheduled") await begin(account, mailing);
    await findLost(database, account, mailing);
    const over = await endIfDone(account, mailing);
    await settle(live, over);
  }

  function begin(account: string, mailing: number): Promise<void> {
    return inAccount(db, account, async (trx) => {
      const found = await hasRows(
        trx,
        sql`
        update email.mailings set status = 'sending', started_at = now()
        where customer_account = ${account} and id = ${mailing} and status = 'scheduled' returning id`,
      );
      if (found) await sql`update email.queue set state = 'sending' where mailing_id = ${mailing}`.execute(trx);
    });
  }

  /** Answers whether all is over. One that was to wait after the first mails is paused when they are gone. */
  function endIfDone(account: string, mailing: number): Promise<boolean> {
    return inAccount(db, account, async (trx) => {
      const row = await checkedRow(
        trx,
        ProgressRow,
        sql`
        select m.status, c.sending as busy, c.queued as left, c.accepted as sent, m.pause_after is not null and not exists (
          select from email.recipients r where r.customer_account = m.customer_account and r.mailing_id = m.id
            and r.status = 'queued' and r.seq <= m.pause_after) as first
        from email.mailings m join email.mailing_counts c on c.customer_account = m.customer_account and c.mailing_id = m.id
        where m.customer_account = ${account} and m.id = ${mailing} for update of m`,
      );
      if (!row) return false;
      if (row.status === "cancelled") return row.busy === 0;
      if (row.status !== "sending" || row.busy > 0) return false;
      if (row.left > 0) {
        if (!row.first) return false;
        await sql`update email.mailings set status = 'paused' where customer_account = ${account} and id = ${mailing}`.execute(
          trx,
        );
        await sql`update email.queue set state = 'paused' where mailing_id = ${mailing}`.execute(trx);
        return false;
      }
      const end = row.sent > 0 ? "sent" : "failed";
      await sql`
        update email.mailings set status = ${end}, finished_at = now()
        where customer_account = ${account} and id = ${mailing}`.execute(trx);
      return true;
    });
  }

  async function settle(
    { mailing_id: mailing, customer_account: account, age_ms }: Live,
    over: boolean,
  ): Promise<void> {
    const row = await inAccount(db, account, (trx) =>
      checkedRow(
        trx,
        ChargedRow,
        sql`
        select m.cost_cents, c.accepted, m.mail_price, m.status in ('sent', 'failed', 'cancelled') and c.sending = 0 as done
        from email.mailings m join email.mailing_counts c on c.customer_account = m.customer_account and c.mailing_id = m.id
        where m.customer_account = ${account} and m.id = ${mailing}`,
      ),
    );
    if (!row) return;
    const closed = over || row.done;
    const settled = Math.min(row.cost_cents, costCents(row.accepted, row.mail_price));
    if (!closed && (settled === 0 || charged.get(mailing) === settled)) return;
    if (row.cost_cents > 0) {
      const body = { settled_cents: settled, released_cents: closed ? row.cost_cents - settled : 0, closed };
      const answer = await deps
        .clientsOfAccount(account)
        .billing.settle({ params: { reference: holdName(mailing) }, body });
      if (answer.status === 404 && age_ms < holdMayCome) return;
      // 409: another worker has charged more in the meantime.
      if (answer.status !== 201 && answer.status !== 404 && answer.status !== 409)
        throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
      if (closed && answer.status === 409) return;
    }
    charged.set(mailing, settled);
    if (!closed) return;
    charged.delete(mailing);
    await inAccount(db, account, async (trx) => {
      await sql`update email.mailings set closed = true, settled_cents = ${settled}
        where customer_account = ${account} and id = ${mailing}`.execute(trx);
      await sql`delete from email.queue where mailing_id = ${mailing}`.execute(trx);
    });
  }
}

/** Handed over, perhaps, and its process died: unknown, and never sent again by itself. */
function findLost({ db }: Database, account: string, mailing: number): Promise<void> {
  return inAccount(db, account, async (trx) => {
    await sql`
      update email.recipients set status = 'unknown', done_at = now(), owner = null, lease_until = null,
        reason = 'Sending was cut off: it may have arrived.'
      where customer_account = ${account} and mailing_id = ${mailing} and status = 'sending' and lease_until < now()`.execute(
      trx,
    );
  });
}
