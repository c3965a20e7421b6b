import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";

const StoppedMailing = z.object({ user_id: z.string().nullable(), title: z.string() });

/** Pauses a mailing whose host can't be used, and tells whoever made it. Nothing of it goes through another host. */
export function stopForHost({ db }: Database, account: string, mailing: number, reason: string): Promise<void> {
  return inAccount(db, account, async (trx) => {
    const row = await checkedRow(
      trx,
      StoppedMailing,
      sql`
      update email.mailings set status = 'paused', pause_reason = ${reason.slice(0, 300)}
      where customer_account = ${account} and id = ${mailing} and status = 'sending'
      returning user_id, coalesce(nullif(name, ''), subject) as title`,
    );
    if (!row) return;
    await sql`update email.queue set state = 'paused' where mailing_id = ${mailing} and state = 'sending'`.execute(trx);
    if (!row.user_id) return;
    const words = `${row.title} was stopped. ${reason}`;
    const about = {
      kind: "mailing stopped",
      subject: mailing,
      key: `mailing:${mailing}:stopped:${Date.now()}`,
    } as const;
    await publishNotices(trx, account, [{ ...about, users: [row.user_id], words }]);
  });
}
