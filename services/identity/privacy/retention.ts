import { sql } from "kysely";
import { z } from "zod";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { Retention } from "../contract.privacy";
import { type Self, selfActor } from "../profile/person";
import { retentionTask } from "./task-names";

const RetentionRow = Retention.extend({
  changed_at: z.date(),
  ran_at: z.date().nullable(),
});
export type RetentionRow = z.infer<typeof RetentionRow>;
type Months = Pick<Retention, "messages_months" | "tickets_months" | "activities_months" | "files_months">;

export async function findRetention(trx: Trx, account: string): Promise<RetentionRow | undefined> {
  return checkedRow(
    trx,
    RetentionRow,
    sql`
    select messages_months, tickets_months, activities_months, files_months, changed_by, changed_at, ran_at, removed
    from identity.retention where customer_account = ${account}`,
  );
}

/** As it is told: an account that never set it keeps everything. */
export function shownRetention(row: RetentionRow | undefined): Retention {
  const none = { messages_months: null, tickets_months: null, activities_months: null, files_months: null };
  if (!row) return { ...none, changed_by: "", removed: {}, changed_at: null, ran_at: null };
  return { ...row, changed_at: row.changed_at.toISOString(), ran_at: row.ran_at?.toISOString() ?? null };
}

/** Two at night in Nairobi, the next one. */
export function nightFrom(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(23, 0, 0, 0);
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1);
  return night;
}

export async function setRetention(trx: Trx, self: Self, months: Months): Promise<void> {
  const { account, name } = self;
  await sql`
    insert into identity.retention
      (customer_account, messages_months, tickets_months, activities_months, files_months, changed_by)
    values (${account}, ${months.messages_months}, ${months.tickets_months}, ${months.activities_months},
      ${months.files_months}, ${name})
    on conflict (customer_account) do update set messages_months = excluded.messages_months,
      tickets_months = excluded.tickets_months, activities_months = excluded.activities_months, files_months = excluded.files_months,
      changed_by = excluded.changed_by, changed_at = now()`.execute(trx);
  const said = (kind: string, count: number | null) => `${kind} ${count === null ? "for good" : `${count} months`}`;
  await recordActivity(trx, account, selfActor(self), {
    action: "Retention changed",
    description: `${name} set what is kept: ${[
      said("messages", months.messages_months),
      said("tickets", months.tickets_months),
      said("activities", months.activities_months),
      said("files", months.files_months),
    ].join(", ")}.`,
    subject: "retention",
  });
  if (Object.values(months).some((count) => count !== null))
    await sendLater(trx, retentionTask, { account }, { at: nightFrom(new Date()), key: `retention ${account}` });
}
