import { sql } from "kysely";
import type { Trx } from "../kit/database";

type DayCounts = Partial<Record<"sent" | "bounced" | "complaints" | "unsubscribes", number>>;

/** The zone by whose days figures are kept. */
export const zone = "Africa/Nairobi";

/** Adds to the figures of a day. */
export async function countDay(trx: Trx, account: string, now: Date, counts: DayCounts): Promise<void> {
  const { sent = 0, bounced = 0, complaints = 0, unsubscribes = 0 } = counts;
  if (sent + bounced + complaints + unsubscribes === 0) return;
  await sql`
    insert into email.daily as d (customer_account, day, sent, bounced, complaints, unsubscribes)
    values (${account}, (${now}::timestamptz at time zone ${zone})::date, ${sent}, ${bounced}, ${complaints}, ${unsubscribes})
    on conflict (customer_account, day) do update set sent = d.sent + excluded.sent, bounced = d.bounced + excluded.bounced,
      complaints = d.complaints + excluded.complaints, unsubscribes = d.unsubscribes + excluded.unsubscribes`.execute(
    trx,
  );
}

/** Takes a mail that came back out of those sent on its day. */
export async function uncountSent(trx: Trx, account: string, sentAt: Date): Promise<void> {
  await sql`
    update email.daily set sent = sent - 1
    where customer_account = ${account} and day = (${sentAt}::timestamptz at time zone ${zone})::date and sent > 0`.execute(
    trx,
  );
}
